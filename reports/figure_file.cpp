#include "reports/figure_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/figures/figures.h"
#include "reports/formats/output.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;

struct FigureForm {
  std::string_view name;  // the extension
  std::string_view mark;  // a text that only plylab's files of this kind contain
};

constexpr std::array figure_forms = {
    FigureForm{"svg", svg_beginning},
    FigureForm{"tex", "% A figure of plylab"},
};

std::string extension_of(const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  return extension.empty() ? extension : extension.substr(1);
}

/// The kind of a picture: "profile" of "profile-2".
std::string kind_of(const std::string& name) { return name.substr(0, name.find('-')); }

constexpr const char* no_picture =
    "--figure: no picture can be drawn from the tables of this report";

}  // namespace

FigureFile parse_figure_file(std::string_view text) {
  if (const auto kinds = names_in(figure_kinds()); std::ranges::find(kinds, text) != kinds.end())
    return {std::string(text), fmt::format("{}.svg", text), true};
  FigureFile file{{}, std::string(text)};
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_-0123456789";
  if (const auto end = text.find('=');
      end != text.npos && end > 0 && text.substr(0, end).find_first_not_of(letters) == text.npos)
    file = {std::string(text.substr(0, end)), std::string(text.substr(end + 1))};
  if (!file.name.empty()) find_entry(figure_kinds(), kind_of(file.name), "--figure");
  if (file.name.empty() && extension_of(file.path).empty())
    throw InputError(fmt::format("--figure: no picture '{}'; there are {}; a file ends with .{}",
                                 text, fmt::join(names_in(figure_kinds()), ", "),
                                 fmt::join(names_in(figure_forms), " or .")));
  find_entry(figure_forms, extension_of(file.path), "--figure: extension");
  return file;
}

void check_figure_file(const FigureFile& file) {
  const FigureForm& form = find_entry(figure_forms, extension_of(file.path));
  check_writable(file.path);
  if (holds_something(file.path) && !read_file(file.path).starts_with(form.mark))
    throw InputError(fmt::format("--figure: '{}' exists and is not a .{} file written by plylab",
                                 file.path, form.name));
}

void require_data(const FigureFile& file, const Report& possible, Rows rows) {
  std::vector<std::string> names;
  if (rows == Rows::as_later)
    names = names_in(figures_of(possible));
  else
    for (const FigureKind* kind : possible_figures(possible))
      // A kind may have a numbered picture for each group; how many is not known yet.
      names.emplace_back(kind->name == kind_of(file.name) && !kind->one_per_table ? file.name
                                                                                  : kind->name);
  if (names.empty()) throw InputError(no_picture);
  if (!file.name.empty()) find_entry(names, file.name, "--figure");
}

std::string rendered_figure(const Figure& figure, std::string_view extension) {
  return extension == "svg" ? svg_figure(figure, true) : pgfplots_figure(figure);
}

void write_figure(const std::vector<Figure>& figures, const FigureFile& file,
                  const std::atomic<bool>* stop) {
  if (figures.empty()) throw InputError(no_picture);
  const Figure& first =
      file.name.empty() ? figures.front() : find_entry(figures, file.name, "--figure");
  save_text(rendered_figure(first, extension_of(file.path)), file.path, stop);
  if (!file.all) return;
  for (const Figure& figure : figures) {
    if (kind_of(figure.name) != file.name || &figure == &first) continue;
    const FigureFile other{figure.name, figure.name + ".svg"};
    check_figure_file(other);
    write_figure(figures, other, stop);
  }
}

}  // namespace plylab::reports
