#include "perft/verify/fault_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"
#include "gen/chess/text.h"
#include "perft/verify/explanation.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

// ---- attacks that a generator misjudges everywhere ----

bool stands_diagonally(Square from, Square to) {
  return std::abs(file_of(from) - file_of(to)) == std::abs(rank_of(from) - rank_of(to));
}

bool stands_straight(Square from, Square to) {
  return file_of(from) == file_of(to) || rank_of(from) == rank_of(to);
}

template <PieceType... types>
bool is_one_of(const Squares& squares, Square from, Square) {
  return ((type_of(squares[from]) == types) || ...);
}

/// Attacks that are not seen, which makes moves extra, or imagined ones, which makes moves missing.
struct AttackModel {
  Wrong wrong;
  std::string_view says;
  bool (*attacks)(const Squares& squares, Square from, Square king_square);
};

/// The more specific first.
constexpr AttackModel attack_models[] = {
    {Wrong::extra, "each of their extra moves is illegal only because of attacks by queens",
     is_one_of<queen>},
    {Wrong::extra, "each of their extra moves is illegal only because of attacks by knights",
     is_one_of<knight>},
    {Wrong::extra, "each of their extra moves is illegal only because of attacks by pawns",
     is_one_of<pawn>},
    {Wrong::extra,
     "each of their extra moves is illegal only because of attacks by bishops and queens on "
     "diagonals",
     [](const Squares& squares, Square from, Square king_square) {
       return is_one_of<bishop, queen>(squares, from, king_square) &&
              stands_diagonally(from, king_square);
     }},
    {Wrong::extra,
     "each of their extra moves is illegal only because of attacks by rooks and queens on files "
     "and ranks",
     [](const Squares& squares, Square from, Square king_square) {
       return is_one_of<rook, queen>(squares, from, king_square) &&
              stands_straight(from, king_square);
     }},
    {Wrong::missing,
     "each of their missing moves would be illegal if pieces attacked through pawns",
     [](const Squares& squares, Square from, Square king_square) {
       const bool slides = (stands_diagonally(from, king_square) &&
                            is_one_of<bishop, queen>(squares, from, king_square)) ||
                           (stands_straight(from, king_square) &&
                            is_one_of<rook, queen>(squares, from, king_square));
       return slides && std::ranges::all_of(between(from, king_square), [&](Square square) {
                return squares[square] == no_piece || type_of(squares[square]) == pawn;
              });
     }},
    {Wrong::missing,
     "each of their missing moves would be illegal if bishops and rooks attacked on all lines, "
     "like queens",
     [](const Squares& squares, Square from, Square king_square) {
       return (stands_diagonally(from, king_square) || stands_straight(from, king_square)) &&
              is_one_of<bishop, rook, queen>(squares, from, king_square) &&
              std::ranges::all_of(between(from, king_square),
                                  [&](Square square) { return squares[square] == no_piece; });
     }},
};

/// Whether the model alone explains that the generator lists, or does not list, the move.
bool explains(const AttackModel& model, const Setup& position, Move move) {
  Squares squares = after(position, move).squares;
  const Square king_square = find_king(squares, position.side);
  std::vector<Square> tested{king_square};
  if (move.is_castle()) {
    squares = position.squares;
    squares[move.from()] = no_piece;
    tested.push_back(move.from());
    std::ranges::copy(between(move.from(), king_square), std::back_inserter(tested));
  }
  bool is_attacked = false;
  for (const Square square : tested) {
    if (model.wrong == Wrong::extra) {
      for (const Square from : attackers(squares, square, !position.side)) {
        if (!model.attacks(squares, from, square)) return false;
        is_attacked = true;
      }
      continue;
    }
    for (int s = a1; s <= h8; ++s) {
      const auto from = static_cast<Square>(s);
      const Piece piece = squares[from];
      is_attacked |= piece != no_piece && color_of(piece) != position.side && from != square &&
                     model.attacks(squares, from, square);
    }
  }
  return is_attacked;
}

/// Whether the model explains all wrong moves of a fault of move generation.
bool explains(const AttackModel& model, const Diagnosis& diagnosis) {
  if (diagnosis.fault != Fault::generation || diagnosis.deduced || diagnosis.moves.empty() ||
      diagnosis.hypothesis)
    return false;
  const Setup position = diagnosis.counterexample.reached.position();
  return std::ranges::all_of(diagnosis.moves, [&](const WrongMove& wrong) {
    const auto move = read_move(position, wrong.text);
    return move && wrong.wrong == model.wrong &&
           explains(model, position, as_move(position, *move));
  });
}

