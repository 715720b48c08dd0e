#include "reports/formats/paper.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "reports/figures/figures.h"
#include "reports/formats/figure_file.h"
#include "reports/formats/format.h"
#include "reports/formats/output.h"
#include "reports/tables/display.h"
#include "reports/text/markup.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;

/// The first line, by which a later call detects edits to the rest.
constexpr std::string_view paper_mark = "% A report of plylab: pdflatex report.tex; SHA-256 ";

std::string with_mark(const std::string& text) {
  return fmt::format("{}{}\n{}", paper_mark, sha256(text), text);
}

bool is_untouched(std::string_view text) {
  const std::string_view first = take_line(text);
  return first.starts_with(paper_mark) && first.substr(paper_mark.size()) == sha256(text);
}

constexpr std::string_view paper_preamble = R"(\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[margin=2cm]{geometry}
\usepackage{array,booktabs,graphicx,pgfplots}
\pgfplotsset{compat=1.16}
)";

std::string paper_figures(const std::vector<Figure>& figures) {
  constexpr std::size_t max_pending_floats = 10;
  std::string out;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Figure& figure = figures[i];
    out += fmt::format(
        "\\begin{{figure}}[htbp]\n\\centering\n\\input{{figures/{0}}}\n"
        "\\caption{{{1}}}\\label{{fig:plylab-{0}}}\n\\end{{figure}}\n",
        figure.name, latex_text(figure.title));
    if ((i + 1) % max_pending_floats == 0) out += "\\clearpage\n";
  }
  return out;
}

std::string paper_text(const Report& report, const std::vector<Figure>& figures) {
  const std::string title = report_title(report);
  std::string out(paper_preamble);
  out +=
      fmt::format("\\title{{{}}}\n\\author{{{}}}\n\\date{{{}}}\n\\begin{{document}}\n\\maketitle\n",
                  latex_text(title), latex_text(program_of(report.provenance)),
                  latex_text(report.provenance.date));
  out += "\\section*{Tables}\n\\input{tables}\n\\clearpage\n";
  if (!figures.empty()) out += "\\section*{Pictures}\n" + paper_figures(figures) + "\\clearpage\n";
  out += "\\section*{Where the figures come from}\n\\begin{flushleft}\\footnotesize\n";
  for (const auto& [name, text] : fields(report.provenance))
    out += fmt::format("{}: {}\\\\\n", latex_text(name), latex_text(text));
  return out + "\\mbox{}\n\\end{flushleft}\n\\end{document}\n";
}

}  // namespace

void check_paper(const std::string& directory) {
  const auto fail = [&](std::string_view why) {
    throw InputError(fmt::format("--report: '{}' {}", directory, why));
  };
  const fs::path place(directory);
  std::error_code error;
  const bool is_new = fs::create_directories(place, error);
  if (error) fail(fmt::format("cannot be created: {}", error.message()));
  const std::string json = (place / "report.json").string(), tex = (place / "report.tex").string();
  if (!fs::exists(json) && !fs::is_empty(place)) fail("exists and has no report.json");
  for (const char* name : {"report.json", "tables.tex", "report.html"})
    if (const std::string path = (place / name).string();
        fs::exists(path) && !is_report(read_file(path)))
      fail(fmt::format("has a {} that plylab did not write", name));
  if (fs::exists(tex) && !is_untouched(read_file(tex))) fail("has a report.tex that was edited");
  check_writable(json);
  if (is_new) fs::remove(place, error);  // do not leave an empty directory if the work fails
}

void write_paper(const Report& whole, const Report& for_people, const std::string& directory) {
  const fs::path place(directory);
  const auto figures = figures_of(whole);
  const std::string json = (place / "report.json").string();
  std::error_code error, ignored;
  const bool is_new = fs::create_directories(place, error);
  try {
    if (error)
      throw InputError(
          fmt::format("--report: '{}' cannot be created: {}", directory, error.message()));
    write_text(render(whole, Format::json),
               json);  // identifies the directory even if a later step fails
  } catch (const InputError&) {
    if (is_new) fs::remove(place, ignored);
    throw;
  }
  fs::create_directory(place / "figures", error);
  if (error)
    throw InputError(
        fmt::format("cannot create '{}': {}", (place / "figures").string(), error.message()),
        InputErrorKind::file);
  for (const Figure& figure : figures)
    for (const char* form : {"tex", "svg"})
      write_text(rendered_figure(figure, form),
                 (place / "figures" / fmt::format("{}.{}", figure.name, form)).string());
  write_text(render(for_people, Format::latex), (place / "tables.tex").string());
  write_text(with_mark(paper_text(for_people, figures)), (place / "report.tex").string());
  write_text(render(whole, Format::html), (place / "report.html").string());
}

}  // namespace plylab::reports
