#include "perft/verify/fault_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "gen/chess/board/reference.h"
#include "perft/verify/explanation.h"
#include "perft/verify/move_class.h"
#include "perft/verify/simulation.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// The cause of all that may explain the fault; empty if they have several, or none is known.
std::string_view cause_of(const Diagnosis& diagnosis) {
  if (!diagnosis.candidates.empty()) return common_cause(diagnosis.candidates);
  return diagnosis.hypothesis ? diagnosis.hypothesis->cause : "";
}

bool misses_only_castling(const Diagnosis& diagnosis) {
  return !diagnosis.moves.empty() &&
         std::ranges::all_of(diagnosis.moves, [](const WrongMove& move) {
           return move.wrong == Wrong::missing &&
                  (move.reason.rule == Rule::castling_allowed ||
                   move.reason.rule == Rule::castling_only_rook_attacked);
         });
}

/// Whether all that is wrong with a list is that promotions lack the new piece.
bool lacks_only_new_pieces(const Diagnosis& diagnosis) {
  std::set<std::string> bare;
  for (const WrongMove& move : diagnosis.moves)
    if (move.wrong == Wrong::extra && move.reason.rule == Rule::promotion_missing)
      bare.insert(move.text);
  return !bare.empty() && std::ranges::all_of(diagnosis.moves, [&](const WrongMove& move) {
    return bare.contains(move.text) || (move.wrong == Wrong::missing && move.text.size() == 5 &&
                                        bare.contains(move.text.substr(0, 4)));
  });
}

/// A text that is equal for outcomes with the same fault: castling without a rook, the same causes,
/// no moves after a FEN, the same pattern of moves, the same part of the position without which
/// they would be right, or else the same part or the same rules. Pawns that go to the e.p. square
/// round the edge of the board, and from anywhere, have one: some moves could be either.
std::string signature(const Diagnosis& diagnosis) {
  std::string text(name_of(diagnosis.fault));
  if (diagnosis.makes_moves) text += " given moves";
  if (castling_without_rook(diagnosis)) return text + " castling without rook";
  // They spoil the list of the position itself, and the board on which its moves are made.
  if (cause_of(diagnosis) == cause::tests) return std::string(cause::tests);
  if (lacks_only_new_pieces(diagnosis)) return text + " new piece";
  if (diagnosis.shared_cause) return fmt::format("{} {}", text, *diagnosis.shared_cause);
  if (const auto without_moves = lists_nothing(diagnosis))
    return fmt::format("{} {}", text, *without_moves);
  if (const auto part = part_of(diagnosis); !part.empty())
    return fmt::format("{} {} {}", text, part,
                       diagnosis.hypothesis ? diagnosis.hypothesis->rights : "");
  if (const auto kind = kind_of_capture_that_stays(diagnosis); !kind.empty())
    return fmt::format("{} {} stays", text, kind);
  if (const std::string_view usual = diagnosis.explanation.usual_cause;
      !usual.empty() && misses_only_castling(diagnosis))
    return fmt::format("{} castling missing {}", text, usual);
  if (misplaced_castling(diagnosis)) return text + " misplaced castling";
  if (misplaced_en_passant(diagnosis)) return text + " misplaced e.p.";
  if (only_pawns_to_passed_square(diagnosis)) return text + " pawns to the e.p. square";
  if (const auto promotions = promotions_as_another(diagnosis)) return text + ' ' + *promotions;
  if (moves_from_another_square(diagnosis)) return text + " another square";
  if (mirrored_moves(diagnosis)) return text + " mirrored";
  if (cut_list(diagnosis)) return text + " cut list";
  // What is missing in place of a text that is no move differs from position to position.
  if (std::ranges::any_of(diagnosis.moves,
                          [](const WrongMove& move) { return move.reason.rule == Rule::no_move; }))
    return text + " no move";
  // What is not computed for a FEN, such as checkers, shows in moves of many rules.
  if (diagnosis.fault == Fault::fen &&
      std::ranges::any_of(diagnosis.moves, [](const WrongMove& move) {
        return move.wrong == Wrong::extra && is_about_safety(move.reason.rule);
      }))
    return text + " king's safety";
  // A test that leaves traces on the board can spoil moves of any rule.
  if (const auto dependence = depends_on_other_moves(diagnosis))
    return fmt::format("{} {}", text, dependence->usual_cause);
  std::set<std::string> rules;
  for (const WrongMove& move : diagnosis.moves)
    rules.insert(std::string(name_of(move.wrong)) + ' ' +
                 std::string(rule_info(move.reason.rule).name));
  for (const std::string& rule : rules) text += ' ' + rule;
  return text;
}

