#include "perft/verify/consistency.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"
#include "gen/chess/text.h"
#include "perft/verify/explanation.h"
#include "perft/verify/usual_causes.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

// ---- does an answer contradict a fault? ----

/// An answer, with the positions of its walk, which all simulations share.
class Testimony {
 public:
  /// The right answers to a task.
  Testimony(const Task& task, const Outcome& outcome)
      : reached_{task.setup}, depths_(outcome.right_depths), right_at_(outcome.right_at) {
    const auto deepest = static_cast<std::size_t>(std::ranges::max(depths_));
    right_at_.resize(std::min(right_at_.size(), deepest));
  }
  explicit Testimony(const Answered& answered)
      : reached_{answered.question.start, answered.question.moves},
        depths_{answered.question.depth},
        reference_(reference_divide(reached_.position(), answered.question.depth)),
        comparison_(compare(reached_.position(), answered.answer, reference_)) {}

  /// See Simulation::only_last_ply().
  void only_last_ply(bool is_so) { only_last_ply_ = is_so; }

  bool contradicts(const FaultModel& model) {
    if (model.unmake) return refutes_tests(model);
    if (!comparison_) return makes_root_wrong(model) || makes_right_total_wrong(model);
    const auto predicted = simulate(model, depths_.front());
    if (!predicted) return false;
    return comparison_->agrees() ? total_of(*predicted) != comparison_->right
                                 : differs_where_right(*predicted);
  }

  /// Whether the answer is a wrong total, without branches, and that of the fault.
  bool is_wrong_total_of(const FaultModel& model) {
    if (!comparison_ || comparison_->agrees() || !comparison_->answer.branches.empty())
      return false;
    const auto predicted = simulate(model, depths_.front());
    return predicted && comparison_->answer.total == total_by(model, *predicted, depths_.front());
  }

 private:
  static constexpr std::size_t max_visits = 5'000;

  /// The branches of a generator with the fault, unless there are too many positions.
  std::optional<std::vector<CountedMove>> simulate(const FaultModel& model, int depth) {
    Simulation simulation(positions_, model, max_visits);
    simulation.only_last_ply(only_last_ply_);
    simulation.play(ValidSetup(reached_.start).setup(), reached_.path);
    auto predicted = simulation.divide(position_for(model), depth);
    return simulation.gave_up() ? std::nullopt : std::optional(std::move(predicted));
  }

  /// The total of a program that prints no branches: a position without moves may count itself.
  Count total_by(const FaultModel& model, const std::vector<CountedMove>& branches, int depth) {
    if (!model.counts_end || !branches.empty()) return total_of(branches);
    return Simulation(positions_, model, max_visits).count(position_for(model), depth);
  }

  /// The position as the generator has it. One that lists illegal captures e.p. lists them on the
  /// square that the FEN has; others, and all after moves, may drop a square on which no capture is
  /// legal.
  Setup position_for(const FaultModel& model) const {
    if (model.reads) return position_by(model, reached_.start, reached_.path).value();
    const Setup position = reached_.position();
    const bool keeps_square =
        reached_.path.empty() &&
        (model.attacks || model.tests_by_making || (model.moves && model.wrong == Wrong::extra));
    return keeps_square ? position : ValidSetup(position).setup();
  }

  /// Whether the moves of the position are right, but would be wrong in whichever order a generator
  /// with the fault of unmake makes them to test them.
  bool refutes_tests(const FaultModel& model) const {
    const bool is_right =
        comparison_ ? comparison_->agrees() && depths_.front() == 1 : !right_at_.empty();
    if (!is_right) return false;
    const Setup position = reached_.position();
    std::vector<Move> order = pseudo_legal_moves(position);
    const Count right = legal_moves(position).size();
    const auto is_wrong = [&] { return test_moves(model, position, order).legal.size() != right; };
    if (!is_wrong()) return false;
    std::reverse(order.begin(), order.end());
    return is_wrong();
  }

