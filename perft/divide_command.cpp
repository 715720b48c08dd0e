#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"
#include "gen/engines/engine.h"
#include "gen/engines/generator_under_test.h"
#include "perft/command_tables.h"
#include "perft/count_options.h"
#include "perft/verify/comparison.h"
#include "perft/verify/counterexample.h"
#include "perft/verify/explanation.h"
#include "reports/command_line/command_line.h"
#include "reports/game_options.h"
#include "reports/session.h"
#include "reports/text/launcher.h"
#include "reports/text/shell_quoted.h"

namespace plylab::perft {
namespace {

using reports::Cell;
using reports::Report;
using reports::shell_quoted;
using reports::Table;

struct Options {
  CountOptions counting;
  std::vector<std::string> engines = {};
  std::string protocol = "auto";
  double timeout = 120;
};

/// An engine's divide, move by move.
struct EngineDivide {
  struct Branch {
    std::string move;             ///< in UCI; illegal moves as the engine writes them
    std::optional<Count> leaves;  ///< none if the engine does not give it
    std::string difference;       ///< "missing", "extra", "repeated", "+3"; may be empty
  };
  std::vector<Branch> branches;  ///< legal moves first, in canonical order
  Branch total;
  std::vector<verify::WrongMove> wrong_moves;  ///< extra, missing or repeated moves
  std::optional<chess::Move> next;             ///< the first legal move with a wrong count
  std::string contradiction;                   ///< between its total and its branches, if any

