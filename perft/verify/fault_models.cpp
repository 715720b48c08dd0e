#include "perft/verify/fault_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/chess/board/board.h"
#include "gen/chess/board/keys.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"
#include "gen/chess/text.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

constexpr std::string_view rights_cause =
    "both squares of a move can end castling rights: a king or rook leaves, or a rook is "
    "captured";
constexpr std::string_view toggled_cause =
    "the right is toggled and not cleared: exclusive or in place of and";
constexpr std::string_view en_passant_cause =
    "every move must clear the e.p. square; only a double step sets it again";
constexpr std::string_view side_cause =
    "one kind of move returns before the side to move is changed";
constexpr std::string_view other_piece_cause =
    "the e.p. square is compared with a move's target square, but not the piece that moves";
constexpr std::string_view other_target_cause =
    "a pawn's capture is taken for one e.p. because there is an e.p. square: its target must be "
    "that square";
constexpr std::string_view pieces_cause =
    "one of several boards (by square, piece or colour) is not updated for this move";

// ---- what a generator sees in a position ----

template <bool on_kingside, bool on_queenside>
void exchange_rights(Setup& setup) {
  if (needs_chess960(setup)) return;
  for (const Color color : {white, black}) {
    auto& [queens, kings] = setup.castling[index(color)];
    if (find_king(setup.squares, color) != (color == white ? e1 : e8)) continue;
    const bool kings_right = kings != no_square, queens_right = queens != no_square;
    const int rank = color == white ? 0 : 7;
    if (on_kingside) kings = queens_right ? make_square(7, rank) : no_square;
    if (on_queenside) queens = kings_right ? make_square(0, rank) : no_square;
    for (Square& right : setup.castling[index(color)])
      if (right != no_square && setup.squares[right] != make_piece(color, rook)) right = no_square;
  }
}

/// Gives a colour the other one's rights.
template <Color color>
void take_rights_of_other(Setup& setup) {
  if (needs_chess960(setup)) return;
  const bool is_at_home = find_king(setup.squares, color) == (color == white ? e1 : e8);
  for (const unsigned side : {0U, 1U}) {
    const Square corner = make_square(side == 0 ? 0 : 7, color == white ? 0 : 7);
    const bool has = setup.castling[index(!color)][side] != no_square && is_at_home;
    setup.castling[index(color)][side] = has ? corner : no_square;
  }
}

constexpr std::string_view other_wing_cause =
    "letters or bits of the rights are exchanged where a move is generated or a FEN is read";

constexpr FaultModel generation_faults[] = {
    {.part = part::castling_rights,
     .says = "castling tests the right of the other wing",
     .cause = other_wing_cause,
     .sees = exchange_rights<true, true>},
    {.part = part::castling_rights,
     .says = "castling on the kingside tests the right of the queenside",
     .cause = other_wing_cause,
     .sees = exchange_rights<true, false>},
    {.part = part::castling_rights,
     .says = "castling on the queenside tests the right of the kingside",
     .cause = other_wing_cause,
     .sees = exchange_rights<false, true>},
    {.part = part::castling_rights,
     .says = "White's castling tests Black's rights",
     .cause = other_wing_cause,
     .sees = take_rights_of_other<white>},
    {.part = part::castling_rights,
     .says = "Black's castling tests White's rights",
     .cause = other_wing_cause,
     .sees = take_rights_of_other<black>},
    {.part = part::castling_rights,
     .says = "castling needs no right: king and rook on their squares are enough",
     .cause = "whether king and rook have moved is not kept, or not asked",
     .sees =
         [](Setup& setup) {
           if (!needs_chess960(setup)) setup.castling = castling_at_home(setup.squares);
         }},
};

// ---- making moves ----

/// Whether a pawn captures, but not e.p., while there is an e.p. square.
bool is_other_capture(const Setup& before, Move move) {
  return before.en_passant != no_square && type_of(before.squares[move.from()]) == pawn &&
         move.is_capture() && !move.is_en_passant();
}

/// Restores the castling rights that a move has ended, if `keeps(rook's square)`.
void keep_rights(const Setup& before, Setup& made, auto&& keeps) {
  for (unsigned color = 0; color < 2; ++color)
    for (unsigned castling_side = 0; castling_side < 2; ++castling_side)
      if (const Square rook_square = before.castling[color][castling_side];
          rook_square != no_square && keeps(rook_square))
        made.castling[color][castling_side] = rook_square;
}

void keep_rights_of_king(const Setup& before, Move move, Setup& made) {
  keep_rights(before, made, [&](Square rook_square) {
    return type_of(before.squares[move.from()]) == king &&
           color_of(before.squares[rook_square]) == before.side;
  });
}

/// Restores the right that a move has ended, if it is the captured or the moving rook's.
void keep_right_of(Square rook_square, const Setup& before, Setup& made) {
  keep_rights(before, made, [&](Square square) { return square == rook_square; });
}

/// Ends the rights of a colour but for those that `keeps(rook's square)`.
void end_rights(Color color, Setup& made, auto&& keeps) {
  for (Square& right : made.castling[index(color)])
    if (right != no_square && !keeps(right)) right = no_square;
}

bool has_right(const Setup& setup, Color color, Square rook_square) {
  return std::ranges::find(setup.castling[index(color)], rook_square) !=
         setup.castling[index(color)].end();
}

