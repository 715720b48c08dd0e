#include <fmt/format.h>
#include <fmt/ranges.h>

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
#include "perft/commands/game_verification.h"
#include "perft/commands/options.h"
#include "perft/commands/tables.h"
#include "perft/verify/comparison.h"
#include "perft/verify/counterexample.h"
#include "perft/verify/explanation.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/session.h"
#include "reports/text/shell_quoted.h"

namespace plylab::perft {
namespace {

using reports::Cell;
using reports::Report;
using reports::shell_quoted;
using reports::Table;

struct Options {
  PerftOptions counting;
  std::vector<std::string> engines = {};
  std::string protocol = "auto";
  double timeout = 120;
  std::string log = {};
};

/// An engine's divide, move by move.
struct EngineDivide {
  struct Branch {
    std::string move;  ///< in the game's notation; illegal moves as the engine writes them
    std::optional<Count> leaves;  ///< none if the engine does not give it
    std::string difference;       ///< "missing", "extra", "repeated", "+3"; may be empty
  };
  std::vector<Branch> branches;
  Branch total;
  std::vector<verify::WrongMove> wrong_moves;  ///< in chess: extra, missing or repeated moves
  std::optional<std::string> next;             ///< the first legal move with a wrong count
  std::string contradiction;                   ///< between its total and its branches, if any
  std::string half_read;                       ///< the remark, if it is half read
  std::optional<engines::EngineFault> fault;   ///< ended the questions about single moves

