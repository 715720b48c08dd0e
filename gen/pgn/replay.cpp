#include "gen/pgn/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "gen/chess/board/notation.h"

namespace plylab::pgn {
namespace {

constexpr std::array<std::string_view, 4> null_moves{"--", "Z0", "0000", "@@@@"};

/// The board after some moves.
Board board_after(const Line& line) {
  Board board(line.start);
  for (const chess::Move move : line.moves) play(board, move);
  return board;
}

/// The move that a text names, with these piece letters, in the position after some moves, if the
/// board did not find it by the text's pattern; none if the text names no move, or several.
std::optional<chess::Move> find_slowly(const chess::ReplayBoard& board, std::string_view text,
                                       const chess::PieceLetters& letters,
                                       std::optional<chess::MovePattern> pattern,
                                       const Line& before) {
  if (!pattern && letters.language == chess::english_letters.language) {
    pattern = read_pattern(chess::with_english_letters(text), letters);
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
std::string why_none(const Board& board, std::string_view text) {
  try {
    parse_move(board, text);
    return fmt::format("'{}' and other moves have the piece letters of different languages", text);
  } catch (const InputError& error) {
    return error.what();
  }
}

}  // namespace

bool is_sign(std::string_view word) {
  return word.size() < 2 || std::ranges::none_of(word, [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) || static_cast<signed char>(c) < 0;
         });
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
  auto fault = play_moves(game, start->board, chess::english_letters, line);
  if (!fault) return fault;
  Line other{line.start};
  for (const chess::PieceLetters& letters : chess::other_letters) {
    auto other_fault = play_moves(game, start->board, letters, other);
    if (other_fault && other.moves.size() <= line.moves.size()) continue;
    std::swap(line, other);
    fault = std::move(other_fault);
    if (!fault) break;
  }
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
    const auto pattern = read_pattern(text, letters);
    auto move = pattern ? board.find(*pattern) : std::nullopt;
    if (!move) move = find_slowly(board, text, letters, pattern, line);
    if (move) {
      line.moves.push_back(*move);
      board.make(*move);
    } else if (std::ranges::find(null_moves, text) != null_moves.end() && board.pass()) {
      line.moves.push_back(null_move);
    } else if (!is_sign(text)) {
      return Fault{game.line_of(text.data()), why_none(board_after(line), text)};
    }
  }
  line.winner = board.is_mated() ? std::optional(!board.side_to_move()) : std::nullopt;
  return std::nullopt;
}

}  // namespace plylab::pgn
