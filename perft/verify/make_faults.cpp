#include "perft/verify/make_faults.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/reference.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

constexpr std::string_view promoted_cause =
    "a table or switch by the piece that is chosen, or by colour, has a wrong entry or none";

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
template <Color color>
bool is_promotion_of(const Setup& before, Move move) {
  return before.side == color && move.is_promotion();
}
constexpr Form by_color_or_promotion[] = {
    {" by White", is_move_of<white>},
    {" by Black", is_move_of<black>},
    {" in a promotion", [](const Setup&, Move move) { return move.is_promotion(); }},
    {" in a promotion by White", is_promotion_of<white>},
    {" in a promotion by Black", is_promotion_of<black>}};
constexpr Form by_moved_rook[] = {{", if it is White's", is_move_of<white>},
                                  {", if it is Black's", is_move_of<black>},
                                  {" on the kingside", is_rook_of_wing<true, false>},
                                  {" on the queenside", is_rook_of_wing<false, false>}};
constexpr Form by_wing_of_corner[] = {
    {", for the corners of the kingside",
     [](const Setup&, Move move) { return file_of(move.from()) == 7; }},
    {", for the corners of the queenside",
     [](const Setup&, Move move) { return file_of(move.from()) == 0; }}};
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
  /// It may give check to the own king, or parry one: a generator that makes moves to test whether
  /// they are legal lists others, too.
  bool may_give_check = false;
};

/// Takes what stands beside the captor, `files` to the right as White sees it, in place of the
/// pawn.
template <int files>
void take_beside(const Setup& before, Move move, Setup& made) {
  const int file = file_of(move.from()) + files;
  if (!move.is_en_passant() || file == file_of(move.to())) return;
  made.squares[move.captured_on()] = before.squares[move.captured_on()];
  if (file >= 0 && file <= 7) made.squares[make_square(file, rank_of(move.from()))] = no_piece;
}

/// Takes the captor off the board in a capture e.p.; the captured pawn stays unless `both`.
template <bool both>
void take_captor(const Setup& before, Move move, Setup& made) {
  if (!move.is_en_passant()) return;
  made.squares[move.to()] = no_piece;
  if (!both) made.squares[move.captured_on()] = before.squares[move.captured_on()];
}

/// Leaves the captured piece on its square, which the captor does not get.
void keep_captured(const Setup& before, Move move, Setup& made) {
  if (move.is_capture() && !move.is_en_passant() && type_of(before.squares[move.from()]) != king)
    made.squares[move.to()] = before.squares[move.to()];
}

/// Ends the right of the other wing in place of that of the rook that moves or, with `by_captures`,
/// is captured.
template <bool by_captures>
void end_other_rooks_right(const Setup& before, Move move, Setup& made) {
  const auto end_other = [&](Color color, Square rook_square) {
    keep_right_of(rook_square, before, made);
    end_rights(color, made, [&](Square right) { return right == rook_square; });
  };
  if (ends_right_of_moved(before, move)) end_other(before.side, move.from());
  if (by_captures && ends_right_of_captured(before, move)) end_other(!before.side, move.to());
}

/// What leaves a corner, or with `by_arrivals` comes to one, ends the right of the other wing, and
/// not that of the corner.
template <bool by_arrivals>
void end_other_right(const Setup& before, Move move, Setup& made) {
  if (move.is_castle()) return;  // its to() is the rook's square, which the king does not enter
  const auto is_touched = [&](Square corner) {
    return move.from() == corner || (by_arrivals && move.to() == corner);
  };
  for (const Square corner : {a1, h1, a8, h8})
    if (is_touched(corner)) keep_right_of(corner, before, made);
  for (const Square corner : {a1, h1, a8, h8})
    if (is_touched(corner))
      made.castling[index(rank_of(corner) == 0 ? white : black)][file_of(corner) == 0 ? 1 : 0] =
          no_square;
}

constexpr std::string_view exchanged_corners =
    "the wings are exchanged in the table of rights by square, or in the tests of the corners";