/// The size of a counterexample: whether its cause is presumed, depth, path, whether its
/// explanation is less certain than that of others of its fault can be, wrong moves, pieces.
auto size_of(const Diagnosis& diagnosis) {
  const auto& [kind, reached, depth, comparison, path] = diagnosis.counterexample;
  const Squares squares = reached.position().squares;
  const auto pieces = 64 - std::count(squares.begin(), squares.end(), no_piece);
  const auto unseen = diagnosis.fault == Fault::fen ? unseen_check(diagnosis) : std::nullopt;
  const bool is_open =
      (diagnosis.fault == Fault::fen && !diagnosis.hypothesis && !(unseen && unseen->moves > 1)) ||
      (diagnosis.hypothesis && diagnosis.hypothesis->is_guess) ||
      (lacks_only_new_pieces(diagnosis) && diagnosis.candidates.empty()) ||
      (only_pawns_to_passed_square(diagnosis) && !pawns_to_passed_square(diagnosis));
  return std::tuple(diagnosis.is_presumed, depth, reached.path.size(), is_open,
                    diagnosis.moves.size(), pieces);
}

/// Explains a fault by a missed check if no position contradicts that, and all together show more
/// than one move. Leaves faults alone that other causes explain, or whose moves are not listed.
void explain_by_check(FaultGroup& fault, const std::vector<Outcome>& outcomes) {
  if (const Diagnosis& best = *outcomes[fault.best].diagnosis;
      best.deduced || !best.candidates.empty())
    return;
  std::size_t moves = 0;
  for (const std::size_t i : fault.shown_by) {
    const auto unseen = unseen_check(*outcomes[i].diagnosis);
    if (!unseen) return;
    moves += unseen->moves;
  }
  const Diagnosis& best = *outcomes[fault.best].diagnosis;
  if (moves > 1 && best.fault == Fault::generation)
    fault.explanation = explain(best, *unseen_check(best));
  if (moves > 1 && best.fault == Fault::make && !best.makes_moves && part_of(best) == part::checks)
    fault.explanation.sentence = "making moves: " + unseen_check(best)->sentence;
}

/// Whether a side may castle that also has a rook with which it may not.
bool has_other_rook(const Setup& position) {
  for (const Color color : {white, black}) {
    const auto& rooks = position.castling[index(color)];
    if (rooks == no_castling[index(color)]) continue;
    for (int s = a1; s <= h8; ++s)
      if (const auto square = static_cast<Square>(s);
          position.squares[square] == make_piece(color, rook) &&
          std::ranges::find(rooks, square) == rooks.end())
        return true;
  }
  return false;
}

/// Wrong castling rights after moves may be those of a FEN that is read wrongly, if all positions
/// that show them have a rook to which the reader may have given the right.
void allow_for_reading(FaultGroup& fault, const std::vector<Outcome>& outcomes) {
  constexpr std::string_view making = "making moves";
  const Diagnosis& best = *outcomes[fault.best].diagnosis;
  std::string& sentence = fault.explanation.sentence;
  if (best.fault != Fault::make || !best.candidates.empty() || !best.hypothesis ||
      best.hypothesis->rights.empty() || best.makes_moves || !sentence.starts_with(making) ||
      !std::ranges::all_of(fault.shown_by, [&](std::size_t i) {
        return has_other_rook(outcomes[i].diagnosis->counterexample.reached.start);
      }))
    return;
  sentence.insert(making.size(), ", or the reading of the FEN");
  fault.explanation.usual_cause =
      "both squares of a move can end castling rights; or K and Q of the FEN are taken for the "
      "rights of another rook";
}

/// Castling may be missing because the reader of FENs has lost the right, unless all positions in
/// which it is missing have something else in common.
void allow_for_lost_right(FaultGroup& fault, const std::vector<Outcome>& outcomes) {
  constexpr std::string_view generation = "the move generation";
  std::string& sentence = fault.explanation.sentence;
  const Diagnosis& best = *outcomes[fault.best].diagnosis;
  if (best.fault == Fault::generation && best.candidates.empty() && !best.hypothesis &&
      fault.explanation.usual_cause.empty() && misses_only_castling(best) &&
      sentence.starts_with(std::string(generation) + ':'))
    sentence.insert(generation.size(), ", or the reading of the FEN");
}

