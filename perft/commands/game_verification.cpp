#include "perft/commands/game_verification.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/game/read_position.h"
#include "perft/verify/comparison.h"
#include "reports/cli/game_options.h"
#include "reports/tables/columns.h"

namespace plylab::perft::verify {
namespace {

std::string joined(const std::vector<std::string>& moves) {
  return fmt::format("{}", fmt::join(moves, " "));
}

/// The full leaves on which the boards agree.
FullDivide vote(const CountableGame& game, const AnyStart& position, int depth) {
  std::optional<FullDivide> first;
  for (const std::string& generator : game.info.generator_names()) {
    FullDivide counted(game.run(position, {.generator = generator, .depth = depth}));
    if (!first)
      first = std::move(counted);
    else if (*first != counted)
      throw InputError(fmt::format("{}: plylab's own generators disagree in {} at depth {}",
                                   game.info.name, position.text(), depth));
  }
  return *first;
}

/// Whether an answer has a count for each move that it lists, and lists moves.
bool counts_each(int depth, const engines::PerftAnswer& answer) {
  return !answer.branches.empty() &&
         (depth == 1 || std::ranges::all_of(answer.branches, [](const auto& branch) {
            return branch.leaves.has_value();
          }));
}

/// Questions by which a protocol is recognised: perft(2) of the initial position, and perft(1)
/// after a move.
engines::Probes probes_of(const CountableGame& game) {
  if (cli::is_chess(game.info)) return engines::chess_probes();
  engines::TextQuestion first =
      question_about(game, game.info.parse(game.info.start).text(), {}, 2);
  const std::string move = first.legal.empty() ? "" : first.legal.front();
  try {
    const AnyStart next = game.info.parse(with_moves(first.position, move));
    return {first, question_about(game, next.text(), {}, 1)};
  } catch (const InputError&) {  // positions of the game cannot be given by moves
    return {first, question_about(game, first.position, {}, 1)};
  }
}

/// What a generator is asked about a position.
class GameQuestions : public Questions {
 public:
  GameQuestions(const CountableGame& game, const AnyStart& position, engines::Engine& engine,
                GameOutcome& outcome)
      : game_(game), position_(position), engine_(engine), outcome_(outcome) {}

  bool remembers() const override { return engine_.abilities().remembers; }

  Count right(int depth) override {
    right_ = vote(game_, here(), depth);
    return right_.total;
  }

  Answer ask(int depth) override {
    const engines::PerftAnswer answer = answer_at(depth);
    comparison_ = compare(game_, here(), depth, answer, right_);
    return {answer.total, answer.seconds, comparison_.agrees()};
  }

  /// Follows the first moves with wrong counts, as deep as possible.
  void explain() override {
    int depth = outcome_.depth;
    while (outcome_.shown = here().text(), comparison_.same_moves()) {
      const std::optional<std::string> move = first_wrong(depth);
      if (!move) {
        outcome_.remark = counts_each(depth, comparison_.answer)
                              ? "its total is not the sum of its moves"
                              : "counts wrongly here";
        return;
      }
      outcome_.path.push_back(*move);
      if (!has_position()) {
        outcome_.path.pop_back();
        outcome_.remark =
            fmt::format("it counts wrongly after {}, which no position follows", *move);
        return;
      }
      outcome_.shown = here().text();
      if (--depth == 0) {
        outcome_.remark = "it counts last moves more than once, or not at all";
        return;
      }
      right(depth);
      if (ask(depth).agrees) {
        outcome_.remark = "asked about this position, it is right";
        return;
      }
    }
    if (comparison_.is_half_read()) {
      outcome_.remark = remark_on_half_read(comparison_, comparison_.missing);
      return;
    }
    outcome_.missing = comparison_.missing;
    outcome_.extra = comparison_.extra;
    outcome_.repeated = comparison_.repeated;
  }

 private:
  /// The position after the path.
  AnyStart here() const {
    return game_.info.parse(with_moves(position_.text(), joined(outcome_.path)));
  }

  /// Whether a position follows the path: in some games none does when the game is over, and some
  /// have no positions given by moves.
  bool has_position() const try {
    here();
    return true;
  } catch (const InputError&) {
    return false;
  }