/// Gives a colour the right for the corner if the square is one and had no right.
void add_missing_right(Color color, Square square, const Setup& before, Setup& made) {
  if (rank_for(color, square) != 0 || (file_of(square) != 0 && file_of(square) != 7)) return;
  const CastlingSide side = file_of(square) == 7 ? CastlingSide::kingside : CastlingSide::queenside;
  if (before.castling[index(color)][index(side)] == no_square)
    made.castling[index(color)][index(side)] = square;
}

/// Whether a move captures or, if it is the mover's, moves a rook that has the right to castle.
bool ends_right_of_captured(const Setup& before, Move move) {
  return move.is_capture() && has_right(before, !before.side, move.to());
}
bool ends_right_of_moved(const Setup& before, Move move) {
  return !move.is_castle() && has_right(before, before.side, move.from());
}

bool castles_without_rook(const Setup& setup, Move move) {
  return move.is_castle() && setup.squares[move.to()] != make_piece(setup.side, rook);
}
bool castles_from_elsewhere(const Setup& setup, Move move) {
  return move.is_castle() && move.from() != (setup.side == white ? e1 : e8);
}
bool captures_passed_on_wrong_rank(const Setup& setup, Move move) {
  return move.is_en_passant() && rank_for(setup.side, move.to()) != 5;
}

/// Some of the moves that may have a fault of making moves.
struct Form {
  std::string_view text;
  bool (*applies)(const Setup& before, Move move);
};

template <Color color>
bool is_move_of(const Setup& before, Move) {
  return before.side == color;
}
template <PieceType type>
bool is_capture_by(const Setup& before, Move move) {
  return type_of(before.squares[move.from()]) == type && !move.is_promotion();
}
template <bool on_kingside, bool is_captured>
bool is_rook_of_wing(const Setup& before, Move move) {
  const Square rook_square = is_captured ? move.to() : move.from();
  const Color color = is_captured ? !before.side : before.side;
  return before.castling[index(color)][on_kingside ? 1 : 0] == rook_square;
}

constexpr Form by_color[] = {{" by White", is_move_of<white>}, {" by Black", is_move_of<black>}};
constexpr Form by_captor[] = {
    {" in a promotion", [](const Setup&, Move move) { return move.is_promotion(); }},
    {" by a king", is_capture_by<king>},
    {" by a queen", is_capture_by<queen>},
    {" by a rook", is_capture_by<rook>},
    {" by a bishop", is_capture_by<bishop>},
    {" by a knight", is_capture_by<knight>},
    {" by White", is_move_of<white>},
    {" by Black", is_move_of<black>},
    {" on the kingside", is_rook_of_wing<true, true>},
    {" on the queenside", is_rook_of_wing<false, true>}};
constexpr Form by_moved_rook[] = {{", if it is White's", is_move_of<white>},
                                  {", if it is Black's", is_move_of<black>},
                                  {" on the kingside", is_rook_of_wing<true, false>},
                                  {" on the queenside", is_rook_of_wing<false, false>}};
constexpr Form by_king[] = {{", if it is White's", is_move_of<white>},
                            {", if it is Black's", is_move_of<black>}};

using Omits = bool (*)(const Setup&, Move);
constexpr Omits needs_rook[] = {nullptr, castles_without_rook};
constexpr Omits needs_king[] = {nullptr, castles_from_elsewhere};
constexpr Omits needs_rank[] = {captures_passed_on_wrong_rank, nullptr};

/// A fault of making moves, with its forms and with the moves that a generator may refuse because
/// it tests more than the state.
struct MakeFault {
  FaultModel model;
  std::span<const Form> forms = {};
  std::span<const Omits> tests = {};
};

