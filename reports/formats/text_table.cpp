#include "reports/formats/text_table.h"

#include <algorithm>
#include <set>
#include <vector>

#include "reports/tables/display.h"
#include "reports/text/utf8.h"
#include "reports/text/wrap.h"

namespace plylab::reports {
namespace {

constexpr std::string_view gap = "  ";
constexpr std::size_t least_text = 14;   // characters of a text that can be read
constexpr std::size_t least_digits = 8;  // of a number that has to be broken

/// A column as it will stand on the page.
struct Strip {
  std::string name;
  std::string unit;
  std::vector<std::string> cells;
  bool right = false;
  bool words = false;  ///< has text, which may be wrapped
  std::size_t width = 0;
  std::size_t least_width = 0;   ///< that of the head, the numbers, and readable text
  std::size_t broken_width = 0;  ///< the same if numbers are broken, too
};

using Strips = std::vector<Strip>;

Strip make_strip(const Table& table, std::size_t index) {
  const Column& column = table.columns[index];
  Strip strip;
  strip.name = one_line(column.name);
  strip.unit = one_line(column.unit);
  strip.right = is_numeric(table, index);
  const std::size_t head = std::max(display_width(strip.name), display_width(strip.unit));
  strip.width = strip.least_width = head;
  for (const auto& row : table.rows) {
    strip.cells.push_back(display(row[index], column));
    const std::size_t width = display_width(strip.cells.back());
    const bool words = std::holds_alternative<std::string>(row[index].value());
    strip.words |= words;
    strip.width = std::max(strip.width, width);
    strip.least_width = std::max(strip.least_width, words ? std::min(width, least_text) : width);
  }
  strip.broken_width = std::min(strip.least_width, std::max(head, least_digits));
  return strip;
}

std::size_t total(const Strips& strips, std::size_t Strip::*width) {
  std::size_t sum = strips.empty() ? 0 : gap.size() * (strips.size() - 1);
  for (const Strip& strip : strips) sum += strip.*width;
  return sum;
}

/// How many of the first columns it takes to tell the rows apart; none if all of them do not.
std::size_t telling_columns(const Strips& strips) {
  const std::size_t rows = strips.front().cells.size();
  std::vector<std::string> keys(rows);
  for (std::size_t i = 0; i < strips.size(); ++i) {
    for (std::size_t row = 0; row < rows; ++row) keys[row] += strips[i].cells[row] + '\n';
    if (std::set(keys.begin(), keys.end()).size() == rows) return i + 1;
  }
  return 0;
}

/// The columns that each part has: those that tell the rows apart, or else the first one and the
/// words that follow it. The last of them are left out if another column would have no room.
Strips keys_of(const Strips& strips, std::size_t width) {
  std::size_t count = telling_columns(strips);
  if (count == 0)
    while (++count < strips.size() && strips[count].words) {
    }
  Strips keys(strips.begin(), strips.begin() + static_cast<std::ptrdiff_t>(count));
  std::size_t widest = 0;
  for (std::size_t i = count; i < strips.size(); ++i)
    widest = std::max(widest, strips[i].broken_width);
  while (keys.size() > 1 && total(keys, &Strip::least_width) + gap.size() + widest > width)
    keys.pop_back();
  return keys;
}

/// The columns in parts that can be fitted.
std::vector<Strips> in_parts(Strips strips, std::size_t width) {
  if (width == 0 || total(strips, &Strip::least_width) <= width) return {std::move(strips)};
  const Strips keys = keys_of(strips, width);
  std::vector<Strips> parts{keys};
  for (std::size_t i = keys.size(); i < strips.size(); ++i) {
    parts.back().push_back(strips[i]);
    if (total(parts.back(), &Strip::least_width) <= width || parts.back().size() == keys.size() + 1)
      continue;
    parts.back().pop_back();
    parts.push_back(keys);
    parts.back().push_back(strips[i]);
  }
  return parts;
}

/// Narrows the columns of words, the widest first, until they fit, and if they do not, those of
/// numbers.
void fit(Strips& strips, std::size_t width) {
  if (width == 0) return;
  const auto narrow = [&](bool words, std::size_t Strip::*least) {
    while (total(strips, &Strip::width) > width) {
      Strip* widest = nullptr;
      for (Strip& strip : strips)
        if (strip.words == words && strip.width > strip.*least &&
            (!widest || strip.width > widest->width))
          widest = &strip;
      if (!widest) return;
      --widest->width;
    }
  };
  narrow(true, &Strip::least_width);
  narrow(false, &Strip::broken_width);
}

/// As many lines as the longest of the texts needs; `text` picks one of each strip.
template <class Text>
void append_row(std::string& out, const Strips& strips, Text text) {
  std::vector<std::vector<std::string>> cells;
  std::size_t lines = 0;
  for (const Strip& strip : strips) {
    cells.push_back(wrapped_tightly(text(strip), strip.width));
    lines = std::max(lines, cells.back().size());
  }
  for (std::size_t i = 0; i < lines; ++i) {
    std::string line;
    for (std::size_t k = 0; k < strips.size(); ++k) {
      const std::string content = i < cells[k].size() ? cells[k][i] : "";
      const std::string padding(strips[k].width - display_width(content), ' ');
      if (k > 0) line += gap;
      line += strips[k].right ? padding + content : content + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
}

void append_part(std::string& out, const Strips& strips) {
  append_row(out, strips, [](const Strip& strip) { return strip.name; });
  if (std::any_of(strips.begin(), strips.end(), [](const Strip& s) { return !s.unit.empty(); }))
    append_row(out, strips, [](const Strip& strip) { return strip.unit; });
  append_row(out, strips, [](const Strip& strip) { return std::string(strip.width, '-'); });
  const std::size_t rows = strips.empty() ? 0 : strips.front().cells.size();
  for (std::size_t row = 0; row < rows; ++row)
    append_row(out, strips, [row](const Strip& strip) { return strip.cells[row]; });
  if (rows == 0) out += "(no rows)\n";
}

}  // namespace

std::string aligned(const Table& table, std::size_t width) {
  Strips strips;
  for (std::size_t i = 0; i < table.columns.size(); ++i) strips.push_back(make_strip(table, i));
  std::string out;
  for (Strips& part : in_parts(std::move(strips), width)) {
    fit(part, width);
    if (!out.empty()) out += '\n';
    append_part(out, part);
  }
  return out;
}

}  // namespace plylab::reports