constexpr MakeFault make_faults[] = {
    {{.part = part::castling_rights,
      .says = "a castling right stays when its rook is captured",
      .cause = cause::rights,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (ends_right_of_captured(before, move)) keep_right_of(move.to(), before, made);
          }},
     by_captor,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "a castling right stays when its rook moves",
      .cause = cause::rights,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (ends_right_of_moved(before, move)) keep_right_of(move.from(), before, made);
          }},
     by_moved_rook,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "the castling rights stay when the king moves",
      .cause = cause::rights,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (!move.is_castle()) keep_rights_of_king(before, move, made);
          }},
     by_king,
     needs_king},
    {{.part = part::castling_rights,
      .says = "the castling rights stay when the king castles",
      .cause = cause::rights,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_castle()) keep_rights_of_king(before, move, made);
          }},
     by_king,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "a castling right appears when its rook is captured and had none",
      .cause = cause::toggled,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_capture()) add_missing_right(!before.side, move.to(), before, made);
          }},
     by_captor,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "a castling right appears when a piece leaves the corner and there was none",
      .cause = cause::toggled,
      .make = [](const Setup& before, Move move,
                 Setup& made) { add_missing_right(before.side, move.from(), before, made); }},
     by_color,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "both castling rights go when one rook moves",
      .cause = cause::rights,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (ends_right_of_moved(before, move))
              end_rights(before.side, made, [](Square) { return false; });
          }},
     by_moved_rook},
    {{.part = part::castling_rights,
      .says = "the other rook's castling right goes, in place of its own, when a rook moves",
      .cause = exchanged_corners,
      .exchanges_rights = true,
      .make = end_other_rooks_right<false>},
     by_moved_rook,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "the other rook's castling right goes, in place of its own, when a rook moves or is "
              "captured",
      .cause = exchanged_corners,
      .exchanges_rights = true,
      .make = end_other_rooks_right<true>},
     {},
     needs_rook},
    {{.part = part::castling_rights,
      .says =
          "what leaves a corner ends the castling right of the other wing, not that of the corner",
      .cause = exchanged_corners,
      .exchanges_rights = true,
      .make = end_other_right<false>},
     by_wing_of_corner,
     needs_rook},
    {{.part = part::castling_rights,
      .says = "what leaves a corner or comes to it ends the castling right of the other wing, not "
              "that of the corner",
      .cause = exchanged_corners,
      .exchanges_rights = true,
      .make = end_other_right<true>},
     {},
     needs_rook},
    {{.part = part::castling_rights,
      .says = "both castling rights go when one rook is captured",
      .cause = cause::rights,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (ends_right_of_captured(before, move))
              end_rights(!before.side, made, [](Square) { return false; });
          }},
     by_captor},
    {{.part = part::en_passant_square,
      .says = "the e.p. square is not set",
      .cause = cause::en_passant,
      .make = [](const Setup&, Move, Setup& made) { made.en_passant = no_square; }},
     by_color},
    {{.part = part::en_passant_square,
      .says = "the e.p. square stays until the next double step",
      .cause = cause::en_passant,
      .sets_every_passed_square = true,
      .make =
          [](const Setup& before, Move, Setup& made) {
            if (made.en_passant == no_square) made.en_passant = before.en_passant;
          }},
     by_color,
     needs_rank},
    {{.part = part::en_passant_square,
      .says = "the e.p. square stays for one more move",
      .cause = cause::en_passant,
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
      .cause = cause::en_passant,
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
      .cause = cause::pieces,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_en_passant())
              made.squares[move.captured_on()] = before.squares[move.captured_on()];
          }},
     by_color,
     {},
     true},
    {{.part = part::pieces,
      .says = "a capture e.p. takes the piece beyond the e.p. square",
      .cause = cause::pieces,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (!move.is_en_passant()) return;
            made.squares[move.captured_on()] = before.squares[move.captured_on()];
            made.squares[forward(before.side, move.to())] = no_piece;
          }},
     by_color,
     {},
     true},
    {{.part = part::pieces,
      .says = "a capture e.p. takes what stands on the captor's right, whichever way it goes",
      .cause = cause::beside,
      .make = take_beside<1>},
     by_color,
     {},
     true},
    {{.part = part::pieces,
      .says = "a capture e.p. takes what stands on the captor's left, whichever way it goes",
      .cause = cause::beside,
      .make = take_beside<-1>},
     by_color,
     {},
     true},
    {{.part = part::pieces,
      .says = "a capture e.p. takes the captor off the board, not the captured pawn",
      .cause = cause::captor,
      .make = take_captor<false>},
     by_color,
     {},
     true},
    {{.part = part::pieces,
      .says = "a capture e.p. takes both pawns off the board",
      .cause = cause::captor,
      .make = take_captor<true>},
     by_color,
     {},
     true},
    {{.part = part::pieces,
      .says = "a captured piece stays on its square",
      .cause = cause::captured,
      .make = keep_captured},
     by_color_or_promotion,
     {},
     true},
    {{.part = part::pieces,
      .says = "a piece other than a pawn captures e.p.",
      .cause = cause::other_piece,
      .sets_every_passed_square = true,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            const PieceType type = type_of(before.squares[move.from()]);
            if (move.to() == before.en_passant && type != pawn && type != king)
              made.squares[forward(!before.side, move.to())] = no_piece;
          }},
     by_color,
     {},
     true},
    {{.part = part::pieces,
      .says = "while there is an e.p. square, any pawn that captures takes the piece behind its "
              "target, too",
      .cause = cause::other_target,
      .sets_every_passed_square = true,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (is_other_capture(before, move))
              made.squares[forward(!before.side, move.to())] = no_piece;
          }},
     by_color,
     {},
     true},
    {{.part = part::pieces,
      .says = "the rook does not move in castling",
      .cause = cause::pieces,
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_castle())
              std::swap(made.squares[move.to()],
                        made.squares[castled_rook(before.side, move.castling_side())]);
          }},
     by_color},
    {{.part = part::pieces,
      .says = "a rook of the other colour is placed on the board in castling",
      .cause = "the rook's colour is not that of the side that castles",
      .make =
          [](const Setup& before, Move move, Setup& made) {
            if (move.is_castle())
              made.squares[castled_rook(before.side, move.castling_side())] =
                  make_piece(!before.side, rook);
          }},
     by_color,
     {},
     true},
};

