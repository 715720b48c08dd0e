#include "gen/epd/forms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"

namespace plylab::epd {
namespace {

/// A line with content: neither blank nor a comment.
struct Line {
  std::string_view text;
  std::size_t number;
};

/// Takes the next such line from the text; none at the end. `number` is the number of the last line
/// taken.
std::optional<Line> next_line(std::string_view& text, std::size_t& number) {
  while (!text.empty()) {
    const std::string_view line = trimmed(take_line(text));
    ++number;
    if (!line.empty() && !is_comment(line)) return Line{line, number};
  }
  return std::nullopt;
}

/// A message that quotes the file, with control characters escaped.
std::string told(std::string_view message) { return InputError(message).what(); }

void add_count(Record& record, unsigned depth, Count paths) {
  record.operations.push_back({fmt::format("D{}", depth), {{to_string(paths), false}}});
}

void set_id(Record& record, std::string_view id) {
  if (!id.empty() && !record.id())
    record.operations.insert(record.operations.begin(), {"id", {{std::string(id), true}}});
}

bool has_word(const auto& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// ---- blocks

constexpr std::array<std::string_view, 3> keywords{"id", "epd", "perft"};

class BlockReader {
 public:
  explicit BlockReader(Suite& suite) : suite_(suite) {}

  void read(Line line) {
    std::string_view rest = line.text;
    const std::string_view keyword = take_word(rest);
    rest = trimmed(rest);
    if (keyword == "id") {
      id_ = rest;
      place_ = Place::before;
    } else if (keyword == "epd") {
      begin(rest, line);
    } else if (place_ == Place::inside) {
      Record& record = suite_.records.back();
      if (keyword == "perft" && add(rest, record)) return;
      record.problems.push_back({line.number, told(wrong(line, keyword))});
    } else if (place_ == Place::before) {
      suite_.unreadable.push_back(
          {std::string(line.text), line.number,
           told(has_word(keywords, keyword) ? fmt::format("'{}': no epd stands before", line.text)
                                            : wrong(line, keyword))});
    }
  }

 private:
  enum class Place : std::uint8_t { before, inside, behind_unreadable };

  void begin(std::string_view epd, Line line) {
    try {
      Record& record = suite_.records.emplace_back(parse_record(epd, line.number));
      set_id(record, id_);
      place_ = Place::inside;
    } catch (const InputError& error) {
      suite_.unreadable.push_back({std::string(epd), line.number, error.what()});
      place_ = Place::behind_unreadable;
    }
    id_ = {};
  }

  static bool add(std::string_view rest, Record& record) {
    const auto depth = parse_number<unsigned>(take_word(rest));
    const auto paths = parse_count(trimmed(rest));
    if (!depth || *depth == 0 || !paths) return false;
    add_count(record, *depth, *paths);
    return true;
  }

  static std::string wrong(Line line, std::string_view keyword) {
    return keyword == "perft"
               ? fmt::format("'{}' is not like \"perft 2 400\", a depth and a count", line.text)
               : fmt::format("'{}' is neither id, epd nor perft", line.text);
  }

  Suite& suite_;
  std::string_view id_;
  Place place_ = Place::before;
};

// ---- tables

constexpr std::string_view separators = ",;\t";

/// The cells of a line. Removes quotes around a cell; two quotes inside stand for one.
std::vector<std::string> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && line.substr(i + 1).starts_with('"'))
        cells.back() += line[i++];
      else
        quoted = !quoted;
    } else if (line[i] == separator && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  for (std::string& cell : cells) cell = trimmed(cell);
  return cells;
}

constexpr std::array<std::string_view, 3> words_for_position{"fen", "epd", "position"};
constexpr std::array<std::string_view, 2> words_for_id{"id", "name"};
constexpr std::array<std::string_view, 1> words_for_depth{"depth"};
constexpr std::array<std::string_view, 5> words_for_count{"nodes", "count", "leaves", "perft",
                                                          "expected"};

/// The 3 of "3", "d3", "depth 3", "depth_3", "perft3" and "perft(3)".
std::optional<unsigned> depth_named(std::string_view name) {
  for (const std::string_view word : {"perft", "depth", "d"})
    if (name.starts_with(word)) {
      name.remove_prefix(word.size());
      break;
    }
  const auto depth = parse_number<unsigned>(trimmed(name, " _()"));
  return depth == 0U ? std::nullopt : depth;
}

/// The columns of a table by their meaning.
struct Columns {
  std::size_t position = 0;
  std::optional<std::size_t> id = {};
  std::optional<std::size_t> depth = {}, count = {};          ///< both or none
  std::vector<std::pair<std::size_t, unsigned>> counts = {};  ///< column and depth of each
  std::optional<std::size_t> result = {};                     ///< of a game
  std::vector<std::string> unused = {};
};

Columns columns_in(const std::vector<std::string>& header) {
  Columns columns;
  std::optional<std::size_t> depth, count;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string name = lower_case(header[i]);
    if (has_word(words_for_position, name))
      columns.position = i;
    else if (has_word(words_for_id, name))
      columns.id = i;
    else if (has_word(words_for_depth, name))
      depth = i;
    else if (has_word(words_for_count, name) && !count)
      count = i;
    else if (const auto of = depth_named(name))
      columns.counts.emplace_back(i, *of);
    else
      columns.unused.push_back(header[i]);
  }
  if (depth && count) {
    columns.depth = depth;
    columns.count = count;
  } else if (depth || count) {
    columns.unused.push_back(header[depth ? *depth : *count]);
  }
  return columns;
}

