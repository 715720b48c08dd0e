#include "gen/chess/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/registry.h"
#include "gen/game/read_position.h"

namespace plylab::chess {
namespace {

bool stands_beside_enemy_pawn(const Setup& setup, Square square) {
  const auto enemy = make_piece(setup.side, pawn);
  for (const int side : {-1, 1}) {
    const int file = file_of(square) + side;
    if (file >= 0 && file < 8 && setup.squares[make_square(file, rank_of(square))] == enemy)
      return true;
  }
  return false;
}

}  // namespace

Setup play(Setup position, const std::vector<Move>& moves) {
  for (const Move move : moves) {
    position = after(position, move);
    if (move.kind() == MoveKind::double_push && stands_beside_enemy_pawn(position, move.to()))
      position.en_passant = forward(position.side, move.to());
  }
  return position;
}

namespace {

Setup as_written(std::string_view position) {
  skip_fen_prefix(position);
  try {
    return parse_fen(known_text<Chess>(position));
  } catch (const FenError&) {
    plylab::detail::suggest_position(position, names_in(Chess::positions));
    throw;
  }
}

}  // namespace

PlayedSetup read_position(std::string_view text) {
  auto [start, moves, end] = plylab::read_position<Chess>(text);
  const std::string_view position = cut_at_moves(text).first;
  return {as_written(position.empty() ? Chess::start : position), std::move(moves), end};
}

std::vector<std::string_view> position_names() {
  std::vector<std::string_view> names{"startpos"};
  for (const auto& known : Chess::positions) names.push_back(known.name);
  return names;
}

Setup read_setup(std::string_view text) {
  const auto [position, moves] = cut_at_moves(text);
  if (moves.empty()) return as_written(position);
  const PlayedSetup read = read_position(text);
  return play(read.start, read.moves);
}

CastlingRooks castling_at_home(const Squares& squares) {
  CastlingRooks rooks = no_castling;
  for (const Color color : {white, black}) {
    const int rank = color == white ? 0 : 7;
    if (squares[make_square(4, rank)] != make_piece(color, king)) continue;
    for (const int file : {0, 7}) {
      const Square square = make_square(file, rank);
      if (squares[square] == make_piece(color, rook))
        rooks[index(color)][index(castling_side_of(squares, color, square))] = square;
    }
  }
  return rooks;
}

ProblemPosition parse_problem_position(std::string_view text) {
  const auto words = words_of(text);
  const bool begins_with_board = !words.empty() && words.front().find('/') != std::string::npos;
  constexpr int fields = 4;  // that moves need before them
  if (const auto moves = std::ranges::find(words, "moves");
      begins_with_board && moves != words.end() && moves - words.begin() < fields)
    throw InputError(fmt::format(
        "FEN: before moves it needs the side to move, castling and e.p. fields: '{}'", text));
  if (!begins_with_board || words.size() > 3) return {read_setup(text), true};
  std::string fen = words[0] + (words.size() > 1 ? " " + words[1] : " w");
  fen += words.size() > 2 ? " " + words[2] : " -";
  ProblemPosition position{parse_fen(fen + " -"), words.size() > 1};
  if (words.size() < 3) position.setup.castling = castling_at_home(position.setup.squares);
  return position;
}

std::string san(const ValidSetup& position, Move move) { return to_san(Mailbox(position), move); }

std::vector<std::string> san_words(const ValidSetup& position, std::span<const Move> line) {
  return words<Chess>(position, line);
}

std::string san_line(const ValidSetup& position, std::span<const Move> line) {
  return fmt::format("{}", fmt::join(san_words(position, line), " "));
}

}  // namespace plylab::chess