// ---- promotions ----

template <PieceType type>
void promote_to(const Setup& before, Move move, Setup& made) {
  made.squares[move.to()] = type == no_type ? no_piece : make_piece(before.side, type);
}

void promote_to_other_color(const Setup& before, Move move, Setup& made) {
  made.squares[move.to()] = make_piece(!before.side, move.promoted());
}

/// What a generator places in a promotion.
struct Placed {
  std::string_view says;
  void (*make)(const Setup& before, Move move, Setup& made);
  bool may_give_check;  ///< to its own king, or leave it in check
};

constexpr Placed placed_pieces[] = {
    {"nothing is placed on the board in a promotion", promote_to<no_type>, true},
    {"a pawn is placed on the board in a promotion", promote_to<pawn>, false},
    {"a queen is placed on the board in a promotion", promote_to<queen>, false},
    {"a rook is placed on the board in a promotion", promote_to<rook>, false},
    {"a bishop is placed on the board in a promotion", promote_to<bishop>, false},
    {"a knight is placed on the board in a promotion", promote_to<knight>, false},
    {"a piece of the other colour is placed on the board in a promotion", promote_to_other_color,
     true},
};

/// Whether a move promotes to one of these pieces, given by bits in the order of MoveKind.
template <unsigned pieces>
bool promotes(const Setup&, Move move) {
  return move.is_promotion() && ((pieces >> (static_cast<unsigned>(move.kind()) & 3)) & 1) != 0;
}
template <unsigned pieces, Color color>
bool promotes_for(const Setup& before, Move move) {
  return before.side == color && promotes<pieces>(before, move);
}

constexpr unsigned to_knight = 1, to_bishop = 2, to_rook = 4, to_queen = 8, to_all = 15;

template <unsigned pieces>
constexpr std::array<Form, 3> promotions(std::string_view text, std::string_view by_white,
                                         std::string_view by_black) {
  return {{{text, promotes<pieces>},
           {by_white, promotes_for<pieces, white>},
           {by_black, promotes_for<pieces, black>}}};
}

constexpr std::array<Form, 3> promotion_forms[] = {
    promotions<to_all>("", " by White", " by Black"),
    promotions<to_knight | to_bishop | to_rook>(" to a rook, bishop or knight",
                                                " to a rook, bishop or knight by White",
                                                " to a rook, bishop or knight by Black"),
    promotions<to_knight>(" to a knight", " to a knight by White", " to a knight by Black"),
    promotions<to_bishop>(" to a bishop", " to a bishop by White", " to a bishop by Black"),
    promotions<to_rook>(" to a rook", " to a rook by White", " to a rook by Black"),
    promotions<to_queen>(" to a queen", " to a queen by White", " to a queen by Black"),
};

void add_promotion_faults(std::vector<FaultModel>& models) {
  for (const Placed& placed : placed_pieces)
    for (const auto& forms : promotion_forms)
      for (const Form& form : forms)
        for (const bool tests_by_making : {false, true})
          if (!tests_by_making || placed.may_give_check)
            models.push_back({.part = part::pieces,
                              .says = placed.says,
                              .cause = promoted_cause,
                              .form = form.text,
                              .applies = form.applies,
                              .tests_by_making = tests_by_making,
                              .make = placed.make});
}

/// Each fault in general, then in its forms, each with all tests.
std::vector<FaultModel> all_make_models() {
  constexpr Omits no_tests[] = {nullptr};
  std::vector<FaultModel> models;
  for (const auto& [model, forms, tests, may_give_check] : make_faults)
    for (std::size_t i = 0; i <= forms.size(); ++i)
      for (const Omits omits : tests.empty() ? std::span<const Omits>(no_tests) : tests)
        for (const bool tests_by_making : {false, true})
          for (const bool sets_every_passed_square : {true, false}) {
            if (tests_by_making && !may_give_check) continue;
            if (sets_every_passed_square && !model.sets_every_passed_square) continue;
            FaultModel& added = models.emplace_back(model);
            added.omits = omits;
            added.tests_by_making = tests_by_making;
            added.sets_every_passed_square = sets_every_passed_square;
            if (i == 0) continue;
            added.form = forms[i - 1].text;
            added.applies = forms[i - 1].applies;
          }
  add_promotion_faults(models);
  return models;
}

}  // namespace

bool is_other_capture(const Setup& before, Move move) {
  return before.en_passant != no_square && type_of(before.squares[move.from()]) == pawn &&
         move.is_capture() && !move.is_en_passant();
}

std::span<const FaultModel> make_faults() {
  static const std::vector<FaultModel> models = all_make_models();
  return models;
}

}  // namespace plylab::perft::verify