/// The fewest moves of a position in which the fault shows, if it is one of the move generation
/// whose cause is not known.
std::optional<std::size_t> shortest_wrong_list(const FaultGroup& fault,
                                               const std::vector<Outcome>& outcomes) {
  const Diagnosis& best = *outcomes[fault.best].diagnosis;
  if (best.fault != Fault::generation || best.hypothesis || !best.candidates.empty())
    return std::nullopt;
  std::size_t shortest = std::numeric_limits<std::size_t>::max();
  for (const std::size_t i : fault.shown_by) {
    const Diagnosis& diagnosis = *outcomes[i].diagnosis;
    const Setup position = diagnosis.counterexample.reached.position();
    shortest = std::min(shortest, legal_moves(diagnosis.fewest.value_or(position)).size());
  }
  return shortest;
}

/// Joins the faults that show only where there are more moves than in any list that is right, and
/// more than few positions of games have.
void join_long_lists(std::vector<FaultGroup>& faults, const std::vector<Outcome>& outcomes) {
  constexpr Count many = 80, usual = 30;
  Count longest;  // that is right
  for (const Outcome& outcome : outcomes)
    if (!outcome.right_depths.empty() && outcome.right_depths.front() == 1)
      longest = std::max(longest, outcome.right_at.front());
  if (longest < usual) return;
  std::vector<FaultGroup> kept;
  std::optional<std::size_t> place;  // of the joined fault
  Count fewest;
  for (FaultGroup& fault : faults) {
    const auto shortest = shortest_wrong_list(fault, outcomes);
    const bool is_long = shortest && Count(*shortest) > std::max(longest, many);
    if (!is_long || !place) {
      if (is_long) place = kept.size(), fewest = *shortest;
      kept.push_back(std::move(fault));
      continue;
    }
    FaultGroup& joined = kept[*place];
    std::ranges::copy(fault.shown_by, std::back_inserter(joined.shown_by));
    if (size_of(*outcomes[fault.best].diagnosis) < size_of(*outcomes[joined.best].diagnosis))
      joined.best = fault.best;
    fewest = std::min(fewest, Count(*shortest));
  }
  faults = std::move(kept);
  if (!place) return;
  std::ranges::sort(faults[*place].shown_by);
  faults[*place].explanation = {
      fmt::format("the move generation: it is wrong only where there are {} moves or more, and "
                  "right with up to {}",
                  fewest, longest),
      "a list of moves, or of pieces, is too short, and what is written beyond its end is lost or "
      "spoils something else"};
}

/// The kind of move that is made wrongly, if it is known; else empty.
std::string_view made_wrongly(const Outcome& outcome) {
  const Diagnosis& diagnosis = *outcome.diagnosis;
  const bool is_known = diagnosis.fault == Fault::make && diagnosis.candidates.empty() &&
                        diagnosis.hypothesis && !diagnosis.hypothesis->is_guess;
  return is_known ? diagnosis.hypothesis->after : "";
}

void add_others(FaultGroup& fault, const std::vector<Outcome>& outcomes) {
  std::set<std::string_view> told = {made_wrongly(outcomes[fault.best])};
  if (told.contains("")) return;
  for (const std::size_t i : fault.shown_by)
    if (const std::string_view kind = made_wrongly(outcomes[i]); !kind.empty())
      if (told.insert(kind).second) fault.others.push_back(i);
}

/// Whether one cause explains the fault, and no other is known that would.
bool has_known_cause(const Diagnosis& diagnosis) {
  const auto is_certain = [](const Hypothesis& hypothesis) {
    return !hypothesis.is_guess && !hypothesis.has_rival;
  };
  const auto& candidates = diagnosis.candidates;
  if (candidates.empty()) return diagnosis.hypothesis && is_certain(*diagnosis.hypothesis);
  return std::ranges::all_of(candidates, is_certain) &&
         (candidates.size() == 1 || cause_of(diagnosis) == cause::tests);
}

/// What a fault can make wrong elsewhere, if its cause is known.
enum class Reach : std::uint8_t {
  none,
  walks,  ///< the positions after moves that are made or taken back wrongly
  lists   ///< these, and lists of moves: misjudged attacks, and moves made to test them
};

Reach reach_of(const Diagnosis& diagnosis) {
  if (!has_known_cause(diagnosis)) return Reach::none;
  const bool is_of_lists =
      cause_of(diagnosis) == cause::tests ||
      std::ranges::any_of(diagnosis.candidates, [](const Hypothesis& candidate) {
        return candidate.model->attacks != nullptr || candidate.model->tests_by_making;
      });
  if (is_of_lists) return Reach::lists;
  const bool is_of_walks = (diagnosis.fault == Fault::make && !diagnosis.makes_moves) ||
                           diagnosis.fault == Fault::unmake;
  return is_of_walks ? Reach::walks : Reach::none;
}

