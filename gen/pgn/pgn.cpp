#include "gen/pgn/pgn.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/pgn/scanner.h"

namespace plylab::pgn {
namespace {

bool is_number(std::string_view word) { return word.find_first_not_of("0123456789") == word.npos; }

void add_comment(PgnGame& game, std::string_view comment) {
  std::string& all = game.moves.empty() ? game.comment : game.moves.back().comment;
  if (!all.empty()) all += ' ';
  for (const char c : in_utf8(comment)) {  // lines are broken anywhere
    const bool blank = white_space.find(c) != white_space.npos;
    if (!blank) all += c;
    if (blank && !all.empty() && all.back() != ' ') all += ' ';
  }
  while (!all.empty() && all.back() == ' ') all.pop_back();
}

/// Takes tags and main line of a scanned game over; returns what is wrong, if anything is.
std::optional<Fault> take_over(const ScannedGame& scanned, const GameInfo& info,
                               std::size_t most_plies, PgnGame& game) {
  if (scanned.fault) return scanned.fault;
  for (const auto& [name, value] : scanned.tags) game.tags.emplace_back(name, value);
  const std::string_view start = scanned.tag("FEN");
  std::string_view at = start;  // what is being read
  try {
    const AnyStart position = info.parse(start.empty() ? info.start : start);
    game.start = position.text();
    const auto referee = info.referee(position);
    std::size_t depth = 0;  // of variations
    for (const auto& [text, kind] : scanned.items) {
      at = text;
      if (kind == ItemKind::open) ++depth;
      if (kind == ItemKind::close) --depth;
      if (depth > 0) continue;
      if (kind == ItemKind::comment) add_comment(game, text);
      if (kind == ItemKind::move && game.moves.size() < most_plies)
        game.moves.push_back({referee->play_words(text)});
    }
  } catch (const InputError& error) {
    return Fault{scanned.line_of(at.data()), error.what()};
  }
  return std::nullopt;
}

/// Whether a game's moves can be written as numbers.
bool has_numeric_moves(const GameInfo& info) {
  return std::ranges::any_of(info.referee(info.parse(info.start))->moves(), is_number);
}

}  // namespace

std::string_view PgnGame::tag(std::string_view name) const {
  for (const auto& [key, value] : tags)
    if (key == name) return value;
  return {};
}

PgnGame owned(const ScannedGame& scanned, const Line& line) {
  PgnGame game{.start = to_string(line.start.setup()),
               .result = std::string(scanned.result),
               .line = scanned.line};
  for (const auto& [name, value] : scanned.tags) game.tags.emplace_back(name, value);
  std::vector<std::string> texts;
  for_each_position(line, [&](const Board& board, const auto& move) {
    if (move) texts.push_back(move_text(board, *move));
  });
  std::size_t depth = 0;  // of variations
  for (const auto& [text, kind] : scanned.items) {
    if (kind == ItemKind::open) ++depth;
    if (kind == ItemKind::close) --depth;
    if (depth > 0) continue;
    if (kind == ItemKind::comment) add_comment(game, text);
    if (kind == ItemKind::move && !is_sign(text) && game.moves.size() < texts.size())
      game.moves.push_back({texts[game.moves.size()]});
  }
  return game;
}

PgnFile parse_pgn(std::string_view text, const std::string& path, const GameInfo& game,
                  std::size_t most_plies) {
  PgnFile file;
  Scanner scanner(text, 1, has_numeric_moves(game));
  for (ScannedGame scanned; scanner.next(scanned);) {
    PgnGame read{.result = std::string(scanned.result), .line = scanned.line};
    read.end = static_cast<std::size_t>(scanned.text.data() + scanned.text.size() - text.data());
    if (auto fault = take_over(scanned, game, most_plies, read))
      file.issues.push_back({path, fault->line, std::move(fault->what)});
    else
      file.games.push_back(std::move(read));
  }
  return file;
}

namespace {

/// Words in lines of less than 80 columns, as the export format demands (8.2.1).
class Lines {
 public:
  void add(std::string_view word) {
    constexpr std::size_t most_columns = 79;
    if (column_ > 0 && column_ + 1 + word.size() > most_columns) {
      text_ += '\n';
      column_ = 0;
    }
    if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    text_ += word;
    column_ += word.size();
  }

  void add_words(std::string_view words) {
    while (!words.empty()) {
      const std::string_view word = words.substr(0, words.find(' '));
      if (!word.empty()) add(word);
      words.remove_prefix(std::min(word.size() + 1, words.size()));
    }
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t column_ = 0;
};

std::string in_quotes(std::string_view value) {
  std::string text = "\"";
  for (const char c : in_one_line(value)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text += '"';
}

std::string braced(std::string_view comment) {
  std::string text = '{' + in_one_line(comment) + '}';
  for (std::size_t i = 1; i + 1 < text.size(); ++i)
    if (text[i] == '}') text[i] = ')';
  return text;
}

}  // namespace

std::string in_one_line(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return result;
}

std::string to_pgn(const PgnGame& pgn_game, const GameInfo& game) {
  std::string text;
  for (const auto& [name, value] : pgn_game.tags)
    text += fmt::format("[{} {}]\n", name, in_quotes(value));
  text += '\n';
  Lines lines;
  const auto referee = game.referee(game.parse(pgn_game.start));
  if (!pgn_game.comment.empty()) lines.add_words(braced(pgn_game.comment));
  bool number_wanted = true;  // also for Black after a comment
  for (const PgnMove& ply : pgn_game.moves) {
    const unsigned number = referee->ply() / 2 + 1;
    const bool whites = referee->ply() % 2 == 0;
    if (whites || number_wanted) lines.add(fmt::format("{}{}", number, whites ? "." : "..."));
    lines.add(referee->words(ply.move));
    if (!ply.comment.empty()) lines.add_words(braced(ply.comment));
    number_wanted = !ply.comment.empty();
    referee->play(ply.move);
  }
  lines.add(pgn_game.result.empty() ? "*" : pgn_game.result);
  return text + lines.text() + "\n\n";
}

}  // namespace plylab::pgn
