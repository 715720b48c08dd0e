#include "perft/verify/wrong_moves.h"

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// A move that the generator should not have listed, in UCI where it can be told what it means.
std::string as_uci(const Setup& position, const std::string& text) {
  Moves pseudo_legal;
  for (const Move move : pseudo_legal_moves(position)) pseudo_legal.add(move);
  try {
    return to_uci(find_move(position.squares, pseudo_legal, text));
  } catch (const MoveError&) {
    return text;
  }
}

}  // namespace

std::string_view name_of(Wrong wrong) {
  constexpr std::string_view names[] = {"missing", "extra", "repeated"};
  return names[static_cast<std::size_t>(wrong)];
}

std::vector<WrongMove> wrong_moves(const Setup& position, const Comparison& comparison) {
  std::vector<WrongMove> moves;
  for (const std::string& text : comparison.extra)
    moves.push_back({Wrong::extra, text, why_illegal(position, as_uci(position, text))});
  for (const Move move : comparison.missing)
    moves.push_back({Wrong::missing, move_text(position, move), why_legal(position, move)});
  for (const Move move : comparison.repeated)
    moves.push_back({Wrong::repeated, move_text(position, move), why_legal(position, move)});
  return moves;
}

}  // namespace plylab::perft::verify
