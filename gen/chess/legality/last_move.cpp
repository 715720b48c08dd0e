#include "gen/chess/legality/last_move.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"
#include "gen/chess/legality/army.h"

namespace plylab::chess {
namespace {

/// In the order of the promotions in MoveKind.
constexpr PieceType officers[] = {knight, bishop, rook, queen};

/// Lists the possible last moves of one side.
class Collector {
 public:
  Collector(const Setup& setup, const StartingArray& array)
      : setup_(setup),
        array_(array),
        us_(!setup.side),
        enemy_can_have_lost_one_(count_pieces(setup, array, setup.side).missing() > 0),
        had_spare_pawn_(count_pieces(setup, array, us_).missing_pawns() > 0) {}

  std::vector<Retraction> collect() {
    for (int s = a1; s <= h8; ++s) {
      const auto to = static_cast<Square>(s);
      if (setup_.squares[to] == no_piece || color_of(setup_.squares[to]) != us_) continue;
      if (type_of(setup_.squares[to]) == pawn) {
        pawn_moves(to);
      } else if (!keeps_right(to)) {
        officer_moves(to);
        if (rank_for(us_, to) == 7 && had_spare_pawn_) promotions(to);
      }
    }
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside})
      castlings(castling_side);
    return std::move(found_);
  }

 private:
  bool is_empty(Square square) const {
    return square != no_square && setup_.squares[square] == no_piece;
  }
  static Square at(Square from, int file, int rank) {
    const int f = file_of(from) + file, r = rank_of(from) + rank;
    return f < 0 || f > 7 || r < 0 || r > 7 ? no_square : make_square(f, r);
  }
  int back() const { return us_ == white ? -1 : 1; }

  /// Whether a castling right shows that the king or rook has not moved.
  bool keeps_right(Square square) const {
    const auto& rights = setup_.castling[index(us_)];
    if (type_of(setup_.squares[square]) == king)
      return rights[0] != no_square || rights[1] != no_square;
    return square == rights[0] || square == rights[1];
  }

  void quiet(Square from, Square to, MoveKind kind = MoveKind::quiet) {
    found_.push_back({Move(from, to, kind)});
  }
  void captures(Square from, Square to, MoveKind kind = MoveKind::capture) {
    if (!enemy_can_have_lost_one_) return;
    for (PieceType type : officers) found_.push_back({Move(from, to, kind), type});
    if (rank_of(to) != 0 && rank_of(to) != 7) found_.push_back({Move(from, to, kind), pawn});
  }

  void officer_moves(Square to) {
    const PieceType type = type_of(setup_.squares[to]);
    for (int file = -2; file <= 2; ++file)
      for (int rank = -2; rank <= 2; ++rank) {
        const int distance = std::abs(file) + std::abs(rank);
        const bool jump = distance == 3;
        const bool step = distance > 0 && std::abs(file) < 2 && std::abs(rank) < 2;
        const bool slides =
            type == queen || (type == rook && distance == 1) || (type == bishop && distance == 2);
        if (type == knight ? !jump : !step || !(slides || type == king)) continue;
        for (Square from = at(to, file, rank); is_empty(from); from = at(from, file, rank)) {
          quiet(from, to);
          captures(from, to);
          if (!slides) break;
        }
      }
  }

  void pawn_moves(Square to) {
    const int rank = rank_for(us_, to);
    if (rank == 1) return;
    const Square one = at(to, 0, back());
    if (is_empty(one)) {
      quiet(one, to);
      if (rank == 3 && is_empty(at(one, 0, back())))
        quiet(at(one, 0, back()), to, MoveKind::double_push);
    }
    for (int side : {-1, 1}) {
      const Square from = at(to, side, back());
      if (!is_empty(from)) continue;
      captures(from, to);
      if (rank == 5 && enemy_can_have_lost_one_ && is_empty(one) && is_empty(at(to, 0, -back())))
        found_.push_back({Move(from, to, MoveKind::en_passant), pawn});
    }
  }

