#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "html_page.h"  // page_style and page_script: page.css and page.js
#include "reports/figures/figures.h"
#include "reports/formats/format.h"
#include "reports/formats/stored_json.h"
#include "reports/tables/display.h"
#include "reports/text/markup.h"

namespace plylab::reports {
namespace {

constexpr std::string_view html_begin =
    "<!DOCTYPE html>\n<html lang=\"en\" data-made-by=\"plylab\">\n";
constexpr std::string_view html_end = "</body>\n</html>\n";

/// All digits of a number that is shown rounded; empty if it is not.
std::string exact_digits(const Cell& cell, const std::string& shown) {
  const auto* value = std::get_if<double>(&cell.value());
  if (!value || !std::isfinite(*value)) return {};
  std::string digits = Json(*value).dump();
  return digits == shown ? std::string() : digits;
}

/// Omits end tags of cells and rows, as HTML allows: there are many of them.
void append_html_rows(std::string& out, const Table& table) {
  out += "<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string shown = display(row[i], table.columns[i]);
      const std::string digits = exact_digits(row[i], shown);
      out += digits.empty() ? "<td>" : fmt::format("<td title=\"{}\">", digits);
      out += markup_text(shown);
    }
    out += '\n';
  }
  out += "</tbody>\n";
}

std::string html_head(const Table& table) {
  std::string out = "<thead><tr>";
  for (const Column& column : table.columns) {
    out += "<th scope=\"col\"";
    if (column.role == Role::position || column.role == Role::board)
      out += fmt::format(" data-role=\"{}\"", role_names[static_cast<std::size_t>(column.role)]);
    out += fmt::format(" title=\"{}\"><button type=\"button\">{}", markup_text(column.help),
                       markup_text(column.name));
    if (!column.unit.empty()) out += fmt::format("<br/><i>{}</i>", markup_text(column.unit));
    out += "</button></th>";
  }
  return out + "</tr></thead>\n";
}

/// Styles that align numbers right, by column: a class in every cell would double the size of the
/// page.
std::string alignment(const Table& table, const std::string& id) {
  std::string columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (is_numeric(table, i))
      columns += fmt::format("{}#{} td:nth-child({})", columns.empty() ? "" : ",", id, i + 1);
  return columns.empty() ? columns
                         : fmt::format("<style>{}{{text-align:right}}</style>\n", columns);
}

void append_html_table(std::string& out, const Table& table, const std::string& id) {
  const bool folded = table.readers == Readers::programs;
  out += fmt::format("<section id=\"{}\">\n", id);
  out += folded ? "<details><summary>" : "";
  out += fmt::format("<h2>{}</h2>", markup_text(heading(table)));
  out += folded ? fmt::format(" <small>{} rows</small></summary>\n", table.rows.size()) : "\n";
  out += alignment(table, id);
  out += fmt::format(
      "<p class=\"tools\"><label>Filter <input type=\"search\" placeholder=\"words, or "
      "column&gt;number\"/></label> <output>{} rows</output></p>\n",
      table.rows.size());
  out += fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">"
      "<table>\n",
      markup_text(heading(table)));
  out += html_head(table);
  append_html_rows(out, table);
  out += "</table></div>\n";
  if (!table.notes.empty()) {
    out += "<ul>\n";
    for (const std::string& note : table.notes) out += "<li>" + markup_text(note) + "</li>\n";
    out += "</ul>\n";
  }
  out += folded ? "</details>\n</section>\n" : "</section>\n";
}

void append_html_figures(std::string& out, const std::vector<Figure>& figures) {
  if (figures.empty()) return;
  out += "<section id=\"figures\">\n<h2>Pictures</h2>\n";
  for (const Figure& figure : figures)
    out += fmt::format("<figure id=\"figure-{}\">\n{}</figure>\n", markup_text(figure.name),
                       svg_figure(figure, false));
  out += "</section>\n";
}

void append_html_provenance(std::string& out, const Provenance& provenance) {
  const auto known = fields(provenance);
  if (known.empty()) return;
  out += "<section id=\"provenance\">\n<h2>Where the figures come from</h2>\n<dl>\n";
  for (const auto& [name, text] : known)
    out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", markup_text(name), markup_text(text));
  out += "</dl>\n</section>\n";
}

// ---- the fixed parts of every page ----

/// Elements of the head: they forbid the page to load anything.
constexpr std::string_view page_rules =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<meta name=\"color-scheme\" content=\"light dark\"/>\n";

}  // namespace

std::string render_html(const Report& report, const Screen&) {
  const std::string title = report_title(report);
  std::string out(html_begin);
  out += fmt::format(
      "<head>\n<meta charset=\"utf-8\"/>\n{}<title>{}</title>\n<style>{}</style>\n"
      "</head>\n<body>\n",
      page_rules, markup_text(title), page_style);
  out += fmt::format("<header><h1>{}</h1>", markup_text(title));
  out += "<button type=\"button\" id=\"theme\">Dark or light</button>\n<nav>\n";
  const std::vector<Figure> figures = figures_of(report);
  if (!figures.empty()) out += "<a href=\"#figures\">Pictures</a>\n";
  for (std::size_t i = 0; i < report.tables.size(); ++i)
    out += fmt::format("<a href=\"#table-{}\">{}</a>\n", i + 1,
                       markup_text(heading(report.tables[i])));
  out += "</nav></header>\n<main>\n";
  if (!report.complete)
    out += "<p class=\"incomplete\">Incomplete: not all of the work was done.</p>\n";
  if (!report.text.empty()) {
    out += "<pre>";
    for (const std::string& line : report.text) out += markup_text(line) + "\n";
    out += "</pre>\n";
  }
  append_html_figures(out, figures);
  for (std::size_t i = 0; i < report.tables.size(); ++i)
    append_html_table(out, report.tables[i], fmt::format("table-{}", i + 1));
  append_html_provenance(out, report.provenance);
  out += "</main>\n<div id=\"board\" role=\"img\" hidden=\"\"></div>\n";
  out += fmt::format("<script>{}</script>\n", page_script);
  return out + std::string(html_end);
}

bool is_html_report(std::string_view text) {
  return text.starts_with(html_begin) && text.ends_with(html_end);
}

}  // namespace plylab::reports
