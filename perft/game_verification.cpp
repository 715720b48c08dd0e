#include "perft/game_verification.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "gen/base/input_error.h"
#include "gen/game/read_position.h"
#include "reports/tables/columns.h"

namespace plylab::perft::verify {
namespace {

using engines::EngineFault;
using engines::FaultKind;

/// Leaves by move, as the game writes it.
using Branches = std::map<std::string, Count>;

/// The same for a generator, which may list moves without counts.
using ReportedBranches = std::map<std::string, std::optional<Count>>;

/// Whether the generator counts wrongly below a legal move. It may leave out moves without leaves.
bool is_wrong(const Branches::value_type& right, const ReportedBranches& reported) {
  const auto found = reported.find(right.first);
  if (found == reported.end()) return right.second != 0;
  return found->second && *found->second != right.second;
}

/// The counts on which the boards agree.
struct Vote {
  Count total;
  Branches branches;
};

Vote vote(const CountableGame& game, const AnyStart& position, int depth) {
  std::optional<Result> first;
  for (const std::string& generator : game.info.generator_names()) {
    Result result = game.run(position, {.generator = generator, .depth = depth});
    if (!first)
      first = std::move(result);
    else if (first->branches != result.branches)
      throw InputError(fmt::format("{}: plylab's own generators disagree in {} at depth {}",
                                   game.info.name, position.text(), depth));
  }
  Vote right{first->leaves, {}};
  for (const RootMove& branch : first->branches) right.branches[branch.move] = branch.leaves;
  return right;
}

class Follower {
 public:
  Follower(const CountableGame& game, AnyStart position, engines::Engine& engine,
           const std::atomic<bool>& stop)
      : game_(game), position_(std::move(position)), engine_(engine), stop_(stop) {}

  GameOutcome judge(int depth) {
    const Vote right = vote(game_, position_, depth);
    outcome_.right = right.total;
    const engines::PerftAnswer answer = ask(depth);
    outcome_.reported = answer.total;
    outcome_.verdict = agrees(depth, right, answer) ? Verdict::agrees : Verdict::differs;
    if (outcome_.verdict == Verdict::differs) follow(depth, right, answer);
    return outcome_;
  }

  GameOutcome fail(const EngineFault& fault) {
    outcome_.verdict = verdict_of(fault);
    outcome_.remark = fault.what();
    return outcome_;
  }

 private:
  AnyStart here() const {
    return game_.info.parse(
        with_moves(position_.text(), fmt::format("{}", fmt::join(outcome_.path, " "))));
  }

  engines::PerftAnswer ask(int depth) {
    engines::TextQuestion question{position_.text(), outcome_.path, depth};
    if (!engine_.abilities().plays_moves) question = {here().text(), {}, depth};
    engines::PerftAnswer answer = engine_.ask(question);
    outcome_.seconds += answer.seconds;
    return answer;
  }

  /// The generator's moves in the game's notation; unknown moves unchanged.
  ReportedBranches branches_of(int depth, const engines::PerftAnswer& answer,
                               const Vote& right) const {
    ReportedBranches branches;
    for (const engines::ReportedBranch& branch : answer.branches) {
      std::string move = branch.move;
      if (!right.branches.contains(move)) try {
          move = game_.info.referee(here())->play_words(move);
        } catch (const InputError&) {  // not a move of the game
        }
      const std::optional<Count> leaves = depth == 1 ? branch.leaves.value_or(1) : branch.leaves;
      const auto [place, is_new] = branches.try_emplace(move, leaves);
      if (!is_new && place->second && leaves) *place->second += *leaves;
    }
    return branches;
  }

  bool agrees(int depth, const Vote& right, const engines::PerftAnswer& answer) const {
    if (answer.total != right.total) return false;
    if (answer.branches.empty()) return true;
    const ReportedBranches branches = branches_of(depth, answer, right);
    return std::ranges::none_of(right.branches,
                                [&](const auto& one) { return is_wrong(one, branches); }) &&
           std::ranges::all_of(branches,
                               [&](const auto& one) { return right.branches.contains(one.first); });
  }

  /// Follows the first moves with wrong counts, as deep as possible.
  void follow(int depth, Vote right, engines::PerftAnswer answer) {
    while (!shows(depth, right, answer)) {
      const std::optional<std::string> move = first_wrong(depth, right, answer);
      if (!move) {
        outcome_.remark = counts_each(depth, answer) ? "its total is not the sum of its moves"
                                                     : "counts wrongly here";
        break;
      }
      outcome_.path.push_back(*move);
      if (--depth == 0) outcome_.remark = "it counts last moves more than once, or not at all";
      if (depth == 0 || stop_) break;
      right = vote(game_, here(), depth);
      answer = ask(depth);
      if (agrees(depth, right, answer)) {
        outcome_.remark = "asked about this position, it is right";
        break;
      }
    }
    outcome_.shown = here().text();
  }

  /// Records missing and extra moves; false if there are none.
  bool shows(int depth, const Vote& right, const engines::PerftAnswer& answer) {
    if (answer.branches.empty()) return false;
    const ReportedBranches branches = branches_of(depth, answer, right);
    for (const auto& [move, leaves] : right.branches)
      if (leaves != 0 && !branches.contains(move)) outcome_.missing.push_back(move);
    for (const auto& [move, leaves] : branches)
      if (!right.branches.contains(move)) outcome_.extra.push_back(move);
    return !outcome_.missing.empty() || !outcome_.extra.empty();
  }

