#include "reports/figures/figure_file.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <system_error>

#include "gen/base/find_entry.h"
#include "gen/base/input_error.h"
#include "gen/base/read_file.h"
#include "gen/base/text.h"
#include "gen/engines/process.h"
#include "reports/figures/figures.h"
#include "reports/formats/output.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;

using namespace std::string_view_literals;

struct FigureForm {
  std::string_view name;      // the extension
  std::string_view mark;      // in every such file of ours and in nobody else's
  std::string_view terminal;  // gnuplot's, where it draws
};

/// In a PNG a chunk of text (PNG specification, 11.3.4): length, type, keyword, text, check sum.
constexpr std::string_view png_mark = "\0\0\0\x0ftEXtSoftware\0plylab\x0e\x5c\x4f\xd6"sv;
constexpr std::string_view pdf_mark = "% A figure of plylab\n";

constexpr std::array figure_forms = {
    FigureForm{"svg", svg_beginning, ""},
    FigureForm{"pdf", pdf_mark, "pdfcairo font 'sans,11' size 17cm,{}cm"},
    FigureForm{"png", png_mark, "pngcairo font 'sans,11' size 1020,{}"},
    FigureForm{"tex", "% A figure of plylab", ""},
    FigureForm{"gnuplot", "# A figure of plylab", ""},
};

/// What gnuplot has drawn, with our mark: before the last chunk of a PNG, at the end of a PDF.
std::string marked(std::string picture, const FigureForm& form) {
  constexpr std::size_t last_chunk = 12;
  if (form.name == "png" && picture.size() > last_chunk)
    return picture.insert(picture.size() - last_chunk, form.mark);
  return picture.append(form.mark);
}

std::string extension_of(const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  return extension.empty() ? extension : extension.substr(1);
}

/// A directory for one file, gone with this object.
class FigureDirectory {
 public:
  FigureDirectory() {
    std::string name = (fs::temp_directory_path() / "plylab-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw InputError(fmt::format("--figure: cannot write in '{}'", name));
    path_ = name;
  }
  ~FigureDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  FigureDirectory(const FigureDirectory&) = delete;
  FigureDirectory& operator=(const FigureDirectory&) = delete;

  std::string file() const { return (path_ / "figure").string(); }

 private:
  fs::path path_;
};

/// Has gnuplot obey the script. Throws InputError if it cannot be started or says no.
void run_gnuplot(const std::vector<std::string>& arguments, const std::string& script) {
  constexpr engines::Seconds timeout{60};
  const std::atomic<bool> never = false;
  std::vector<std::string> command{"gnuplot"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  try {
    engines::Process gnuplot(command, never);
    const auto deadline = engines::from_now(timeout);
    for (std::string_view rest = script; !rest.empty();)
      gnuplot.write_line(take_line(rest), deadline);
    gnuplot.close_input();
    std::string line;
    while (gnuplot.read_line(line, deadline) == engines::Process::Event::done) {
    }
    if (const auto status = gnuplot.exit_status(deadline); status != 0) {
      const auto output = gnuplot.output();
      throw InputError(fmt::format("--figure: gnuplot {}{}{}", gnuplot.ending(),
                                   output.empty() ? "" : ": ",
                                   output.empty() ? "" : trimmed(output.back())));
    }
  } catch (const engines::EngineFault&) {
    throw InputError(
        "--figure: .pdf and .png are drawn by gnuplot, which is not here (Debian's package "
        "gnuplot-nox); .svg and .tex need nothing");
  }
}

/// Lines of categories take their room; the rest is for title, axis and legend.
std::string terminal_of(const FigureForm& form, const Figure& figure) {
  const bool in_pixels = form.name == "png";
  const double lines = category_lines(figure), entries = static_cast<double>(figure.series.size());
  const double height = std::max(10.0, 4 + 0.45 * lines) + 0.2 * entries;
  return fmt::format(fmt::runtime(form.terminal), in_pixels ? 60 * height : height);
}

}  // namespace

FigureFile parse_figure_file(std::string_view text) {
  FigureFile file{{}, std::string(text)};
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_-0123456789";
  if (const auto end = text.find('=');
      end != text.npos && end > 0 && text.substr(0, end).find_first_not_of(letters) == text.npos)
    file = {std::string(text.substr(0, end)), std::string(text.substr(end + 1))};
  find_entry(figure_forms, extension_of(file.path), "--figure: extension");
  if (!file.name.empty())
    find_entry(figure_kinds(), file.name.substr(0, file.name.find('-')), "--figure");
  return file;
}

void check_figure_file(const FigureFile& file) {
  const FigureForm& form = find_entry(figure_forms, extension_of(file.path));
  check_writable(file.path);
  if (holds_something(file.path) && read_file(file.path).find(form.mark) == std::string::npos)
    throw InputError(fmt::format("--figure: '{}' is there already, and is no .{} of plylab",
                                 file.path, form.name));
  if (!form.terminal.empty()) run_gnuplot({"--version"}, {});
}

std::string rendered_figure(const Figure& figure, std::string_view extension) {
  const FigureForm& form = find_entry(figure_forms, extension);
  if (form.name == "svg") return svg_figure(figure, true);
  if (form.name == "tex") return pgfplots_figure(figure);
  std::string script = gnuplot_figure(figure);
  if (form.name == "gnuplot") return script;
  const FigureDirectory directory;
  run_gnuplot({"-"}, fmt::format("set terminal {}\nset output '{}'\n{}", terminal_of(form, figure),
                                 directory.file(), script));
  return marked(read_file(directory.file()), form);
}

void write_figure(const std::vector<Figure>& figures, const FigureFile& file) {
  if (figures.empty()) throw InputError("--figure: the tables of this report make no picture");
  const Figure& figure =
      file.name.empty() ? figures.front() : find_entry(figures, file.name, "--figure");
  save_text(rendered_figure(figure, extension_of(file.path)), file.path);
}

}  // namespace plylab::reports