  /// Whether the fault would make one of the right counts wrong. If the deepest has too many
  /// positions to be simulated, it vouches for the greatest depth that has not, even if that was
  /// not asked for: moves that are wrong there would end all games, or the errors would cancel out.
  bool makes_right_total_wrong(const FaultModel& model) {
    bool is_tested = false;
    for (auto depth = static_cast<int>(right_at_.size()); depth > 0; --depth) {
      if (is_tested && std::ranges::find(depths_, depth) == depths_.end()) continue;
      const auto predicted = simulate(model, depth);
      if (!predicted) continue;
      if (total_of(*predicted) != right_at_[static_cast<std::size_t>(depth) - 1]) return true;
      is_tested = true;
    }
    return false;
  }

  /// Whether the fault adds illegal moves of the position itself, which need not be moves that a
  /// simulation can make. For tasks alone: their positions have all kinds of moves.
  bool makes_root_wrong(const FaultModel& model) {
    if (!model.moves || model.wrong != Wrong::extra || model.moves->likeness) return false;
    if (!illegal_) illegal_ = plausible_illegal_moves(reached_.position());
    return model.moves->has_illegal(*illegal_);
  }

  /// Whether the fault would make a move or a branch wrong that is right in the answer.
  bool differs_where_right(const std::vector<CountedMove>& predicted) const {
    if (comparison_->answer.branches.empty()) return false;
    std::map<Move, std::vector<Count>> by_move;
    for (const CountedMove& counted : predicted) by_move[counted.move].push_back(counted.leaves);
    for (const CountedMove& counted : reference_) {
      const auto found = by_move.extract(counted.move);
      const bool is_right =
          found ? found.mapped() == std::vector{counted.leaves} : counted.leaves == Count();
      if (!is_right && is_right_about(counted.move)) return true;
    }
    return by_move.size() > comparison_->extra.size();
  }

  bool is_right_about(Move move) const {
    const auto is_this = [&](const Miscount& miscount) { return miscount.move == move; };
    return std::ranges::none_of(comparison_->miscounts, is_this) &&
           std::ranges::find(comparison_->repeated, move) == comparison_->repeated.end();
  }

  ReachedPosition reached_;
  std::vector<int> depths_;                               ///< of the answers
  std::vector<Count> right_at_ = {};                      ///< of a task, at depths 1, 2, …
  std::vector<CountedMove> reference_ = {};               ///< of a single answer
  std::optional<Comparison> comparison_ = {};             ///< of a single answer
  std::optional<std::vector<IllegalMove>> illegal_ = {};  ///< once asked for
  Positions positions_{[](const Setup& setup) { return legal_moves(setup); }};
  bool only_last_ply_ = false;
};

/// Calls visit(testimony) for every answer, those with small counts first: they are the quickest to
/// contradict a fault.
void each_testimony(const std::vector<Task>& tasks, const std::vector<Outcome>& outcomes,
                    auto&& visit) {
  const bool lists_rightly = std::ranges::any_of(outcomes, [](const Outcome& outcome) {
    return outcome.diagnosis && outcome.diagnosis->lists_rightly;
  });
  std::vector<std::size_t> partly_right;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].right_depths.empty()) partly_right.push_back(i);
    for (const Answered& answered : outcomes[i].answers) {
      Testimony testimony(answered);
      testimony.only_last_ply(lists_rightly);
      visit(testimony);
    }
  }
  std::ranges::stable_sort(partly_right, {}, [&](std::size_t i) { return outcomes[i].right; });
  for (const std::size_t i : partly_right) {
    Testimony testimony(tasks[i], outcomes[i]);
    testimony.only_last_ply(lists_rightly);
    visit(testimony);
  }
}

// ---- which faults explain the most? ----

/// A fault with the outcomes that it explains.
struct Suspect {
  Hypothesis hypothesis;  ///< as in the first of them, but what one of them settles is settled
  std::vector<std::size_t> explains;
  bool is_contradicted = false;
  std::size_t totals = 0;  ///< how many wrong totals are just those of the fault

  /// Whether a simulation makes all its wrong moves: illegal ones cannot all be made.
  bool can_be_simulated() const { return !model().moves || model().wrong != Wrong::extra; }
  const FaultModel& model() const { return *hypothesis.model; }
};

