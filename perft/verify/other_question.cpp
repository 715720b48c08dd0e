#include "perft/verify/other_question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;
using engines::PerftAnswer;
using engines::PerftQuestion;

/// Larger right counts are not computed to test an explanation.
constexpr std::uint64_t affordable_leaves = 2'000'000;

/// The right answer to a question.
struct Right {
  Count total;
  std::vector<CountedMove> branches = {};  ///< none at depth 0, or if only the total is known
};

/// None for a depth below 0, or one that would take too long. Counts grow with depth.
std::optional<Right> right_answer(const Setup& position, int depth) {
  if (depth < 0 || !is_position(position)) return std::nullopt;
  if (depth == 0) return Right{1};
  Count total = 1, before = 1;
  for (int now = 1; now < depth; ++now) {
    total = total_of(reference_divide(position, now));
    const Uint128 growth = total.value() / std::max<Uint128>(1, before.value());
    if (total.value() * growth > affordable_leaves) return std::nullopt;
    before = total;
  }
  auto branches = reference_divide(position, depth);
  return Right{total_of(branches), std::move(branches)};
}

bool is_given(const Right& right, const Setup& position, const PerftAnswer& answer) {
  if (answer.total != right.total) return false;
  return right.branches.empty() || compare(position, answer, right.branches).agrees();
}

/// A way to misunderstand every question: what is answered instead.
struct Misreading {
  std::string_view kind;
  std::string_view says;  ///< with {depth}, that of the other question
  Setup (*position)(const Setup& asked) = nullptr;
  int more_plies = 0;
  bool sums = false;  ///< the total is that of all depths up to this one
  int surplus = 0;    ///< added to that total
};

Setup other_side(const Setup& asked) {
  Setup setup = asked;
  setup.side = !setup.side;
  setup.en_passant = no_square;
  return setup;
}

template <Color color>
Setup side_of(const Setup& asked) {
  return asked.side == color ? asked : other_side(asked);
}

constexpr Misreading misreadings[] = {
    {.kind = "smaller_depth",
     .says = "its answer is the right one for perft({depth}): it counts one ply too few",
     .more_plies = -1},
    {.kind = "greater_depth",
     .says = "its answer is the right one for perft({depth}): it counts one ply too many",
     .more_plies = 1},
    {.kind = "initial_position",
     .says = "its answer is the right one for the initial position: it ignores the FEN",
     .position = [](const Setup&) { return parse_fen("startpos"); }},
    {.kind = "other_side",
     .says = "its answer is the right one if the other side is to move: it exchanges the letters w "
             "and b of the FEN",
     .position = other_side},
    {.kind = "other_side",
     .says =
         "its answer is the right one if White is to move: it does not read the side to move in "
         "the FEN",
     .position = side_of<white>},
    {.kind = "other_side",
     .says =
         "its answer is the right one if Black is to move: it does not read the side to move in "
         "the FEN",
     .position = side_of<black>},
    {.kind = "all_positions",
     .says = "its answer is the sum of perft(1) to perft({depth}): it counts the positions on the "
             "way, too; perft counts the last ply only",
     .sums = true},
    {.kind = "all_positions",
     .says = "its answer is 1 more than the sum of perft(1) to perft({depth}): it counts the root "
             "and the positions on the way, too; perft counts the last ply only",
     .sums = true,
     .surplus = 1},
};

/// What a generator with the misreading answers, with the position to which the moves belong.
std::optional<std::pair<Setup, Right>> predicted_by(const Misreading& misreading,
                                                    const PerftQuestion& question) {
  const Setup position = misreading.position ? misreading.position(question.start) : question.start;
  auto right = right_answer(position, question.depth + misreading.more_plies);
  if (!right) return std::nullopt;
  if (misreading.sums) {
    for (int less = 1; less < question.depth; ++less)
      right->total += total_of(reference_divide(position, less));
    right->total += Count(static_cast<std::uint64_t>(misreading.surplus));
    right->branches.clear();
  }
  return std::pair(position, std::move(*right));
}