constexpr MakeFault make_faults[] = {
    {{.part = part::castling_rights,
      .says = "a castling right stays when its rook is captured",
      .cause = rights_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (ends_right_of_captured(before, move)) keep_right_of(move.to(), before, made);
          }},
     by_captor,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "a castling right stays when its rook moves",
      .cause = rights_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (ends_right_of_moved(before, move)) keep_right_of(move.from(), before, made);
          }},
     by_moved_rook,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "the castling rights stay when the king moves",
      .cause = rights_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (!move.is_castle()) keep_rights_of_king(before, move, made);
          }},
     by_king,
     needs_king},
    {{.part = part::castling_rights,
      .says = "the castling rights stay when the king castles",
      .cause = rights_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_castle()) keep_rights_of_king(before, move, made);
          }},
     by_king,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "a castling right appears when its rook is captured and had none",
      .cause = toggled_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_capture()) add_missing_right(!before.side, move.to(), before, made);
          }},
     by_captor,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "a castling right appears when a piece leaves the corner and there was none",
      .cause = toggled_cause,
      .make = [](const Setup& before, Move move,
                 Setup& made) { add_missing_right(before.side, move.from(), before, made); }},
     by_color,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "both castling rights go when one rook moves",
      .cause = rights_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (ends_right_of_moved(before, move))
              end_rights(before.side, made, [](Square) { return false; });
          }},
     by_moved_rook},
    {{.part = part::castling_rights,
      .says = "the other rook's castling right goes when a rook moves",
      .cause = rights_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (!ends_right_of_moved(before, move)) return;
            keep_right_of(move.from(), before, made);
            end_rights(before.side, made, [&](Square right) { return right == move.from(); });
          }},
     by_moved_rook,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "both castling rights go when one rook is captured",
      .cause = rights_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (ends_right_of_captured(before, move))
              end_rights(!before.side, made, [](Square) { return false; });
          }},
     by_captor},
    {{.part = part::en_passant_square,
      .says = "the e.p. square is not set",
      .cause = en_passant_cause,
      .make = [](const Setup&, Move, Setup& made) { made.en_passant = no_square; }},
     by_color},
    {{.part = part::en_passant_square,
      .says = "the e.p. square stays until the next double step",
      .cause = en_passant_cause,
      .sets_every_passed_square = true,
      .make =
          [](const Setup& before, Move, Setup& made) {
            if (made.en_passant == no_square) made.en_passant = before.en_passant;
          }},
     by_color,
     needs_rank},
    {{.part = part::en_passant_square,
      .says = "the e.p. square stays for one more move",
      .cause = en_passant_cause,
      .sets_every_passed_square = true,
      .make =
          [](const Setup& before, Move, Setup& made) {
            if (made.en_passant == no_square && before.en_passant != no_square &&
                rank_for(before.side, before.en_passant) == 5)
              made.en_passant = before.en_passant;
          }},
     by_color},
    {{.part = part::en_passant_square,
      .says = "single steps of pawns set the e.p. square",
      .cause = en_passant_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (type_of(before.squares[move.from()]) == pawn &&
                file_of(move.from()) == file_of(move.to()) && move.kind() != MoveKind::double_push)
              made.en_passant = move.from();
          }},
     by_color,
     needs_rank},
    {{.part = part::pieces,
      .says = "a pawn captured e.p. stays on the board",
      .cause = pieces_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_en_passant())
              made.squares[move.captured_on()] = before.squares[move.captured_on()];
          }},
     by_color},
    {{.part = part::pieces,
      .says = "a capture e.p. takes the piece beyond the e.p. square",
      .cause = pieces_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (!move.is_en_passant()) return;
            made.squares[move.captured_on()] = before.squares[move.captured_on()];
            made.squares[forward(before.side, move.to())] = no_piece;
          }},
     by_color},
    {{.part = part::pieces,
      .says = "a piece other than a pawn captures e.p.",
      .cause = other_piece_cause,
      .sets_every_passed_square = true,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            const PieceType type = type_of(before.squares[move.from()]);
            if (move.to() == before.en_passant && type != pawn && type != king)
              made.squares[forward(!before.side, move.to())] = no_piece;
          }},
     by_color},
    {{.part = part::pieces,
      .says = "while there is an e.p. square, any pawn that captures takes the piece behind its "
              "target, too",
      .cause = other_target_cause,
      .sets_every_passed_square = true,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (is_other_capture(before, move))
              made.squares[forward(!before.side, move.to())] = no_piece;
          }},
     by_color},
    {{.part = part::pieces,
      .says = "the rook does not move in castling",
      .cause = pieces_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_castle())
              std::swap(made.squares[move.to()],
                        made.squares[castled_rook(before.side, move.castling_side())]);
          }},
     by_color},
    {{.part = part::pieces,
      .says = "a pawn that promotes stays a pawn",
      .cause = pieces_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_promotion()) made.squares[move.to()] = before.squares[move.from()];
          }},
     by_color},
    {{.part = part::pieces,
      .says = "a pawn that promotes becomes a piece of the other colour",
      .cause = pieces_cause,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_promotion())
              made.squares[move.to()] = make_piece(!before.side, move.promoted());
          }},
     by_color},
};

/// Each fault in general, then in its forms, each with all tests.
std::vector<FaultModel> all_make_models() {
  constexpr Omits no_tests[] = {nullptr};
  std::vector<FaultModel> models;
  for (const auto& [model, forms, tests] : make_faults)
    for (std::size_t i = 0; i <= forms.size(); ++i)
      for (const Omits omits : tests.empty() ? std::span<const Omits>(no_tests) : tests) {
        FaultModel& added = models.emplace_back(model);
        added.omits = omits;
        if (i == 0) continue;
        added.form = forms[i - 1].text;
        added.applies = forms[i - 1].applies;
      }
  return models;
}

// ---- taking moves back ----

constexpr std::string_view saved_cause =
    "the state before is not saved with the move, or is saved after it was changed";
constexpr std::string_view reverse_cause =
    "unmake does not do all that make did for this kind of move, in the reverse order";

