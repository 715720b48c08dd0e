#include "reports/figure_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/figures/figures.h"
#include "reports/formats/output.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;

using namespace std::string_view_literals;

struct FigureForm {
  std::string_view name;  // the extension
  std::string_view mark;  // in every such file by plylab and in no other
  bool converted;         // from SVG, by rsvg-convert
};

/// In a PNG a chunk of text (PNG specification, 11.3.4): length, type, keyword, text, check sum.
constexpr std::string_view png_mark = "\0\0\0\x0ftEXtSoftware\0plylab\x0e\x5c\x4f\xd6"sv;

constexpr std::array figure_forms = {
    FigureForm{"svg", svg_beginning, false},
    FigureForm{"pdf", "% A figure of plylab\n", true},
    FigureForm{"png", png_mark, true},
    FigureForm{"tex", "% A figure of plylab", false},
};

std::string extension_of(const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  return extension.empty() ? extension : extension.substr(1);
}

/// A directory of our own, gone with this object.
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

  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

/// Runs rsvg-convert; what it prints goes to the file. Throws InputError if it cannot be started or
/// fails.
void run_rsvg_convert(std::vector<std::string> arguments, const std::string& printed) {
  arguments.insert(arguments.begin(), "rsvg-convert");
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, printed.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  pid_t process = 0;
  const int error = posix_spawnp(&process, words[0], &files, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0)
    throw InputError(
        "--figure: .pdf and .png need rsvg-convert, which is not "
        "installed (Debian's package "
        "librsvg2-bin); .svg and .tex need nothing");
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (status == 0) return;
  const std::string complaint = read_file(printed);
  std::string_view rest = complaint;
  throw InputError(fmt::format("--figure: rsvg-convert failed: {}", take_line(rest)));
}

/// The picture as PDF or PNG, with our mark: at the end of a PDF, before the last chunk of a PNG.
std::string converted(const std::string& svg, const FigureForm& form) {
  constexpr std::size_t last_chunk = 12;
  const FigureDirectory directory;
  const std::string source = directory.file("figure.svg"), target = directory.file("figure");
  write_text(svg, source);
  std::vector<std::string> arguments{fmt::format("--format={}", form.name), "--output=" + target};
  if (form.name == "png") arguments.emplace_back("--zoom=2");
  arguments.push_back(source);
  run_rsvg_convert(std::move(arguments), directory.file("printed"));
  std::string picture = read_file(target);
  const std::size_t end =
      form.name == "png" ? picture.size() - std::min(picture.size(), last_chunk) : picture.size();
  return picture.insert(end, form.mark);
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
    throw InputError(
        fmt::format("--figure: '{}' exists and is not a .{} by plylab", file.path, form.name));
  if (form.converted) run_rsvg_convert({"--version"}, "/dev/null");
}

std::string rendered_figure(const Figure& figure, std::string_view extension) {
  const FigureForm& form = find_entry(figure_forms, extension);
  if (form.name == "svg") return svg_figure(figure, true);
  if (form.name == "tex") return pgfplots_figure(figure);
  return converted(svg_figure(figure, true), form);
}

void write_figure(const std::vector<Figure>& figures, const FigureFile& file) {
  if (figures.empty())
    throw InputError("--figure: no picture can be drawn from the tables of this report");
  const Figure& figure =
      file.name.empty() ? figures.front() : find_entry(figures, file.name, "--figure");
  save_text(rendered_figure(figure, extension_of(file.path)), file.path);
}

}  // namespace plylab::reports
