#include "perft/verify/state_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"
#include "gen/chess/text.h"
#include "perft/verify/fault_models.h"
#include "perft/verify/make_faults.h"
#include "perft/verify/simulation.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

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

/// All combinations of castling rights in which those for some rooks are other than they should be,
/// those with the fewest wrong ones first: `rook_of` gives the rook's square by colour and side, or
/// no_square.
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
  std::ranges::stable_sort(states, {}, [&](const Setup& believed) {
    return number_of_wrong_rights(believed, path.position);
  });
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

/// A right belongs to another rook of its side, on the same side of the king, perhaps after it
/// should be gone.
bool each_other_rook(const PathEnd& path, const TryState& try_state) {
  for (const Color color : {white, black})
    for (const CastlingSide castling_side : {CastlingSide::kingside, CastlingSide::queenside}) {
      const Square right = path.start.castling[index(color)][index(castling_side)];
      const Square king_square = find_king(path.position.squares, color);
      if (right == no_square || king_square != find_king(path.start.squares, color)) continue;
      const int step = castling_side == CastlingSide::kingside ? 1 : -1;
      for (int file = file_of(king_square) + step; file >= 0 && file <= 7; file += step) {
        const Square other = make_square(file, rank_of(king_square));
        if (other == right || path.start.squares[other] != make_piece(color, rook) ||
            path.position.squares[other] != make_piece(color, rook))
          continue;
        Setup believed = path.position;
        believed.castling[index(color)][index(castling_side)] = other;
        const auto sentence = [&] {
          const std::string is = to_string(other), should = to_string(right);
          const char letter_of_right = letter(color, castling_side);
          if (path.position.castling[index(color)][index(castling_side)] == no_square)
            return fmt::format(
                "castling right {} should be gone with the rook on {}, but is taken for that of "
                "the rook on {}",
                letter_of_right, should, is);
          return fmt::format("castling right {} should be that of the rook on {}, not on {}",
                             letter_of_right, should, is);
        };
        if (try_state(believed, sentence)) return true;
      }
    }
  return false;
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
  // That of the FEN or of a double step, or one on the file of the last move.
  const auto is_likely = [&](Square square) {
    if (square == path.start.en_passant) return true;
    if (path.steps.empty()) return false;
    const Move last = path.steps.back().move;
    return file_of(square) == file_of(last.from()) || file_of(square) == file_of(last.to()) ||
           std::ranges::any_of(path.steps, [&](const Step& step) {
             return step.move.kind() == MoveKind::double_push &&
                    square == forward(step.before.side, step.move.from());
           });
  };
  if (stops_at(no_square)) return true;
  for (int s = a2; s <= h7; ++s)
    if (const auto square = static_cast<Square>(s); path.position.squares[square] == no_piece &&
                                                    (!path.only_counted || is_likely(square)) &&
                                                    stops_at(square))
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
    const Square kings = castled_king(step.before.side, step.move.castling_side());
    Setup exchanged = path.position;
    std::swap(exchanged.squares[target], exchanged.squares[kings]);
    const bool are_there = exchanged.squares[target] == make_piece(step.before.side, king) &&
                           exchanged.squares[kings] == make_piece(step.before.side, rook);
    if (are_there && try_state(exchanged, [&] {
          return fmt::format(
              "in castling the king should have gone to {} and the rook to {}, not "
              "the other way round",
              to_string(kings), to_string(target));
        }))
      return true;
    std::vector<Square> others = {step.move.to(), step.move.from()};
    for (int file = 0; file < 8; ++file) others.push_back(make_square(file, rank_of(target)));
    for (const Square other : others) {
      if (path.position.squares[other] != no_piece) continue;
      Setup believed = path.position;
      std::swap(believed.squares[target], believed.squares[other]);
      if (try_state(believed, [&] {
            return step.move.to() == target
                       ? fmt::format("the rook should have stayed on {} in castling",
                                     to_string(target))
                       : fmt::format("the rook should have gone from {} to {} in castling",
                                     to_string(step.move.to()), to_string(target));
          }))
        return true;
    }
  }
  return false;
}

/// The move, made in `before`, has taken the piece on the square as if it were a capture e.p.
bool tries_capture(const PathEnd& path, const Setup& before, Move move, Square victim,
                   const TryState& try_state) {
  Setup believed = path.position;
  believed.squares[victim] = no_piece;
  return believed != path.position && try_state(believed, [&] {
           return fmt::format("the {} should still stand on {}: {} is no capture e.p.",
                              name(before.squares[victim]), to_string(victim),
                              long_text(before, move));
         });
}

