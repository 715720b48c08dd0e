#include "reports/formats/figure_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

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

/// The name without a number: "profile" of "profile-2".
std::string kind_of(const std::string& name) { return name.substr(0, name.find('-')); }

constexpr const char* no_picture =
    "--figure: no picture can be drawn from the tables of this report";

}  // namespace

FigureFile parse_figure_file(std::string_view text) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_0123456789";
  if (text.find_first_not_of(letters) == text.npos)
    return {std::string(text), fmt::format("{}.svg", text), true};
  FigureFile file{{}, std::string(text)};
  if (const auto end = text.find('=');
      end != text.npos && end > 0 &&
      text.substr(0, end).find_first_not_of(fmt::format("{}-", letters)) == text.npos)
    file = {std::string(text.substr(0, end)), std::string(text.substr(end + 1))};
  if (extension_of(file.path).empty())
    throw InputError(
        fmt::format("--figure: '{}' is neither a picture's name nor a file, which ends "
                    "with .{}",
                    text, fmt::join(names_in(figure_forms), " or .")));
  find_entry(figure_forms, extension_of(file.path), "--figure: extension");
  return file;
}

void check_figure_file(const FigureFile& file) {
  const FigureForm& form = find_entry(figure_forms, extension_of(file.path));
  check_picture_file("--figure", file.path, form.mark);
}

void check_picture_file(std::string_view option, const std::string& path, std::string_view mark) {
  check_writable(path);
  if (holds_something(path) && !read_file(path).starts_with(mark))
    throw InputError(fmt::format("{}: '{}' exists and is not a .{} file written by plylab", option,
                                 path, extension_of(path)));
}

std::vector<std::string> names_of_pictures(const std::vector<Schema>& tables,
                                           const std::string& wanted) {
  std::vector<const Picture*> pictures;
  for (const bool first : {true, false})
    for (const Schema& table : tables)
      for (const Picture& picture : table.pictures)
        if (picture.comes_first == first) pictures.push_back(&picture);
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  std::map<std::string_view, std::size_t> numbers;  // of the pictures of a name so far
  for (const Picture* picture : pictures) {
    add(picture->name);
    std::size_t& number = numbers[picture->name];
    for (std::size_t i = 0; i < picture->number; ++i)
      if (++number > 1) add(fmt::format("{}-{}", picture->name, number));
    if (picture->number == 0 && kind_of(wanted) == picture->name) add(wanted);
  }
  return names;
}

void require_picture(const FigureFile& file, const std::vector<std::string>& names) {
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