bool looks_like_fen(std::string_view cell) {
  const std::string_view board = take_word(cell);
  return std::count(board.begin(), board.end(), '/') == 7;
}

/// The separator of the cells, if the line is a header, or has a position followed by a number.
std::optional<char> separator_in(std::string_view line) {
  for (const char separator : separators) {
    const auto cells = cells_of(line, separator);
    if (cells.size() < 2) continue;
    if (looks_like_fen(cells[0]) && parse_count(cells[1])) return separator;
    for (const std::string& cell : cells)
      if (has_word(words_for_position, lower_case(cell))) return separator;
  }
  return std::nullopt;
}

/// Whether the numbers after the position are the counts of depths 1, 2, …: the first is then the
/// number of legal moves, at most 218 in any position.
bool counts_by_depth(const std::vector<std::string>& cells) {
  const auto first = cells.size() > 1 ? parse_number<std::uint64_t>(cells[1]) : std::nullopt;
  const auto second = cells.size() > 2 ? parse_number<std::uint64_t>(cells[2]) : std::nullopt;
  return first && (!second || *second / 218 <= *first) &&
         chess::legal_moves(parse_record(cells[0]).setup).size() == *first;
}

/// Guesses the columns of a table without a header from its first rows.
Columns guessed_columns(std::string_view text, char separator) {
  constexpr std::size_t enough = 100;
  std::size_t rows = 0, by_depth = 0, widest = 0, results = 0;
  for (std::size_t number = 0; rows < enough;) {
    const auto line = next_line(text, number);
    if (!line) break;
    const auto cells = cells_of(line->text, separator);
    widest = std::max(widest, cells.size());
    try {
      by_depth += counts_by_depth(cells);
      results += cells.size() == 2 && is_result(cells[1]);
      ++rows;
    } catch (const InputError&) {  // reported when the row is read
    }
  }
  Columns columns;
  if (rows > 0 && results == rows) {
    columns.result = 1;
  } else if (2 * by_depth <= rows && widest > 2) {
    columns.depth = 1;
    columns.count = 2;
  } else {
    constexpr std::size_t max = 60;
    for (unsigned depth = 1; depth <= max; ++depth) columns.counts.emplace_back(depth, depth);
  }
  return columns;
}

class TableReader {
 public:
  TableReader(Columns columns, Suite& suite) : columns_(std::move(columns)), suite_(suite) {}

  void read(const std::vector<std::string>& cells, Line line) {
    if (cells.size() <= columns_.position) return unreadable("", line, "there is no position");
    const std::string& position = cells[columns_.position];
    const std::string id = columns_.id && *columns_.id < cells.size() ? cells[*columns_.id] : "";
    auto [place, is_new] = records_.try_emplace({position, id}, suite_.records.size());
    if (is_new) try {
        set_id(suite_.records.emplace_back(parse_record(position, line.number)), id);
      } catch (const InputError& error) {
        records_.erase(place);
        return unreadable(position, line, error.what());
      }
    add_counts(cells, line, suite_.records[place->second]);
  }

