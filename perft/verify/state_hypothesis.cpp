#include "perft/verify/state_hypothesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gen/chess/explain/explain.h"
#include "gen/chess/piece_names.h"
#include "gen/chess/reference/reference_attacks.h"
#include "gen/chess/reference/reference_movegen.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// A move of the path with the positions around it.
struct Step {
  Setup before;
  Move move;
  Setup after;
};

std::vector<Step> steps_of(const Place& place) {
  std::vector<Step> steps;
  Setup fen = place.start;
  for (const Move move : place.path) {
    steps.push_back({fen, move, chess::after(fen, move)});
    fen = steps.back().after;
  }
  return steps;
}

/// Why a castling right has ended with this move.
std::string ending_of(const Step& step, Square rook_square) {
  const std::string text = long_text(step.before, step.move);
  if (step.move.is_castle()) return fmt::format("{} has castled", name(step.before.side));
  if (step.move.from() == rook_square)
    return fmt::format("the rook has left {} ({})", to_string(rook_square), text);
  if (step.move.to() == rook_square)
    return fmt::format("the rook on {} was captured ({})", to_string(rook_square), text);
  return fmt::format("the king has moved ({})", text);
}

std::string right_sentence(const std::vector<Step>& steps, Color color, CastlingSide castling_side,
                           Square truth, Square believed) {
  const char right = "QKqk"[2 * index(color) + index(castling_side)];
  if (believed == no_square)
    return fmt::format(
        "castling right {} should still be there: neither the king nor the rook on {} has moved",
        right, to_string(truth));
  for (const Step& step : steps)
    if (step.before.castling[index(color)][index(castling_side)] == believed &&
        step.after.castling[index(color)][index(castling_side)] != believed)
      return fmt::format("castling right {} should be gone: {}", right, ending_of(step, believed));
  return fmt::format("there is no castling right {}: the FEN does not grant it", right);
}

std::string castling_sentence(const std::vector<Step>& steps, const Setup& truth,
                              const Setup& believed) {
  std::string sentence;
  for (const Color color : {white, black})
    for (const CastlingSide castling_side : {CastlingSide::kingside, CastlingSide::queenside}) {
      const Square right = truth.castling[index(color)][index(castling_side)];
      const Square other = believed.castling[index(color)][index(castling_side)];
      if (right == other) continue;
      if (!sentence.empty()) sentence += "; ";
      sentence += right_sentence(steps, color, castling_side, right, other);
    }
  return sentence;
}

std::string en_passant_sentence(const std::vector<Step>& steps, Square truth, Square believed) {
  const auto origin = [](Square passed) { return rank_of(passed) == 2 ? -8 : 8; };
  const auto double_step = [&](Square passed) {
    return fmt::format("{}-{}", to_string(static_cast<Square>(passed + origin(passed))),
                       to_string(static_cast<Square>(passed - origin(passed))));
  };
  if (truth != no_square)
    return fmt::format("the e.p. square should be {}, because of {}{}", to_string(truth),
                       double_step(truth),
                       believed == no_square ? "" : fmt::format(", not {}", to_string(believed)));
  for (std::size_t i = steps.size(); i-- > 0;)
    if (steps[i].move.kind() == MoveKind::double_push &&
        forward(steps[i].before.side, steps[i].move.from()) == believed)
      return i + 1 == steps.size()
                 ? fmt::format("the e.p. square {} is no right: no capture there is legal",
                               to_string(believed))
                 : fmt::format("the e.p. square {} should be gone: {} is not the last move",
                               to_string(believed), double_step(believed));
  if (steps.empty())
    return fmt::format("there is no e.p. square {}: the FEN does not state it",
                       to_string(believed));
  return fmt::format("there is no e.p. square {}: the last move was {}", to_string(believed),
                     long_text(steps.back().before, steps.back().move));
}

