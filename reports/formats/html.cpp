#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

/// Styles: dark and light, for print, and for boards.
constexpr std::string_view page_style = R"css(
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --faint: #0001; --line: #0003;
  --light: #f0d9b5; --dark: #b58863; }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { --ink: #e6e6e6; --paper: #16181b;
  --faint: #fff1; --line: #fff3; } }
:root[data-theme=dark] { color-scheme: dark; --ink: #e6e6e6; --paper: #16181b; --faint: #fff1;
  --line: #fff3; }
:root[data-theme=light] { color-scheme: light; }
body { margin: 0 auto; max-width: 80rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0 0 .4rem; }
h2 { font-size: 1.1rem; margin: 0; display: inline-block; }
header { border-bottom: 1px solid var(--line); padding-bottom: .5rem; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin-top: .4rem; }
a { color: inherit; }
section { margin: 1.5rem 0; }
.wide { overflow: auto; max-height: 80vh; width: fit-content; max-width: 100%; border: 1px solid var(--line); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: max-content; }
th, td { padding: .15rem .6rem; text-align: left; border-bottom: 1px solid var(--faint); }
td { white-space: nowrap; }
th { position: sticky; top: 0; background: var(--paper); box-shadow: 0 1px var(--line); padding: 0; }
th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0;
  padding: .25rem .6rem; cursor: pointer; white-space: nowrap; text-align: inherit; }