 private:
  void add_counts(const std::vector<std::string>& cells, Line line, Record& record) {
    const auto problem = [&](std::string_view what, const std::string& cell) {
      record.problems.push_back({line.number, told(fmt::format("'{}' is not a {}", cell, what))});
    };
    if (columns_.depth && *columns_.depth < cells.size() && *columns_.count < cells.size()) {
      const auto depth = parse_number<unsigned>(cells[*columns_.depth]);
      const auto count = parse_count(cells[*columns_.count]);
      if (!depth || *depth == 0)
        problem("depth", cells[*columns_.depth]);
      else if (!count)
        problem("count", cells[*columns_.count]);
      else
        add_count(record, *depth, *count);
    }
    if (columns_.result && *columns_.result < cells.size())
      record.operations.push_back({"c0", {{cells[*columns_.result], true}}});
    for (const auto& [place, depth] : columns_.counts) {
      if (place >= cells.size() || cells[place].empty()) continue;
      if (const auto count = parse_count(cells[place]))
        add_count(record, depth, *count);
      else
        problem("count", cells[place]);
    }
  }

  void unreadable(const std::string& position, Line line, std::string what) {
    suite_.unreadable.push_back({position, line.number, std::move(what)});
  }

  Columns columns_;
  Suite& suite_;
  std::map<std::pair<std::string, std::string>, std::size_t> records_;  // by position and id
};

}  // namespace

Form form_of(std::string_view text) {
  std::size_t number = 0;
  const auto first = next_line(text, number);
  if (!first) return Form::epd;
  if (is_pgn(first->text)) return Form::games;
  std::string_view rest = first->text;
  if (has_word(keywords, take_word(rest))) return Form::blocks;
  return separator_in(first->text) ? Form::table : Form::epd;
}

void read_blocks(std::string_view text, Suite& suite) {
  BlockReader reader(suite);
  for (std::size_t number = 0; const auto line = next_line(text, number);) reader.read(*line);
}

void read_table(std::string_view text, Suite& suite) {
  std::size_t number = 0;
  std::string_view rest = text;
  const auto first = next_line(rest, number);
  if (!first) return;
  const char separator = separator_in(first->text).value_or(',');
  const auto cells = cells_of(first->text, separator);
  const bool has_header = !looks_like_fen(cells[0]) || !parse_count(cells[1]);
  Columns columns = has_header ? columns_in(cells) : guessed_columns(text, separator);
  if (!columns.unused.empty())
    suite.unused.push_back({first->number, told(fmt::format("column{} not used: {}",
                                                            columns.unused.size() == 1 ? "" : "s",
                                                            fmt::join(columns.unused, ", ")))});
  TableReader reader(std::move(columns), suite);
  if (!has_header) reader.read(cells, *first);
  while (const auto line = next_line(rest, number))
    reader.read(cells_of(line->text, separator), *line);
}

// ---- games

Record record_of(const pgn::ScannedGame& game, const pgn::Board& board,
                 std::optional<chess::Move> played) {
  Record record;
  record.setup = board.setup();
  record.line = game.line;
  const auto add = [&](const char* opcode, std::string text, bool quoted) {
    record.operations.push_back({opcode, {{std::move(text), quoted}}});
  };
  if (played && *played != pgn::null_move) add("sm", to_san(board, *played), false);
  add("c9", std::string(game.outcome()), true);
  const std::string_view white = game.tag("White"), black = game.tag("Black");
  if (!white.empty() || !black.empty()) add("id", fmt::format("{} - {}", white, black), true);
  return record;
}

bool is_pgn(std::string_view text) {
  skip(text);
  return pgn::is_tag(text);
}

void read_games(std::string_view text, Suite& suite) {
  pgn::Scanner scanner(text);
  pgn::Replayer replayer;
  pgn::Line line;
  for (pgn::ScannedGame game; scanner.next(game);) {
    auto fault = game.fault;
    if (!fault && !is_chess(game))
      fault = pgn::Fault{game.line, fmt::format("a game of {}", game.tag("Variant"))};
    if (!fault) fault = replayer.replay(game, line);
    if (fault) {
      suite.issues.push_back({suite.path, fault->line, fault->what});
      continue;
    }
    const bool is_problem = !game.tag("FEN").empty();
    bool first = true;
    for_each_position(line, [&](const pgn::Board& board, const auto& move) {
      if (is_problem ? first : !move) suite.records.push_back(record_of(game, board, move));
      first = false;
    });
    for (Operation& operation : suite.records.back().operations)
      if (operation.opcode == "sm") operation.opcode = "bm";
  }
}

}  // namespace plylab::epd