/// A position one move further at two depths, the greater one first, since a table of counts
/// remembers nothing then; and a greater depth. All these may have the fault of the position, so
/// that Kiwipete follows, for either side.
std::vector<PerftQuestion> further_questions(const PerftQuestion& asked) {
  std::vector<PerftQuestion> questions;
  if (const auto moves = reference_divide(asked.start, 1); !moves.empty()) {
    const Setup next = play(asked.start, {moves.front().move});
    questions.push_back({next, {}, 2});
    questions.push_back({next, {}, 1});
  }
  questions.push_back({asked.start, {}, asked.depth + 1});
  const Setup kiwipete = read_setup("kiwipete");
  questions.push_back({kiwipete, {}, 1});
  questions.push_back({other_side(kiwipete), {}, 1});
  return questions;
}

/// "perft(1) of startpos".
std::string name_of(const PerftQuestion& question) {
  return fmt::format("perft({}) of {}", question.depth, to_string(question.start));
}

/// "perft(1) of startpos: 8, right is 20".
std::string quoted(const PerftQuestion& question, const PerftAnswer& answer, Count right) {
  return fmt::format("{}: {}, right is {}", name_of(question),
                     answer.total ? to_string(*answer.total) : "no total", right);
}

/// Whether the misreading explains the answer and those to further questions: if so, the first of
/// these that shows it, quoted. A generator that counts one ply too few may do so from depth 2 on
/// only.
std::optional<std::string> evidence_for(const Misreading& misreading, WatchedGenerator& generator,
                                        const PerftQuestion& asked, const PerftAnswer& answer) {
  const auto predicted = predicted_by(misreading, asked);
  if (!predicted || !is_given(predicted->second, predicted->first, answer)) return std::nullopt;
  generator.restart();
  std::string evidence;
  int told = 0;
  for (const PerftQuestion& question : further_questions(asked)) {
    const auto right = right_answer(question.start, question.depth);
    const auto wrong = predicted_by(misreading, question);
    if (!right || !wrong) continue;
    const bool same_total = right->total == wrong->second.total;
    if (same_total && wrong->first == question.start) continue;
    if (!generator.abilities().patient) {
      if (told > 0) break;
      if (wrong->second.total == *answer.total) continue;  // would not tell a constant answer
    }
    const PerftAnswer other = generator.ask(question);
    if (is_given(wrong->second, wrong->first, other)) {
      told += !same_total || !other.branches.empty();
      if (!same_total && evidence.empty()) evidence = quoted(question, other, right->total);
    } else if (question.depth + misreading.more_plies > 0 || other.total != right->total) {
      return std::nullopt;
    }
  }
  return told > 0 ? std::optional(evidence) : std::nullopt;
}

/// Whether the generator, asked for perft(1) of other positions after the question `previous`,
/// answers for that position, at its depth or at theirs: if so, the first such answer, quoted with
/// the question before, without which the generator may be right. The others are a move further
/// than the two positions. By chance, one of them may have the same count.
std::optional<std::string> evidence_for_lateness(WatchedGenerator& generator, const Setup& asked,
                                                 const PerftQuestion& previous, bool keeps_depth) {
  constexpr int needed = 2;
  std::string evidence;
  const Count late = total_of(reference_divide(previous.start, keeps_depth ? previous.depth : 1));
  int told = 0;
  for (const Setup* parent : {&previous.start, &asked})
    for (const CountedMove& counted : reference_divide(*parent, 2)) {
      if (counted.leaves == late || counted.leaves == Count()) continue;
      generator.restart();
      generator.ask(previous);
      const PerftQuestion question{play(*parent, {counted.move}), {}, 1};
      const PerftAnswer answer = generator.ask(question);
      if (answer.total != late) return std::nullopt;
      if (evidence.empty())
        evidence = fmt::format("after {}, {}", name_of(previous),
                               quoted(question, answer, counted.leaves));
      if (++told == needed) return evidence;
    }
  return told > 0 ? std::optional(evidence) : std::nullopt;
}