constexpr FaultModel unmake_faults[] = {
    {.part = part::castling_rights,
     .says = "the castling rights that it ended are not restored",
     .cause = saved_cause,
     .evidence = Evidence::half,
     .unmake = [](const Setup&, Move, const Setup& made,
                  Setup& back) { back.castling = made.castling; }},
    {.part = part::en_passant_square,
     .says = "the e.p. square {en_passant} is not restored",
     .cause = saved_cause,
     .evidence = Evidence::half,
     .unmake = [](const Setup&, Move, const Setup&, Setup& back) { back.en_passant = no_square; }},
    {.part = part::en_passant_square,
     .says = "its e.p. square {passed} stays",
     .cause = saved_cause,
     .evidence = Evidence::half,
     .unmake =
         [](const Setup& before, Move move, const Setup&, Setup& back) {
           if (move.kind() == MoveKind::double_push)
             back.en_passant = forward(before.side, move.from());
         }},
    {.part = part::side_to_move,
     .says = "{opponent} is still taken to be on move",
     .cause = "one kind of move returns before the side to move is changed back",
     .evidence = Evidence::all,
     .unmake = [](const Setup&, Move, const Setup&, Setup& back) { back.side = !back.side; }},
    {.part = part::pieces,
     .says = "{captured} is not put back",
     .cause = reverse_cause,
     .evidence = Evidence::some,
     .unmake =
         [](const Setup&, Move move, const Setup&, Setup& back) {
           if (move.is_capture()) back.squares[move.captured_on()] = no_piece;
         }},
    {.part = part::pieces,
     .says = "{captured} is put back in the other colour",
     .cause = reverse_cause,
     .evidence = Evidence::some,
     .unmake =
         [](const Setup& before, Move move, const Setup&, Setup& back) {
           if (move.is_capture())
             back.squares[move.captured_on()] =
                 make_piece(before.side, type_of(before.squares[move.captured_on()]));
         }},
    {.part = part::pieces,
     .says = "{captured} is put back on {to}",
     .cause = reverse_cause,
     .evidence = Evidence::some,
     .unmake =
         [](const Setup&, Move move, const Setup&, Setup& back) {
           if (move.is_en_passant())
             std::swap(back.squares[move.captured_on()], back.squares[move.to()]);
         }},
    {.part = part::pieces,
     .says = "the rook stays on {rook_target}",
     .cause = reverse_cause,
     .evidence = Evidence::half,
     .unmake =
         [](const Setup& before, Move move, const Setup&, Setup& back) {
           if (move.is_castle())
             std::swap(back.squares[castled_rook(before.side, move.castling_side())],
                       back.squares[move.to()]);
         }},
    {.part = part::pieces,
     .says = "a rook stays on {rook_target}",
     .cause = reverse_cause,
     .evidence = Evidence::half,
     .unmake =
         [](const Setup& before, Move move, const Setup&, Setup& back) {
           if (move.is_castle())
             back.squares[castled_rook(before.side, move.castling_side())] =
                 before.squares[move.to()];
         }},
    {.part = part::pieces,
     .says = "the {promoted} does not become a pawn again",
     .cause = reverse_cause,
     .evidence = Evidence::half,
     .unmake =
         [](const Setup& before, Move move, const Setup&, Setup& back) {
           if (move.is_promotion())
             back.squares[move.from()] = make_piece(before.side, move.promoted());
         }},
    {.part = part::pieces,
     .says = "a piece stays on {to}",
     .cause = reverse_cause,
     .evidence = Evidence::all,
     .unmake =
         [](const Setup&, Move move, const Setup& made, Setup& back) {
           if (!move.is_castle()) back.squares[move.to()] = made.squares[move.to()];
         }},
    {.part = part::pieces,
     .says = "{mover} does not go back",
     .cause = reverse_cause,
     .evidence = Evidence::all,
     .unmake =
         [](const Setup&, Move move, const Setup& made, Setup& back) {
           if (move.is_castle()) return;
           back.squares[move.to()] = made.squares[move.to()];
           back.squares[move.from()] = no_piece;
         }},
};

// ---- draws ----

constexpr std::string_view draw_cause =
    "the moves come from code that plays games, or a search's test for draws is still there";

bool set_up_again(Setup&, bool has_path) { return has_path; }

bool add_a_pawn(Setup& setup, bool) {
  for (int s = a2; s <= h7; ++s) {
    const auto square = static_cast<Square>(s);
    if (setup.squares[square] != no_piece) continue;
    setup.squares[square] = white_pawn;
    if (!in_check(setup.squares, !setup.side)) return true;
    setup.squares[square] = no_piece;
  }
  return false;
}

constexpr FaultModel draw_faults[] = {
    {.part = "fifty_moves",
     .says = "a draw by the fifty-move rule",
     .cause = draw_cause,
     .drawn = [](const Setup&, unsigned clock, std::size_t) { return clock >= 100; },
     .undraw =
         [](Setup& setup, bool) {
           setup.halfmove_clock = 0;
           return true;
         }},
    {.part = "third_repetition",
     .says = "the third occurrence of a position",
     .cause = draw_cause,
     .drawn = [](const Setup&, unsigned, std::size_t before) { return before >= 2; },
     .undraw = set_up_again},
    {// no rule of the game, but usual in searches
     .part = "second_repetition",
     .says = "the second occurrence of a position",
     .cause = draw_cause,
     .drawn = [](const Setup&, unsigned, std::size_t before) { return before >= 1; },
     .undraw = set_up_again},
    {.part = "insufficient_material",
     .says = "a draw by insufficient material",
     .cause = draw_cause,
     .drawn = [](const Setup& setup, unsigned,
                 std::size_t) { return insufficient_material(setup.squares); },
     .undraw = add_a_pawn},
};

// ---- games that end early ----

constexpr std::string_view early_leaf_cause =
    "perft returns 1 where there are no moves, as if that were its last ply";

constexpr FaultModel early_leaf_faults[] = {
    {.part = "checkmate",
     .says = "it counts checkmates",
     .cause = early_leaf_cause,
     .counts_end = [](bool in_check) { return in_check; }},
    {.part = "stalemate",
     .says = "it counts stalemates",
     .cause = early_leaf_cause,
     .counts_end = [](bool in_check) { return !in_check; }},
    {.part = "game_end",
     .says = "it counts checkmates and stalemates",
     .cause = early_leaf_cause,
     .counts_end = [](bool) { return true; }},
};

