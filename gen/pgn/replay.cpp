#include "gen/pgn/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "gen/chess/board/notation.h"

namespace plylab::pgn {
namespace {

constexpr std::array<std::string_view, 4> null_moves{"--", "Z0", "0000", "@@@@"};

bool is_english(const chess::PieceLetters& letters) { return &letters == &chess::english_letters; }

/// The board after some moves.
Board board_after(const Line& line) {
  Board board(line.start);
  for (const chess::Move move : line.moves) play(board, move);
  return board;
}

/// The size in bytes of the sign with which a text ends; 0 if it ends otherwise. Signs are those of
/// ASCII, ±, and U+2000 to U+2FFF in UTF-8, such as arrows, circles and dashes, but not figurines.
std::size_t size_of_last_sign(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t from_end) {
    return static_cast<unsigned char>(text[text.size() - from_end]);
  };
  const auto goes_on = [&](std::size_t from_end) { return (byte(from_end) & 0xC0) == 0x80; };
  if (byte(1) < 0x80) return std::isalnum(byte(1)) ? 0 : 1;
  if (text.ends_with("\xC2\xB1")) return 2;
  if (text.size() < 3 || byte(3) != 0xE2 || !goes_on(2) || !goes_on(1)) return 0;
  const bool is_figurine = byte(2) == 0x99 && byte(1) >= 0x94 && byte(1) <= 0x9F;  // U+2654 to 265F
  return is_figurine ? 0 : 3;
}

/// A move without the signs that are not ASCII at its end, and those among them.
std::string_view without_signs(std::string_view move) {
  std::string_view kept = move, rest = move;
  while (const std::size_t size = size_of_last_sign(rest)) {
    rest.remove_suffix(size);
    if (size > 1) kept = rest;
  }
  return kept;
}

/// The pattern of a text with these piece letters.
std::optional<chess::MovePattern> pattern_of(std::string_view text,
                                             const chess::PieceLetters& letters) {
  if (is_english(letters)) return chess::read_pattern(text);
  const auto english = chess::in_english(text, letters);
  return english ? chess::read_pattern(*english) : std::nullopt;
}

/// The move that a text names, with these piece letters, in the position after some moves, if the
/// board did not find it by the text's pattern; none if the text names no move, or several.
std::optional<chess::Move> find_slowly(const chess::ReplayBoard& board, std::string_view text,
                                       const chess::PieceLetters& letters,
                                       std::optional<chess::MovePattern> pattern,
                                       const Line& before) {
  if (!pattern) {
    const std::string_view bare = without_signs(text);
    pattern = is_english(letters) ? chess::read_pattern(chess::with_english_letters(bare))
                                  : pattern_of(bare, letters);
    if (!pattern) return std::nullopt;
    if (const auto move = board.find(*pattern)) return move;
  }
  if (!pattern) return std::nullopt;
  const Board slow = board_after(before);
  const auto fitting = fitting_moves(*pattern, slow.setup().squares, slow.generate());
  if (fitting.size() != 1) return std::nullopt;
  return fitting.front();
}

/// Why the text names no move.
std::string why_none(const Board& board, std::string_view text,
                     const chess::PieceLetters& letters) {
  try {
    play_in(letters, text, [&](std::string_view move) { parse_move(board, move); });
    return fmt::format("'{}' cannot be played", text);
  } catch (const InputError& error) {
    return error.what();
  }
}

struct Symbol {
  std::string_view text;
  int nag;
};

/// Of symbols that end alike the longest is first.
constexpr Symbol symbols[] = {{"!!", 3},
                              {"??", 4},
                              {"!?", 5},
                              {"?!", 6},
                              {"!", 1},
                              {"?", 2},
                              {"+/-", 16},
                              {"-/+", 17},
                              {"+-", 18},
                              {"-+", 19},
                              {"+=", 14},
                              {"=+", 15},
                              {"\xC2\xB1", 16},
                              {"\xE2\x88\x93", 17},
                              {"\xE2\xA9\xB2", 14},
                              {"\xE2\xA9\xB1", 15},
                              {"\xE2\x88\x9E", 13},
                              {"~", 13},
                              {"=", 10},
                              {"\xE2\x80\xBC", 3},
                              {"\xE2\x81\x87", 4},
                              {"\xE2\x81\x89", 5},
                              {"\xE2\x81\x88", 6},
                              {"\xE2\x96\xA1", 7},     // a square: the only move
                              {"+/\xE2\x88\x92", 16},  // with U+2212 for minus
                              {"\xE2\x88\x92/+", 17},
                              {"+\xE2\x88\x92", 18},
                              {"\xE2\x88\x92+", 19},
                              {"TN", 146},
                              {"N", 146}};

/// Whether a text has only the signs of size_of_last_sign().
bool has_only_signs(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = size_of_last_sign(text);
    if (size == 0) return false;
    text.remove_suffix(size);
  }
  return true;
}

}  // namespace

bool is_null_move(std::string_view word) {
  return std::ranges::find(null_moves, word) != null_moves.end();
}