/// Whether visit(step, passed) is true of a step. `passed` is the e.p. square of a program that
/// sets it after each double step, whether or not a pawn can capture there; many do.
bool any_step(const PathEnd& path, auto&& visit) {
  Square passed = path.steps.empty() ? no_square : path.steps.front().before.en_passant;
  for (const Step& step : path.steps) {
    const Square next = step.move.kind() == MoveKind::double_push
                            ? forward(step.before.side, step.move.from())
                            : no_square;
    if (visit(step, std::exchange(passed, next))) return true;
  }
  return false;
}

/// A piece other than a pawn that moves to the e.p. square captures the pawn that has passed it.
bool each_capture_by_other_piece(const PathEnd& path, const TryState& try_state) {
  return any_step(path, [&](const Step& step, Square passed) {
    return step.move.to() == passed && !step.move.is_en_passant() &&
           tries_capture(path, step.before, step.move, forward(!step.before.side, passed),
                         try_state);
  });
}

/// A pawn's capture while there is an e.p. square takes the piece behind its target, too.
bool each_capture_taken_for_en_passant(const PathEnd& path, const TryState& try_state) {
  return any_step(path, [&](const Step& step, Square passed) {
    Setup before = step.before;
    before.en_passant = passed;
    return is_other_capture(before, step.move) &&
           tries_capture(path, before, step.move, forward(!before.side, step.move.to()), try_state);
  });
}

/// Without an e.p. square, a pawn that captures on a corner takes the piece behind it, too, as if
/// the corner were the e.p. square.
bool each_corner_taken_for_passed_square(const PathEnd& path, const TryState& try_state) {
  return any_step(path, [&](const Step& step, Square passed) {
    const Square to = step.move.to();
    return passed == no_square && (to == a1 || to == h8 || to == a8 || to == h1) &&
           type_of(step.before.squares[step.move.from()]) == pawn && step.move.is_capture() &&
           tries_capture(path, step.before, step.move, forward(!step.before.side, to), try_state);
  });
}

/// Any move while there is an e.p. square takes the pawn that has passed it, as if it were the
/// capture e.p.
bool each_move_taken_for_en_passant(const PathEnd& path, const TryState& try_state) {
  return any_step(path, [&](const Step& step, Square passed) {
    if (passed == no_square || step.move.is_en_passant()) return false;
    const Square victim = forward(!step.before.side, passed);
    return step.move.to() != victim &&
           tries_capture(path, step.before, step.move, victim, try_state);
  });
}