// ---- tables of counts ----

constexpr std::string_view right_key_cause =
    "the key must change with every right: its old state out, the new one in";
constexpr std::string_view squares_key_cause =
    "the board changes on several squares, but the key only for some of them";
constexpr std::string_view depth_cause =
    "the lookup accepts deeper entries, as a search may; a count holds for one depth only";

Key number_of(Piece piece, Square square) { return keys.piece[piece][square]; }

constexpr FaultModel table_faults[] = {
    {.part = "key_castling_rights",
     .says = "its key left out the castling rights",
     .cause = right_key_cause,
     .hide = [](Setup& setup) { setup.castling = no_castling; }},
    {.part = "key_en_passant_square",
     .says = "its key left out the e.p. square",
     .cause = "the key must have the e.p. file where a capture is possible: old out, new in",
     .hide = [](Setup& setup) { setup.en_passant = no_square; }},
    {.part = "key_side_to_move",
     .says = "its key left out the side to move",
     .cause = "the key lacks the side to move, or does not change it with every move",
     .hide = [](Setup& setup) { setup.side = white; }},
    {.part = "key_color",
     .says = "its key did not tell black pieces from white ones",
     .cause = "the Zobrist numbers are indexed by kind and square alone, or by too small an index",
     .hide =
         [](Setup& setup) {
           for (Piece& piece : setup.squares)
             if (piece != no_piece) piece = make_piece(white, type_of(piece));
         }},
    {.part = "key_captured_piece",
     .says = "its key left out that a captured piece is gone",
     .cause = squares_key_cause,
     .key_error =
         [](const Setup& before, Move move) {
           return move.is_capture() && !move.is_en_passant()
                      ? number_of(before.squares[move.to()], move.to())
                      : Key{};
         }},
    {.part = "key_en_passant_victim",
     .says = "its key left out that a pawn captured e.p. is gone",
     .cause = squares_key_cause,
     .key_error =
         [](const Setup& before, Move move) {
           return move.is_en_passant()
                      ? number_of(before.squares[move.captured_on()], move.captured_on())
                      : Key{};
         }},
    {.part = "key_promoted_piece",
     .says = "its key left out what a pawn was promoted to",
     .cause = squares_key_cause,
     .key_error =
         [](const Setup& before, Move move) {
           return move.is_promotion()
                      ? number_of(make_piece(before.side, move.promoted()), move.to()) ^
                            number_of(make_piece(before.side, pawn), move.to())
                      : Key{};
         }},
    {.part = "key_castled_rook",
     .says = "its key left out where the rook goes in castling",
     .cause = squares_key_cause,
     .key_error =
         [](const Setup& before, Move move) {
           if (!move.is_castle()) return Key{};
           const Piece moved = make_piece(before.side, rook);
           return number_of(moved, move.to()) ^
                  number_of(moved, castled_rook(before.side, move.castling_side()));
         }},
    {.part = "key_moved_rook",
     .says = "its key kept the castling right of a rook that has moved",
     .cause = right_key_cause,
     .key_error =
         [](const Setup& before, Move move) {
           for (const Square rook_square : before.castling[index(before.side)])
             if (rook_square == move.from()) return keys.castling[rook_square];
           return Key{};
         }},
    {.part = "key_not_restored",
     .says = "its key were not restored when a move was taken back",
     .cause = "unmake neither reverses the key nor takes it from where make saved it",
     .restores_key = false},
    {.part = "entry_depth",
     .says = "it did not compare the depth of its entries",
     .cause = depth_cause,
     .takes = [](int, int) { return true; }},
    {.part = "greater_entry_depth",
     .says = "it took entries of a greater depth",
     .cause = depth_cause,
     .takes = [](int depth, int wanted) { return depth >= wanted; }},
};

// ---- wrong positions at the end of a path ----

/// Why this move ends a castling right.
std::string ending_of(const Step& step, Square rook_square) {
  const std::string text = long_text(step.before, step.move);
  if (step.move.is_castle()) return fmt::format("{} has castled", name(step.before.side));
  if (step.move.from() == rook_square)
    return fmt::format("the rook has left {} ({})", to_string(rook_square), text);
  if (step.move.to() == rook_square)
    return fmt::format("the rook on {} was captured ({})", to_string(rook_square), text);
  return fmt::format("the king has moved ({})", text);
}

std::string right_sentence(const PathEnd& path, Color color, CastlingSide castling_side,
                           Square believed) {
  const auto right_in = [&](const Setup& setup) {
    return setup.castling[index(color)][index(castling_side)];
  };
  const char right = letter(color, castling_side);
  if (believed == no_square)
    return fmt::format(
        "castling right {} should still be there: neither the king nor the rook on {} has moved",
        right, to_string(right_in(path.position)));
  for (const Step& step : path.steps)
    if (right_in(step.before) == believed && right_in(step.after) != believed)
      return fmt::format("castling right {} should be gone: {}", right, ending_of(step, believed));
  for (const Step& step : path.steps)
    if (step.move.captured_on() == believed && step.move.is_capture())
      return fmt::format(
          "castling right {} appears as the rook on {} is captured ({}): it had none", right,
          to_string(believed), long_text(step.before, step.move));
  return fmt::format("there is no castling right {}: the FEN does not grant it", right);
}