/// The last move of the path that changed what stands on the square.
std::string last_change(const std::vector<Step>& steps, Square square) {
  for (std::size_t i = steps.size(); i-- > 0;)
    if (steps[i].before.squares[square] != steps[i].after.squares[square])
      return fmt::format(" after {}", long_text(steps[i].before, steps[i].move));
  return "";
}

std::string square_sentence(const std::vector<Step>& steps, Square square, Piece truth,
                            Piece believed) {
  const std::string where = to_string(square), when = last_change(steps, square);
  if (truth == no_piece)
    return fmt::format("the {} on {} should be gone{}", name(believed), where, when);
  if (believed == no_piece)
    return fmt::format("the {} should stand on {}{}", name(truth), where, when);
  return fmt::format("{} should hold the {}, not the {}{}", where, name(truth), name(believed),
                     when);
}

/// Tells whether a position would explain what the subject answered.
class Test {
 public:
  explicit Test(const Comparison& comparison) : answer_(comparison.answer) {}

  bool only_counts() const { return answer_.branches.empty(); }

  bool explained_by(const Setup& fen) const {
    if (!has_kings(fen)) return false;
    std::vector<CountedMove> moves;
    for (const Move move : legal_moves(fen)) moves.push_back({move, 1});
    return compare(fen, answer_, moves).agrees();
  }

 private:
  static bool has_kings(const Setup& fen) {
    return std::count(fen.squares.begin(), fen.squares.end(), white_king) == 1 &&
           std::count(fen.squares.begin(), fen.squares.end(), black_king) == 1;
  }

  const engines::PerftAnswer& answer_;
};

/// All combinations of the castling rights that there are or were.
std::vector<Setup> castling_beliefs(const Setup& truth, const Setup& start) {
  std::vector<Setup> fens = {truth};
  for (const Color color : {white, black})
    for (const CastlingSide castling_side : {CastlingSide::kingside, CastlingSide::queenside}) {
      const Square king_square = find_king(truth.squares, color);
      const Square corner =
          make_square(castling_side == CastlingSide::kingside ? 7 : 0, color == white ? 0 : 7);
      Square value = start.castling[index(color)][index(castling_side)];
      if (value == no_square && king_square == (color == white ? e1 : e8) &&
          truth.squares[corner] == make_piece(color, rook))
        value = corner;
      for (std::size_t i = 0, size = fens.size(); i < size && value != no_square; ++i) {
        Square& right = fens[i].castling[index(color)][index(castling_side)];
        Setup other = fens[i];
        other.castling[index(color)][index(castling_side)] = right == no_square ? value : no_square;
        fens.push_back(other);
      }
    }
  fens.erase(fens.begin());
  return fens;
}

std::optional<Belief> castling_belief(const Test& test, const std::vector<Step>& steps,
                                      const Setup& truth, const Setup& start) {
  for (const Setup& fen : castling_beliefs(truth, start))
    if (test.explained_by(fen))
      return Belief{StatePart::castling, fen, castling_sentence(steps, truth, fen)};
  return std::nullopt;
}

std::optional<Belief> en_passant_belief(const Test& test, const std::vector<Step>& steps,
                                        const Setup& truth) {
  Setup fen = truth;
  const auto explains = [&](Square square) {
    fen.en_passant = square;
    return square != truth.en_passant && test.explained_by(fen);
  };
  if (explains(no_square))
    return Belief{StatePart::en_passant, fen,
                  en_passant_sentence(steps, truth.en_passant, no_square)};
  for (int s = a2; s <= h7; ++s) {
    const auto square = static_cast<Square>(s);
    if (truth.squares[square] == no_piece && explains(square))
      return Belief{StatePart::en_passant, fen,
                    en_passant_sentence(steps, truth.en_passant, square)};
  }
  return std::nullopt;
}