th i { font-weight: 400; }
th[aria-sort=ascending] button::after { content: " \25B2"; }
th[aria-sort=descending] button::after { content: " \25BC"; }
tbody tr:hover { background: var(--faint); }
td.p { cursor: pointer; text-decoration: underline dotted; }
:focus-visible { outline: 2px solid #0072B2; outline-offset: -2px; }
.tools { margin: .4rem 0; }
.tools input { width: 16rem; }
.incomplete { font-weight: 700; color: #D55E00; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
figure { margin: 1rem 0; }
figure svg { max-width: 100%; height: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .4rem 0; }
dd { margin: 0; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
#theme { float: right; }
#board { position: fixed; right: 1rem; bottom: 1rem; padding: .6rem; background: var(--paper);
  border: 1px solid var(--line); box-shadow: 0 2px 12px #0006; }
#board div { display: flex; }
#board span { width: 2.1rem; height: 2.1rem; font: 1.7rem/2.1rem serif; text-align: center;
  background: var(--light); color: #000; }
#board span.d { background: var(--dark); }
@media print { :root, :root[data-theme] { color-scheme: light; --ink: #000; --paper: #fff;
  --faint: #0001; --line: #0003; }
  nav, .tools, #theme, #board, details:not([open]) { display: none; }
  .wide { overflow: visible; max-height: none; border: 0; } th { position: static; }
  td { white-space: normal; } table { width: 100%; } figure, tr { break-inside: avoid; } }
)css";

/// The script that sorts and filters tables, and shows boards of positions.
constexpr std::string_view page_script = R"js(
'use strict';
const value = cell => {
  const text = cell.title || cell.textContent.trim();
  const number = text === '-' ? NaN : Number(text.replace('<', ''));
  return { text, number };
};
// Unknown values come last, whichever way; equal rows stay as they were.
const sort = (table, column, down) => {
  const rows = [...table.tBodies[0].rows].map(row => [value(row.cells[column]), row]);
  rows.sort(([a], [b]) => {
    if (a.text === '-' || b.text === '-') return (a.text === '-') - (b.text === '-');
    const order = Number.isNaN(a.number) || Number.isNaN(b.number)
      ? a.text.localeCompare(b.text, 'en', { numeric: true }) : a.number - b.number;
    return down ? -order : order;
  });
  table.tBodies[0].append(...rows.map(([, row]) => row));
};
// "pvs solved=no nodes>1000": all must hold. A name's spaces are written as _.
const test = (word, names) => {
  const parts = /^([^<>=]+)(<=|>=|<|>|=)(.+)$/.exec(word);
  const column = parts ? names.indexOf(parts[1]) : -1;
  if (column < 0) return row => row.textContent.toLowerCase().includes(word);
  const [, , sign, wanted] = parts;
  return row => {
    const { text, number } = value(row.cells[column]);
    const shown = row.cells[column].textContent.trim().toLowerCase();
    if (sign === '=') return shown === wanted || text.toLowerCase() === wanted || number === Number(wanted);
    return sign === '<' ? number < wanted : sign === '>' ? number > wanted
      : sign === '<=' ? number <= wanted : number >= wanted;
  };
};
const columnOf = (table, role) =>
  [...table.tHead.rows[0].cells].findIndex(head => head.dataset.role === role);
// The rows of each position's board, from the table that has them. A name that two positions share
// has no board.
const boards = new Map();
const unclear = new Set();
for (const table of document.querySelectorAll('table')) {
  const place = columnOf(table, 'board'), position = columnOf(table, 'position');
  if (position >= 0 && place >= 0)
    for (const { cells } of table.tBodies[0].rows) {
      const rows = cells[place].textContent.trim();
      const name = cells[position].textContent.trim();
      if (boards.has(name) && boards.get(name) !== rows) unclear.add(name);
      if (rows !== '-') boards.set(name, rows);
    }
}
for (const name of unclear) boards.delete(name);
for (const section of document.querySelectorAll('section')) {
  const table = section.querySelector('table');
  if (!table) continue;
  const heads = [...table.tHead.rows[0].cells];
  const names = heads.map(head =>
    head.querySelector('button').firstChild.textContent.toLowerCase().replace(/\s+/g, '_'));
  heads.forEach((head, column) => head.addEventListener('click', () => {
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    sort(table, column, down);
  }));
  const shown = section.querySelector('output');
  section.querySelector('input').addEventListener('input', event => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(word => word);
    const tests = words.map(word => test(word, names));
    const rows = [...table.tBodies[0].rows];
    let count = 0;
    for (const row of rows) {
      row.hidden = !tests.every(holds => holds(row));
      count += !row.hidden;
    }
    shown.textContent = count === rows.length ? `${count} rows` : `${count} of ${rows.length} rows`;
    const unknown = words.map(word => /^([^<>=]+)(?:[<>]=?|=)./.exec(word)?.[1])
      .filter(name => name && !names.includes(name));
    if (count === 0 && unknown.length) shown.textContent += `; no column '${unknown[0]}'`;
  });
  const position = columnOf(table, 'position');
  const reach = () => {
    if (position < 0) return;
    for (const { cells } of table.tBodies[0].rows) {
      if (!boards.has(cells[position].textContent.trim())) continue;
      cells[position].className = 'p';
      cells[position].tabIndex = 0;
    }
  };
  const details = section.querySelector('details');
  if (details) details.addEventListener('toggle', reach, { once: true });
  else reach();
}
// A link into what is folded unfolds it.
const unfold = () => {
  const details = location.hash.length > 1 && document.querySelector(`${location.hash} details`);
  if (details) details.open = true;
};
addEventListener('hashchange', unfold);
unfold();
document.getElementById('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
});
const board = document.getElementById('board');
const figures = { K: '\u2654', Q: '\u2655', R: '\u2656', B: '\u2657', N: '\u2658', P: '\u2659',
  k: '\u265A', q: '\u265B', r: '\u265C', b: '\u265D', n: '\u265E', p: '\u265F', '.': '' };
const show = cell => {
  const rows = boards.get(cell.textContent.trim()).split('/');
  board.replaceChildren(...rows.map((row, y) => {
    const line = document.createElement('div');
    [...row].forEach((letter, x) => {
      const square = document.createElement('span');
      square.textContent = figures[letter] ?? letter;
      if ((x + y) % 2) square.className = 'd';
      line.append(square);
    });
    return line;
  }), Object.assign(document.createElement('small'), { textContent: cell.textContent }));
  board.setAttribute('aria-label', `${cell.textContent}: ${rows.join(' / ')}`);
  board.hidden = false;
};
for (const type of ['click', 'focusin', 'mouseover'])
  document.addEventListener(type, event => {
    const cell = event.target.closest('td.p');
    if (cell) show(cell);
    else if (type !== 'mouseover' && !board.contains(event.target)) board.hidden = true;
  });
document.addEventListener('keydown', event => { if (event.key === 'Escape') board.hidden = true; });
)js";

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
    out += "<p class=\"incomplete\">Incomplete: the run was stopped early.</p>\n";
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
