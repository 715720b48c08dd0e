#include "perft/verify/state_hypothesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// A move of the path with the positions around it.
struct Step {
  Setup before;
  Move move;
  Setup after;
};

std::vector<Step> steps_of(const ReachedPosition& reached) {
  std::vector<Step> steps;
  Setup setup = reached.start;
  for (const Move move : reached.path) {
    steps.push_back({setup, move, chess::after(setup, move)});
    setup = steps.back().after;
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
                           Square actual, Square assumed) {
  const char right = letter(color, castling_side);
  if (assumed == no_square)
    return fmt::format(
        "castling right {} should still be there: neither the king nor the rook on {} has moved",
        right, to_string(actual));
  for (const Step& step : steps)
    if (step.before.castling[index(color)][index(castling_side)] == assumed &&
        step.after.castling[index(color)][index(castling_side)] != assumed)
      return fmt::format("castling right {} should be gone: {}", right, ending_of(step, assumed));
  return fmt::format("there is no castling right {}: the FEN does not grant it", right);
}

std::string castling_sentence(const std::vector<Step>& steps, const Setup& actual,
                              const Setup& assumed) {
  std::string sentence;
  for (const Color color : {white, black})
    for (const CastlingSide castling_side : {CastlingSide::kingside, CastlingSide::queenside}) {
      const Square right = actual.castling[index(color)][index(castling_side)];
      const Square other = assumed.castling[index(color)][index(castling_side)];
      if (right == other) continue;
      if (!sentence.empty()) sentence += "; ";
      sentence += right_sentence(steps, color, castling_side, right, other);
    }
  return sentence;
}

std::string en_passant_sentence(const std::vector<Step>& steps, Square actual, Square assumed) {
  const auto origin = [](Square passed) { return rank_of(passed) == 2 ? -8 : 8; };
  const auto double_step = [&](Square passed) {
    return fmt::format("{}-{}", to_string(static_cast<Square>(passed + origin(passed))),
                       to_string(static_cast<Square>(passed - origin(passed))));
  };
  if (actual != no_square)
    return fmt::format("the e.p. square should be {}, because of {}{}", to_string(actual),
                       double_step(actual),
                       assumed == no_square ? "" : fmt::format(", not {}", to_string(assumed)));
  for (std::size_t i = steps.size(); i-- > 0;)
    if (steps[i].move.kind() == MoveKind::double_push &&
        forward(steps[i].before.side, steps[i].move.from()) == assumed)
      return i + 1 == steps.size()
                 ? fmt::format("the e.p. square {} is no right: no capture there is legal",
                               to_string(assumed))
                 : fmt::format("the e.p. square {} should be gone: {} is not the last move",
                               to_string(assumed), double_step(assumed));
  if (steps.empty())
    return fmt::format("there is no e.p. square {}: the FEN does not state it", to_string(assumed));
  return fmt::format("there is no e.p. square {}: the last move was {}", to_string(assumed),
                     long_text(steps.back().before, steps.back().move));
}

/// The last move of the path that changed what stands on the square.
std::string last_change(const std::vector<Step>& steps, Square square) {
  for (std::size_t i = steps.size(); i-- > 0;)
    if (steps[i].before.squares[square] != steps[i].after.squares[square])
      return fmt::format(" after {}", long_text(steps[i].before, steps[i].move));
  return "";
}

std::string square_sentence(const std::vector<Step>& steps, Square square, Piece actual,
                            Piece assumed) {
  const std::string where = to_string(square), when = last_change(steps, square);
  if (actual == no_piece)
    return fmt::format("the {} on {} should be gone{}", name(assumed), where, when);
  if (assumed == no_piece)
    return fmt::format("the {} should stand on {}{}", name(actual), where, when);
  return fmt::format("{} should hold the {}, not the {}{}", where, name(actual), name(assumed),
                     when);
}

/// Tells whether a position would explain what the generator answered.
class Test {
 public:
  explicit Test(const Comparison& comparison) : answer_(comparison.answer) {}

  bool only_counts() const { return answer_.branches.empty(); }

  bool explained_by(const Setup& setup) const {
    if (!has_kings(setup)) return false;
    std::vector<CountedMove> moves;
    for (const Move move : legal_moves(setup)) moves.push_back({move, 1});
    return compare(setup, answer_, moves).agrees();
  }

 private:
  static bool has_kings(const Setup& setup) {
    return std::count(setup.squares.begin(), setup.squares.end(), white_king) == 1 &&
           std::count(setup.squares.begin(), setup.squares.end(), black_king) == 1;
  }

  const engines::PerftAnswer& answer_;
};

/// All combinations of the castling rights that there are or were.
std::vector<Setup> castling_hypotheses(const Setup& actual, const Setup& start) {
  std::vector<Setup> fens = {actual};
  for (const Color color : {white, black})
    for (const CastlingSide castling_side : {CastlingSide::kingside, CastlingSide::queenside}) {
      const Square king_square = find_king(actual.squares, color);
      const Square corner =
          make_square(castling_side == CastlingSide::kingside ? 7 : 0, color == white ? 0 : 7);
      Square value = start.castling[index(color)][index(castling_side)];
      if (value == no_square && king_square == (color == white ? e1 : e8) &&
          actual.squares[corner] == make_piece(color, rook))
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

std::optional<StateHypothesis> castling_hypothesis(const Test& test, const std::vector<Step>& steps,
                                                   const Setup& actual, const Setup& start) {
  for (const Setup& setup : castling_hypotheses(actual, start))
    if (test.explained_by(setup))
      return StateHypothesis{StatePart::castling, setup, castling_sentence(steps, actual, setup)};
  return std::nullopt;
}

std::optional<StateHypothesis> en_passant_hypothesis(const Test& test,
                                                     const std::vector<Step>& steps,
                                                     const Setup& actual) {
  Setup setup = actual;
  const auto explains = [&](Square square) {
    setup.en_passant = square;
    return square != actual.en_passant && test.explained_by(setup);
  };
  if (explains(no_square))
    return StateHypothesis{StatePart::en_passant, setup,
                           en_passant_sentence(steps, actual.en_passant, no_square)};
  for (int s = a2; s <= h7; ++s) {
    const auto square = static_cast<Square>(s);
    if (actual.squares[square] == no_piece && explains(square))
      return StateHypothesis{StatePart::en_passant, setup,
                             en_passant_sentence(steps, actual.en_passant, square)};
  }
  return std::nullopt;
}

std::optional<StateHypothesis> side_hypothesis(const Test& test, const Setup& actual) {
  Setup setup = actual;
  setup.side = !actual.side;
  setup.en_passant = no_square;
  if (!test.explained_by(setup)) return std::nullopt;
  return StateHypothesis{
      StatePart::side, setup,
      fmt::format("{} is to move, not {}", name(actual.side), name(!actual.side))};
}

std::optional<StateHypothesis> rook_hypothesis(const Test& test, const std::vector<Step>& steps,
                                               const Setup& actual) {
  for (const Step& step : steps) {
    if (!step.move.is_castle()) continue;
    const Square goal = castled_rook(step.before.side, step.move.castling_side());
    Setup setup = actual;
    std::swap(setup.squares[goal], setup.squares[step.move.to()]);
    if (test.explained_by(setup))
      return StateHypothesis{StatePart::pieces, setup,
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
        changed.emplace_back(square, steps[i].before.squares[square]);
  return changed;
}

/// A square that the path has changed holds something else: what it held before, or anything; or
/// the piece on it stands elsewhere.
std::optional<StateHypothesis> square_hypothesis(const Test& test, const std::vector<Step>& steps,
                                                 const Setup& actual) {
  const auto attempt = [&](Square square, Piece piece) -> std::optional<StateHypothesis> {
    Setup setup = actual;
    setup.squares[square] = piece;
    if (piece == actual.squares[square] || !test.explained_by(setup)) return std::nullopt;
    return StateHypothesis{StatePart::pieces, setup,
                           square_sentence(steps, square, actual.squares[square], piece)};
  };
  const auto changed = changed_squares(steps);
  for (const auto& [square, held] : changed)
    if (auto hypothesis = attempt(square, held)) return hypothesis;
  for (const auto& [square, held] : changed)
    for (const Color color : {white, black})
      for (const PieceType type : {no_type, bishop, rook, queen, pawn, knight, king})
        if (auto hypothesis = attempt(square, type == no_type ? no_piece : make_piece(color, type)))
          return hypothesis;
  for (const auto& [square, held] : changed) {
    const Piece piece = actual.squares[square];
    for (int s = a1; s <= h8 && piece != no_piece; ++s) {
      const auto other = static_cast<Square>(s);
      Setup setup = actual;
      std::swap(setup.squares[square], setup.squares[other]);
      if (actual.squares[other] == no_piece && test.explained_by(setup))
        return StateHypothesis{
            StatePart::pieces, setup,
            fmt::format("the {} should stand on {}, not on {}{}", name(piece), to_string(square),
                        to_string(other), last_change(steps, square))};
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

std::optional<StateHypothesis> explaining_state(const ReachedPosition& reached,
                                                const Comparison& comparison) {
  const std::vector<Step> steps = steps_of(reached);
  const Setup actual = ValidSetup(reached.position()).setup();
  const Test test(comparison);
  if (auto hypothesis = castling_hypothesis(test, steps, actual, reached.start)) return hypothesis;
  if (auto hypothesis = en_passant_hypothesis(test, steps, actual)) return hypothesis;
  if (auto hypothesis = side_hypothesis(test, actual)) return hypothesis;
  // Of a mere number many a square would be the explanation; and a FEN's pieces are read right.
  if (test.only_counts() || steps.empty()) return std::nullopt;
  if (auto hypothesis = rook_hypothesis(test, steps, actual)) return hypothesis;
  return square_hypothesis(test, steps, actual);
}

}  // namespace plylab::perft::verify
