#include "gen/pgn/pgn.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "gen/base/encoding.h"
#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/pgn/scanner.h"

namespace plylab::pgn {
namespace {

bool is_number(std::string_view word) { return word.find_first_not_of("0123456789") == word.npos; }

/// A null move in a PgnGame of chess.
const std::string null_text = "--";

void add_comment(PgnGame& game, std::string_view comment) {
  std::string& all = game.moves.empty() ? game.comment : game.moves.back().comment;
  if (!all.empty()) all += ' ';
  for (const char c : in_utf8(comment)) {  // the file may break lines at any blank
    const bool blank = white_space.find(c) != white_space.npos;
    if (!blank) all += c;
    if (blank && !all.empty() && all.back() != ' ') all += ' ';
  }
  while (!all.empty() && all.back() == ' ') all.pop_back();
}

/// Adds the NAG of a symbol to the last move. Signs without one are dropped.
void add_symbol(PgnGame& game, std::string_view symbol) {
  std::string nag = nag_of(symbol);
  if (nag.starts_with('$') && !game.moves.empty()) game.moves.back().nags.push_back(std::move(nag));
}

/// Copies the tags, and the comments and NAGs outside of variations, where it calls visit(text) for
/// each move.
void for_main_line(const ScannedGame& scanned, PgnGame& game, auto&& visit) {
  for (const auto& [name, value] : scanned.tags) game.tags.emplace_back(name, value);
  std::size_t depth = 0;  // of variations
  for (const Item& item : scanned.items) {
    if (item.kind == ItemKind::open) ++depth;
    if (item.kind == ItemKind::close) --depth;
    if (depth > 0) continue;
    if (item.kind == ItemKind::comment) add_comment(game, item.text);
    if (item.kind == ItemKind::nag && !game.moves.empty())
      game.moves.back().nags.push_back(nag_of(item.text));
    if (item.kind == ItemKind::move) visit(item.text);
  }
}

/// Reads the games of a text one by one.
class Reader {
 public:
  Reader(const GameInfo& info, std::size_t max_plies)
      : info_(info), max_plies_(max_plies), first_words_(words_of_first_moves(info)) {}

  /// Whether the game's moves can be written as numbers.
  bool has_numeric_moves() const { return std::ranges::any_of(first_words_, is_number); }

  /// Copies tags and main line of a scanned game; returns the first error, if any.
  std::optional<Fault> read(const ScannedGame& scanned, PgnGame& game) const {
    if (scanned.fault) return scanned.fault;
    const std::string_view fen = scanned.tag("FEN");
    try {
      const AnyStart start = info_.parse(fen.empty() ? info_.start : fen);
      game.start = start.text();
      if (!writes_san()) return read_line(scanned, start, nullptr, game);
      const auto& letters = best_letters(scanned, [&](const chess::PieceLetters& some) {
        PgnGame attempt;
        const bool is_whole = !read_line(scanned, start, &some, attempt);
        return is_whole ? scanned.items.size() : attempt.moves.size();
      });
      return read_line(scanned, start, &letters, game);
    } catch (const InputError& error) {
      return Fault{scanned.line_of(fen.data()), error.what()};
    }
  }

 private:
  static std::vector<std::string> words_of_first_moves(const GameInfo& info) {
    const auto referee = info.referee(info.parse(info.start));
    std::vector<std::string> words = referee->moves();
    for (std::string& word : words) word = referee->words(word);
    return words;
  }

  /// Whether moves are written in SAN, as in chess and its variants.
  bool writes_san() const { return std::ranges::find(first_words_, "Nf3") != first_words_.end(); }

  /// Reads the main line with these piece letters, if any; returns the first error.
  std::optional<Fault> read_line(const ScannedGame& scanned, const AnyStart& start,
                                 const chess::PieceLetters* letters, PgnGame& game) const {
    const auto referee = info_.referee(start);
    std::string_view at;  // what is being read
    try {
      for_main_line(scanned, game, [&](std::string_view text) {
        at = text;
        if (game.moves.size() == max_plies_) return;
        const auto play = [&](std::string_view move) {
          game.moves.push_back({referee->play_words(move)});
        };
        if (letters == nullptr) return play(text);
        if (is_sign(text) && !is_null_move(text)) return add_symbol(game, text);
        play_in(*letters, text, play);
        game.moves.back().nags = nags_behind(text);
      });
    } catch (const InputError& error) {
      return Fault{scanned.line_of(at.data()), error.what()};
    }
    return std::nullopt;
  }