  engines::PerftAnswer answer_at(int depth) {
    return engine_.ask(engine_.abilities().plays_moves
                           ? question_about(game_, position_.text(), outcome_.path, depth)
                           : question_about(game_, here().text(), {}, depth));
  }

  /// The first move below which the generator counts wrongly.
  std::optional<std::string> first_wrong(int depth) {
    if (!comparison_.miscounted.empty()) return comparison_.miscounted.front();
    if (depth == 1 || counts_each(depth, comparison_.answer)) return std::nullopt;
    for (const auto& [move, leaves] : comparison_.divide.branches) {
      outcome_.path.push_back(move);
      bool is_wrong = false;
      try {
        is_wrong = has_position() && answer_at(depth - 1).total != leaves;
      } catch (const engines::EngineFault&) {
        outcome_.path.pop_back();  // the difference is shown before the move
        throw;
      }
      outcome_.path.pop_back();
      if (is_wrong) return move;
    }
    return std::nullopt;
  }

  const CountableGame& game_;
  const AnyStart& position_;
  engines::Engine& engine_;
  GameOutcome& outcome_;
  FullDivide right_;
  GameComparison comparison_;
};

reports::Cell text_or_none(const std::string& text) {
  return text.empty() ? reports::Cell() : reports::Cell(text);
}

std::string headline(const GameOutcome& outcome) {
  if (outcome.error) return outcome.error->what();
  return fmt::format("{} at depth {}, right is {}",
                     outcome.reported ? to_string(*outcome.reported) : "another count",
                     outcome.depth, outcome.right);
}

/// The lines of a report that show the difference, or how far a generator that fails is right.
std::vector<std::string> details(const GameOutcome& outcome) {
  std::vector<std::string> lines;
  if (outcome.error && outcome.agreed_depth() > 0)
    lines.push_back(fmt::format("agrees to depth {}", outcome.agreed_depth()));
  if (outcome.error && outcome.error->kind() == engines::FaultKind::malformed)
    lines.emplace_back(engines::describe_other_answers);
  if (outcome.verdict != Verdict::differs) return lines;
  if (!outcome.path.empty()) lines.push_back("after " + joined(outcome.path));
  lines.push_back("in " + outcome.shown);
  if (!outcome.missing.empty()) lines.push_back("it does not list " + joined(outcome.missing));
  if (!outcome.extra.empty()) lines.push_back("it lists illegal moves: " + joined(outcome.extra));
  if (!outcome.repeated.empty())
    lines.push_back("it lists more than once: " + joined(outcome.repeated));
  if (!outcome.remark.empty()) lines.push_back(outcome.remark);
  return lines;
}

/// Whether a line has the text of a move, not as a part of another one.
bool names(const std::string& line, const std::string& move) {
  const auto is_part_of_word = [&](std::size_t i) {
    return i < line.size() && std::isalnum(static_cast<unsigned char>(line[i])) != 0;
  };
  for (std::size_t at = line.find(move); at != line.npos; at = line.find(move, at + 1))
    if (!is_part_of_word(at - 1) && !is_part_of_word(at + move.size())) return true;
  return false;
}

}  // namespace

GameComparison compare(const CountableGame& game, const AnyStart& position, int depth,
                       const engines::PerftAnswer& answer, const FullDivide& right) {
  const auto named = [&](const std::string& text) {
    if (!right.branches.contains(text)) try {
        return game.info.referee(position)->play_words(text);
      } catch (const InputError&) {  // not a move of the game
      }
    return text;
  };
  std::vector<Count> leaves_of;
  for (const auto& [move, leaves] : right.branches) leaves_of.push_back(leaves);
  const auto place_of = [&](const std::string& text,
                            const std::vector<int>&) -> std::optional<std::size_t> {
    const auto found = right.branches.find(named(text));
    if (found == right.branches.end()) return std::nullopt;
    return static_cast<std::size_t>(std::distance(right.branches.begin(), found));
  };
  GameComparison result;
  result.answer = without_strays(answer, leaves_of, place_of);
  result.right = right.total;
  result.divide = right;
  if (result.answer.branches.empty()) return result;
  result.branches_sum = sum_of_branches(result.answer);
  for (const engines::ReportedBranch& branch : result.answer.branches) {
    const std::string move = named(branch.move);
    const std::optional<Count> leaves = depth == 1 ? branch.leaves.value_or(1) : branch.leaves;
    const bool is_new = result.listed.try_emplace(move, leaves).second;
    if (!is_new && right.branches.contains(move) &&
        std::ranges::find(result.repeated, move) == result.repeated.end())
      result.repeated.push_back(move);
  }
  for (const auto& [move, leaves] : right.branches) {
    const auto found = result.listed.find(move);
    if (found == result.listed.end() && leaves != 0) result.missing.push_back(move);
    if (found != result.listed.end() && found->second.value_or(leaves) != leaves)
      result.miscounted.push_back(move);
  }
  for (const auto& [move, leaves] : result.listed)
    if (!right.branches.contains(move)) result.extra.push_back(move);
  result.unread = lines_naming(
      result.missing.size(), result.answer.unread,
      {[&](const std::string& line, std::size_t i) { return names(line, result.missing[i]); }});
  return result;
}

engines::TextQuestion question_about(const CountableGame& game, const std::string& position,
                                     std::vector<std::string> moves, int depth) {
  const AnyStart here = game.info.parse(with_moves(position, joined(moves)));
  engines::TextQuestion question{position, std::move(moves), depth};
  for (const RootMove& branch :
       game.run(here, {.generator = game.info.default_generator, .depth = 1}).branches)
    question.legal.push_back(branch.move);
  return question;
}

engines::PerftProtocol protocol_for(const CountableGame& game, const std::string& engine,
                                    const std::string& protocol, engines::Seconds timeout,
                                    const std::atomic<bool>& stop,
                                    const std::shared_ptr<engines::LineLog>& log) {
  if (protocol != "auto") return engines::find_protocol(protocol);
  return engines::detect_protocol(engine, timeout, stop, probes_of(game), log);
}

GameOutcome verify_position(const CountableGame& game, const AnyStart& position, int depth,
                            engines::Engine& engine, Pace& pace) {
  GameOutcome outcome;
  GameQuestions questions(game, position, engine, outcome);
  judge(questions, depth, pace, outcome);
  return outcome;
}

std::vector<std::string> game_report(const std::vector<GameTask>& tasks) {
  std::vector<std::string> lines;
  for (const auto& [name, position, outcome] : tasks) {
    if (!outcome.is_fault()) continue;
    lines.push_back(fmt::format("{}: {}", name, headline(outcome)));
    for (const std::string& line : details(outcome)) lines.push_back("  " + line);
  }
  return lines;
}

std::vector<reports::Check> game_checks(const std::vector<GameTask>& tasks) {
  std::vector<reports::Check> all;
  for (const auto& [name, position, outcome] : tasks) {
    reports::Check& check =
        all.emplace_back(reports::Check{.name = name, .seconds = outcome.seconds});
    if (outcome.is_fault()) {
      check.result = reports::CheckResult::failed;
      check.message = headline(outcome);
      for (const std::string& line : details(outcome)) (check.message += '\n') += line;
    } else if (outcome.verdict == Verdict::unasked) {
      check.result = reports::CheckResult::skipped;
      check.message = "not asked: plylab was interrupted, or --faults ended the run";
    }
  }
  return all;
}

reports::TableOf<GameTask> game_table(int depth, const std::string& generator) {
  using Row = GameTask;
  return {
      "verified",
      "Verified: " + generator,
      {{reports::columns::position, &Row::name},
       {{"depth", "", "plies asked for; for a wrong answer, the depth that showed it", 1,
         reports::Role::depth},
        [=](const Row& row) { return row.outcome.depth > 0 ? row.outcome.depth : depth; }},
       {{"verdict", "", "agrees, differs, failed, or unasked"},
        [](const Row& row) { return name_of(row.outcome.verdict); }},
       {{"right", "", "perft, by the vote of the game's boards"},
        [](const Row& row) {
          return row.outcome.depth > 0 ? reports::Cell(row.outcome.right) : reports::Cell();
        }},
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
       {{"repeated", "", "moves that it lists more than once"},
        [](const Row& row) { return text_or_none(joined(row.outcome.repeated)); }},
       {{"remark", "", "other observations"},
        [](const Row& row) {
          return text_or_none(row.outcome.error ? row.outcome.error->what() : row.outcome.remark);
        }},
       {reports::columns::time, [](const Row& row) { return row.outcome.seconds; }}}};
}

}  // namespace plylab::perft::verify