std::optional<Belief> side_belief(const Test& test, const Setup& truth) {
  Setup fen = truth;
  fen.side = !truth.side;
  fen.en_passant = no_square;
  if (!test.explained_by(fen)) return std::nullopt;
  return Belief{StatePart::side, fen,
                fmt::format("{} is to move, not {}", name(truth.side), name(!truth.side))};
}

std::optional<Belief> rook_belief(const Test& test, const std::vector<Step>& steps,
                                  const Setup& truth) {
  for (const Step& step : steps) {
    if (!step.move.is_castle()) continue;
    const Square goal = castled_rook(step.before.side, step.move.castling_side());
    Setup fen = truth;
    std::swap(fen.squares[goal], fen.squares[step.move.to()]);
    if (test.explained_by(fen))
      return Belief{StatePart::pieces, fen,
                    fmt::format("the rook should have gone from {} to {} in castling",
                                to_string(step.move.to()), to_string(goal))};
  }
  return std::nullopt;
}

/// The squares that the path has changed, each with what it held before.
std::vector<std::pair<Square, Piece>> changed_squares(const std::vector<Step>& steps) {
  std::vector<std::pair<Square, Piece>> changed;
  for (std::size_t i = steps.size(); i-- > 0;)
    for (int s = a1; s <= h8; ++s)
      if (const auto square = static_cast<Square>(s);
          steps[i].before.squares[square] != steps[i].after.squares[square])
        changed.push_back({square, steps[i].before.squares[square]});
  return changed;
}

/// A square that the path has changed holds something else: what it held before, or anything; or
/// the man on it stands elsewhere.
std::optional<Belief> square_belief(const Test& test, const std::vector<Step>& steps,
                                    const Setup& truth) {
  const auto attempt = [&](Square square, Piece piece) -> std::optional<Belief> {
    Setup fen = truth;
    fen.squares[square] = piece;
    if (piece == truth.squares[square] || !test.explained_by(fen)) return std::nullopt;
    return Belief{StatePart::pieces, fen,
                  square_sentence(steps, square, truth.squares[square], piece)};
  };
  const auto changed = changed_squares(steps);
  for (const auto& [square, held] : changed)
    if (auto belief = attempt(square, held)) return belief;
  for (const auto& [square, held] : changed)
    for (const Color color : {white, black})
      for (const PieceType type : {no_type, bishop, rook, queen, pawn, knight, king})
        if (auto belief = attempt(square, type == no_type ? no_piece : make_piece(color, type)))
          return belief;
  for (const auto& [square, held] : changed) {
    const Piece piece = truth.squares[square];
    for (int s = a1; s <= h8 && piece != no_piece; ++s) {
      const auto other = static_cast<Square>(s);
      Setup fen = truth;
      std::swap(fen.squares[square], fen.squares[other]);
      if (truth.squares[other] == no_piece && test.explained_by(fen))
        return Belief{StatePart::pieces, fen,
                      fmt::format("the {} should stand on {}, not on {}{}", name(piece),
                                  to_string(square), to_string(other), last_change(steps, square))};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(StatePart part) {
  switch (part) {
    case StatePart::castling:
      return "castling_rights";
    case StatePart::en_passant:
      return "en_passant_square";
    case StatePart::side:
      return "side_to_move";
    case StatePart::pieces:
      break;
  }
  return "pieces";
}

std::optional<Belief> believed_state(const Place& place, const Comparison& comparison) {
  const std::vector<Step> steps = steps_of(place);
  const Setup truth = ValidSetup(place.position()).fen();
  const Test test(comparison);
  if (auto belief = castling_belief(test, steps, truth, place.start)) return belief;
  if (auto belief = en_passant_belief(test, steps, truth)) return belief;
  if (auto belief = side_belief(test, truth)) return belief;
  // Of a mere number many a square would be the explanation; and a FEN's men are read right.
  if (test.only_counts() || steps.empty()) return std::nullopt;
  if (auto belief = rook_belief(test, steps, truth)) return belief;
  return square_belief(test, steps, truth);
}

}  // namespace plylab::perft::verify
