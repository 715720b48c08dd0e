// The command mate: its options, its tasks, and the two ways to solve them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gen/chess/board/setup.h"
#include "reports/cli/game_options.h"
#include "reports/cli/session.h"
#include "search/mate/composition.h"
#include "search/mate/problem.h"
#include "suites/players/engine_player.h"
#include "suites/solve/goal.h"

namespace plylab::suites::mate {

/// A problem to solve, and what its record states about it.
struct MateTask {
  std::string name;
  search::mate::Composition composition;
  bool stipulation_demanded = false;  ///< by the user
  bool length_demanded = false;       ///< by the user, not only by a record
  bool states_problem = false;        ///< the record has stipulation or solutions
  solve::Goal stated = {};
  std::optional<std::size_t> solutions = {};  ///< the intended number of keys or lines

  const search::mate::Stipulation& stipulation() const { return composition.stipulation; }
  /// Whether the record states that the side to move is mated, and nothing else is demanded.
  bool is_mated() const { return stated.mated && !stipulation_demanded && !states_problem; }
  const chess::ProblemSetup& position() const { return composition.position; }
};

/// A problem that cannot be solved.
struct SkippedProblem {
  std::string name;
  std::string why;         ///< with file and line, if it is a record's
  std::size_t before = 0;  ///< index of the task after it
};

/// The problems of a call.
struct Tasks {
  std::vector<MateTask> tasks;
  std::vector<SkippedProblem> skipped;
  bool any_unread = false;  ///< a record, or what one states, is not used
};

/// A position of chess, or of a variant, in which solvers look for a mate by the side to move or,
/// in chess, by the other side.
struct MateQuestion {
  std::string name;
  std::variant<chess::ValidSetup, chess::VariantSetup> position;
  int max_moves = 0;  ///< as in MateProblem
  search::mate::MateLimits limits = {};
  solve::Goal stated = {};
  bool is_mated = false;  ///< whether the other side mates is asked; then max_moves is not 0

  /// The length of the mate that the record states; none if it states none.
  std::optional<std::uint64_t> stated_length() const {
    return is_mated ? stated.mated : stated.mate;
  }
  /// As it is shown: less than 0 if the side to move is mated.
  std::int64_t shown(std::int64_t moves) const { return is_mated ? -moves : moves; }
};

struct Options {
  std::string game = "chess";                       ///< or a variant of it
  std::vector<std::string> variant_positions = {};  ///< --position
  cli::PositionOptions positions;
  std::optional<std::string> stipulation;
  std::vector<std::string> solvers;  ///< none if only engines are asked
  players::EngineOptions engines;
  bool plain = false;  ///< engines are not told the length of the mate
  search::mate::CheckSearch checks = {};
  std::optional<std::string> endgames;  ///< the folder of the tables to ask first
  std::optional<std::string> tree;
  bool set_play = false;
  bool duplex = false;
  std::optional<std::size_t> refutations;
  std::optional<std::size_t> solutions;
  std::optional<std::size_t> max_solutions;
  std::optional<std::string> diagram;
  std::string runs;    ///< the file of answers; empty: none
  std::string proofs;  ///< the file of proofs; empty: none
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::size_t hash = 64;  ///< MiB
  int jobs = 1;
  int threads = 1;  ///< of dfpn, for each answer

  /// Set by check().
  std::optional<search::mate::Stipulation> demanded = {};
  bool by_solvers = false;

  /// Rejects options of the command that contradict each other, and resolves the names of solvers.
  void check(const cli::Command& command);

  bool in_variant() const { return game != "chess"; }

  /// Whether to find all solutions; otherwise solvers look for one mate.
  bool asks_for_solutions(const std::vector<MateTask>& tasks) const;

  /// When to give up. There is no limit for a length that the user demands, unless --time or
  /// --nodes set one.
  search::mate::MateLimits limits(bool length_demanded) const;

  /// Applies the settings common to all tasks: what to find, and when to give up.
  void apply(MateTask& task) const;
};

/// The positions of --fen and --suite, and for --duplex the same with the sides exchanged. Reports
/// unusable parts of a file on standard error and leaves them out. Also leaves out records of a
/// suite that state no mate, unless the options give a stipulation or limits. Throws
/// InputError if no problem is left, or for an invalid FEN.
Tasks load(const Options& options);

/// Whether a record states anything about a mate; points do not.
bool states_mate(const solve::Goal& stated);

/// Whether the key is in bm, if there is one, and not in am.
bool allows_key(const solve::Goal& stated, chess::Move key);

/// Calls solve(i, job) for each i below `number`, in parallel, and shows progress. `job` is the
/// number of the thread, from 0 on.
void solve_each(std::size_t number, const Options& options, cli::Session& session,
                const std::function<void(std::size_t, std::size_t)>& solve);

/// Solves each task completely and publishes the solutions and verdicts.
void solve_problems(const Options& options, const Tasks& problems, cli::Session& session);

/// The picture of the table `lengths`.
inline const reports::Picture mates_by_length_picture{
    .name = "mates_by_length",
    .summary = "share of mates found as short as stated, by their length",
    .form = reports::Form::curves,
    .of = "rate",
    .label = "found, as short as stated, in %",
    .title = "Mates by their length",
    .by = "stated",
    .by_label = "stated length in moves"};

/// Has each solver and each engine look for a mate in each position, and publishes the answers,
/// with notes on skipped problems.
void look_for_mates(const Options& options, const std::vector<MateQuestion>& questions,
                    const std::vector<SkippedProblem>& skipped, cli::Session& session);

/// Adds a note to the table on which problems were skipped and why.
void note_skipped(const std::vector<SkippedProblem>& skipped, reports::Table& table);

}  // namespace plylab::suites::mate