std::string castling_sentence(const PathEnd& path, const Setup& believed) {
  std::string sentence;
  for (const Color color : {white, black})
    for (const CastlingSide castling_side : {CastlingSide::kingside, CastlingSide::queenside}) {
      const Square right = believed.castling[index(color)][index(castling_side)];
      if (right == path.position.castling[index(color)][index(castling_side)]) continue;
      if (!sentence.empty()) sentence += "; ";
      sentence += right_sentence(path, color, castling_side, right);
    }
  return sentence;
}

/// All combinations of castling rights in which those for some rooks are other than they should be:
/// `rook_of` gives the rook's square by colour and side, or no_square.
bool each_combination_of_rights(const PathEnd& path, const TryState& try_state, auto&& rook_of) {
  std::vector<Setup> states = {path.position};
  for (const Color color : {white, black})
    for (const CastlingSide castling_side : {CastlingSide::kingside, CastlingSide::queenside}) {
      const Square rook_square = rook_of(color, castling_side);
      for (std::size_t i = 0, size = states.size(); i < size && rook_square != no_square; ++i) {
        Setup other = states[i];
        Square& right = other.castling[index(color)][index(castling_side)];
        right = right == no_square ? rook_square : no_square;
        states.push_back(other);
      }
    }
  return std::any_of(states.begin() + 1, states.end(), [&](const Setup& believed) {
    return try_state(believed, [&] { return castling_sentence(path, believed); });
  });
}

/// Rights stay or go that there were before the path.
bool each_castling_state(const PathEnd& path, const TryState& try_state) {
  return each_combination_of_rights(path, try_state, [&](Color color, CastlingSide castling_side) {
    return path.start.castling[index(color)][index(castling_side)];
  });
}

/// Rights appear, even without a rook.
bool each_new_right(const PathEnd& path, const TryState& try_state) {
  return each_combination_of_rights(path, try_state, [&](Color color, CastlingSide castling_side) {
    const Square corner =
        make_square(castling_side == CastlingSide::kingside ? 7 : 0, color == white ? 0 : 7);
    const Square king_square = find_king(path.position.squares, color);
    const bool is_possible = path.start.castling[index(color)][index(castling_side)] == no_square &&
                             rank_of(king_square) == rank_of(corner) && king_square != corner;
    return is_possible ? corner : no_square;
  });
}

std::string en_passant_sentence(const PathEnd& path, Square believed) {
  const auto double_step = [&](Square passed) {
    const int origin = rank_of(passed) == 2 ? -8 : 8;
    return fmt::format("{}-{}", to_string(static_cast<Square>(passed + origin)),
                       to_string(static_cast<Square>(passed - origin)));
  };
  const std::vector<Step>& steps = path.steps;
  const Square actual = path.position.en_passant;
  if (actual != no_square)
    return fmt::format("the e.p. square should be {}, because of {}{}", to_string(actual),
                       double_step(actual),
                       believed == no_square ? "" : fmt::format(", not {}", to_string(believed)));
  for (std::size_t i = steps.size(); i-- > 0;)
    if (steps[i].move.kind() == MoveKind::double_push &&
        forward(steps[i].before.side, steps[i].move.from()) == believed)
      return i + 1 == steps.size()
                 ? fmt::format("the e.p. square {} gives no right: no capture there is legal",
                               to_string(believed))
                 : fmt::format("the e.p. square {} should be gone: {} is not the last move",
                               to_string(believed), double_step(believed));
  if (const Square stated = path.start.en_passant; steps.empty() && stated == believed)
    return fmt::format("the e.p. square {} gives no right: no capture there is legal",
                       to_string(believed));
  else if (steps.empty() && stated != no_square && file_of(stated) == file_of(believed))
    return fmt::format("the e.p. square is {}, not {}: only its file is compared",
                       to_string(stated), to_string(believed));
  if (steps.empty())
    return fmt::format("there is no e.p. square {}: the FEN does not state it",
                       to_string(believed));
  return fmt::format("there is no e.p. square {}: the last move was {}", to_string(believed),
                     long_text(steps.back().before, steps.back().move));
}

bool each_en_passant_state(const PathEnd& path, const TryState& try_state) {
  const auto stops_at = [&](Square square) {
    Setup believed = path.position;
    believed.en_passant = square;
    return square != path.position.en_passant &&
           try_state(believed, [&] { return en_passant_sentence(path, square); });
  };
  if (stops_at(no_square)) return true;
  for (int s = a2; s <= h7; ++s)
    if (const auto square = static_cast<Square>(s);
        path.position.squares[square] == no_piece && stops_at(square))
      return true;
  return false;
}

bool each_side_to_move(const PathEnd& path, const TryState& try_state) {
  Setup believed = path.position;
  believed.side = !believed.side;
  believed.en_passant = no_square;
  return try_state(believed, [&] {
    return fmt::format("{} is to move, not {}", name(path.position.side), name(believed.side));
  });
}

/// The rook has stayed, or has gone to a wrong square of its rank.
bool each_castled_rook(const PathEnd& path, const TryState& try_state) {
  for (const Step& step : path.steps) {
    if (!step.move.is_castle()) continue;
    const Square target = castled_rook(step.before.side, step.move.castling_side());
    std::vector<Square> others = {step.move.to(), step.move.from()};
    for (int file = 0; file < 8; ++file) others.push_back(make_square(file, rank_of(target)));
    for (const Square other : others) {
      if (path.position.squares[other] != no_piece) continue;
      Setup believed = path.position;
      std::swap(believed.squares[target], believed.squares[other]);
      if (try_state(believed, [&] {
            return fmt::format("the rook should have gone from {} to {} in castling",
                               to_string(step.move.to()), to_string(target));
          }))
        return true;
    }
  }
  return false;
}

