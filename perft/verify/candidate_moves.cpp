#include "perft/verify/candidate_moves.h"

#include <cstdlib>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"

namespace plylab::perft::verify {

using namespace chess;

namespace {

/// How easily a generator breaks a rule.
enum class Plausibility { likely, possible, absurd };

Plausibility plausibility(Rule rule) {
  switch (rule) {
    case Rule::king_into_check:
    case Rule::king_next_to_king:
    case Rule::king_stays_on_line:
    case Rule::king_captures_protected:
    case Rule::double_check:
    case Rule::in_check_not_answered:
    case Rule::pinned:
    case Rule::en_passant_discovers:
    case Rule::castling_way_blocked:
    case Rule::castling_out_of_check:
    case Rule::castling_through_check:
    case Rule::castling_into_check:
    case Rule::castling_uncovers:
      return Plausibility::likely;
    case Rule::no_move:
    case Rule::null_move:
    case Rule::off_board:
    case Rule::no_piece_there:
    case Rule::wrong_side:
    case Rule::piece_does_not_move_so:
    case Rule::promotion_by_piece:
      return Plausibility::absurd;
    default:
      return Plausibility::possible;
  }
}

/// Every text from one square to another, promotions included, that names no legal move.
std::vector<std::string> illegal_texts(const Setup& position) {
  std::set<std::string> legal;
  for (const Move move : legal_moves(position))
    for (const CastlingText castling : {CastlingText::destination, CastlingText::takes_rook})
      legal.insert(to_uci(move, castling));
  std::vector<std::string> texts;
  for (int from = a1; from <= h8; ++from)
    for (int to = a1; to <= h8; ++to)
      for (const char* promotion : {"", "q", "r", "b", "n"}) {
        if (*promotion != 0 && rank_for(position.side, static_cast<Square>(to)) != 7) continue;
        const Piece taken = position.squares[static_cast<Square>(to)];
        // Castling is tried by the king's destination, not twice.
        const bool takes_own_rook = taken == make_piece(position.side, rook);
        if (takes_own_rook && !needs_chess960(position)) continue;
        const std::string text =
            to_string(static_cast<Square>(from)) + to_string(static_cast<Square>(to)) + promotion;
        if (!legal.contains(text)) texts.push_back(text);
      }
  return texts;
}

}  // namespace

std::vector<CandidateMoves> candidate_moves(const Setup& position, long difference) {
  // By rule, kind of piece and promotion: one slip concerns one of each.
  std::map<std::tuple<Rule, PieceType, std::string>, CandidateMoves> groups;
  const auto add = [&](const std::string& text, Reason reason) {
    const Square from = parse_square(std::string_view(text).substr(0, 2));
    CandidateMoves& group = groups[{reason.rule, type_of(position.squares[from]), text.substr(4)}];
    group.push_back({text, std::move(reason)});
  };
  if (difference > 0) {
    for (const std::string& text : illegal_texts(position))
      if (Reason reason = why_illegal(position, text);
          plausibility(reason.rule) != Plausibility::absurd)
        add(text, std::move(reason));
  } else {
    for (const Move move : legal_moves(position))
      add(move_text(position, move), why_legal(position, move));
  }
  std::vector<CandidateMoves> likely, possible;
  for (auto& [kind, group] : groups)
    if (group.size() == static_cast<std::size_t>(std::labs(difference)))
      (plausibility(std::get<Rule>(kind)) == Plausibility::likely ? likely : possible)
          .push_back(std::move(group));
  return likely.empty() ? possible : likely;
}

}  // namespace plylab::perft::verify