  bool agrees() const {
    return total.difference.empty() && std::ranges::all_of(branches, [](const Branch& branch) {
             return branch.difference.empty();
           });
  }
};

engines::PerftAnswer ask(engines::GeneratorUnderTest& engine, const chess::Setup& start,
                         const std::vector<chess::Move>& moves, int depth) {
  engines::PerftQuestion question{start, moves, depth};
  if (!engine.abilities().plays_moves) {
    question.start = play(start, moves);
    question.moves.clear();
  }
  if (needs_chess960(question.start) && !engine.abilities().chess960)
    throw InputError(fmt::format("{} cannot set up Chess960 castling rights", engine.name()));
  return engine.ask(question);
}

std::string difference(Count reported, Count right) {
  if (reported == right) return "";
  return reported > right ? fmt::format("+{}", reported - right)
                          : fmt::format("-{}", right - reported);
}

bool contains(const auto& list, const auto& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// Adds the branches of an answer that lists moves.
void add_listed(EngineDivide& divide, const chess::Setup& position,
                const verify::Comparison& comparison,
                const std::vector<verify::CountedMove>& right) {
  std::vector<std::optional<Count>> listed;  // in the order of comparison.order
  std::vector<EngineDivide::Branch> extra;
  for (const auto& [text, leaves] : comparison.answer.branches)
    if (contains(comparison.extra, text))
      extra.push_back({text, leaves, "extra"});
    else
      listed.push_back(leaves);
  for (const auto& [move, leaves] : right) {
    EngineDivide::Branch branch{move_text(position, move), {}, ""};
    const auto place = std::find(comparison.order.begin(), comparison.order.end(), move);
    if (place != comparison.order.end())
      branch.leaves = listed[static_cast<std::size_t>(place - comparison.order.begin())];
    if (branch.leaves) branch.difference = difference(*branch.leaves, leaves);
    if (!branch.difference.empty() && !divide.next) divide.next = move;
    if (contains(comparison.missing, move)) branch.difference = "missing";
    if (contains(comparison.repeated, move)) branch.difference = "repeated";
    divide.branches.push_back(std::move(branch));
  }
  std::ranges::move(extra, std::back_inserter(divide.branches));
  divide.wrong_moves = verify::wrong_moves(position, comparison);
  if (comparison.contradicts_itself()) divide.contradiction = verify::contradiction(comparison);
}

/// Adds the branches for an engine that only gives totals: asks one question for each.
void add_asked(EngineDivide& divide, engines::GeneratorUnderTest& engine,
               const chess::PlayedSetup& position, int depth,
               const std::vector<verify::CountedMove>& right) {
  std::vector<chess::Move> moves = position.moves;
  for (const auto& [move, leaves] : right) {
    moves.push_back(move);
    const Count total = ask(engine, position.start, moves, depth - 1).total.value();
    moves.pop_back();
    divide.branches.push_back(
        {move_text(position.end.setup(), move), total, difference(total, leaves)});
    if (total != leaves && !divide.next) divide.next = move;
  }
}

/// Asks an engine about a position, given with its moves if the engine accepts moves. If it only
/// gives totals, asks about each branch. `right` has the right counts in canonical order. Throws
/// EngineFault, and InputError if the engine cannot take the position.
EngineDivide divide_by(engines::GeneratorUnderTest& engine, const chess::PlayedSetup& position,
                       int depth, const std::vector<verify::CountedMove>& right) {
  const chess::Setup& setup = position.end.setup();
  const Count sum = verify::total_of(right);
  const engines::PerftAnswer answer = ask(engine, position.start, position.moves, depth);
  EngineDivide divide;
  divide.total = {"total", answer.total, difference(answer.total.value(), sum)};
  if (!answer.branches.empty())
    add_listed(divide, setup, verify::compare(setup, answer, right), right);
  else if (depth > 1)
    add_asked(divide, engine, position, depth, right);
  if (depth == 1) divide.next.reset();
  return divide;
}

/// A table of root moves, with a column for each generator or engine.
class DivideTable {
 public:
  explicit DivideTable(Table table) : table_(std::move(table)) {}

  void add_column(const std::string& name, const std::string& meaning) {
    table_.columns.emplace_back(name, "", meaning, 0);
  }
  /// Sets the cell of a move in the column added last.
  void set(const std::string& move, Cell cell) { at(rows_[move]) = std::move(cell); }
  void set_total(Cell cell) { at(total_) = std::move(cell); }
  void note(std::string text) { table_.notes.push_back(std::move(text)); }

  Table finished() && {
    const auto add = [&](const std::string& move, std::vector<Cell>& cells) {
      cells.resize(table_.columns.size() - 1);
      cells.insert(cells.begin(), move);
      table_.add(std::move(cells));
    };
    for (auto& [move, cells] : rows_) add(move, cells);
    if (table_.columns.size() > 1) add("total", total_);
    return std::move(table_);
  }

 private:
  Cell& at(std::vector<Cell>& cells) const {
    cells.resize(table_.columns.size() - 1);
    return cells.back();
  }

  Table table_;
  std::map<std::string, std::vector<Cell>> rows_;
  std::vector<Cell> total_;
};

/// The legal moves with their full leaves, in canonical order.
std::vector<verify::CountedMove> counted_moves(const chess::Setup& setup, const Result& result) {
  std::map<std::string, Count> leaves;
  for (const RootMove& branch : result.branches) leaves[branch.move] = full_leaves(branch);
  std::vector<verify::CountedMove> moves;
  for (const chess::Move move : chess::legal_moves(setup))
    moves.push_back({move, leaves.at(move_text(setup, move))});
  return moves;
}

/// The command line of another command for an engine in a position.
std::string call(std::string_view name, const Options& options, const std::string& engine,
                 const chess::PlayedSetup& position, std::optional<chess::Move> next, int depth) {
  std::string text = fmt::format("plylab {} --engine {}", name, shell_quoted(engine));
  if (options.protocol != "auto") text += " --protocol " + shell_quoted(options.protocol);
  text += fmt::format(" --depth {} --fen {}", depth, shell_quoted(to_string(position.start)));
  std::vector<chess::Move> moves = position.moves;
  if (next) moves.push_back(*next);
  if (moves.empty()) return text;
  return fmt::format("{} --moves {}", text,
                     shell_quoted(verify::uci_line({position.start, moves})));
}

/// A sentence for each rule that the engine's list of moves breaks, with the usual cause.
std::vector<std::string> reasons(const std::vector<verify::WrongMove>& wrong_moves) {
  std::vector<std::string> notes;
  std::map<std::pair<verify::Wrong, chess::Rule>, int> found;
  for (const auto& [wrong, text, reason] : wrong_moves) ++found[{wrong, reason.rule}];
  for (const auto& [wrong, text, reason] : wrong_moves) {
    const int number = std::exchange(found[{wrong, reason.rule}], 0);
    if (number == 0) continue;  // reported with the first move of its rule
    const std::string others = number > 2    ? fmt::format(", as are {} more", number - 1)
                               : number == 2 ? ", as is one more"
                                             : "";
    notes.push_back(fmt::format("{} is {}{}: {}", text, name_of(wrong), others, reason.sentence));
    notes.push_back(fmt::format("usually: {}", verify::usual_cause(wrong, reason.rule)));
  }
  return notes;
}

using StartedEngines = std::vector<std::unique_ptr<engines::Engine>>;

/// Starts the engines; not all of them if the user stops plylab.
StartedEngines start_engines(const Options& options, const reports::Session& session) {
  StartedEngines started;
  for (const std::string& command : options.engines) {
    try {
      started.push_back(engines::start_engine(command, options.protocol,
                                              engines::Seconds(options.timeout), session.stop()));
    } catch (const engines::EngineFault& fault) {
      if (fault.kind() == engines::FaultKind::stopped) break;
      throw InputError(fmt::format("--engine '{}' {}", command, fault.what()));
    }
  }
  return started;
}

/// The suffix to "engine" in columns and notes about one of several engines.
std::string number_of(std::size_t place) { return place == 0 ? "" : fmt::format("_{}", place + 1); }

/// Adds an engine's counts, the differences, and their reasons.
void add_engine(DivideTable& table, const Options& options, engines::Engine& engine,
                std::size_t place, int depth, const chess::PlayedSetup& position,
                const Result& right, reports::Session& session) {
  const std::string& command = options.engines[place];
  const EngineDivide divide =
      divide_by(engine, position, depth, counted_moves(position.end.setup(), right));
  const std::string number = number_of(place);
  const auto add_column = [&](const std::string& name, const std::string& meaning, auto&& cell_of) {
    table.add_column(name + number, meaning);
    for (const EngineDivide::Branch& branch : divide.branches)
      table.set(branch.move, cell_of(branch));
    table.set_total(cell_of(divide.total));
  };
  add_column("engine", "leaves below the move, counted by " + engine.name(),
             [](const EngineDivide::Branch& branch) { return Cell(branch.leaves); });
  add_column("difference", "missing, extra or repeated, or the difference in leaves",
             [](const EngineDivide::Branch& branch) {
               return branch.difference.empty() ? Cell() : Cell(branch.difference);
             });
  table.note(fmt::format("engine{}: {}", number, engine.name()));
  if (divide.agrees()) return;
  session.note_difference();
  if (!divide.contradiction.empty())
    table.note(divide.contradiction + ": plylab may have missed some of its lines");
  for (std::string& reason : reasons(divide.wrong_moves)) table.note(std::move(reason));
  if (divide.next)
    table.note("go on: " + call("divide", options, command, position, divide.next, depth - 1));
  else if (divide.wrong_moves.empty())
    table.note("go on: " + call("verify", options, command, position, {}, depth));
}

void run_divide(Options options, const std::vector<CountableGame>& games,
                reports::Session& session) {
  CountOptions& counting = options.counting;
  const CountableGame& game = find_game(games, counting.positions.game, "--game");
  if (!options.engines.empty() && !reports::is_chess(game.info))
    throw InputError("--engine: only available in chess");
  counting.check(game, session);
  const int depth = counting.depths.empty() ? 4 : counting.depths.front();
  Report possible{.tables = {{.name = "divide"}}};
  counting.finish(possible, {});
  session.require_tables(possible);
  const StartedEngines started = start_engines(options, session);
  Report report;
  Usage usage;
  for (const reports::NamedPosition& position : counting.load(game)) {
    DivideTable table({"divide",
                       fmt::format("Divide {}: {}", depth, position.name),
                       {{"move", "", "the root move; the last row is the total", 0}},
                       {},
                       reports::convention_notes(game.info, {position})});
    std::optional<Result> first;
    const auto count_by = [&](const std::string& generator) {
      const Result result = counting.count(game, generator, position, depth);
      usage.add(generator, result);
      table.add_column(generator, "leaves below the move, counted by this generator");
      for (const RootMove& branch : result.branches) {
        const bool begun = result.complete || branch.leaves != Count(0);
        table.set(branch.move, begun ? Cell(branch.leaves) : Cell());
      }
      table.set_total(Cell(result.leaves));
      if (*counting.how.job.early_leaves) {
        table.add_column(generator + "_early", "of these, games that end before the depth");
        for (const RootMove& branch : result.branches) table.set(branch.move, Cell(branch.early));
        table.set_total(Cell(result.early));
      }
      const Count full = full_leaves(result);
      const auto expected = stated(position, depth, full);
      if (result.complete && expected && *expected != full) {
        table.note(note_of_difference(position.name, generator, depth, full, *expected));
        session.note_difference();
      }
      if (!result.complete) {
        report.complete = false;
        table.note("stopped early: the counts are incomplete");
      } else if (!first) {
        first = result;
      } else if (first->branches != result.branches) {
        table.note(fmt::format("{} and {} differ", counting.how.generators[0], generator));
        session.note_difference();
      }
    };
    bool is_well = session.attempt([&] {
      for (const std::string& generator : counting.how.generators)
        if (report.complete) count_by(generator);
    });
    for (std::size_t i = 0; i < started.size() && report.complete && first; ++i)
      is_well &= session.attempt([&] {
        try {
          add_engine(table, options, *started[i], i, depth, chess::read_position(position.given),
                     *first, session);
        } catch (const engines::EngineFault& fault) {
          if (fault.kind() != engines::FaultKind::stopped) {
            table.note(fmt::format("engine{} {}", number_of(i), fault.what()));
            throw InputError(fmt::format("--engine '{}' {}", options.engines[i], fault.what()));
          }
          report.complete = false;
        }
      });
    report.tables.push_back(std::move(table).finished());
    if (!report.complete || !is_well) break;
  }
  counting.finish(report, usage);
  session.publish(std::move(report), counting.how.job.threads);
}

void add_engine_options(reports::Command command, Options& options) {
  command = command.group("Engines");
  command.add_option("--engine CMD", options.engines, "An engine to compare with; may be repeated");
  command
      .add_option("--protocol NAME", options.protocol,
                  "The engine's protocol: auto, a name or a file (see plylab help protocols)")
      .show_default();
  command.add_option("--timeout SECONDS", options.timeout, "Seconds to wait for an answer")
      .positive()
      .show_default();
}

}  // namespace

void add_divide_command(reports::Command app, reports::Session& session,
                        const std::vector<CountableGame>& games) {
  const auto options = std::make_shared<Options>();
  const reports::Command divide = app.add_subcommand(
      "divide", fmt::format("Count the paths below each root move (divide){}",
                            has_chess(games) ? ", and compare an engine's counts" : ""));
  options->counting.add_to(divide, games, session);
  divide.option("--depth").help("Plies (default: 4)").values(1, 1);
  if (has_chess(games)) add_engine_options(divide, *options);
  divide.example(
      "plylab divide --depth 5 --gen all \\\n  --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 "
      "1\"");
  divide.example("plylab divide --fen kiwipete --moves \"e1g1 e8c8\" --depth 3 --engine ./mine");
  divide.notes(fmt::format(
      "Exit status: 0 if all counts agree; 1 if a count differs from {}another "
      "generator's{}; 2 for wrong usage; 130 after Ctrl-C: the results so far are shown, "
      "marked incomplete",
      has_chess(games) ? "the suite's, " : "",
      has_chess(games) ? " or an engine's, or a count in the suite cannot be read" : ""));
  divide.guides({"counting"});
  divide.callback([options, &games, &session] {
    if (reports::refuse_mpi_ranks()) run_divide(*options, games, session);
  });
}

}  // namespace plylab::perft