/// A piece other than a pawn that moves to the e.p. square captures the pawn that has passed it.
bool each_capture_by_other_piece(const PathEnd& path, const TryState& try_state) {
  for (const Step& step : path.steps) {
    const Square passed = step.before.en_passant;
    if (step.move.to() != passed || step.move.is_en_passant()) continue;
    const Square victim = forward(!step.before.side, passed);
    Setup believed = path.position;
    believed.squares[victim] = no_piece;
    if (believed != path.position && try_state(believed, [&] {
          return fmt::format("the {} should still stand on {}: {} is no capture e.p.",
                             name(step.before.squares[victim]), to_string(victim),
                             long_text(step.before, step.move));
        }))
      return true;
  }
  return false;
}

/// A pawn's capture after a double step takes the piece behind its target, too. Many engines set
/// the e.p. square after each.
bool each_capture_taken_for_en_passant(const PathEnd& path, const TryState& try_state) {
  Square passed = path.steps.empty() ? no_square : path.steps.front().before.en_passant;
  for (const Step& step : path.steps) {
    Setup before = step.before;
    before.en_passant = std::exchange(passed, step.move.kind() == MoveKind::double_push
                                                  ? forward(before.side, step.move.from())
                                                  : no_square);
    if (!is_other_capture(before, step.move)) continue;
    const Square behind = forward(!before.side, step.move.to());
    Setup believed = path.position;
    believed.squares[behind] = no_piece;
    if (believed != path.position && try_state(believed, [&] {
          return fmt::format("the {} should still stand on {}: {} is no capture e.p.",
                             name(before.squares[behind]), to_string(behind),
                             long_text(before, step.move));
        }))
      return true;
  }
  return false;
}

/// The last move of the path that changed the square.
std::string last_change(const PathEnd& path, Square square) {
  for (auto step = path.steps.rbegin(); step != path.steps.rend(); ++step)
    if (step->before.squares[square] != step->after.squares[square])
      return fmt::format(" after {}", long_text(step->before, step->move));
  return "";
}

std::string square_sentence(const PathEnd& path, Square square, Piece believed) {
  const std::string where = to_string(square), when = last_change(path, square);
  const Piece actual = path.position.squares[square];
  if (actual == no_piece)
    return fmt::format("the {} on {} should be gone{}", name(believed), where, when);
  if (believed == no_piece)
    return fmt::format("the {} should stand on {}{}", name(actual), where, when);
  return fmt::format("{} should hold the {}, not the {}{}", where, name(actual), name(believed),
                     when);
}

/// The squares changed by the path, with their earlier contents, the latest first.
std::vector<std::pair<Square, Piece>> changed_squares(const PathEnd& path) {
  std::vector<std::pair<Square, Piece>> changed;
  for (auto step = path.steps.rbegin(); step != path.steps.rend(); ++step)
    for (int s = a1; s <= h8; ++s)
      if (const auto square = static_cast<Square>(s);
          step->before.squares[square] != step->after.squares[square])
        changed.emplace_back(square, step->before.squares[square]);
  return changed;
}

/// A square changed by the path has some contents other than its own.
bool tries_square(const PathEnd& path, Square square, Piece piece, const TryState& try_state) {
  Setup believed = path.position;
  believed.squares[square] = piece;
  return piece != path.position.squares[square] &&
         try_state(believed, [&] { return square_sentence(path, square, piece); });
}

/// A square changed by the path still has its earlier contents.
bool each_unchanged_square(const PathEnd& path, const TryState& try_state) {
  return std::ranges::any_of(changed_squares(path), [&](const auto& changed) {
    return tries_square(path, changed.first, changed.second, try_state);
  });
}

/// A square changed by the path has contents that it has never had on the path.
bool each_wrong_square(const PathEnd& path, const TryState& try_state) {
  const auto changed = changed_squares(path);
  for (const auto& [square, held] : changed)
    for (const Color color : {white, black})
      for (const PieceType type : {no_type, bishop, rook, queen, pawn, knight, king}) {
        const Piece piece = type == no_type ? no_piece : make_piece(color, type);
        if (std::ranges::find(changed, std::pair(square, piece)) == changed.end() &&
            !(type == no_type && color == black) && tries_square(path, square, piece, try_state))
          return true;
      }
  return false;
}

/// The piece on a square changed by the path stands elsewhere.
bool each_displaced_piece(const PathEnd& path, const TryState& try_state) {
  const Squares& squares = path.position.squares;
  for (const auto& changed : changed_squares(path)) {
    const Square square = changed.first;
    for (int s = a1; s <= h8 && squares[square] != no_piece; ++s) {
      const auto other = static_cast<Square>(s);
      Setup believed = path.position;
      std::swap(believed.squares[square], believed.squares[other]);
      if (squares[other] == no_piece && try_state(believed, [&] {
            return fmt::format("the {} should stand on {}, not on {}{}", name(squares[square]),
                               to_string(square), to_string(other), last_change(path, square));
          }))
        return true;
    }
  }
  return false;
}