  /// Whether an answer has a count for each move that it lists, and lists moves.
  static bool counts_each(int depth, const engines::PerftAnswer& answer) {
    return !answer.branches.empty() &&
           (depth == 1 || std::ranges::all_of(answer.branches, [](const auto& branch) {
              return branch.leaves.has_value();
            }));
  }

  /// The first move below which the generator counts wrongly.
  std::optional<std::string> first_wrong(int depth, const Vote& right,
                                         const engines::PerftAnswer& answer) {
    if (!answer.branches.empty()) {
      const ReportedBranches branches = branches_of(depth, answer, right);
      for (const auto& one : right.branches)
        if (is_wrong(one, branches)) return one.first;
      if (counts_each(depth, answer)) return std::nullopt;
    }
    for (const auto& [move, leaves] : right.branches) {
      if (depth == 1) break;
      outcome_.path.push_back(move);
      const bool is_right = ask(depth - 1).total == leaves;
      outcome_.path.pop_back();
      if (!is_right) return move;
    }
    return std::nullopt;
  }

  const CountableGame& game_;
  const AnyStart position_;
  engines::Engine& engine_;
  const std::atomic<bool>& stop_;
  GameOutcome outcome_;
};

std::string joined(const std::vector<std::string>& moves) {
  return fmt::format("{}", fmt::join(moves, " "));
}

reports::Cell text_or_none(const std::string& text) {
  return text.empty() ? reports::Cell() : reports::Cell(text);
}

bool is_fault(const GameOutcome& outcome) {
  return outcome.verdict == Verdict::differs || outcome.verdict == Verdict::failed;
}

std::string headline(const GameOutcome& outcome, int depth) {
  if (outcome.verdict == Verdict::failed) return outcome.remark;
  return fmt::format("{} at depth {}, right is {}",
                     outcome.reported ? to_string(*outcome.reported) : "another count", depth,
                     outcome.right.value());
}

/// The lines of a report that show the difference.
std::vector<std::string> details(const GameOutcome& outcome) {
  std::vector<std::string> lines;
  if (outcome.verdict != Verdict::differs) return lines;
  if (!outcome.path.empty()) lines.push_back("after " + joined(outcome.path));
  lines.push_back("in " + outcome.shown);
  if (!outcome.missing.empty()) lines.push_back("it does not list " + joined(outcome.missing));
  if (!outcome.extra.empty()) lines.push_back("it lists illegal moves: " + joined(outcome.extra));
  if (!outcome.remark.empty()) lines.push_back(outcome.remark);
  return lines;
}

}  // namespace

Verdict verdict_of(const EngineFault& fault) {
  return fault.kind() == FaultKind::stopped ? Verdict::unasked : Verdict::failed;
}

GameOutcome verify_position(const CountableGame& game, const AnyStart& position, int depth,
                            engines::Engine& engine, const std::atomic<bool>& stop) {
  Follower follower(game, position, engine, stop);
  try {
    return follower.judge(depth);
  } catch (const EngineFault& fault) {
    return follower.fail(fault);
  }
}

std::vector<std::string> game_report(const std::vector<GameTask>& tasks, int depth) {
  std::vector<std::string> lines;
  for (const auto& [name, position, outcome] : tasks) {
    if (!is_fault(outcome)) continue;
    lines.push_back(fmt::format("{}: {}", name, headline(outcome, depth)));
    for (const std::string& line : details(outcome)) lines.push_back("  " + line);
  }
  return lines;
}

std::vector<reports::Check> game_checks(const std::vector<GameTask>& tasks, int depth) {
  std::vector<reports::Check> all;
  for (const auto& [name, position, outcome] : tasks) {
    reports::Check& check =
        all.emplace_back(reports::Check{.name = name, .seconds = outcome.seconds});
    if (is_fault(outcome)) {
      check.result = reports::CheckResult::failed;
      check.message = headline(outcome, depth);
      for (const std::string& line : details(outcome)) (check.message += '\n') += line;
    } else if (outcome.verdict == Verdict::unasked) {
      check.result = reports::CheckResult::skipped;
      check.message = "not asked: the run ended earlier";
    }
  }
  return all;
}

reports::Table game_table(const std::vector<GameTask>& tasks, int depth,
                          const std::string& generator) {
  using Row = GameTask;
  const reports::ColumnsOf<Row> columns{
      {reports::columns::position, [](const Row& row) { return row.name; }},
      {reports::columns::depth, [=](const Row&) { return depth; }},
      {{"verdict", "", "agrees, differs, failed, or unasked"},
       [](const Row& row) { return name_of(row.outcome.verdict); }},
      {{"right", "", "the count of all of the game's boards"},
       [](const Row& row) { return row.outcome.right; }},
      {{"reported", "", "the generator's count"},
       [](const Row& row) { return row.outcome.reported; }},
      {{"path", "", "moves to the position with the difference"},
       [](const Row& row) { return text_or_none(joined(row.outcome.path)); }},
      {{"shown_in", "", "the position after these moves"},
       [](const Row& row) { return text_or_none(row.outcome.shown); }},
      {{"missing", "", "legal moves that the generator does not list"},
       [](const Row& row) { return text_or_none(joined(row.outcome.missing)); }},
      {{"extra", "", "illegal moves that it lists"},
       [](const Row& row) { return text_or_none(joined(row.outcome.extra)); }},
      {{"remark", "", "other observations"},
       [](const Row& row) { return text_or_none(row.outcome.remark); }},
      {reports::columns::time, [](const Row& row) { return row.outcome.seconds; }}};
  return table_of("verified", "Verified: " + generator, columns, tasks);
}

}  // namespace plylab::perft::verify
