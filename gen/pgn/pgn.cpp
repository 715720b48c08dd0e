#include "gen/pgn/pgn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::pgn {
namespace {

constexpr std::string_view ends_of_words = " \t\r\n\v\f{}();$[";
constexpr std::string_view line_ends = "\r\n";  // either, or both
constexpr std::array<std::string_view, 4> results = {"1-0", "0-1", "1/2-1/2", "*"};

bool is_number(std::string_view word) { return word.find_first_not_of("0123456789") == word.npos; }

/// The move behind a number: "1.", "12...", also without a blank between them. In a game whose
/// moves are not written as numbers themselves a number may lack its period.
std::string_view without_number(std::string_view word, bool numeric_moves) {
  if (numeric_moves && is_number(word)) return word;
  const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits < word.size() && word[digits] != '.') return word;  // "0-0"
  word.remove_prefix(digits);
  word.remove_prefix(std::min(word.find_first_not_of('.'), word.size()));
  return word;
}

/// Something that makes a game unusable.
struct Broken {
  std::size_t line;
  std::string what;
};

class Reader {
 public:
  Reader(std::string_view text, const GameInfo& game, std::size_t most_plies)
      : text_(text), game_(game), most_plies_(most_plies) {
    if (text_.starts_with(byte_order_mark)) begin_ = at_ = byte_order_mark.size();
  }

  /// The next game; none at the end. Throws Broken, after which the next one can be read.
  std::optional<PgnGame> next() {
    skip_blanks();
    if (done()) return std::nullopt;
    PgnGame game;
    game.line = line_;
    try {
      read_tags(game);
      read_moves(game);
    } catch (...) {
      skip_game();
      throw;
    }
    if (game.result.empty()) game.end = at_;
    return game;
  }

 private:
  bool done() const { return at_ == text_.size(); }
  char here() const { return text_[at_]; }
  bool at_line_start() const { return at_ == begin_ || is_line_end(text_[at_ - 1]); }
  static bool is_line_end(char c) { return line_ends.find(c) != line_ends.npos; }

  /// CR LF is taken at once.
  char take() {
    const char c = text_[at_++];
    if (is_line_end(c)) ++line_;
    if (c == '\r' && !done() && here() == '\n') ++at_;
    return c;
  }

  std::string_view take_until(std::string_view characters) {
    const std::size_t from = at_;
    while (!done() && characters.find(here()) == characters.npos) take();
    return text_.substr(from, at_ - from);
  }

  /// Also past lines that "%" keeps from all readers (PGN standard, 6).
  void skip_blanks() {
    while (!done() &&
           (white_space.find(here()) != white_space.npos || (here() == '%' && at_line_start())))
      if (take() == '%') take_until(line_ends);
  }

  /// A tag begins a line, perhaps after blanks.
  bool at_tag() const {
    if (done() || here() != '[') return false;
    const auto before = text_.find_last_not_of(" \t", at_ - 1);
    return at_ == begin_ || before == text_.npos || before < begin_ || is_line_end(text_[before]);
  }

  void read_tags(PgnGame& game) {
    in_tags_ = true;
    for (; at_tag(); skip_blanks()) {
      take();
      skip_blanks();
      const std::string name(take_until(" \t\r\n\"]"));
      skip_blanks();
      if (done() || here() != '"' || name.empty())
        throw Broken{line_, fmt::format("the tag '{}' has no value in quotes", name)};
      game.tags.emplace_back(name, take_quoted());
      take_until("]\r\n");
      if (!done() && here() == ']') take();
    }
    in_tags_ = false;
    const std::string_view start = game.tag("FEN");
    try {
      game.start = game_.parse(start.empty() ? game_.start : start).text();
    } catch (const InputError& error) {
      throw Broken{game.line, error.what()};
    }
  }

  std::string take_quoted() {
    std::string value;
    take();
    while (!done() && here() != '"' && !is_line_end(here())) {
      if (here() == '\\' && at_ + 1 < text_.size()) take();
      value += take();
    }
    if (!done() && here() == '"') take();
    return value;
  }

  void read_moves(PgnGame& game) {
    const auto referee = game_.referee(game_.parse(game.start));
    numeric_moves_ = std::ranges::any_of(referee->moves(), is_number);
    for (skip_blanks(); !done() && !at_tag() && game.result.empty(); skip_blanks()) {
      switch (here()) {
        case '{':
        case ';':
          add_comment(game, take_comment());
          break;
        case '(':
          skip_variation();
          break;
        case '$':
          take();
          take_until(ends_of_words);
          break;
        default:
          read_word(game, *referee);
      }
    }
  }

  static void add_comment(PgnGame& game, std::string_view comment) {
    std::string& all = game.moves.empty() ? game.comment : game.moves.back().comment;
    if (!all.empty()) all += ' ';
    for (const char c : comment) {  // lines are broken anywhere
      const bool blank = white_space.find(c) != white_space.npos;
      if (!blank) all += c;
      if (blank && !all.empty() && all.back() != ' ') all += ' ';
    }
    while (!all.empty() && all.back() == ' ') all.pop_back();
  }

  std::string_view take_comment() {
    const std::size_t began = line_;
    const bool braces = take() == '{';
    const std::string_view comment = take_until(braces ? "}" : line_ends);
    if (braces && done()) throw Broken{began, "the comment is not closed"};
    if (braces) take();
    return comment;
  }

  void skip_variation() {
    const std::size_t began = line_;
    for (int depth = 0; !done();) {
      if (here() == '{' || here() == ';') {
        take_comment();
        continue;
      }
      const char c = take();
      if (c == '(') ++depth;
      if (c == ')' && --depth == 0) return;
    }
    throw Broken{began, "the variation is not closed"};
  }

  void read_word(PgnGame& game, Referee& referee) {
    const std::string_view word = take_until(ends_of_words);
    if (word.empty()) throw Broken{line_, fmt::format("'{}' out of place", take())};
    if (std::find(results.begin(), results.end(), word) != results.end()) {
      game.result = word;
      game.end = at_;
      return;
    }
    const std::string_view text = without_number(word, numeric_moves_);
    const bool is_move = text.find_first_not_of("!?") != text.npos && text != "e.p.";
    if (!is_move || game.moves.size() >= most_plies_) return;
    try {
      game.moves.push_back({referee.play_words(text)});
    } catch (const InputError& error) {
      throw Broken{line_, error.what()};
    }
  }

  /// To the tags of the next game, or behind the result of this one.
  void skip_game() {
    while (!done() && (in_tags_ || !at_tag())) {
      const std::string_view word = take_until(ends_of_words);
      if (!in_tags_ && std::find(results.begin(), results.end(), word) != results.end()) return;
      if (!done()) take();
      if (at_line_start() && !at_tag()) in_tags_ = false;
    }
  }

  std::string_view text_;
  const GameInfo& game_;
  std::size_t most_plies_;
  std::size_t begin_ = 0;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool in_tags_ = false;
  bool numeric_moves_ = false;
};

}  // namespace

std::string_view PgnGame::tag(std::string_view name) const {
  for (const auto& [key, value] : tags)
    if (key == name) return value;
  return {};
}

PgnFile parse_pgn(std::string_view text, const std::string& path, const GameInfo& game,
                  std::size_t most_plies) {
  PgnFile file;
  Reader reader(text, game, most_plies);
  while (true) {
    try {
      auto next = reader.next();
      if (!next) return file;
      file.games.push_back(std::move(*next));
    } catch (const Broken& broken) {
      file.issues.push_back({path, broken.line, broken.what});
    }
  }
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