/// A text that is equal for outcomes with the same fault: with the same causes, or else the same
/// part or the same rules.
std::string signature(const Diagnosis& diagnosis) {
  std::string text(name_of(diagnosis.fault));
  if (diagnosis.shared_cause) return fmt::format("{} {}", text, *diagnosis.shared_cause);
  if (const auto part = part_of(diagnosis); !part.empty()) return text + ' ' + std::string(part);
  std::set<std::string> rules;
  for (const WrongMove& move : diagnosis.moves)
    rules.insert(std::string(name_of(move.wrong)) + ' ' +
                 std::string(rule_info(move.reason.rule).name));
  for (const std::string& rule : rules) text += ' ' + rule;
  return text;
}

/// The size of a counterexample: depth, path, whether its cause is a guess, wrong moves, pieces.
auto size_of(const Diagnosis& diagnosis) {
  const auto& [kind, reached, depth, comparison, path] = diagnosis.counterexample;
  const Squares squares = reached.position().squares;
  const auto pieces = 64 - std::count(squares.begin(), squares.end(), no_piece);
  const bool is_guess = diagnosis.hypothesis && diagnosis.hypothesis->is_guess;
  return std::tuple(depth, reached.path.size(), is_guess, diagnosis.moves.size(), pieces);
}

/// Explains a fault by a missed check if no position contradicts that, and all together show more
/// than one move.
void explain_by_check(FaultGroup& fault, const std::vector<Outcome>& outcomes) {
  std::size_t moves = 0;
  for (const std::size_t i : fault.shown_by) {
    const auto unseen = unseen_check(*outcomes[i].diagnosis);
    if (!unseen) return;
    moves += unseen->moves;
  }
  const Diagnosis& best = *outcomes[fault.best].diagnosis;
  if (moves > 1 && best.fault == Fault::generation)
    fault.explanation = explain(*unseen_check(best));
  if (moves > 1 && best.fault == Fault::make && part_of(best) == part::checks)
    fault.explanation.sentence = "making moves: " + unseen_check(best)->sentence;
}

}  // namespace

std::string fault_name(const Outcome& outcome, std::size_t place) {
  if (!outcome.is_fault()) return "";
  if (outcome.error) return fmt::format("failure {}", place);
  if (outcome.diagnosis) {
    const auto may_be = [&](const AttackModel& model) {
      return explains(model, *outcome.diagnosis);
    };
    return std::ranges::any_of(attack_models, may_be) ? "attacks" : signature(*outcome.diagnosis);
  }
  return fmt::format("odd {}", outcome.oddity);
}

std::vector<Kinship> kinships(const std::vector<FaultGroup>& faults,
                              const std::vector<Outcome>& outcomes) {
  std::vector<Kinship> all;
  for (const AttackModel& model : attack_models) {
    Kinship kinship{{}, model.says};
    for (std::size_t i = 0; i < faults.size(); ++i)
      if (std::ranges::all_of(faults[i].shown_by, [&](std::size_t shown) {
            const Diagnosis& diagnosis = *outcomes[shown].diagnosis;
            return diagnosis.candidates.empty() && explains(model, diagnosis);
          }))
        kinship.faults.push_back(i);
    if (kinship.faults.size() > 1) all.push_back(std::move(kinship));
  }
  // Says nothing twice: the one that explains more, or the more specific one, suffices.
  std::ranges::stable_sort(all, std::greater(), [](const Kinship& k) { return k.faults.size(); });
  std::vector<Kinship> told;
  for (Kinship& kinship : all)
    if (std::ranges::none_of(told, [&](const Kinship& other) {
          return std::ranges::includes(other.faults, kinship.faults);
        }))
      told.push_back(std::move(kinship));
  return told;
}

std::vector<FaultGroup> fault_groups(const std::vector<Outcome>& outcomes) {
  std::vector<FaultGroup> faults;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].diagnosis) continue;
    const Diagnosis& diagnosis = *outcomes[i].diagnosis;
    const auto [place, is_new] = places.try_emplace(signature(diagnosis), faults.size());
    if (is_new) faults.push_back({i, {}, {}});
    FaultGroup& fault = faults[place->second];
    fault.shown_by.push_back(i);
    if (size_of(diagnosis) < size_of(*outcomes[fault.best].diagnosis)) fault.best = i;
    fault.explanation = outcomes[fault.best].diagnosis->explanation;
  }
  for (FaultGroup& fault : faults) explain_by_check(fault, outcomes);
  return faults;
}

}  // namespace plylab::perft::verify