/// A board as a fault of unmake leaves it after each move was made and taken back, which some
/// generators do to test legality.
struct TestedBoard {
  Setup setup;
  std::string sentence;  ///< about the first move that changed the board; empty if none did
};

TestedBoard after_legality_tests(const FaultModel& model, const Setup& setup) {
  TestedBoard tested{setup, {}};
  for (const Move move : pseudo_legal_moves(setup)) {
    const Setup before = tested.setup;
    if (before.squares[move.from()] != setup.squares[move.from()]) continue;
    model.unmake(before, move, chess::after(before, move), tested.setup);
    if (tested.sentence.empty() && tested.setup != before)
      tested.sentence =
          "its test for legal moves changes the board: " + unmake_sentence(model, before, move);
  }
  return tested;
}

/// Legality tests have changed the board before the moves of the path were made on it.
bool each_board_after_tests(const PathEnd& path, const TryState& try_state) {
  for (const FaultModel& model : unmake_faults) {
    if (model.part != part::pieces) continue;
    Setup believed = path.start;
    std::string sentence;
    bool is_possible = true;
    for (const Step& step : path.steps) {
      const TestedBoard tested = after_legality_tests(model, believed);
      if (sentence.empty()) sentence = tested.sentence;
      is_possible = is_possible &&
                    tested.setup.squares[step.move.from()] == step.before.squares[step.move.from()];
      if (is_possible) believed = chess::after(tested.setup, step.move);
    }
    if (is_possible && !sentence.empty() && try_state(believed, [&] { return sentence; }))
      return true;
  }
  return false;
}

/// The position before the last moves of the path, or before all of them. Where the same pieces
/// stand as at the end, other states say more.
bool each_position_before(const PathEnd& path, const TryState& try_state) {
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    if (path.steps[i].before.squares == path.position.squares) continue;
    const std::string which =
        i == 0 ? "all moves after the FEN are"
               : fmt::format("all moves from {} on are",
                             long_text(path.steps[i].before, path.steps[i].move));
    if (try_state(path.steps[i].before, [&] { return which + " ignored"; })) return true;
  }
  return false;
}

constexpr StateModel all_states[] = {
    {part::castling_rights, rights_cause, false, each_castling_state},
    {part::castling_rights, toggled_cause, false, each_new_right},
    {part::moves, "the moves are not read, or made on a copy that is not asked", false,
     each_position_before},
    {part::en_passant_square, en_passant_cause, false, each_en_passant_state},
    {part::side_to_move, side_cause, false, each_side_to_move},
    {.part = part::pieces,
     .cause = pieces_cause,
     .needs_moves = true,
     .each = each_castled_rook,
     .has_alternatives = true},
    {part::pieces, other_piece_cause, true, each_capture_by_other_piece},
    {part::pieces, other_target_cause, true, each_capture_taken_for_en_passant},
    {part::pieces, pieces_cause, true, each_unchanged_square},
    {.part = part::pieces,
     .cause = pieces_cause,
     .needs_moves = true,
     .each = each_wrong_square,
     .has_alternatives = true},
    {.part = part::pieces,
     .cause = "a move that is made to test whether it is legal must be taken back completely too",
     .needs_moves = true,
     .each = each_board_after_tests,
     .follows_any_move = true},
    {.part = part::pieces,
     .cause = pieces_cause,
     .needs_moves = true,
     .each = each_displaced_piece,
     .is_last_resort = true},
};

}  // namespace

std::string_view name_of(Fault fault) {
  constexpr std::string_view names[] = {"move_generation", "fen",   "make", "draw", "early_leaves",
                                        "unmake",          "table", "walk", "sum",  "history",
                                        "nondeterministic"};
  return names[static_cast<std::size_t>(fault)];
}

std::string full_name(const FaultModel& model) {
  return std::string(model.says) + std::string(model.form);
}

std::span<const FaultModel> fault_models(Fault fault) {
  static const std::vector<FaultModel> make_models = all_make_models();
  switch (fault) {
    case Fault::generation:
      return generation_faults;
    case Fault::make:
      return make_models;
    case Fault::unmake:
      return unmake_faults;
    case Fault::draw:
      return draw_faults;
    case Fault::early_leaves:
      return early_leaf_faults;
    case Fault::table:
      return table_faults;
    default:
      return {};
  }
}

std::span<const StateModel> state_models() { return all_states; }

std::string unmake_sentence(const FaultModel& model, const Setup& before, Move move) {
  const auto piece_on = [&](Square square) {
    const Piece piece = before.squares[square];
    return piece == no_piece ? "" : fmt::format("the {} on {}", name(piece), to_string(square));
  };
  return fmt::format("when {} is taken back, ", long_text(before, move)) +
         fmt::format(
             fmt::runtime(model.says), fmt::arg("mover", piece_on(move.from())),
             fmt::arg("to", to_string(move.to())),
             fmt::arg("captured", move.is_capture() ? piece_on(move.captured_on()) : ""),
             fmt::arg("opponent", name(!before.side)),
             fmt::arg("en_passant",
                      before.en_passant == no_square ? "" : to_string(before.en_passant)),
             fmt::arg("passed", to_string(forward(before.side, move.from()))),
             fmt::arg("promoted", move.is_promotion() ? name(move.promoted()) : ""),
             fmt::arg("rook_target",
                      move.is_castle() ? to_string(castled_rook(before.side, move.castling_side()))
                                       : ""));
}

}  // namespace plylab::perft::verify