std::vector<Suspect> suspects_of(const std::vector<Outcome>& outcomes) {
  std::vector<Suspect> suspects;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].diagnosis) continue;
    for (const Hypothesis& candidate : outcomes[i].diagnosis->candidates) {
      auto found = std::ranges::find_if(
          suspects, [&](const Suspect& suspect) { return suspect.model() == *candidate.model; });
      if (found == suspects.end()) found = suspects.insert(found, {candidate, {}});
      found->hypothesis.joins_rules &= candidate.joins_rules;
      found->hypothesis.has_rival &= candidate.has_rival;
      found->explains.push_back(i);
    }
  }
  return suspects;
}

/// The wrong moves of each outcome that it explains.
std::vector<std::vector<WrongMove>> moves_explained_by(const Suspect& suspect,
                                                       const std::vector<Outcome>& outcomes) {
  std::vector<std::vector<WrongMove>> moves;
  for (const std::size_t i : suspect.explains)
    for (const Hypothesis& candidate : outcomes[i].diagnosis->candidates)
      if (candidate.model == suspect.hypothesis.model)
        moves.push_back(candidate.moves.empty() ? outcomes[i].diagnosis->moves : candidate.moves);
  return moves;
}

/// Whether moves are seen to be made wrongly, perhaps with the same part of the position.
bool is_made_elsewhere(const Suspect& suspect, const std::vector<Outcome>& outcomes) {
  return std::ranges::any_of(outcomes, [&](const Outcome& outcome) {
    if (!outcome.diagnosis || outcome.diagnosis->fault != Fault::make) return false;
    const Diagnosis& diagnosis = *outcome.diagnosis;
    return std::ranges::any_of(
               diagnosis.states,
               [&](const Hypothesis& state) { return state.part == suspect.hypothesis.part; }) ||
           (suspect.hypothesis.part == part::pieces &&
            !kind_of_capture_that_stays(diagnosis).empty());
  });
}

/// Whether castling rights are seen both to stay and to go, or to be exchanged. Positions in which
/// either would explain the moves do not count.
bool rights_seem_exchanged(const std::vector<Outcome>& outcomes) {
  std::set<std::string_view> seen;
  for (const Outcome& outcome : outcomes) {
    if (!outcome.diagnosis || outcome.diagnosis->states.empty()) continue;
    const auto& states = outcome.diagnosis->states;
    const std::string_view rights = states.front().rights;
    if (std::ranges::all_of(states, [&](const auto& state) { return state.rights == rights; }))
      seen.insert(rights);
  }
  return seen.contains("exchanged") || (seen.contains("kept") && seen.contains("lost"));
}

/// Whether a believed state explains what is wrong after moves. Of promotions it says less than the
/// fault does.
bool says_which_piece_stands_where(const Diagnosis& diagnosis) {
  const std::vector<Move>& path = diagnosis.counterexample.reached.path;
  return !diagnosis.states.empty() && !path.empty() &&
         std::ranges::none_of(path, &Move::is_promotion);
}

/// Whether a simpler reason explains as much: the rule of the wrong moves, if there is only one; of
/// exchanged castling rights, that rights only stay or only go. Of tests that change the board, one
/// position with moves by one rule is no evidence, nor are several with one wrong move each.
bool has_simpler_reason(const Suspect& suspect, const std::vector<Outcome>& outcomes) {
  const bool is_of_tests = suspect.model().unmake != nullptr;
  if (suspect.model().tests_by_making && !is_of_tests &&
      std::ranges::all_of(suspect.explains, [&](std::size_t i) {
        return says_which_piece_stands_where(*outcomes[i].diagnosis);
      }))
    return true;
  const bool has_states = std::ranges::any_of(
      suspect.explains, [&](std::size_t i) { return !outcomes[i].diagnosis->states.empty(); });
  if (suspect.model().exchanges_rights && has_states) return !rights_seem_exchanged(outcomes);
  if (!suspect.hypothesis.joins_rules && !is_of_tests) return false;
  if (suspect.model().tests_by_making && is_made_elsewhere(suspect, outcomes)) return false;
  const auto explained = moves_explained_by(suspect, outcomes);
  std::set<Rule> rules;
  for (const auto& moves : explained)
    for (const WrongMove& move : moves) rules.insert(move.reason.rule);
  if (!is_of_tests) return rules.size() < 2;
  const bool has_several = std::ranges::any_of(
      explained, [](const std::vector<WrongMove>& moves) { return moves.size() > 1; });
  return !has_several || (rules.size() < 2 && explained.size() < 2);
}