std::string nag_of(std::string_view symbol) {
  const auto found = std::ranges::find(symbols, symbol, &Symbol::text);
  return found == std::end(symbols) ? std::string(symbol) : fmt::format("${}", found->nag);
}

std::vector<std::string> nags_behind(std::string_view move) {
  const auto last = std::ranges::find_if(symbols, [&](const Symbol& symbol) {
    return !symbol.text.ends_with('N') && move.ends_with(symbol.text);
  });
  if (last == std::end(symbols)) return {};
  auto nags = nags_behind(move.substr(0, move.size() - last->text.size()));
  nags.push_back(nag_of(last->text));
  return nags;
}

bool is_sign(std::string_view word) {
  return word.size() < 2 || nag_of(word) != word || word == "RR" || has_only_signs(word);
}

bool is_chess(const ScannedGame& game) {
  constexpr std::array<std::string_view, 9> names{
      "",          "chess",        "standard",       "normal",   "chess960",
      "chess 960", "fischerandom", "fischer random", "freestyle"};
  std::string variant(game.tag("Variant"));
  std::ranges::transform(variant, variant.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::ranges::find(names, variant) != names.end() || variant == "from position";
}

const Replayer::Start& Replayer::start_of(const ScannedGame& game) {
  const std::string_view fen = game.tag("FEN");
  if (fen.empty()) return array_;
  if (!position_ || fen != fen_) {
    position_.reset();
    position_.emplace(Start{chess::ValidSetup(fen)});
    fen_ = fen;
  }
  return *position_;
}

std::optional<Fault> Replayer::replay(const ScannedGame& game, Line& line) {
  line.moves.clear();
  line.winner.reset();
  const Start* start = nullptr;
  try {
    start = &start_of(game);
  } catch (const InputError& error) {
    return Fault{game.line_of(game.tag("FEN").data()), error.what()};
  }
  line.start = start->setup;
  line.letters = &chess::english_letters;
  auto fault = play_moves(game, start->board, *line.letters, line);
  if (!fault) return fault;
  Line other{line.start};
  line.letters = &best_letters(game, [&](const chess::PieceLetters& letters) {
    const bool is_whole = !play_moves(game, start->board, letters, other);
    return is_whole ? game.items.size() : other.moves.size();
  });
  if (!is_english(*line.letters)) fault = play_moves(game, start->board, *line.letters, line);
  return fault;
}

std::optional<Fault> Replayer::play_moves(const ScannedGame& game, chess::ReplayBoard board,
                                          const chess::PieceLetters& letters, Line& line) {
  line.moves.clear();
  std::size_t depth = 0;  // of variations
  for (const auto& [text, kind] : game.items) {
    if (kind == ItemKind::open) ++depth;
    if (kind == ItemKind::close) --depth;
    if (kind != ItemKind::move || depth > 0) continue;
    const auto pattern = pattern_of(text, letters);
    auto move = pattern ? board.find(*pattern) : std::nullopt;
    if (!move) move = find_slowly(board, text, letters, pattern, line);
    if (move) {
      line.moves.push_back(*move);
      board.make(*move);
    } else if (is_null_move(text) && board.pass()) {
      line.moves.push_back(null_move);
    } else if (!is_sign(text)) {
      return Fault{game.line_of(text.data()), why_none(board_after(line), text, letters)};
    }
  }
  line.winner = board.is_mated() ? std::optional(!board.side_to_move()) : std::nullopt;
  return std::nullopt;
}

const chess::PieceLetters& best_letters(
    const ScannedGame& game,
    const std::function<std::size_t(const chess::PieceLetters& letters)>& plies_read) {
  chess::Capitals capitals = 0;
  std::size_t depth = 0;  // of variations
  for (const auto& [text, kind] : game.items) {
    if (kind == ItemKind::open) ++depth;
    if (kind == ItemKind::close) --depth;
    if (kind == ItemKind::move && depth == 0 && !is_sign(text) && !is_null_move(text))
      capitals |= chess::capitals_in(text);
  }
  const auto others = chess::other_languages(capitals);
  const chess::PieceLetters* best = &chess::english_letters;
  if (others.empty()) return *best;
  std::size_t max = plies_read(*best);
  for (const chess::PieceLetters* letters : others)
    if (const std::size_t plies = plies_read(*letters); plies > max) {
      best = letters;
      max = plies;
    }
  return *best;
}

void play_in(const chess::PieceLetters& letters, std::string_view text,
             const std::function<void(std::string_view move)>& play) {
  const std::string_view bare = without_signs(text);
  const auto english = is_english(letters)
                           ? chess::in_english(chess::with_english_letters(bare), letters)
                           : chess::in_english(bare, letters);
  try {
    play(english ? std::string_view(*english) : bare);
  } catch (const InputError& error) {
    if (!english || is_english(letters)) throw;
    throw InputError(fmt::format("{} ('{}' in {})", error.what(), text, letters.language));
  }
  if (!english)
    throw InputError(
        fmt::format("'{}' and other moves have the piece letters of different languages", text));
}

}  // namespace plylab::pgn