  bool agrees() const {
    return total.difference.empty() && std::ranges::all_of(branches, [](const Branch& branch) {
             return branch.difference.empty();
           });
  }
};

std::string difference(std::optional<Count> reported, Count right) {
  if (!reported || *reported == right) return "";
  return *reported > right ? fmt::format("+{}", *reported - right)
                           : fmt::format("-{}", right - *reported);
}

bool contains(const auto& list, const auto& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// A position that an engine divides.
class DividedPosition {
 public:
  virtual ~DividedPosition() = default;

  /// Asks about the position, or about the one after a legal move. No total if there is no position
  /// after a move that ends the game.
  virtual engines::PerftAnswer ask(engines::Engine& engine, int depth,
                                   std::optional<std::string> move = {}) const = 0;
  /// Adds the branches of an answer that lists moves; false if its lines are no list after all.
  virtual bool add_listed(EngineDivide& divide, int depth, const engines::PerftAnswer& answer,
                          const FullDivide& right) const = 0;
  /// The options that name the position, and perhaps a move after it, on a command line.
  virtual std::string options(std::optional<std::string> move) const = 0;
};

/// The legal moves with their full leaves, in canonical order.
std::vector<verify::CountedMove> counted_moves(const chess::Setup& setup, const FullDivide& right) {
  std::vector<verify::CountedMove> moves;
  for (const chess::Move move : chess::legal_moves(setup))
    moves.push_back({move, right.branches.at(move_text(setup, move))});
  return moves;
}

class ChessPosition : public DividedPosition {
 public:
  explicit ChessPosition(const std::string& text) : position_(chess::read_position(text)) {}

  engines::PerftAnswer ask(engines::Engine& engine, int depth,
                           std::optional<std::string> move) const override {
    engines::PerftQuestion question{position_.start, moves_to(move), depth};
    if (!engine.abilities().plays_moves) {
      question.start = play(question.start, question.moves);
      question.moves.clear();
    }
    if (needs_chess960(question.start) && !engine.abilities().chess960)
      throw InputError(fmt::format("{} cannot set up Chess960 castling rights", engine.name()));
    return engine.ask(question);
  }

  bool add_listed(EngineDivide& divide, int /*depth*/, const engines::PerftAnswer& answer,
                  const FullDivide& right) const override {
    const chess::Setup& setup = position_.end.setup();
    const std::vector<verify::CountedMove> counted = counted_moves(setup, right);
    const verify::Comparison comparison = verify::compare(setup, answer, counted);
    if (comparison.answer.branches.empty()) return false;
    std::vector<std::optional<Count>> listed;  // in the order of comparison.order
    std::vector<EngineDivide::Branch> extra;
    for (const auto& [text, leaves] : comparison.answer.branches)
      if (contains(comparison.extra, text))
        extra.push_back({text, leaves, "extra"});
      else
        listed.push_back(leaves);
    for (const auto& [move, leaves] : counted) {
      EngineDivide::Branch branch{move_text(setup, move), {}, ""};
      const auto place = std::find(comparison.order.begin(), comparison.order.end(), move);
      if (place != comparison.order.end())
        branch.leaves = listed[static_cast<std::size_t>(place - comparison.order.begin())];
      branch.difference = difference(branch.leaves, leaves);
      if (!branch.difference.empty() && !divide.next) divide.next = branch.move;
      if (contains(comparison.missing, move)) branch.difference = "missing";
      if (contains(comparison.repeated, move)) branch.difference = "repeated";
      divide.branches.push_back(std::move(branch));
    }
    std::ranges::move(extra, std::back_inserter(divide.branches));
    divide.wrong_moves = verify::wrong_moves(setup, comparison);
    if (comparison.is_half_read()) {
      std::vector<std::string> missing;
      for (const chess::Move move : comparison.missing) missing.push_back(move_text(setup, move));
      divide.half_read = verify::remark_on_half_read(comparison, missing);
    }
    if (comparison.contradicts_itself()) divide.contradiction = verify::contradiction(comparison);
    return true;
  }

  std::string options(std::optional<std::string> move) const override {
    const std::vector<chess::Move> moves = moves_to(move);
    return fmt::format(
        "--fen {}{}", shell_quoted(to_string(position_.start)),
        moves.empty() ? ""
                      : " --moves " + shell_quoted(verify::uci_line({position_.start, moves})));
  }

 private:
  std::vector<chess::Move> moves_to(const std::optional<std::string>& text) const {
    std::vector<chess::Move> moves = position_.moves;
    if (text)
      for (const chess::Move move : chess::legal_moves(position_.end.setup()))
        if (move_text(position_.end.setup(), move) == *text) moves.push_back(move);
    return moves;
  }

  chess::PlayedSetup position_;
};

/// A position of another game.
class GamePosition : public DividedPosition {
 public:
  GamePosition(const CountableGame& game, bool names_game, const cli::NamedPosition& position)
      : game_(game), names_game_(names_game), end_(position.start) {
    const auto [before, moves] = cut_at_moves(position.given);
    start_ = end_.text();
    if (moves.empty()) return;
    AnyStart start = game.info.parse(before.empty() ? game.info.start : before);
    if (game.info.with_convention)
      start = game.info.with_convention(start, game.info.convention_of(end_));
    start_ = start.text();
    const auto referee = game.info.referee(start);
    for (const std::string& word : words_of(moves)) moves_.push_back(referee->play_words(word));
  }

  engines::PerftAnswer ask(engines::Engine& engine, int depth,
                           std::optional<std::string> move) const override {
    std::string position;
    try {
      position = game_.info.parse(with_moves(end_.text(), move.value_or(""))).text();
    } catch (const InputError&) {
      return {};
    }
    return engine.ask(engine.abilities().plays_moves
                          ? verify::question_about(game_, start_, moves_to(move), depth)
                          : verify::question_about(game_, position, {}, depth));
  }

  bool add_listed(EngineDivide& divide, int depth, const engines::PerftAnswer& answer,
                  const FullDivide& right) const override {
    const verify::GameComparison comparison = verify::compare(game_, end_, depth, answer, right);
    if (comparison.answer.branches.empty()) return false;
    for (const auto& [move, leaves] : right.branches) {
      EngineDivide::Branch branch{move, {}, ""};
      if (const auto place = comparison.listed.find(move); place != comparison.listed.end())
        branch.leaves = place->second;
      branch.difference = difference(branch.leaves, leaves);
      if (contains(comparison.missing, move)) branch.difference = "missing";
      if (contains(comparison.repeated, move)) branch.difference = "repeated";
      divide.branches.push_back(std::move(branch));
    }
    for (const std::string& move : comparison.extra)
      divide.branches.push_back({move, comparison.listed.at(move), "extra"});
    if (!comparison.miscounted.empty()) divide.next = comparison.miscounted.front();
    if (comparison.is_half_read())
      divide.half_read = verify::remark_on_half_read(comparison, comparison.missing);
    return true;
  }

  std::string options(std::optional<std::string> move) const override {
    const std::vector<std::string> moves = moves_to(move);
    std::string text = names_game_ ? fmt::format("--game {} ", game_.info.name) : "";
    text += "--position " + shell_quoted(start_);
    if (!moves.empty())
      text += " --moves " + shell_quoted(fmt::format("{}", fmt::join(moves, " ")));
    return text;
  }

 private:
  std::vector<std::string> moves_to(const std::optional<std::string>& move) const {
    std::vector<std::string> moves = moves_;
    if (move) moves.push_back(*move);
    return moves;
  }

  const CountableGame& game_;
  bool names_game_;
  AnyStart end_;
  std::string start_;
  std::vector<std::string> moves_;
};

std::unique_ptr<DividedPosition> divided_position(const CountableGames& games,
                                                  const CountableGame& game,
                                                  const cli::NamedPosition& position) {
  if (cli::is_chess(game.info)) return std::make_unique<ChessPosition>(position.given);
  return std::make_unique<GamePosition>(game, games.size() > 1, position);
}

/// Asks an engine about a position, given with its moves if the engine accepts moves. If it only
/// gives totals, asks about each branch; a fault then keeps what it has answered before. Throws
/// EngineFault if it does not answer at all, and InputError if it cannot take the position.
EngineDivide divide_by(engines::Engine& engine, const DividedPosition& position, int depth,
                       const FullDivide& right) {
  const engines::PerftAnswer answer = position.ask(engine, depth);
  EngineDivide divide;
  divide.total = {"total", answer.total, difference(answer.total, right.total)};
  const bool is_listed =
      !answer.branches.empty() && position.add_listed(divide, depth, answer, right);
  try {
    for (const auto& [move, leaves] : right.branches) {
      if (is_listed || depth == 1) break;
      const std::optional<Count> total = position.ask(engine, depth - 1, move).total;
      divide.branches.push_back({move, total, difference(total, leaves)});
      if (total && *total != leaves && !divide.next) divide.next = move;
    }
  } catch (const engines::EngineFault& fault) {
    divide.fault = fault;
  }
  if (depth == 1) divide.next.reset();
  return divide;
}

/// The table of root moves; each generator and engine adds a column.
reports::Schema divide_table() {
  return {"divide", "Divide", {{"move", "", "the root move; the last row is the total", 0}}};
}

/// Fills it.
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

/// The command line of another command for an engine in a position.
std::string call(const std::string& program, std::string_view name, const Options& options,
                 const std::string& engine, const DividedPosition& position,
                 std::optional<std::string> next, int depth) {
  std::string text = fmt::format("{} {} --engine {}", program, name, shell_quoted(engine));
  if (options.protocol != "auto") text += " --protocol " + shell_quoted(options.protocol);
  return fmt::format("{} --depth {} {}", text, depth, position.options(std::move(next)));
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
StartedEngines start_engines(const Options& options, const CountableGame& game,
                             const cli::Session& session) {
  StartedEngines started;
  const auto log = engines::begin_log(options.log);
  for (const std::string& command : options.engines) {
    try {
      const engines::Seconds timeout(options.timeout);
      started.push_back(std::make_unique<engines::Engine>(
          command,
          verify::protocol_for(game, command, options.protocol, timeout, session.stop(), log),
          timeout, session.stop(), log));
    } catch (const engines::EngineFault& fault) {
      if (fault.kind() == engines::FaultKind::stopped) break;
      throw InputError(fmt::format("--engine '{}' {}", command, fault.what()));
    }
  }
  return started;
}

/// The suffix to "engine" in columns and notes about one of several engines.
std::string number_of(std::size_t place) { return place == 0 ? "" : fmt::format("_{}", place + 1); }

/// Adds an engine's counts, the differences, and their reasons. Throws EngineFault if the engine
/// fails and there is no difference.
void add_engine(DivideTable& table, const Options& options, engines::Engine& engine,
                std::size_t place, int depth, const DividedPosition& position,
                const FullDivide& right, bool is_chess, cli::Session& session) {
  const std::string& command = options.engines[place];
  const EngineDivide divide = divide_by(engine, position, depth, right);
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
  if (divide.agrees()) {
    if (divide.fault) throw engines::EngineFault(*divide.fault);
    return;
  }
  session.note_difference();
  if (divide.fault)
    table.note(
        fmt::format("when asked about single moves, engine{} {}", number, divide.fault->what()));
  if (!divide.contradiction.empty())
    table.note(divide.contradiction + ": plylab may have missed some of its lines");
  if (!divide.half_read.empty())
    table.note(divide.half_read);
  else if (!divide.contradiction.empty())
    table.note(std::string(engines::describe_other_answers));
  if (divide.half_read.empty())
    for (std::string& reason : reasons(divide.wrong_moves)) table.note(std::move(reason));
  if (divide.next)
    table.note("go on: " + call(session.program(), "divide", options, command, position,
                                divide.next, depth - 1));
  else if (is_chess && divide.wrong_moves.empty())
    table.note("go on: " +
               call(session.program(), "verify", options, command, position, {}, depth));
}

void run_divide(Options options, const std::vector<CountableGame>& games, cli::Session& session) {
  PerftOptions& counting = options.counting;
  const CountableGame& game = find_game(games, counting.positions.game, "--game");
  counting.check(game, session);
  const int depth = counting.depths.empty() ? 4 : counting.depths.front();
  std::vector<reports::Schema> tables{divide_table()};
  if (counting.detail) tables.push_back(thread_table());
  session.declare(tables);
  const StartedEngines started = start_engines(options, game, session);
  Report report;
  Usage usage;
  std::vector<std::string> failures;  // of engines
  const std::vector<cli::NamedPosition> positions = counting.load(game);
  for (const cli::NamedPosition& position : positions) {
    Table heading(divide_table());
    heading.title = fmt::format("Divide {}: {}", depth, position.name);
    heading.notes = cli::convention_notes(game.info, {position});
    DivideTable table(std::move(heading));
    std::optional<Result> first;
    const auto count_by = [&](const std::string& generator) {
      const Result result = counting.count(game, generator, position, depth);
      usage.add(generator, result);
      const auto add_leaves = [&](auto&& leaves_of) {
        const auto cell_of = [&](const auto& counted) {
          return counted.complete ? Cell(leaves_of(counted)) : Cell();  // no partial counts
        };
        for (const RootMove& branch : result.branches) table.set(branch.move, cell_of(branch));
        table.set_total(cell_of(result));
      };
      table.add_column(generator, "leaves below the move, counted by this generator");
      add_leaves([](const auto& counted) { return counted.leaves; });
      if (*counting.how.job.early_leaves) {
        if (!started.empty()) {
          table.add_column(generator + "_full",
                           "of these, paths of the full length, as engines count them");
          add_leaves([](const auto& counted) { return full_leaves(counted); });
        }
        table.add_column(generator + "_early", "of these, games that end before the depth");
        add_leaves([](const auto& counted) { return counted.early; });
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
    const bool is_well = session.attempt([&] {
      for (const std::string& generator : counting.how.generators)
        if (report.complete) count_by(generator);
    });
    for (std::size_t i = 0; i < started.size() && report.complete && is_well; ++i) {
      try {
        add_engine(table, options, *started[i], i, depth, *divided_position(games, game, position),
                   FullDivide(*first), cli::is_chess(game.info), session);
      } catch (const engines::EngineFault& fault) {
        if (fault.kind() == engines::FaultKind::stopped) break;
        table.note(fmt::format("engine{} {}", number_of(i), fault.what()));
        if (fault.kind() == engines::FaultKind::malformed)
          table.note(std::string(engines::describe_other_answers));
        failures.push_back(fmt::format("--engine '{}' {}", options.engines[i], fault.what()));
      } catch (const InputError& error) {
        table.note(error.what());
        failures.emplace_back(error.what());
      }
    }
    report.complete &= !session.stop();
    report.tables.push_back(std::move(table).finished());
    if (!report.complete || !is_well || !failures.empty()) break;
  }
  counting.finish(report, usage);
  const auto fail = [&] {
    if (!failures.empty()) throw InputError(failures.front());
  };
  // The report is incomplete if positions are left, but not if only an engine's counts are missing.
  if (report.tables.size() < positions.size()) session.attempt(fail);
  session.publish(std::move(report), counting.how.job.threads);
  fail();
}

void add_engine_options(cli::Command command, Options& options) {
  command = command.group("Engines");
  command.add_option("--engine CMD", options.engines, "An engine to compare with; may be repeated");
  command
      .add_option("--protocol NAME", options.protocol,
                  "The engine's protocol: auto, a name or a file (see plylab help protocols)")
      .show_default();
  command.add_option("--timeout SECONDS", options.timeout, "Seconds to wait for an answer")
      .positive()
      .show_default();
  command.add_option("--log FILE", options.log, engines::log_help);
}

}  // namespace

void add_divide_command(cli::Command app, cli::Session& session,
                        const std::vector<CountableGame>& games) {
  const auto options = std::make_shared<Options>();
  const cli::Command divide = app.add_subcommand(
      "divide", "Count the paths below each root move (divide), and compare an engine's counts");
  options->counting.add_to(divide, games, session);
  divide.option("--depth").help("Plies (default: 4)").values(1, 1);
  add_engine_options(divide, *options);
  divide.example(
      "plylab divide --depth 5 --gen all \\\n  --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 "
      "1\"");
  divide.example("plylab divide --fen kiwipete --moves \"e1g1 e8c8\" --depth 3 --engine ./mine");
  divide.notes(fmt::format(
      "Exit status: 0 if all counts agree; 1 if a count differs from {}another generator's or an "
      "engine's{}; 2 for wrong usage; 130 after Ctrl-C: the results so far are shown, marked "
      "incomplete",
      has_chess(games) ? "the suite's, " : "",
      has_chess(games) ? ", or a count in the suite cannot be read" : ""));
  divide.guides({"counting"});
  divide.callback([options, &games, &session] {
    if (cli::refuse_mpi_ranks()) run_divide(*options, games, session);
  });
}

}  // namespace plylab::perft
