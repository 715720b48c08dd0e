#include "suites/help/guides.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>

#include "gen/base/files.h"
#include "gen/base/text.h"
#include "reports/formats/format.h"
#include "reports/tables/table.h"
#include "reports/text/utf8.h"

namespace plylab::suites::help {
namespace {

/// Text without the marks of links, pictures and bold letters. A link into the web keeps its
/// address.
std::string without_marks(const std::string& text) {
  static const std::regex web_link(R"(!?\[([^\]]*)\]\((https?:[^)]*)\))");
  static const std::regex link(R"(!?\[([^\]]*)\]\([^)]*\))");
  static const std::regex bold(R"(\*\*([^*]+)\*\*)");
  const std::string linked = std::regex_replace(text, web_link, "$1 ($2)");
  return std::regex_replace(std::regex_replace(linked, link, "$1"), bold, "$1");
}

/// The cells of a table's line, "| a | b |". A bar behind a backslash is part of its cell.
std::vector<reports::Cell> cells_of(std::string_view line) {
  std::vector<reports::Cell> cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '|') {
      cells.emplace_back(without_marks(std::string(trimmed(cell))));
      cell.clear();
    } else if (line[i] != '\\' || i + 1 == line.size() || line[i + 1] != '|') {
      cell += line[i];
    } else {
      cell += line[++i];
    }
  }
  return cells;
}

/// Where the text of a list's item begins: behind "- " or "1. ". 0 for any other line.
std::size_t item_text(std::string_view line) {
  std::size_t at = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t mark = at;
  while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at]))) ++at;
  const bool numbered = at > mark;
  if (at == line.size() || (numbered ? line[at] != '.' : line[at] != '-' && line[at] != '*'))
    return 0;
  ++at;
  return at < line.size() && line[at] == ' ' ? at + 1 : 0;
}

class Renderer {
 public:
  explicit Renderer(std::size_t width) : width_(width) {}

  std::string render(std::string_view markdown) {
    while (!markdown.empty()) add(take_line(markdown));
    end_block();
    return out_;
  }

 private:
  void add(std::string_view line) {
    const bool fence = trimmed(line).starts_with("```");
    if (in_code_) {
      if (fence)
        in_code_ = false;
      else
        add_code(line);
    } else if (in_comment_ || line.starts_with("<!--")) {
      in_comment_ = line.find("-->") == line.npos;
    } else if (fence) {
      end_block();
      in_code_ = true;
    } else if (line.starts_with("|")) {
      if (rows_.empty()) end_block();
      rows_.emplace_back(line);
    } else if (line.starts_with("#")) {
      end_block();
      add_heading(line);
    } else if (line.empty()) {
      end_block();
      if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
    } else if (text_.empty() && line.starts_with("    ")) {
      add_code(line.substr(4));
    } else {
      add_text(line);
    }
  }

  void add_code(std::string_view line) {
    if (!line.empty()) out_ += "    ";
    out_ += line;
    out_ += '\n';
  }

  void add_heading(std::string_view line) {
    const std::size_t level = line.find_first_not_of('#');
    const std::string heading = without_marks(std::string(trimmed(line.substr(level))));
    out_ += heading + '\n' + std::string(reports::display_width(heading), level == 1 ? '=' : '-');
    out_ += '\n';
  }

  void add_text(std::string_view line) {
    if (const std::size_t start = item_text(line)) {
      end_block();
      lead_ = line.substr(0, start);
      text_ = line.substr(start);
    } else {
      if (!text_.empty()) text_ += ' ';
      text_ += trimmed(line);
    }
  }

  /// Writes the paragraph, the item or the table that has been read.
  void end_block() {
    const std::size_t room = std::max(width_, lead_.size() + 20) - lead_.size();
    if (!text_.empty())
      for (const std::string& line : reports::wrapped(without_marks(text_), room)) {
        out_ += lead_ + line + '\n';
        lead_.assign(lead_.size(), ' ');
      }
    text_.clear();
    lead_.clear();
    if (!rows_.empty()) add_table();
    rows_.clear();
  }

  /// The second line of a table in Markdown only says how it is aligned.
  void add_table() {
    reports::Table table;
    for (const reports::Cell& cell : cells_of(rows_.front()))
      table.columns.emplace_back(std::get<std::string>(cell.value()));
    for (std::size_t i = 2; i < rows_.size(); ++i) {
      auto cells = cells_of(rows_[i]);
      cells.resize(table.columns.size());
      table.add(std::move(cells));
    }
    // Names of columns must differ for programs; two may be empty in a guide.
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      if (table.columns[i].name.empty()) table.columns[i].name = std::string(i + 1, ' ');
    const std::string text =
        reports::render({.tables = {std::move(table)}}, reports::Format::text, {.width = width_});
    out_ += text.substr(text.find_first_not_of("\n"));
  }

  std::size_t width_;
  std::string out_;
  std::string lead_, text_;        // of the paragraph or item that is being read
  std::vector<std::string> rows_;  // of the table that is being read
  bool in_code_ = false, in_comment_ = false;
};

}  // namespace

std::string Guide::title() const {
  const std::string text = read_file(file);
  return text.starts_with("# ") ? text.substr(2, text.find('\n') - 2) : "";
}

std::vector<Guide> guides() {
  std::vector<Guide> all;
  for (const std::string& file : files_in(documents_directory(), ".md")) {
    std::string name = std::filesystem::path(file).stem().string();
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    all.push_back({name, file});
  }
  return all;
}

std::string plain_text(std::string_view markdown, std::size_t width) {
  return Renderer(width).render(markdown);
}

}  // namespace plylab::suites::help