/// Whether one of the causes makes a difference in the smallest case: to the position that its
/// moves lead to, or to the counts there. True if none can be simulated.
bool makes_difference(const std::vector<Hypothesis>& causes, const Counterexample& smallest) {
  if (causes.empty()) return true;
  const ReachedPosition& reached = smallest.reached;
  const Setup right = ValidSetup(reached.position()).setup();  // e.p. squares only where legal
  const std::vector<CountedMove> counts = reference_divide(right, smallest.depth);
  return std::ranges::any_of(causes, [&](const Hypothesis& cause) {
    if (position_by(*cause.model, reached.start, reached.path) != right) return true;
    Positions positions([](const Setup& setup) { return legal_moves(setup); });
    Simulation simulation(positions, *cause.model);
    const auto simulated = simulation.divide(right, smallest.depth);
    return simulation.gave_up() || simulated != counts;
  });
}

/// Relates faults whose cause is open to the one with a known cause, if that shows in more
/// positions than each of them and makes a difference in their smallest cases, and puts it before
/// them: one bug shows in many ways, and not all can be simulated.
void relate(std::vector<FaultGroup>& faults, const std::vector<Outcome>& outcomes) {
  const auto diagnosis_of = [&](const FaultGroup& fault) -> const Diagnosis& {
    return *outcomes[fault.best].diagnosis;
  };
  const auto known = std::ranges::max_element(faults, {}, [&](const FaultGroup& fault) {
    return reach_of(diagnosis_of(fault)) == Reach::none ? 0 : fault.shown_by.size();
  });
  const Reach reach = known == faults.end() ? Reach::none : reach_of(diagnosis_of(*known));
  if (reach == Reach::none) return;
  const auto may_follow = [&](const FaultGroup& fault) {
    const Diagnosis& diagnosis = diagnosis_of(fault);
    const bool is_reached = diagnosis.fault == Fault::make || diagnosis.fault == Fault::walk ||
                            (reach == Reach::lists && diagnosis.fault == Fault::generation);
    return is_reached && !has_known_cause(diagnosis) && !diagnosis.makes_moves &&
           !castling_without_rook(diagnosis) &&
           (cause_of(diagnosis_of(*known)) == cause::tests ||  // not simulated in this way
            makes_difference(diagnosis_of(*known).candidates, diagnosis.counterexample));
  };
  const auto first = std::ranges::find_if(faults, may_follow);
  if (first == faults.end()) return;
  for (const FaultGroup& fault : faults)
    if (may_follow(fault) && fault.shown_by.size() >= known->shown_by.size()) return;
  const auto place = static_cast<std::size_t>(std::min(first, known) - faults.begin());
  for (FaultGroup& fault : faults)
    if (may_follow(fault)) fault.perhaps_of = place;
  if (first < known) std::rotate(first, known, known + 1);
}

}  // namespace

std::string fault_name(const Outcome& outcome, std::size_t place) {
  if (!outcome.is_fault()) return "";
  if (outcome.diagnosis) {
    if (outcome.diagnosis->is_presumed) return "";
    const bool may_be_attacks =
        !outcome.diagnosis->deduced &&
        std::ranges::any_of(outcome.diagnosis->candidates, [](const Hypothesis& candidate) {
          return candidate.part == part::attacks;
        });
    return may_be_attacks ? std::string(part::attacks) : signature(*outcome.diagnosis);
  }
  if (outcome.error)  // time-outs are each a fault, since each takes long
    return outcome.error->kind() == engines::FaultKind::died
               ? fmt::format("failure: {}", outcome.error->what())
               : fmt::format("failure {}", place);
  return fmt::format("odd {}", outcome.oddity.empty() ? outcome.remark : outcome.oddity);
}

std::size_t number_of_faults(const std::vector<Outcome>& outcomes) {
  std::set<std::string> others;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (!outcomes[i].diagnosis)
      if (std::string name = fault_name(outcomes[i], i); !name.empty())
        others.insert(std::move(name));
  return fault_groups(outcomes).size() + others.size();
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
  for (FaultGroup& fault : faults) {
    explain_by_check(fault, outcomes);
    allow_for_reading(fault, outcomes);
    allow_for_lost_right(fault, outcomes);
    add_others(fault, outcomes);
  }
  join_long_lists(faults, outcomes);
  relate(faults, outcomes);
  return faults;
}

}  // namespace plylab::perft::verify
