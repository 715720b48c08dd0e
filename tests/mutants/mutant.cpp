#include "tests/mutants/mutant.h"

#include <algorithm>
#include <stdexcept>

#include "gen/chess/board/keys.h"
#include "gen/chess/board/reference.h"

namespace plylab::chess::mutants {
namespace {

bool passed_by_double_step(Square square) { return rank_of(square) == 2 || rank_of(square) == 5; }

}  // namespace

std::string to_text(const Move& move, CastlingText castling) {
  const bool white_moves = rank_of(move.from) == 0;
  const Square to = move.deed == Deed::castling && castling == CastlingText::destination
                        ? castled_king(white_moves ? white : black, castling_side_of(move))
                        : move.to;
  std::string text = to_string(move.from) + to_string(to);
  if (move.promoted != no_type) text += letter(make_piece(black, move.promoted));
  return text;
}

Setup set_up_after(const Setup& before, const Setup& asked, Fault fault) {
  Setup setup = asked;
  if (fault != Fault::setup_keeps_rights) return setup;
  for (const unsigned color : {0U, 1U})
    for (const unsigned castling_side : {0U, 1U})
      if (Square& right = setup.castling[color][castling_side]; right == no_square)
        right = before.castling[color][castling_side];
  return setup;
}

Mutant::Mutant(const Setup& setup, Fault fault, const Form& form)
    : squares_(setup.squares),
      side_(fault == Fault::setup_ignores_side ? white : setup.side),
      en_passant_(passed_by_double_step(setup.en_passant) &&
                          fault != Fault::setup_ignores_ep_square &&
                          !(fault == Fault::setup_ignores_ep_square_on_a_file &&
                            file_of(setup.en_passant) == 0)
                      ? setup.en_passant
                      : no_square),
      halfmove_clock_(setup.halfmove_clock),
      fault_(fault),
      form_(form) {
  king_home_ = {find_king(white), find_king(black)};
  choose_rights(setup);
  for (int s = a1; s <= h8; ++s)
    key_ ^= key_of(squares_[static_cast<Square>(s)], static_cast<Square>(s));
  for (const auto& rooks : castling_)
    for (const Square rook_square : rooks) toggle_right(rook_square);
  toggle_en_passant();
  if (side_ == black && !has(Fault::key_ignores_side)) key_ ^= keys.black_to_move;
}

/// The rights that the FEN gives, as far as the generator understands them.
void Mutant::choose_rights(const Setup& setup) {
  for (const Color color : {white, black})
    for (const CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
      is_faulty_ = form_.includes(color, castling_side == CastlingSide::queenside ? a1 : h1);
      const Square stated = setup.castling[index(color)][index(castling_side)];
      Square right = castling_rook(stated, color, castling_side);
      if (has(Fault::setup_grants_all_rights) && setup.castling != no_castling &&
          right == no_square)
        right = rook_at_home(color, castling_side);
      castling_[index(color)][index(castling_side)] = right;
      ends_with_[index(color)][index(castling_side)] = rook_that_ends(right, color, setup.castling);
    }
  is_faulty_ = true;
}

/// The rook with which the right ends: its own.
Square Mutant::rook_that_ends(Square right, Color color, const CastlingRooks& stated) const {
  if (right == no_square || !has(Fault::right_bound_to_other_rook)) return right;
  const auto& with_right = stated[index(color)];
  for (int s = a1; s <= h8; ++s)
    if (const auto square = static_cast<Square>(s); squares_[square] == make_piece(color, rook) &&
                                                    square != with_right[0] &&
                                                    square != with_right[1])
      return square;
  return right;
}

/// The corner, if king and rook stand at home; else no_square.
Square Mutant::rook_at_home(Color color, CastlingSide castling_side) const {
  const int rank = color == white ? 0 : 7;
  const Square corner = make_square(castling_side == CastlingSide::queenside ? 0 : 7, rank);
  const bool is_at_home = king_home_[index(color)] == make_square(4, rank) &&
                          squares_[corner] == make_piece(color, rook);
  return is_at_home ? corner : no_square;
}

/// The rook that may castle where the FEN states this one, or none.
Square Mutant::castling_rook(Square stated, Color color, CastlingSide castling_side) const {
  const int edge_file = castling_side == CastlingSide::queenside ? 0 : 7;
  const Square king_square = king_home_[index(color)];
  const Piece own_rook = make_piece(color, rook);
  if (has(Fault::castling_without_right))
    if (const Square corner = rook_at_home(color, castling_side); corner != no_square)
      return corner;
  if (has(Fault::c960_rights_of_corners_only) && file_of(stated) != edge_file) return no_square;
  if (has(Fault::c960_innermost_rook) && stated != no_square && king_square != no_square) {
    const Direction outward = {castling_side == CastlingSide::queenside ? -1 : 1, 0};
    for (Square s = step(king_square, outward); s != no_square; s = step(s, outward))
      if (squares_[s] == own_rook) return s;
  }
  return stated;
}

bool Mutant::is_drawn() const {
  const auto earlier = std::count_if(history_.begin(), history_.end(),
                                     [&](const Undo& undo) { return undo.key == key_; });
  switch (active()) {
    case Fault::fifty_moves_end:
    case Fault::fifty_moves_count_once:
      return halfmove_clock_ >= 100;
    case Fault::third_repetition_ends:
      return earlier >= 2;
    case Fault::second_repetition_ends:
      return earlier >= 1;
    case Fault::insufficient_material_ends:
      return insufficient_material(squares_);
    default:
      return false;
  }
}

bool Mutant::counts_end() const {
  if (info(fault_).family != Family::ends || find_king(side_) == no_square) return false;
  const bool is_check = attackers(squares_, find_king(side_), !side_).any();
  return fault_ == (is_check ? Fault::checkmate_counts_once : Fault::stalemate_counts_once) &&
         form_.includes(side_, find_king(side_));
}

std::vector<Move> Mutant::moves() const {
  if (form_.is_whole() || fault_ == Fault::none) return list();
  Mutant wrong = *this, right = *this;
  wrong.is_faulty_ = true;
  right.is_faulty_ = false;
  std::vector<Move> moves = wrong.list();
  std::erase_if(moves, [&](const Move& move) { return !form_.includes(side_, move.to); });
  for (const Move& move : right.list())
    if (!form_.includes(side_, move.to)) moves.push_back(move);
  return moves;
}

/// All moves by the one code, that with the fault or that without it.
std::vector<Move> Mutant::list() const {
  std::vector<Move> list = pseudo_legal();
  if (fault_of_tests() != Fault::none && is_faulty_) {
    Mutant board = board_for_tests();
    std::erase_if(list, [&](const Move& move) { return !board.passes_test(move); });
    return list;
  }
  const Danger threat = danger();
  std::erase_if(list, [&](const Move& move) { return !legal(move, threat); });
  return list;
}

/// All moves, whether or not they leave the king safe; none if the game is drawn.
std::vector<Move> Mutant::pseudo_legal() const {
  std::vector<Move> list;
  if (is_drawn() && !has(Fault::fifty_moves_count_once)) return list;
  if (has(Fault::four_queens_crash) &&
      std::count(squares_.begin(), squares_.end(), make_piece(side_, queen)) > 3)
    throw std::length_error("too many queens");
  list.reserve(64);
  for (int s = a1; s <= h8; ++s) {
    const auto from = static_cast<Square>(s);
    if (!holds(from, side_)) continue;
    type_on(from) == pawn ? pawn_moves(from, list) : piece_moves(from, list);
  }
  castle(CastlingSide::queenside, list);
  castle(CastlingSide::kingside, list);
  return list;
}

Setup Mutant::setup() const {
  return {.squares = squares_, .side = side_, .castling = castling_, .en_passant = en_passant_};
}

Square Mutant::find_king(Color color) const {
  for (int s = a1; s <= h8; ++s)
    if (squares_[static_cast<Square>(s)] == make_piece(color, king)) return static_cast<Square>(s);
  return no_square;
}

/// What the piece adds to the key.
Key Mutant::key_of(Piece piece, Square square) const {
  if (has(Fault::key_ignores_color) && piece != no_piece) piece = make_piece(white, type_of(piece));
  return keys.piece[piece][square];
}

void Mutant::toggle_right(Square rook_square) {
  if (rook_square != no_square && !has(Fault::key_ignores_castling_rights))
    key_ ^= keys.castling[rook_square];
}

void Mutant::toggle_en_passant() {
  const bool ignored =
      has(Fault::key_ignores_ep_square) || has(Fault::key_ignores_ep_square_below_root);
  if (en_passant_ != no_square && !ignored)
    key_ ^= keys.en_passant[static_cast<unsigned>(file_of(en_passant_))];
}

// ---- making moves and taking them back ----

void Mutant::make(const Move& move) {
  if (fault_ == Fault::test_loses_ep_victim) lose_en_passant_victims();
  if (fault_of_tests() != Fault::none) leave_as_tests_do();
  history_.push_back({.move = move,
                      .piece = squares_[move.from],
                      .castling = castling_,
                      .en_passant = en_passant_,
                      .halfmove_clock = halfmove_clock_,
                      .key = key_});
  Undo& undo = history_.back();
  is_faulty_ = form_.includes(side_, move.to);
  move.deed == Deed::castling ? make_castling(undo) : make_plain(undo);
  update_rights(undo);
  update_en_passant(undo);
  const bool irreversible = type_of(undo.piece) == pawn || undo.captured_on != no_square;
  halfmove_clock_ = irreversible ? 0 : halfmove_clock_ + 1;
  if (!has(Fault::key_ignores_side)) key_ ^= keys.black_to_move;
  side_ = !side_;
}

/// The fault with which moves are taken back in tests; none if they are not tested by making them,
/// or taken back rightly.
Fault Mutant::fault_of_tests() const {
  switch (fault_) {
    case Fault::test_keeps_castled_rook:
      return Fault::unmake_keeps_castled_rook;
    case Fault::test_keeps_promoted_piece:
      return Fault::unmake_keeps_promoted_piece;
    case Fault::test_forgets_promotion_capture:
      return Fault::unmake_forgets_promotion_capture;
    case Fault::test_moves_ep_victim:
      return Fault::unmake_moves_ep_victim;
    default:
      return Fault::none;
  }
}

/// The same position, on which moves are made and taken back with the fault of the tests.
Mutant Mutant::board_for_tests() const {
  Mutant board = *this;
  board.fault_ = fault_of_tests();
  board.history_.clear();
  return board;
}

/// Makes a move and takes it back. Returns whether it leaves the king safe; a piece that an earlier
/// test has moved has no moves.
bool Mutant::passes_test(const Move& move) {
  if (!holds(move.from, side_)) return false;
  const Color color = side_;
  make(move);
  const Square king_square = find_king(color);
  const bool is_safe = king_square == no_square || attackers(squares_, king_square, !color).none();
  unmake();
  return is_safe;
}

/// Leaves the board as the tests of all moves do.
void Mutant::leave_as_tests_do() {
  Mutant board = board_for_tests();
  for (const Move& move : pseudo_legal()) board.passes_test(move);
  squares_ = board.squares_;
}

/// What is left of the position once the moves to be made from it have been tested.
void Mutant::lose_en_passant_victims() {
  for (const Move& move : moves())
    if (move.deed == Deed::en_passant && form_.includes(side_, move.to)) lift(victim_square(move));
}

/// Takes what stands on a square off the board and out of the key.
Piece Mutant::lift(Square square) {
  const Piece piece = squares_[square];
  key_ ^= key_of(piece, square);
  squares_[square] = no_piece;
  return piece;
}

void Mutant::put(Piece piece, Square square) {
  lift(square);
  key_ ^= key_of(piece, square);
  squares_[square] = piece;
}

void Mutant::make_castling(Undo& undo) {
  const Move& move = undo.move;
  const Square kings_goal = king_goal(side_, castling_side_of(move));
  const Square rooks_goal = rook_goal(side_, castling_side_of(move));
  const Piece own_rook = make_piece(side_, rook);
  undo.captured = squares_[move.to];
  if (has(Fault::c960_overlap_erases)) {
    put(undo.piece, kings_goal);
    put(own_rook, rooks_goal);
    lift(move.from);
    lift(move.to);
    return;
  }
  lift(move.from);
  if (!has(Fault::castled_rook_stays)) lift(move.to);
  put(undo.piece, kings_goal);
  if (!has(Fault::castled_rook_stays)) put(own_rook, rooks_goal);
  if (has(Fault::key_forgets_castled_rook))
    key_ ^= key_of(own_rook, move.to) ^ key_of(own_rook, rooks_goal);
}

void Mutant::make_plain(Undo& undo) {
  const Move& move = undo.move;
  const Square victim = victim_square(move);
  const bool stays = victim != move.to && has(Fault::ep_victim_stays);
  if (!stays && squares_[victim] != no_piece) {
    undo.captured = lift(victim);
    undo.captured_on = victim;
    if (has(Fault::key_keeps_captured_piece)) key_ ^= key_of(undo.captured, victim);
  }
  const Square behind = step(move.to, -forward(side_));
  if (has(Fault::ep_by_any_capture) && en_passant_ != no_square && victim == move.to &&
      undo.captured != no_piece && type_on(move.from) == pawn && squares_[behind] != no_piece) {
    undo.also_captured = lift(behind);
    undo.also_captured_on = behind;
  }
  if (has(Fault::ep_by_any_move) && en_passant_ != no_square && move.deed != Deed::en_passant) {
    const Square passing = step(en_passant_, -forward(side_));
    if (squares_[passing] != no_piece) {
      undo.also_captured = lift(passing);
      undo.also_captured_on = passing;
    }
  }
  const Piece piece = lift(move.from);
  const bool promotes = move.promoted != no_type && !has(Fault::promotion_leaves_pawn);
  const Color color = has(Fault::promotion_changes_color) ? !side_ : side_;
  put(promotes ? make_piece(color, move.promoted) : piece, move.to);
  if (promotes && has(Fault::key_keeps_promoted_pawn))
    key_ ^= key_of(squares_[move.to], move.to) ^ key_of(piece, move.to);
}

/// Where the piece stands that a move takes: on the move's goal, but in captures e.p. beside it.
Square Mutant::victim_square(const Move& move) const {
  const bool by_any_piece =
      has(Fault::ep_by_any_piece) && move.to == en_passant_ && move.from != find_king(side_);
  // An engine that tells a capture e.p. by the e.p. square does not know it without.
  const bool unknown = has(Fault::unmake_keeps_ep_square) && move.to != en_passant_;
  if ((move.deed != Deed::en_passant && !by_any_piece) || unknown) return move.to;
  if (has(Fault::ep_takes_right)) {
    const Square beside = step(move.from, {1, 0});
    return beside == no_square ? move.to : beside;
  }
  const Direction towards = has(Fault::ep_takes_beyond) ? forward(side_) : -forward(side_);
  return step(move.to, towards);
}

/// A right goes when its king moves, and when its rook moves or is captured.
void Mutant::update_rights(const Undo& undo) {
  const CastlingRooks before = castling_;
  for (const Color color : {white, black})
    for (const unsigned castling_side : {0U, 1U}) {
      if (before[index(color)][castling_side] == no_square) continue;
      const Square rook_square = ends_with_[index(color)][castling_side];
      is_faulty_ = form_.includes(color, before[index(color)][castling_side]);
      Square& right = castling_[index(color)][castling_side];
      Square& other = castling_[index(color)][1 - castling_side];
      if (color == side_ && type_of(undo.piece) == king) {
        if (king_loses_rights(undo.move)) right = no_square;
      } else if (rook_square == undo.move.from) {
        if (moved_rook_loses_right(color)) right = no_square;
        if (has(Fault::rook_move_loses_both_rights) || has(Fault::rook_move_loses_other_right) ||
            has(Fault::rights_of_wings_exchanged))
          other = no_square;
      }
      if (rook_square == undo.captured_on) {
        const PieceType captor = type_of(undo.piece);
        if (color != side_) is_faulty_ = is_faulty_ && form_.captor.value_or(captor) == captor;
        if (captured_rook_loses_right(undo.move)) right = no_square;
        if (has(Fault::rook_capture_loses_both_rights) || has(Fault::rights_of_wings_exchanged))
          other = no_square;
      }
    }
  toggle_right_of_captured(undo, before);
  for (const Color color : {white, black})
    for (const unsigned castling_side : {0U, 1U}) {
      const Square rook_square = before[index(color)][castling_side];
      if (rook_square != no_square) is_faulty_ = form_.includes(color, rook_square);
      const bool moved = rook_square == undo.move.from;
      if (rook_square != castling_[index(color)][castling_side] &&
          !(moved && has(Fault::key_keeps_right_of_moved_rook)))
        toggle_right(rook_square);
    }
  is_faulty_ = form_.includes(side_, undo.move.to);
}

/// Gives a rook in its corner that is captured the right that it did not have.
void Mutant::toggle_right_of_captured(const Undo& undo, const CastlingRooks& before) {
  const Square corner = undo.captured_on;
  is_faulty_ = corner != no_square && form_.includes(!side_, corner);
  if (!has(Fault::rook_capture_toggles_right) || type_of(undo.captured) != rook) return;
  if (rank_for(!side_, corner) != 0 || (file_of(corner) != 0 && file_of(corner) != 7)) return;
  const unsigned castling_side = file_of(corner) == 7 ? 1 : 0;
  if (before[index(!side_)][castling_side] != no_square) return;
  castling_[index(!side_)][castling_side] = corner;
  toggle_right(corner);
}

bool Mutant::king_loses_rights(const Move& move) const {
  return move.deed == Deed::castling
             ? !has(Fault::castling_keeps_rights)
             : !has(Fault::king_move_keeps_rights) && !has(Fault::returned_king_castles);
}

bool Mutant::moved_rook_loses_right(Color color) const {
  return !has(Fault::rook_move_keeps_right) && !has(Fault::returned_rook_castles) &&
         !has(Fault::rook_move_loses_other_right) && !has(Fault::rights_of_wings_exchanged) &&
         !(color == black && has(Fault::returned_black_rook_castles));
}

bool Mutant::captured_rook_loses_right(const Move& move) const {
  return !has(Fault::rook_capture_keeps_right) && !has(Fault::other_rook_inherits_right) &&
         !has(Fault::rights_of_wings_exchanged) &&
         !(move.promoted != no_type && has(Fault::promotion_capture_keeps_right));
}

void Mutant::update_en_passant(const Undo& undo) {
  const Move& move = undo.move;
  const bool single_step = type_of(undo.piece) == pawn && file_of(move.from) == file_of(move.to);
  const bool was_for_us = en_passant_ != no_square && rank_for(side_, en_passant_) == 5;
  toggle_en_passant();
  if (move.deed == Deed::double_step && !has(Fault::ep_never_set)) {
    en_passant_ = step(move.from, forward(side_));
  } else if (single_step && has(Fault::ep_after_single_step)) {
    en_passant_ = move.from;
  } else if (!has(Fault::ep_never_cleared) && !(was_for_us && has(Fault::ep_kept_a_ply_longer))) {
    en_passant_ = no_square;
  }
  toggle_en_passant();
}

void Mutant::unmake() {
  const Undo undo = history_.back();
  history_.pop_back();
  const Move& move = undo.move;
  const bool en_passant = move.deed == Deed::en_passant;
  is_faulty_ = form_.includes(color_of(undo.piece), move.to);
  if (!(en_passant && has(Fault::unmake_keeps_side))) side_ = !side_;
  if (!has(Fault::unmake_keeps_castling_rights)) castling_ = undo.castling;
  if (!has(Fault::unmake_keeps_ep_square)) en_passant_ = undo.en_passant;
  halfmove_clock_ = undo.halfmove_clock;
  if (!has(Fault::key_not_restored)) key_ = undo.key;
  if (move.deed == Deed::castling) {
    unmake_castling(undo);
    return;
  }
  const bool stays_promoted = move.promoted != no_type && has(Fault::unmake_keeps_promoted_piece);
  squares_[move.from] = stays_promoted ? squares_[move.to] : undo.piece;
  squares_[move.to] = no_piece;
  if (undo.captured != no_piece) put_back(undo);
  if (undo.also_captured != no_piece) squares_[undo.also_captured_on] = undo.also_captured;
}

/// Puts the captured piece where it was.
void Mutant::put_back(const Undo& undo) {
  const bool en_passant = undo.move.deed == Deed::en_passant;
  if (has(Fault::unmake_forgets_capture) && !en_passant) return;
  if (has(Fault::unmake_forgets_promotion_capture) && undo.move.promoted != no_type) return;
  if (has(Fault::unmake_forgets_ep_victim) && en_passant) return;
  const Color color =
      has(Fault::unmake_changes_color) ? color_of(undo.piece) : color_of(undo.captured);
  const bool astray = en_passant && has(Fault::unmake_moves_ep_victim);
  squares_[astray ? undo.move.to : undo.captured_on] = make_piece(color, type_of(undo.captured));
}

void Mutant::unmake_castling(const Undo& undo) {
  const Square kings_goal = king_goal(side_, castling_side_of(undo.move));
  const Square rooks_goal = rook_goal(side_, castling_side_of(undo.move));
  const bool rook_stays = has(Fault::unmake_keeps_castled_rook) || has(Fault::castled_rook_stays);
  const auto clear = [&] {
    squares_[kings_goal] = no_piece;
    if (!rook_stays) squares_[rooks_goal] = no_piece;
  };
  if (!has(Fault::c960_unmake_overlap_erases)) clear();
  if (!rook_stays) squares_[undo.move.to] = undo.captured;
  squares_[undo.move.from] = undo.piece;
  if (has(Fault::c960_unmake_overlap_erases)) clear();
}

}  // namespace plylab::chess::mutants