/// A capture e.p. has taken the captor off the board, not the captured pawn.
bool each_captor_taken(const PathEnd& path, const TryState& try_state) {
  return std::ranges::any_of(path.steps, [&](const Step& step) {
    const Square to = step.move.to(), taken = step.move.captured_on();
    Setup believed = path.position;
    if (!step.move.is_en_passant() || path.position.squares[taken] != no_piece ||
        path.position.squares[to] != step.after.squares[to])
      return false;
    believed.squares[to] = no_piece;
    believed.squares[taken] = step.before.squares[taken];
    return try_state(believed, [&] {
      return fmt::format("{} has taken the pawn on {} off the board, not that on {}",
                         long_text(step.before, step.move), to_string(to), to_string(taken));
    });
  });
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

/// A pawn still stands where the path has promoted one.
bool each_unpromoted_pawn(const PathEnd& path, const TryState& try_state) {
  return std::ranges::any_of(path.steps, [&](const Step& step) {
    const Square to = step.move.to();
    return step.move.is_promotion() && path.position.squares[to] == step.after.squares[to] &&
           tries_square(path, to, make_piece(step.before.side, pawn), try_state);
  });
}

/// Whether a pawn may be taken to stand on the square: not where no pawn can be, unless one has
/// just been promoted there.
bool may_hold_pawn(const PathEnd& path, Square square) {
  const int rank = rank_of(square);
  return (rank > 0 && rank < 7) || std::ranges::any_of(path.steps, [&](const Step& step) {
           return step.move.is_promotion() && step.move.to() == square;
         });
}

/// A square changed by the path has contents that it has never had on the path.
bool each_wrong_square(const PathEnd& path, const TryState& try_state) {
  const auto changed = changed_squares(path);
  for (const auto& [square, held] : changed)
    for (const Color color : {white, black})
      for (const PieceType type : {no_type, bishop, rook, queen, pawn, knight, king}) {
        const Piece piece = type == no_type ? no_piece : make_piece(color, type);
        if (type == pawn && !may_hold_pawn(path, square)) continue;
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

/// The position after the path by a generator whose tests, in this order, have changed the board
/// before each move was made, with a sentence; none if they change nothing, or take a mover away.
std::optional<std::pair<Setup, std::string>> after_tests(const FaultModel& model,
                                                         const PathEnd& path, bool in_reverse) {
  Setup believed = path.start;
  std::string sentence;
  for (const Step& step : path.steps) {
    std::vector<Move> order = pseudo_legal_moves(believed);
    if (in_reverse) std::reverse(order.begin(), order.end());
    const TestedMoves tested = test_moves(model, believed, order);
    if (sentence.empty()) sentence = tested.sentence;
    const Square from = step.move.from();
    if (tested.left.squares[from] != step.before.squares[from]) return std::nullopt;
    believed = chess::after(tested.left, step.move);
  }
  if (sentence.empty()) return std::nullopt;
  return std::pair(believed, sentence);
}

/// Legality tests have changed the board before the moves of the path were made on it. Of four
/// promotions of a pawn the last one tested stays, and programs begin with the queen or the knight.
bool each_board_after_tests(const PathEnd& path, const TryState& try_state) {
  for (const FaultModel& model : faults_of_tests())
    for (const bool in_reverse : {false, true})
      if (const auto tested = after_tests(model, path, in_reverse))
        if (try_state(tested->first, [&] { return tested->second; })) return true;
  return false;
}

/// The position before the last moves of the path, or before all of them. Where the same pieces
/// stand as at the end, other states say more.
bool each_position_before(const PathEnd& path, const TryState& try_state) {
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    if (path.steps[i].before.squares == path.position.squares) continue;
    const std::string move = long_text(path.steps[i].before, path.steps[i].move);
    const std::string which = i + 1 == path.steps.size()
                                  ? fmt::format("the move {} is", move)
                                  : fmt::format("all moves from {} on are", move);
    if (try_state(path.steps[i].before, [&] { return which + " ignored"; })) return true;
  }
  return false;
}

constexpr StateModel all_states[] = {
    {.part = part::castling_rights,
     .cause = cause::rights,
     .needs_moves = false,
     .each = each_castling_state,
     .has_alternatives = true},
    {.part = part::castling_rights,
     .cause = cause::toggled,
     .needs_moves = false,
     .each = each_new_right,
     .has_alternatives = true},
    {part::castling_rights,
     "of several rooks another one is taken for the castling rook: K and Q mean the outermost of "
     "their side",
     false, each_other_rook},
    {part::moves, "the moves are not read, or made on a copy that is not asked", false,
     each_position_before},
    {part::en_passant_square, cause::en_passant, false, each_en_passant_state},
    {part::side_to_move, cause::side, false, each_side_to_move},
    {.part = part::pieces,
     .cause = cause::pieces,
     .needs_moves = true,
     .each = each_castled_rook,
     .has_alternatives = true},
    {part::pieces, cause::other_piece, true, each_capture_by_other_piece},
    {part::pieces, cause::other_target, true, each_capture_taken_for_en_passant},
    {part::pieces, cause::corner, true, each_corner_taken_for_passed_square},
    {.part = part::pieces,
     .cause = cause::other_move,
     .needs_moves = true,
     .each = each_move_taken_for_en_passant,
     .follows_any_move = true},
    {part::pieces, "the pawn is not replaced by the new piece, or not on every board", true,
     each_unpromoted_pawn},
    {part::pieces, cause::pieces, true, each_unchanged_square},
    {part::pieces, cause::captor, true, each_captor_taken},
    {.part = part::pieces,
     .cause = cause::pieces,
     .needs_moves = true,
     .each = each_wrong_square,
     .has_alternatives = true},
    {.part = part::pieces,
     .cause = cause::tests,
     .needs_moves = true,
     .each = each_board_after_tests,
     .follows_any_move = true},
    {.part = part::pieces,
     .cause = cause::pieces,
     .needs_moves = true,
     .each = each_displaced_piece,
     .is_last_resort = true},
};

}  // namespace

int number_of_wrong_rights(const Setup& believed, const Setup& right) {
  int number = 0;
  for (const Color color : {white, black})
    for (std::size_t wing = 0; wing < 2; ++wing)
      number += believed.castling[index(color)][wing] != right.castling[index(color)][wing];
  return number;
}

std::span<const StateModel> state_models() { return all_states; }

}  // namespace plylab::perft::verify
