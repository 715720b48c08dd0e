#include "gen/pgn/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "gen/chess/bitboard/replay_board.h"
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

/// The move that a text means in these letters after some moves; nothing if it means none, or
/// several.
std::optional<chess::Move> find(const chess::ReplayBoard& board, std::string_view text,
                                const chess::PieceLetters& letters, const Line& before) {
  auto pattern = read_pattern(text, letters);
  if (!pattern && letters.language == chess::english_letters.language)
    pattern = read_pattern(chess::with_english_letters(text), letters);
  if (!pattern) return std::nullopt;
  if (const auto move = board.find(*pattern)) return move;
  const Board slow = board_after(before);
  const auto fitting = fitting_moves(*pattern, slow.setup().squares, slow.generate());
  if (fitting.size() != 1) return std::nullopt;
  return fitting.front();
}

/// Why none was found.
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

std::optional<Fault> Replayer::set_start(const ScannedGame& game, Line& line) {
  line.moves.clear();
  const std::string_view fen = game.tag("FEN");
  if (fen.empty()) {
    line.start = array_;
    return std::nullopt;
  }
  try {
    if (!position_ || fen != fen_) position_ = chess::ValidSetup(fen);
  } catch (const InputError& error) {
    position_.reset();
    return Fault{game.line_of(fen.data()), error.what()};
  }
  fen_ = fen;
  line.start = *position_;
  return std::nullopt;
}

std::optional<Fault> Replayer::replay(const ScannedGame& game, Line& line) {
  if (auto fault = set_start(game, line)) return fault;
  auto fault = play_moves(game, chess::english_letters, line);
  if (!fault) return fault;
  Line other{line.start};
  for (const chess::PieceLetters& letters : chess::other_letters) {
    auto other_fault = play_moves(game, letters, other);
    if (other_fault && other.moves.size() <= line.moves.size()) continue;
    line.moves.swap(other.moves);
    fault = std::move(other_fault);
    if (!fault) break;
  }
  return fault;
}

std::optional<Fault> Replayer::play_moves(const ScannedGame& game,
                                          const chess::PieceLetters& letters, Line& line) const {
  line.moves.clear();
  chess::ReplayBoard board(line.start);
  std::size_t depth = 0;  // of variations
  for (const auto& [text, kind] : game.items) {
    if (kind == ItemKind::open) ++depth;
    if (kind == ItemKind::close) --depth;
    if (kind != ItemKind::move || depth > 0) continue;
    if (const auto move = find(board, text, letters, line)) {
      line.moves.push_back(*move);
      board.make(*move);
    } else if (std::ranges::find(null_moves, text) != null_moves.end() && board.pass()) {
      line.moves.push_back(null_move);
    } else if (!is_sign(text)) {
      return Fault{game.line_of(text.data()), why_none(board_after(line), text)};
    }
  }
  return std::nullopt;
}

}  // namespace plylab::pgn