/// Whether one of two faults that explain the same answers says no more than the other.
bool says_less(const Hypothesis& candidate, const Hypothesis& than, bool from_counts) {
  const FaultModel& model = *candidate.model;
  const FaultModel& other = *than.model;
  if (candidate.fault != than.fault) return false;
  if (!model.moves) return model.says == other.says && model.form.starts_with(other.form);
  if (!other.moves) return false;
  // Of two classes with the same moves the first is the more specific.
  const auto texts = [](const Hypothesis& hypothesis) {
    std::set<std::string> all;
    for (const WrongMove& move : hypothesis.moves) all.insert(move.text);
    return all;
  };
  return !from_counts || texts(candidate) == texts(than);
}

/// Whether it says what several moves have in common, not what makes one of them legal.
bool names_class(const Hypothesis& candidate) {
  return candidate.model->moves && !candidate.model->moves->rule && candidate.moves.size() > 1;
}

/// Says only what the counterexample shows.
void say_less(Diagnosis& diagnosis) {
  const Counterexample& counterexample = diagnosis.counterexample;
  const bool shows_moves = counterexample.kind == CounterexampleKind::moves;
  // The same moves are right if the position is set up by FEN.
  if (shows_moves && diagnosis.fault == Fault::make && !diagnosis.is_presumed) return;
  diagnosis.reached_in_one_way = diagnosis.is_presumed || diagnosis.fault == Fault::draw ||
                                 diagnosis.fault == Fault::early_leaves;
  diagnosis.fault = shows_moves ? Fault::generation : Fault::walk;
  if (shows_moves && diagnosis.moves.empty())
    diagnosis.moves = wrong_moves(counterexample.reached.position(), counterexample.comparison);
}

/// Leaves those of an outcome's candidates that are among the chosen faults.
void keep(Diagnosis& diagnosis, const std::vector<const Suspect*>& chosen) {
  std::vector<Hypothesis> kept;
  for (const Suspect* suspect : chosen)
    for (Hypothesis& candidate : diagnosis.candidates) {
      if (candidate.model != suspect->hypothesis.model) continue;
      candidate.has_rival = suspect->hypothesis.has_rival;
      const auto same = std::ranges::find_if(kept, [&](const Hypothesis& other) {
        return says_less(candidate, other, diagnosis.deduced);
      });
      if (same == kept.end()) {
        kept.push_back(candidate);
      } else if (names_class(candidate) && !names_class(*same)) {
        const bool is_likely = same->is_likely;
        *same = candidate;
        same->is_likely = is_likely;
      }
    }
  if (std::ranges::any_of(kept, &Hypothesis::is_likely))
    std::erase_if(kept, [](const Hypothesis& candidate) { return !candidate.is_likely; });
  const bool had_candidates = !diagnosis.candidates.empty();
  diagnosis.candidates = std::move(kept);
  if (!diagnosis.candidates.empty())
    diagnosis.fault = diagnosis.candidates.front().fault;
  else if (had_candidates && diagnosis.states.empty())  // all are contradicted
    say_less(diagnosis);
  if (!diagnosis.deduced) return;
  for (const Hypothesis& candidate : diagnosis.candidates)
    diagnosis.moves.insert(diagnosis.moves.end(), candidate.moves.begin(), candidate.moves.end());
}

/// A cause that explains other answers, with the number that its outcomes share.
struct FoundCause {
  Hypothesis hypothesis;
  std::size_t number;
};

using WrongTexts = std::set<std::pair<Wrong, std::string>>;

WrongTexts texts_of(const std::vector<WrongMove>& moves) {
  WrongTexts texts;
  for (const WrongMove& move : moves) texts.emplace(move.wrong, move.text);
  return texts;
}