std::optional<Oddity> as_answer_before(WatchedGenerator& generator, const PerftQuestion& asked,
                                       const PerftAnswer& answer, const PerftQuestion& previous) {
  const auto fits = [&](int depth) {
    const auto right = right_answer(previous.start, depth);
    return right && is_given(*right, previous.start, answer);
  };
  const bool same_position = previous.start == asked.start;
  if (fits(previous.depth))
    if (auto evidence = evidence_for_lateness(generator, asked.start, previous, true))
      return Oddity{
          .kind = "previous_question",
          .sentence = "its answer is the right one to the previous question: " + name_of(previous),
          .evidence = *std::move(evidence)};
  if (!same_position && previous.depth != asked.depth && fits(asked.depth))
    if (auto evidence = evidence_for_lateness(generator, asked.start, previous, false))
      return Oddity{
          .kind = "previous_position",
          .sentence = fmt::format("its answer is the right one for the previous position: {}",
                                  to_string(previous.start)),
          .evidence = *std::move(evidence)};
  return std::nullopt;
}

/// What the wrong answer to a question is instead.
std::optional<Oddity> other_question(WatchedGenerator& generator, const PerftQuestion& asked,
                                     const PerftAnswer& answer,
                                     const std::optional<PerftQuestion>& previous) {
  if (!answer.total) return std::nullopt;
  // First, as a constant answer is bound to be right for some other question.
  if (generator.abilities().patient)
    if (auto oddity = constant_answer(generator, asked, answer)) return oddity;
  for (const Misreading& misreading : misreadings)
    if (auto evidence = evidence_for(misreading, generator, asked, answer))
      return Oddity{.kind = misreading.kind,
                    .sentence = fmt::format(fmt::runtime(misreading.says),
                                            fmt::arg("depth", asked.depth + misreading.more_plies)),
                    .evidence = *std::move(evidence)};
  if (previous) return as_answer_before(generator, asked, answer, *previous);
  return std::nullopt;
}

using CountedText = std::pair<Count, std::string>;

/// The branches of an answer that stand for castling: those of illegal moves, and one of each two
/// of the same rook's move. None if neither of the two has the right count.
std::optional<std::vector<CountedText>> castling_branches(
    const Setup& position, const Comparison& comparison, const PerftAnswer& answer,
    const std::vector<CountedMove>& reference) {
  std::vector<CountedText> found;
  for (const engines::ReportedBranch& branch : answer.branches)
    if (branch.leaves && std::ranges::find(comparison.extra, branch.move) != comparison.extra.end())
      found.emplace_back(*branch.leaves, branch.move);
  for (const Move move : comparison.repeated) {
    const std::string text = move_text(position, move);
    std::vector<Count> counts;
    for (const engines::ReportedBranch& branch : answer.branches)
      if (branch.move == text) counts.push_back(branch.leaves.value_or(Count()));
    const auto right = std::ranges::find(reference, move, &CountedMove::move);
    const auto own = std::ranges::find(counts, right->leaves);
    if (counts.size() != 2 || own == counts.end()) return std::nullopt;
    counts.erase(own);
    found.emplace_back(counts.front(), text);
  }
  return found;
}

/// Whether all that is wrong with a list of moves is how castling is written, such as h1f1 for
/// e1g1: below each move that is no legal one, or that is listed twice, the generator counts as
/// many leaves as there are after castling.
std::optional<Oddity> castling_in_other_letters(engines::GeneratorUnderTest& generator,
                                                const Setup& position,
                                                const Comparison& comparison) {
  const auto are_castlings = [](const std::vector<Move>& moves) {
    return std::ranges::all_of(moves, [](Move move) { return move.is_castle(); });
  };
  if (comparison.missing.empty() ||
      comparison.extra.size() + comparison.repeated.size() != comparison.missing.size() ||
      comparison.miscounts.size() != comparison.missing.size() ||
      comparison.answer.total != comparison.right || !are_castlings(comparison.missing))
    return std::nullopt;
  std::vector<CountedText> said, meant;
  for (const int depth : {2, 3}) {
    const auto reference = reference_divide(position, depth);
    const PerftAnswer answer = generator.ask({position, {}, depth});
    auto branches = castling_branches(position, comparison, answer, reference);
    if (answer.total != total_of(reference) || !branches) return std::nullopt;
    said = *std::move(branches);
    meant.clear();
    for (const auto& [move, leaves] : reference)
      if (std::ranges::find(comparison.missing, move) != comparison.missing.end())
        meant.emplace_back(leaves, move_text(position, move));
    std::ranges::sort(said), std::ranges::sort(meant);
    if (!std::ranges::equal(said, meant, {}, &CountedText::first, &CountedText::first))
      return std::nullopt;
  }
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i < said.size(); ++i)
    pairs.push_back(fmt::format("{} as {}", meant[i].second, said[i].second));
  return Oddity{"castling_letters",
                fmt::format("it writes {}; the counts below are right", fmt::join(pairs, " and ")),
                true};
}

}  // namespace

