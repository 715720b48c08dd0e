#include "reports/paper.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "gen/input_error.h"
#include "gen/read_file.h"
#include "reports/display.h"
#include "reports/figure_file.h"
#include "reports/figures.h"
#include "reports/format.h"
#include "reports/latex_text.h"
#include "reports/output.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view paper_preamble = R"(% A report of plylab: pdflatex report.tex
\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[margin=2cm]{geometry}
\usepackage{array,booktabs,longtable,pgfplots}
\pgfplotsset{compat=1.16}
)";

std::string paper_figures(const std::vector<Figure>& figures) {
  constexpr std::size_t most_pending_floats = 10;
  std::string out;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Figure& figure = figures[i];
    out += fmt::format(
        "\\begin{{figure}}[htbp]\n\\centering\n\\input{{figures/{0}}}\n"
        "\\caption{{{1}}}\\label{{fig:plylab-{0}}}\n\\end{{figure}}\n",
        figure.name, latex_text(figure.title));
    if ((i + 1) % most_pending_floats == 0) out += "\\clearpage\n";
  }
  return out;
}

std::string paper_text(const Report& report, const std::vector<Figure>& figures) {
  const std::string title = report.tables.empty() ? "plylab" : heading(report.tables.front());
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
  std::error_code error;
  fs::create_directories(fs::path(directory) / "figures", error);
  if (error) fail(fmt::format("cannot be made: {}", error.message()));
  const std::string json = (fs::path(directory) / "report.json").string();
  if (fs::exists(json)) {
    if (!is_report(read_file(json))) fail("has a report.json that is not of plylab");
  } else {
    for (const auto& entry : fs::directory_iterator(directory))
      if (entry.path().filename() != "figures") fail("is there already, and has no report.json");
  }
  check_writable(json);
}

void write_paper(const Report& whole, const Report& for_people, const std::string& directory) {
  const fs::path place(directory);
  const auto figures = figures_of(whole);
  for (const Figure& figure : figures)
    for (const char* form : {"tex", "svg"})
      write_text(rendered_figure(figure, form),
                 (place / "figures" / fmt::format("{}.{}", figure.name, form)).string());
  write_text(render(for_people, Format::latex), (place / "tables.tex").string());
  write_text(paper_text(for_people, figures), (place / "report.tex").string());
  write_text(render(whole, Format::html), (place / "report.html").string());
  write_text(render(whole, Format::json), (place / "report.json").string());
}

}  // namespace plylab::reports