/// If several of the causes together explain all wrong moves of a list, gives the diagnosis to the
/// one of them that explains the most: it shows no fault of its own.
void put_down_to_several(Diagnosis& diagnosis, const std::vector<FoundCause>& causes) {
  if (diagnosis.fault != Fault::generation || diagnosis.deduced || diagnosis.moves.empty() ||
      !diagnosis.counterexample.reached.path.empty())
    return;
  const Setup position = diagnosis.counterexample.reached.start;
  const WrongTexts all = texts_of(diagnosis.moves);
  WrongTexts left = all;
  Positions positions([](const Setup& setup) { return legal_moves(setup); });
  const FoundCause* best = nullptr;
  std::size_t most = 0;
  std::set<std::size_t> used;  // of the causes with one number only one is the fault
  for (const FoundCause& cause : causes) {
    if (cause.hypothesis.fault != Fault::generation || used.contains(cause.number)) continue;
    const WrongTexts wrong =
        texts_of(differences(position, listed_by(positions, *cause.hypothesis.model, position)));
    if (wrong.empty() || !std::ranges::includes(all, wrong)) continue;
    used.insert(cause.number);
    for (const auto& move : wrong) left.erase(move);
    if (wrong.size() <= most) continue;
    most = wrong.size();
    best = &cause;
  }
  if (best == nullptr || !left.empty()) return;
  diagnosis.candidates = {best->hypothesis};
  diagnosis.shared_cause = best->number;
  diagnosis.is_presumed = true;
}

/// Chooses as few different faults as possible: again and again the one that explains the most of
/// the answers left, with those that explain just as much and give as many of the wrong totals.
void choose(std::vector<Suspect> suspects, std::vector<Outcome>& outcomes) {
  std::set<std::size_t> left;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i].diagnosis) left.insert(i);
  std::vector<FoundCause> found;
  for (std::size_t number = 0;; ++number) {
    const auto best = std::ranges::max_element(
        suspects, {}, [](const Suspect& suspect) { return suspect.explains.size(); });
    if (best == suspects.end() || best->explains.empty()) break;
    const std::vector<std::size_t> explained = best->explains;
    std::vector<const Suspect*> chosen;
    std::size_t max_totals = 0;
    for (const Suspect& suspect : suspects)
      if (suspect.explains == explained) max_totals = std::max(max_totals, suspect.totals);
    // One total may be that of a fault by chance.
    const bool totals_tell = max_totals > 1;
    for (const Suspect& suspect : suspects)
      if (suspect.explains == explained &&
          (suspect.totals == max_totals || (!totals_tell && !suspect.can_be_simulated())))
        chosen.push_back(&suspect);
    for (const std::size_t i : explained) {
      keep(*outcomes[i].diagnosis, chosen);
      outcomes[i].diagnosis->shared_cause = number;
      left.erase(i);
    }
    for (const Suspect* suspect : chosen) found.push_back({suspect->hypothesis, number});
    for (Suspect& suspect : suspects)
      std::erase_if(suspect.explains, [&](std::size_t i) { return !left.contains(i); });
  }
  for (const std::size_t i : left) {
    keep(*outcomes[i].diagnosis, {});
    put_down_to_several(*outcomes[i].diagnosis, found);
  }
}