std::optional<Oddity> oddity_of(WatchedGenerator& generator, const PerftQuestion& asked,
                                const PerftAnswer& answer, const Comparison& comparison,
                                const std::optional<PerftQuestion>& previous) try {
  if (comparison.is_half_read()) {
    std::vector<std::string> missing;
    for (const Move move : comparison.missing) missing.push_back(move_text(asked.start, move));
    return Oddity{"half_read", remark_on_half_read(comparison, missing)};
  }
  if (auto oddity = other_question(generator, asked, answer, previous)) return oddity;
  return castling_in_other_letters(generator, asked.start, comparison);
} catch (const engines::EngineFault& fault) {
  if (fault.kind() == engines::FaultKind::stopped) throw;
  return std::nullopt;
}

std::optional<Oddity> constant_answer(WatchedGenerator& generator, const PerftQuestion& asked,
                                      const PerftAnswer& answer) {
  if (!answer.total) return std::nullopt;
  std::vector<PerftQuestion> questions = further_questions(asked);
  const bool is_patient = generator.abilities().patient;
  // First what is least like the question: near it, the right counts may happen to be equal.
  if (!is_patient) std::reverse(questions.begin(), questions.end());
  std::string evidence;
  // Few answers are constant, and a restart may take long: the first time it does without.
  for (const bool afresh : {false, true}) {
    if (afresh) generator.restart();
    int told = 0;
    for (const PerftQuestion& question : questions) {
      const auto right = right_answer(question.start, question.depth);
      if (!right || right->total == *answer.total) continue;
      const PerftAnswer other = generator.ask(question);
      if (other.total != answer.total || !std::ranges::equal(other.branches, answer.branches))
        return std::nullopt;
      if (evidence.empty()) evidence = quoted(question, other, right->total);
      ++told;
      if (!is_patient) break;
    }
    if (told == 0) return std::nullopt;
    if (!is_patient) break;
  }
  return Oddity{.kind = "constant",
                .sentence = fmt::format("it answers {} whatever it is asked", *answer.total),
                .evidence = std::move(evidence)};
}

bool ignores_moves(engines::GeneratorUnderTest& generator, const Setup& start) {
  constexpr int needed = 3;  // by a count alone, two positions may agree by chance
  int told = 0;
  const PerftAnswer alone = generator.ask({start, {}, 1});
  // A program that reads moves may still not know a special one, or take a king's move for
  // castling: those of the king come last.
  std::vector<Move> moves;
  std::ranges::copy_if(legal_moves(start), std::back_inserter(moves),
                       [](Move move) { return move.kind() == MoveKind::quiet; });
  std::stable_partition(moves.begin(), moves.end(),
                        [&](Move move) { return type_of(start.squares[move.from()]) != king; });
  for (const Move move : moves) {
    const Setup next = play(start, {move});
    const Count right = total_of(reference_divide(next, 1));
    if (alone.branches.empty() ? alone.total == right : right == Count()) continue;
    const PerftAnswer played = generator.ask({start, {move}, 1});
    if (played.total != alone.total || !std::ranges::equal(played.branches, alone.branches))
      return false;
    // A wrong count may be that of the position before, too, but hardly at two depths.
    if (told == 0 && alone.branches.empty() &&
        generator.ask({start, {move}, 2}).total != generator.ask({start, {}, 2}).total)
      return false;
    if (++told == needed) break;
  }
  return told > 0;
}

}  // namespace plylab::perft::verify