  const GameInfo& info_;
  const std::size_t max_plies_;
  const std::vector<std::string> first_words_;
};

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
  std::vector<std::string> texts;
  for_each_position(line, [&](const Board& board, const auto& move) {
    if (move) texts.push_back(*move == null_move ? null_text : move_text(board, *move));
  });
  for_main_line(scanned, game, [&](std::string_view text) {
    const std::size_t ply = game.moves.size();
    const bool passes = ply < texts.size() && texts[ply] == null_text && is_null_move(text);
    if (is_sign(text) && !passes) return add_symbol(game, text);
    if (ply == texts.size()) return;
    game.moves.push_back({texts[ply]});
    if (!passes) game.moves.back().nags = nags_behind(text);
  });
  return game;
}

PgnFile parse_pgn(std::string_view text, const std::string& path, const GameInfo& game,
                  std::size_t max_plies) {
  PgnFile file;
  const Reader reader(game, max_plies);
  Scanner scanner(text, 1, reader.has_numeric_moves());
  for (ScannedGame scanned; scanner.next(scanned);) {
    PgnGame read{.result = std::string(scanned.result), .line = scanned.line};
    read.end = static_cast<std::size_t>(scanned.text.data() + scanned.text.size() - text.data());
    if (auto fault = reader.read(scanned, read))
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
    constexpr std::size_t max_columns = 79;
    if (column_ > 0 && column_ + 1 + word.size() > max_columns) {
      text_ += '\n';
      column_ = 0;
    }
    // Readers skip lines that begin with "%".
    if (column_ > 0 || word.starts_with('%')) {
      text_ += ' ';
      ++column_;
    }
    text_ += word;
    column_ += word.size();
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

/// The tags followed by a blank line; "" without tags.
std::string tag_lines(const auto& tags) {
  std::string text;
  if (tags.empty()) return text;
  for (const auto& [name, value] : tags) text += fmt::format("[{} {}]\n", name, in_quotes(value));
  return text += '\n';
}

/// Writes moves, comments and variations in lines, with move numbers. There is no blank inside a
/// parenthesis.
class MoveText {
 public:
  /// `ply` is the number of plies before the first move, 0 for White's first.
  explicit MoveText(unsigned ply) : ply_(ply) {}

  void move(std::string_view text) {
    const bool whites = ply_ % 2 == 0;
    if (whites || number_wanted_) add(fmt::format("{}{}", ply_ / 2 + 1, whites ? "." : "..."));
    add(text);
    number_wanted_ = false;
    ++ply_;
  }
  void word(std::string_view text) { add(text); }
  void comment(std::string_view text) {
    std::string line = in_one_line(text);
    std::ranges::replace(line, '}', ')');
    std::vector<std::string> words = words_of(line);
    if (words.empty()) return;
    words.front().insert(0, "{");
    words.back() += '}';
    for (const std::string& word : words) add(word);
    number_wanted_ = true;
  }
  /// Opens a variation in place of the last move.
  void open() {
    outer_.push_back(ply_);
    if (ply_ > 0) --ply_;
    begins_ += '(';
    number_wanted_ = true;
  }
  void close() {
    held_ += ')';
    ply_ = outer_.back();
    outer_.pop_back();
    number_wanted_ = true;
  }
  std::string text() {
    add("");
    return lines_.text();
  }

 private:
  /// Keeps the word until the next one is known: a parenthesis may close directly after it.
  void add(std::string_view word) {
    if (!held_.empty()) lines_.add(held_);
    held_ = std::exchange(begins_, "") + std::string(word);
  }

  Lines lines_;
  std::string held_, begins_;
  unsigned ply_;
  std::vector<unsigned> outer_;  // the plies at which to continue after the open variations
  bool number_wanted_ = true;
};

/// The number of plies before a position of chess.
unsigned ply_of(const chess::Setup& setup) {
  // A FEN may number its move 0; PGN begins with 1.
  return 2 * (std::max(1U, setup.fullmove) - 1) + (setup.side == chess::black);
}

/// The game in export format; play(move) plays a move and returns it as players write it.
std::string exported(const PgnGame& game, unsigned ply, auto&& play) {
  MoveText text(ply);
  if (!game.comment.empty()) text.comment(game.comment);
  for (const PgnMove& one : game.moves) {
    text.move(play(one.move));
    for (const std::string& nag : one.nags) text.word(nag);
    if (!one.comment.empty()) text.comment(one.comment);
  }
  text.word(game.result.empty() ? "*" : game.result);
  return tag_lines(game.tags) + text.text() + "\n\n";
}

}  // namespace

std::string to_pgn(const PgnGame& pgn_game, const GameInfo& game) {
  const auto referee = game.referee(game.parse(pgn_game.start));
  return exported(pgn_game, referee->ply(), [&](const std::string& move) {
    std::string words = referee->words(move);
    referee->play(move);
    return words;
  });
}

std::string to_pgn(const PgnGame& game, const Line& line) {
  Board board(line.start);
  auto next = line.moves.begin();
  return exported(game, ply_of(line.start.setup()), [&](const std::string& text) {
    const chess::Move move = *next++;
    std::string san = move == null_move ? text : to_san(board, move);
    play(board, move);
    return san;
  });
}

namespace {

void add_line(const Board& start, const std::vector<chess::Move>& moves, std::string_view comment,
              MoveText& text) {
  text.open();
  Board board = start;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    text.move(to_san(board, moves[i]));
    if (i == 0 && !comment.empty()) text.comment(comment);
    board.make(moves[i]);
  }
  text.close();
}

}  // namespace

std::string annotated(const ScannedGame& game, const Line& line,
                      const std::vector<Annotation>& annotations) {
  MoveText text(ply_of(line.start.setup()));
  Board board(line.start), before = board;
  std::size_t played = 0, depth = 0;  // moves of the main line, and open variations
  bool owes_comment = false, owes_line = false;
  // Comments go after the NAGs of the move, and lines after its comments.
  const auto pay = [&](bool whole) {
    if (std::exchange(owes_comment, false))
      if (const std::string& comment = annotations[played - 1].comment; !comment.empty())
        text.comment(comment);
    if (!whole || !std::exchange(owes_line, false)) return;
    if (const Annotation& last = annotations[played - 1]; !last.better.empty())
      add_line(before, last.better, last.comment_on_better, text);
  };
  for (const auto& [words, kind] : game.items) {
    const bool is_played = kind == ItemKind::move && depth == 0 && !is_sign(words);
    const bool is_nag = kind == ItemKind::nag || (kind == ItemKind::move && nag_of(words) != words);
    if (!is_nag) pay(is_played);
    if (kind == ItemKind::comment) text.comment(in_utf8(words));
    if (kind == ItemKind::nag) text.word(nag_of(words));
    if (kind == ItemKind::open) text.open();
    if (kind == ItemKind::close) text.close();
    if (kind == ItemKind::open) ++depth;
    if (kind == ItemKind::close) --depth;
    if (kind != ItemKind::move) continue;
    if (is_played) {
      const chess::Move move = line.moves[played++];
      before = board;
      text.move(to_san(board, move));
      for (const std::string& nag : nags_behind(words)) text.word(nag);
      board.make(move);
      owes_comment = owes_line = true;
    } else if (is_sign(words) && words != null_text) {
      text.word(nag_of(words));
    } else {
      text.move(in_utf8(words));
    }
  }
  pay(true);
  text.word(game.outcome());
  return tag_lines(game.tags) + text.text() + "\n\n";
}

namespace {

constexpr std::string_view first_day = "0000.01.01", last_day = "9999.12.31";

/// The day of a date with what is missing or "?" taken from another one; none if there is no such
/// day.
std::optional<std::chrono::year_month_day> completed(std::string_view date, std::string_view by) {
  using namespace std::chrono;
  std::string whole(by);
  if (date.size() > whole.size()) return std::nullopt;
  for (std::size_t i = 0; i < date.size(); ++i)
    if (date[i] != '?') whole[i] = date[i];
  const std::string_view text = whole;
  const auto y = parse_number<int>(text.substr(0, 4));
  const auto m = parse_number<unsigned>(text.substr(5, 2)),
             d = parse_number<unsigned>(text.substr(8, 2));
  if (!y || !m || !d || text[4] != '.' || text[7] != '.' || !month(*m).ok()) return std::nullopt;
  const year_month_day found = year(*y) / month(*m) / static_cast<int>(*d);
  if (found.ok()) return found;
  const bool is_known = date.size() == whole.size() && date.find('?', 8) == date.npos;
  if (is_known) return std::nullopt;
  return year_month_day(found.year() / found.month() / last);
}

}  // namespace

bool is_date(std::string_view text) {
  return (text.size() == 4 || text.size() == 7 || text.size() == 10) &&
         text.find('?') == text.npos && completed(text, first_day);
}

bool is_in_period(std::string_view date, std::string_view first, std::string_view last) {
  const auto from = completed(date, first_day), to = completed(date, last_day);
  return !date.empty() && from && to && from >= completed(first, first_day) &&
         to <= completed(last, last_day);
}

}  // namespace plylab::pgn