/// Withdraws what was said of taking moves back or of a table if the generator may make moves
/// wrongly and one cause does not explain all its walks, and of a table if more positions show that
/// moves are taken back wrongly, or one that they are made wrongly: by one count alone it is too
/// easily found.
void withdraw_guesses(std::vector<Outcome>& outcomes) {
  std::set<std::string_view> parts;
  const auto is_walk = [](const Outcome& outcome) {
    return outcome.diagnosis && !outcome.diagnosis->made_right;
  };
  const auto withdraw = [](Diagnosis& diagnosis) {
    diagnosis.fault = Fault::walk;
    diagnosis.hypothesis.reset();
  };
  for (const Outcome& outcome : outcomes)
    if (is_walk(outcome)) parts.insert(part_of(*outcome.diagnosis));
  for (Outcome& outcome : outcomes)
    if (is_walk(outcome) && parts.size() > 1 && outcome.diagnosis->candidates.empty() &&
        outcome.diagnosis->fault != Fault::sum)
      withdraw(*outcome.diagnosis);
  // A move that is not taken back completely spoils other counts, too, as a table might.
  const auto number_of = [&](Fault fault) {
    return std::ranges::count_if(outcomes, [&](const Outcome& outcome) {
      return outcome.diagnosis && outcome.diagnosis->fault == fault &&
             outcome.diagnosis->hypothesis;
    });
  };
  if (number_of(Fault::unmake) > number_of(Fault::table))
    for (Outcome& outcome : outcomes)
      if (outcome.diagnosis && outcome.diagnosis->fault == Fault::table)
        withdraw(*outcome.diagnosis);
  // Nor is a key to blame for what the generator's own walk is seen to make wrongly.
  std::map<std::string, Hypothesis> made_wrongly;
  for (const Outcome& outcome : outcomes)
    if (const auto& diagnosis = outcome.diagnosis; diagnosis && diagnosis->fault == Fault::walk &&
                                                   diagnosis->hypothesis &&
                                                   !diagnosis->hypothesis->is_guess)
      made_wrongly.try_emplace("key_" + std::string(part_of(*diagnosis)), *diagnosis->hypothesis);
  for (Outcome& outcome : outcomes) {
    if (!outcome.diagnosis || outcome.diagnosis->fault != Fault::table) continue;
    const auto made = made_wrongly.find(std::string(part_of(*outcome.diagnosis)));
    if (made == made_wrongly.end()) continue;
    outcome.diagnosis->fault = Fault::walk;
    outcome.diagnosis->hypothesis = made->second;
  }
}

void choose_candidates(const std::vector<Task>& tasks, std::vector<Outcome>& outcomes) {
  std::vector<Suspect> suspects = suspects_of(outcomes);
  if (!suspects.empty())
    each_testimony(tasks, outcomes, [&](Testimony& testimony) {
      for (Suspect& suspect : suspects) {
        if (suspect.is_contradicted) continue;
        suspect.is_contradicted = testimony.contradicts(suspect.model());
        suspect.totals += testimony.is_wrong_total_of(suspect.model());
      }
    });
  std::erase_if(suspects, [&](const Suspect& suspect) {
    return suspect.is_contradicted || has_simpler_reason(suspect, outcomes);
  });
  // Rights that are exchanged explain no more than rights that only stay, or only go.
  const auto explains_all_of = [](const Suspect& simple, const Suspect& other) {
    return !simple.model().exchanges_rights && simple.hypothesis.fault == other.hypothesis.fault &&
           std::ranges::includes(simple.explains, other.explains);
  };
  std::erase_if(suspects, [&, all = suspects](const Suspect& suspect) {
    return suspect.model().exchanges_rights &&
           std::ranges::any_of(all, [&](const auto& one) { return explains_all_of(one, suspect); });
  });
  choose(std::move(suspects), outcomes);
  withdraw_guesses(outcomes);
}

// ---- what generators believe after making moves ----

/// Leaves of several states that explain one position those that explain as many positions as
/// possible, as choose() does with faults.
void choose_states(std::vector<Outcome>& outcomes) {
  std::map<const StateModel*, std::set<std::size_t>> explained;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i].diagnosis)
      for (const Hypothesis& state : outcomes[i].diagnosis->states)
        explained[state.state].insert(i);
  while (true) {
    const auto best = std::ranges::max_element(
        explained, {}, [](const auto& model) { return model.second.size(); });
    if (best == explained.end() || best->second.empty()) return;
    const std::set<std::size_t> by_best = best->second;
    for (const std::size_t i : by_best) {
      Diagnosis& diagnosis = *outcomes[i].diagnosis;
      std::vector<Hypothesis> kept = diagnosis.states;
      std::erase_if(kept,
                    [&](const Hypothesis& state) { return explained[state.state] != by_best; });
      if (kept.size() < diagnosis.states.size()) suppose(diagnosis, std::move(kept));
    }
    for (auto& [model, positions] : explained)
      std::erase_if(positions, [&](std::size_t i) { return by_best.contains(i); });
  }
}

// ---- usual causes of wrong moves ----

