#include "search/evaluation/terms.h"

#include "gen/chess/mailbox/mailbox.h"

namespace plylab::search {
namespace {

using Kind = ChessEvaluation::Kind;

/// A table's sum for each side's pieces, from its own view, as a score that is equal in middlegame
/// and endgame; `less` is a table to subtract, whose values were already counted.
EvaluationTerm table_term(const char* name, const chess::Mailbox& board,
                          const PieceSquareTable& table, const PieceSquareTable* less = nullptr) {
  Value white = 0, black = 0;
  board.for_each_piece([&](chess::Piece piece, chess::Square square) {
    const Value value = table[piece][square] - (less ? (*less)[piece][square] : 0);
    if (chess::color_of(piece) == chess::white)
      white += value;
    else
      black -= value;
  });
  const bool is_white = board.side_to_move() == chess::white;
  return {name, score(white, white), score(black, black), is_white ? white - black : black - white};
}

}  // namespace

std::vector<EvaluationTerm> evaluation_terms(const ChessEvaluation& evaluation,
                                             const chess::ValidSetup& position) {
  const chess::Mailbox board(position);
  const Value value = evaluation(board);
  if (evaluation.kind() == Kind("positional"))
    return positional_terms(planes_of(board), board.side_to_move());
  if (evaluation.kind() == Kind("random")) return {{"chance", {}, {}, value}};
  if (evaluation.kind().is_added()) return {{"value", {}, {}, value}};
  const PieceSquareTable& material = table_of(Kind("material"), chess::orthodox);
  std::vector<EvaluationTerm> terms{table_term("material", board, material)};
  if (evaluation.kind() == Kind("material")) return terms;
  terms.push_back(
      table_term("placement", board, table_of(Kind("pst"), chess::orthodox), &material));
  if (evaluation.kind() == Kind("mobility"))
    terms.push_back({"mobility", {}, {}, value - terms[0].value - terms[1].value});
  return terms;
}

}  // namespace plylab::search