  void promotions(Square to) {
    const auto* const place =
        std::find(std::begin(officers), std::end(officers), type_of(setup_.squares[to]));
    if (place == std::end(officers)) return;
    const auto kind = [&](MoveKind first) {
      return static_cast<MoveKind>(static_cast<int>(first) + (place - std::begin(officers)));
    };
    for (int side : {-1, 0, 1}) {
      const Square from = at(to, side, back());
      if (!is_empty(from)) continue;
      if (side == 0)
        quiet(from, to, kind(MoveKind::to_knight));
      else
        captures(from, to, kind(MoveKind::capture_to_knight));
    }
  }

  /// Adds castling moves for which king and rook can have started on their original squares.
  void castlings(CastlingSide castling_side) {
    if (setup_.castling[index(us_)] != no_castling[index(us_)]) return;
    const Square kings = castled_king(us_, castling_side), rooks = castled_rook(us_, castling_side);
    if (setup_.squares[kings] != make_piece(us_, king) ||
        setup_.squares[rooks] != make_piece(us_, rook))
      return;
    const bool queenside = castling_side == CastlingSide::queenside;
    const auto is_free = [&](Square home) {
      return is_empty(home) || home == kings || home == rooks;
    };
    for (int king_file = 0; king_file < 8; ++king_file)
      for (int rook_file = 0; rook_file < 8; ++rook_file) {
        const Square king_home = home_square(us_, king_file),
                     rook_home = home_square(us_, rook_file);
        if (array_.can_have(king, king_file) && array_.can_have(rook, rook_file) &&
            king_file != rook_file && queenside == (rook_file < king_file) && is_free(king_home) &&
            is_free(rook_home))
          quiet(king_home, rook_home,
                queenside ? MoveKind::castle_queenside : MoveKind::castle_kingside);
      }
  }

  const Setup& setup_;
  const StartingArray& array_;
  Color us_;
  bool enemy_can_have_lost_one_;
  bool had_spare_pawn_;
  std::vector<Retraction> found_;
};

/// Whether the enemy can just have made the double step before an e.p. capture: its pawn stood on
/// its starting square, and our king was not in check before.
bool double_step_was_legal(const Setup& setup) {
  Squares squares = setup.squares;
  const Square passed = forward(!setup.side, setup.en_passant);
  std::swap(squares[passed], squares[forward(setup.side, setup.en_passant)]);
  return !in_check(squares, setup.side);
}

}  // namespace

std::vector<Retraction> retractions(const Setup& setup, const StartingArray& array) {
  assert(find_king(setup.squares, white) != no_square);
  assert(find_king(setup.squares, black) != no_square);
  return Collector(setup, array).collect();
}

Setup before(const Setup& setup, const Retraction& retraction) {
  const Move move = retraction.move;
  Setup previous = setup;
  previous.side = !setup.side;
  previous.en_passant = move.is_en_passant() ? move.to() : no_square;
  previous.halfmove_clock = 0;
  const Color us = previous.side;
  Squares& squares = previous.squares;
  if (move.is_castle()) {
    squares[castled_king(us, move.castling_side())] = no_piece;
    squares[castled_rook(us, move.castling_side())] = no_piece;
    squares[move.from()] = make_piece(us, king);
    squares[move.to()] = make_piece(us, rook);
    previous.castling[index(us)][index(move.castling_side())] = move.to();
    return previous;
  }
  squares[move.from()] = move.is_promotion() ? make_piece(us, pawn) : squares[move.to()];
  squares[move.to()] = no_piece;
  if (move.is_capture()) squares[move.captured_on()] = make_piece(setup.side, retraction.captured);
  return previous;
}