/// The moves by each rule that are wrong in some answer, and those that are right.
struct MovesByRule {
  std::map<Rule, std::vector<PlacedMove>> wrong, right;
  std::set<Rule> unread;  ///< rules of wrong moves whose text is unknown
};

/// Adds the moves of a position that the generator gets right: the legal ones that it lists, and
/// the nearly legal ones that it does not.
void add_right(MovesByRule& moves, const Setup& position, const std::vector<WrongMove>& wrong) {
  std::set<std::string> texts;
  for (const WrongMove& move : wrong) texts.insert(move.text);
  const auto is_wrong = [&](Move move) { return texts.contains(move_text(position, move)); };
  const auto add = [&](Move move, Rule rule) {
    if (moves.wrong.contains(rule)) moves.right[rule].push_back({position, move});
  };
  for (const Move move : legal_moves(position))
    if (!is_wrong(move)) add(move, why_legal(position, move).rule);
  for (const auto& [move, rule, breaks_more] : nearly_legal_moves(position))
    if (!breaks_more && !is_wrong(move)) add(move, rule);
}

bool is_about_moves(const Diagnosis& diagnosis) {
  return diagnosis.fault == Fault::generation && !diagnosis.moves.empty();
}

/// The position to which the diagnosis' wrong moves belong.
Setup position_of(const Diagnosis& diagnosis) {
  if (diagnosis.deduced && diagnosis.fewest) return *diagnosis.fewest;
  return diagnosis.counterexample.reached.position();
}

MovesByRule moves_by_rule(const std::vector<Task>& tasks, const std::vector<Outcome>& outcomes) {
  MovesByRule moves;
  for (const Outcome& outcome : outcomes) {
    if (!outcome.diagnosis || !is_about_moves(*outcome.diagnosis)) continue;
    const Setup position = position_of(*outcome.diagnosis);
    for (const WrongMove& move : outcome.diagnosis->moves) {
      const Rule rule = move.reason.rule;
      if (const auto parsed = read_move(position, move.text))
        moves.wrong[rule].push_back({position, as_move(position, *parsed)});
      else
        moves.unread.insert(rule);
    }
  }
  if (moves.wrong.empty()) return moves;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Outcome& outcome = outcomes[i];
    if (!outcome.right_depths.empty()) add_right(moves, tasks[i].setup, {});
    for (const auto& [question, answer] : outcome.answers) {
      if (question.depth != 1 || !question.moves.empty()) continue;
      const Comparison comparison =
          compare(question.start, answer, reference_divide(question.start, 1));
      if (comparison.agrees() || !answer.branches.empty())
        add_right(moves, question.start, wrong_moves(question.start, comparison));
    }
  }
  return moves;
}

void choose_usual_causes(const std::vector<Task>& tasks, std::vector<Outcome>& outcomes) {
  const MovesByRule moves = moves_by_rule(tasks, outcomes);
  for (Outcome& outcome : outcomes) {
    if (!outcome.diagnosis || !is_about_moves(*outcome.diagnosis)) continue;
    Diagnosis& diagnosis = *outcome.diagnosis;
    const WrongMove& first = diagnosis.moves.front();
    const Rule rule = first.reason.rule;
    const auto wrong = moves.wrong.find(rule);
    if (first.wrong == Wrong::repeated || wrong == moves.wrong.end()) continue;
    std::string_view& cause = diagnosis.explanation.usual_cause;
    if (cause != usual_cause(first.wrong, rule) || moves.unread.contains(rule)) continue;
    const auto right = moves.right.find(rule);
    cause =
        consistent_cause(rule, wrong->second,
                         right == moves.right.end() ? std::vector<PlacedMove>() : right->second);
  }
}

/// Whether the generator is right in a position of standard chess in which a side has one right
/// alone, and castles: then it reads K, Q, k and q from FENs.
bool castles_by_one_right(const std::vector<Task>& tasks, const std::vector<Outcome>& outcomes) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Setup& setup = tasks[i].setup;
    const auto& rooks = setup.castling[index(setup.side)];
    if (!outcomes[i].right_depths.empty() && !needs_chess960(setup) &&
        std::ranges::count(rooks, no_square) == 1 &&
        std::ranges::any_of(legal_moves(setup), [](Move move) { return move.is_castle(); }))
      return true;
  }
  return false;
}

