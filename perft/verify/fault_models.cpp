#include "perft/verify/fault_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "gen/chess/board/board.h"
#include "gen/chess/board/keys.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"
#include "gen/chess/explain/terms.h"
#include "gen/chess/text.h"
#include "perft/verify/attack_faults.h"
#include "perft/verify/make_faults.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

// ---- what a generator sees in a position ----

template <bool on_kingside, bool on_queenside, bool of_white = true, bool of_black = true>
void exchange_rights(Setup& setup) {
  if (needs_chess960(setup)) return;
  for (const Color color : {white, black}) {
    if ((color == white && !of_white) || (color == black && !of_black)) continue;
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

/// Gives a side both rights if it has one.
void share_rights(Setup& setup) {
  if (needs_chess960(setup)) return;
  const auto at_home = castling_at_home(setup.squares);
  for (const unsigned color : {0U, 1U})
    if (auto& rights = setup.castling[color];
        std::ranges::any_of(rights, [](Square right) { return right != no_square; }))
      rights = at_home[color];
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

/// Any right grants those of all kings and rooks that stand at home.
void grant_all_rights(Setup& setup) {
  if (setup.castling != no_castling && !needs_chess960(setup))
    setup.castling = castling_at_home(setup.squares);
}

/// Of several rooks beside the king the nearest has the right.
void grant_rights_to_nearest_rooks(Setup& setup) {
  for (const Color color : {white, black})
    for (Square& right : setup.castling[index(color)])
      if (right != no_square)
        for (const Square square : between(find_king(setup.squares, color), right))
          if (setup.squares[square] == make_piece(color, rook)) {
            right = square;
            break;
          }
}

/// Whether a capture e.p. is legal, but would not be without the captor on its target square.
bool needs_captor_on_target(const Setup& setup, Move move) {
  if (!move.is_en_passant()) return false;
  Squares squares = chess::after(setup, move).squares;
  squares[move.to()] = no_piece;
  return in_check(squares, setup.side);
}

constexpr FaultModel generation_faults[] = {
    {.part = part::castling_rights,
     .says = "any castling right in the FEN grants all four",
     .cause = "the rights of the FEN are added to all of them, in place of none",
     .reads = grant_all_rights},
    {.part = part::castling_rights,
     .says = "K and Q in a FEN are the right of the rook nearest to the king",
     .cause = "K and Q in a FEN are the right of one rook, the outermost on that side of the king",
     .reads = grant_rights_to_nearest_rooks},
    {.part = part::attacks,
     .says = "whether a capture e.p. opens a line is tested without the captor on its new square",
     .cause = "the test takes both pawns off the board: the captor stands on the e.p. square then",
     .omits = needs_captor_on_target},
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
     .says = "castling on the kingside tests the right of the queenside",
     .cause = other_wing_cause,
     .form = ", but only for White",
     .sees = exchange_rights<true, false, true, false>},
    {.part = part::castling_rights,
     .says = "castling on the kingside tests the right of the queenside",
     .cause = other_wing_cause,
     .form = ", but only for Black",
     .sees = exchange_rights<true, false, false, true>},
    {.part = part::castling_rights,
     .says = "castling on the queenside tests the right of the kingside",
     .cause = other_wing_cause,
     .form = ", but only for White",
     .sees = exchange_rights<false, true, true, false>},
    {.part = part::castling_rights,
     .says = "castling on the queenside tests the right of the kingside",
     .cause = other_wing_cause,
     .form = ", but only for Black",
     .sees = exchange_rights<false, true, false, true>},
    {.part = part::castling_rights,
     .says = "either right of a side is enough for castling on both wings",
     .cause = "the rights of a side are tested together, not the one of the wing",
     .sees = share_rights},
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
    {.part = part::castling_rights,
     .says =
         "castling needs neither right nor rook: a king on its square with a free way is enough",
     .cause = "neither the right nor the rook's square is tested",
     .sees =
         [](Setup& setup) {
           if (needs_chess960(setup)) return;
           for (const Color color : {white, black})
             if (setup.squares[color == white ? e1 : e8] == make_piece(color, king))
               for (const CastlingSide side : {CastlingSide::queenside, CastlingSide::kingside})
                 setup.castling[index(color)][index(side)] =
                     make_square(side == CastlingSide::queenside ? 0 : 7, color == white ? 0 : 7);
         }},
};

// ---- taking moves back ----

constexpr std::string_view saved_cause =
    "the state before is not saved with the move, or is saved after it was changed";
constexpr std::string_view other_field_cause =
    "unmake restores the right from the field of another one, or not at all";
constexpr std::string_view reverse_cause =
    "unmake does not do all that make did for this kind of move, in the reverse order";

template <Color color, CastlingSide side>
void lose_right(const Setup&, Move, const Setup&, Setup& back) {
  back.castling[index(color)][index(side)] = no_square;
}

/// A right is lost by every move that is taken back.
template <Color color, CastlingSide side>
constexpr FaultModel loses_right(std::string_view says) {
  return {.part = part::castling_rights,
          .says = says,
          .cause = other_field_cause,
          .evidence = Evidence::all,
          .unmake = lose_right<color, side>,
          .follows_any_move = true};
}

constexpr FaultModel unmake_faults[] = {
    {.part = part::castling_rights,
     .says = "the castling rights that it ended are not restored",
     .cause = saved_cause,
     .evidence = Evidence::half,
     .unmake = [](const Setup&, Move, const Setup& made,
                  Setup& back) { back.castling = made.castling; }},
    loses_right<white, CastlingSide::kingside>("castling right K is lost"),
    loses_right<white, CastlingSide::queenside>("castling right Q is lost"),
    loses_right<black, CastlingSide::kingside>("castling right k is lost"),
    loses_right<black, CastlingSide::queenside>("castling right q is lost"),
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
     .says = "the rook is not put back on {to}",
     .cause = reverse_cause,
     .evidence = Evidence::half,
     .unmake =
         [](const Setup&, Move move, const Setup&, Setup& back) {
           if (move.is_castle()) back.squares[move.to()] = no_piece;
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
  static const std::vector<FaultModel> generation_models = [] {
    std::vector<FaultModel> models(std::begin(generation_faults), std::end(generation_faults));
    std::ranges::copy(attack_faults(), std::back_inserter(models));
    return models;
  }();
  switch (fault) {
    case Fault::generation:
      return generation_models;
    case Fault::make:
      return make_faults();
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

std::span<const FaultModel> faults_of_tests() {
  static const std::vector<FaultModel> models = [] {
    constexpr bool (*kinds[])(const Setup&, Move) = {
        [](const Setup&, Move move) { return move.is_en_passant(); },
        [](const Setup&, Move move) { return move.is_promotion(); }, nullptr};
    std::vector<FaultModel> found;
    for (const auto applies : kinds)
      for (FaultModel model : unmake_faults) {
        if (model.part != part::pieces) continue;
        model.tests_by_making = true;
        model.applies = applies;
        found.push_back(model);
      }
    return found;
  }();
  return models;
}

std::string unmake_sentence(const FaultModel& model, const Setup& before, Move move) {
  const auto piece_on = [&](Square square) {
    const Piece piece = before.squares[square];
    return piece == no_piece ? "" : fmt::format("the {} on {}", name(piece), to_string(square));
  };
  return fmt::format("when {} is taken back, ",
                     model.follows_any_move ? "a move" : long_text(before, move)) +
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