bool was_legal(const Setup& previous, Move move) {
  if (in_check(previous.squares, !previous.side)) return false;
  if (move.is_en_passant()) return double_step_was_legal(previous);
  if (!move.is_castle()) return true;
  const auto moves = pseudo_legal_moves(previous);  // castling only where it is legal
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

// ---- judging the last move

namespace {

/// The square that the double step passed.
Square passed_by(const Setup& setup, Move move) { return forward(!setup.side, move.from()); }

/// The kind of issue if the FEN's clock or e.p. square contradicts this last move; otherwise
/// nullptr.
const char* contradiction(const Setup& setup, Move move) {
  const bool double_step = move.kind() == MoveKind::double_push;
  if (setup.en_passant != no_square)
    return double_step && passed_by(setup, move) == setup.en_passant ? nullptr : "en_passant";
  const bool resets_clock =
      move.is_capture() || move.is_promotion() || type_of(setup.squares[move.to()]) == pawn;
  if (setup.halfmove_clock > 0 && resets_clock) return "halfmove_clock";
  if (double_step && en_passant_is_legal(setup.squares, setup.side, passed_by(setup, move)))
    return "en_passant_missing";
  return nullptr;
}

LegalityIssue contradicted(const Setup& setup, const std::string& kind, Move move) {
  const auto suspicious = [&](std::string what) {
    return LegalityIssue{Legality::suspicious, kind, std::move(what)};
  };
  if (kind == "halfmove_clock")
    return suspicious(
        fmt::format("the halfmove clock is {}, but {}'s last move must have been a capture or a "
                    "pawn move",
                    setup.halfmove_clock, name(!setup.side)));
  return suspicious(
      fmt::format("{}'s last move must have been the double step from {} to {}, but the e.p. "
                  "square {} is not stated",
                  name(!setup.side), to_string(move.from()), to_string(move.to()),
                  to_string(passed_by(setup, move))));
}

LegalityIssue no_double_step(const Setup& setup) {
  const Square from = forward(setup.side, setup.en_passant),
               to = forward(!setup.side, setup.en_passant);
  const Setup previous = before(setup, {Move(from, to, MoveKind::double_push)});
  return {Legality::suspicious, "en_passant",
          fmt::format("{}'s last move cannot have been the double step past the e.p. square {}{}",
                      name(!setup.side), to_string(setup.en_passant),
                      in_check(previous.squares, setup.side)
                          ? fmt::format(": {} was in check already", name(setup.side))
                          : "")};
}

LegalityIssue no_last_move(const Setup& setup) {
  const auto squares = attackers(setup.squares, find_king(setup.squares, setup.side), !setup.side);
  const std::string_view mover = name(!setup.side);
  if (squares.empty())
    return {Legality::suspicious, "last_move",
            fmt::format("no move of {} can have led to this position", mover)};
  if (squares.size() == 1)
    return {Legality::suspicious, "check",
            fmt::format("no last move of {} gives check from {}", mover, listed(squares))};
  if (squares.size() == 2)
    return {Legality::suspicious, "double_check",
            fmt::format("no last move of {} gives check from both {}", mover, listed(squares))};
  return {Legality::suspicious, "triple_check",
          fmt::format("{} is in check from {} at once", name(setup.side), listed(squares))};
}

}  // namespace

std::vector<LegalityIssue> judge_last_move(const Setup& setup, const StartingArray& array) {
  const bool material_is_sound = judge_material(setup, array).empty();
  std::optional<LegalityIssue> but_for_the_fields;
  for (const Retraction& retraction : retractions(setup, array)) {
    const Setup previous = before(setup, retraction);
    if (!was_legal(previous, retraction.move)) continue;
    if (material_is_sound && !judge_material(previous, array).empty()) continue;
    const char* kind = contradiction(setup, retraction.move);
    if (kind == nullptr) return {};
    if (setup.en_passant == no_square)
      but_for_the_fields = contradicted(setup, kind, retraction.move);
  }
  if (setup.en_passant != no_square) return {no_double_step(setup)};
  return {but_for_the_fields ? *but_for_the_fields : no_last_move(setup)};
}

}  // namespace plylab::chess