/// A number for captures e.p. and for promotions with and without capture; none for other moves.
std::optional<unsigned> special_kind(Move move) {
  if (!move.is_en_passant() && !move.is_promotion()) return std::nullopt;
  return static_cast<unsigned>(move.kind()) & (move.is_promotion() ? ~3U : ~0U);
}

/// The special kinds of moves after which the generator has a wrong position. A test whether they
/// are legal may make them in the same way.
std::set<unsigned> kinds_made_wrongly(const std::vector<Outcome>& outcomes) {
  std::set<unsigned> kinds;
  for (const Outcome& outcome : outcomes)
    if (const auto& diagnosis = outcome.diagnosis;
        diagnosis && diagnosis->fault == Fault::make && !diagnosis->makes_moves)
      for (const Move move : diagnosis->counterexample.reached.path)
        if (const auto kind = special_kind(move)) kinds.insert(*kind);
  return kinds;
}

/// Whether all wrong moves of a list are of kinds that are made wrongly.
bool may_be_test_by_making(const Diagnosis& diagnosis, const std::set<unsigned>& made_wrongly) {
  const Setup position = position_of(diagnosis);
  return is_about_moves(diagnosis) && diagnosis.candidates.empty() &&
         std::ranges::all_of(diagnosis.moves, [&](const WrongMove& wrong) {
           const auto parsed = read_move(position, wrong.text);
           const auto kind = parsed ? special_kind(as_move(position, *parsed)) : std::nullopt;
           return kind && made_wrongly.contains(*kind);
         });
}

/// If the generator has answered the same questions differently, gives that diagnosis to two more
/// kinds of outcomes, which chance explains, too: an answer that was right after a fresh start, so
/// that the generator seemed to remember something, and one that was right when asked again.
void put_down_to_chance(std::vector<Outcome>& outcomes) {
  const auto has = [](const Outcome& outcome, Fault fault) {
    return outcome.diagnosis && outcome.diagnosis->fault == fault;
  };
  const auto chance = std::ranges::find_if(
      outcomes, [&](const Outcome& outcome) { return has(outcome, Fault::nondeterministic); });
  if (chance == outcomes.end()) return;
  for (Outcome& outcome : outcomes) {
    const bool was_right_again = outcome.oddity == "chance";
    const bool seems_to_remember =
        has(outcome, Fault::history) && outcome.diagnosis->questions_before.empty();
    if (was_right_again || seems_to_remember) outcome.diagnosis = chance->diagnosis;
    if (was_right_again) outcome.oddity = outcome.remark = "";
  }
}

}  // namespace

bool contradicts(const Answered& answered, const FaultModel& model) {
  return Testimony(answered).contradicts(model);
}

void settle(const std::vector<Task>& tasks, std::vector<Outcome>& outcomes) {
  if (std::ranges::none_of(outcomes,
                           [](const Outcome& outcome) { return outcome.diagnosis.has_value(); }))
    return;
  put_down_to_chance(outcomes);
  choose_candidates(tasks, outcomes);
  choose_states(outcomes);
  const bool fen_lacks_state = std::ranges::any_of(outcomes, [](const Outcome& outcome) {
    return outcome.diagnosis && outcome.diagnosis->fault == Fault::fen &&
           !outcome.diagnosis->hypothesis;
  });
  const bool reads_rights = castles_by_one_right(tasks, outcomes);
  const std::set<unsigned> made_wrongly = kinds_made_wrongly(outcomes);
  for (Outcome& outcome : outcomes) {
    if (!outcome.diagnosis) continue;
    outcome.diagnosis->may_be_make = (fen_lacks_state && outcome.diagnosis->is_wrong_both_ways) ||
                                     may_be_test_by_making(*outcome.diagnosis, made_wrongly);
    outcome.diagnosis->reads_rights = reads_rights;
  }
  for (Outcome& outcome : outcomes)
    if (outcome.diagnosis) outcome.diagnosis->explanation = explain(*outcome.diagnosis);
  choose_usual_causes(tasks, outcomes);
}

}  // namespace plylab::perft::verify
