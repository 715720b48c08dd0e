// plylab endgame judge: compares an evaluation with the true values of all positions of an ending.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "gen/base/random.h"
#include "gen/chess/bitboard/bitboard.h"
#include "gen/engines/uci.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "search/base/value.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/evaluation/men.h"
#include "search/run/users_objects.h"
#include "suites/endgame/options.h"

namespace plylab::suites::endgame {
namespace {

using chess::EndgameTable;
using chess::EndgameTables;

// ---- rules of thumb for single endings ----

/// The board, with the kernel that runs on every CPU.
using Board = chess::Bitboard<chess::Magic>;

/// A rule that predicts the outcome: a positive value if the side to move wins, a negative one if
/// it loses, 0 for a draw; none where the rule does not apply.
struct Rule {
  std::string_view name;    ///< "rule:kqkb"
  std::string_view ending;  ///< to which it applies
  std::string_view summary;
  std::optional<search::Value> (*value)(const Board& board);
};

using chess::Bits;
using chess::Color;
using chess::Move;
using chess::Square;

constexpr search::Value wins = 1000;

/// Whether some legal move leads to a position for which `holds` is true.
bool any_move(const Board& board, auto&& holds) {
  Board after = board;
  for (const Move move : board.generate()) {
    const auto undo = after.make(move);
    const bool found = holds(after, move);
    after.unmake(move, undo);
    if (found) return true;
  }
  return false;
}

bool is_stalemate(const Board& board) { return board.count() == 0 && board.checkers() == 0; }

// ---- queen against bishop (Hossa's manual: "100% correct static evaluation of KQKB") ----

/// Whether the bishop's side, to move, is stalemated or can capture the queen.
bool bishop_draws_at_once(const Board& board) {
  if (is_stalemate(board)) return true;
  for (const Move move : board.generate())
    if (move.is_capture()) return true;
  return false;
}

/// Whether the queen's side, to move, cannot avoid that the bishop's side captures the queen or is
/// stalemated.
bool queen_is_lost(const Board& board) {
  return !any_move(board, [](const Board& after, Move) { return !bishop_draws_at_once(after); });
}

/// Whether the bishop's side, to move, draws: at once, or by a pin or fork that wins the queen.
bool bishop_draws(const Board& board) {
  return bishop_draws_at_once(board) ||
         any_move(board, [](const Board& after, Move) { return queen_is_lost(after); });
}

std::optional<search::Value> queen_against_bishop(const Board& board) {
  bool has_queen = false;
  board.for_each_piece([&](chess::Piece piece, chess::Square) {
    has_queen |= piece == chess::make_piece(board.side_to_move(), chess::queen);
  });
  if (!has_queen) return bishop_draws(board) ? 0 : -wins;
  return queen_is_lost(board) ? 0 : wins;
}

// ---- pawn races ----

/// A position with the kings, and at most one pawn a side.
struct Runners {
  std::array<Square, 2> kings{}, pawns{chess::no_square, chess::no_square};
  Bits occupied = 0;
  Color to_move;

  explicit Runners(const Board& board) : to_move(board.side_to_move()) {
    board.for_each_piece([this](chess::Piece piece, Square square) {
      (chess::type_of(piece) == chess::king ? kings : pawns)[chess::index(color_of(piece))] =
          square;
      occupied |= chess::bit(square);
    });
  }

  /// The moves that a side's pawn needs to promote; none without a pawn, if a piece is in front of
  /// it, or if the other king is inside its square, that is, no farther from the promotion square
  /// than the pawn.
  std::optional<int> running(Color side) const {
    const Square pawn = pawns[chess::index(side)];
    if (pawn == chess::no_square) return std::nullopt;
    for (Square ahead = pawn; rank_for(side, ahead) < 7;) {
      ahead = forward(side, ahead);
      if (occupied & chess::bit(ahead)) return std::nullopt;
    }
    const int rank = rank_for(side, pawn), moves = rank == 1 ? 5 : 7 - rank;
    const Square goal = chess::make_square(file_of(pawn), side == chess::white ? 7 : 0);
    const int distance =
        search::king_distance(kings[chess::index(!side)], goal) - (side != to_move);
    return distance > moves ? std::optional(moves) : std::nullopt;
  }
};

/// The rule of the square, as in books on endings and in RDChess (its manual: the distances of the
/// kings to the promotion squares).
std::optional<search::Value> square_of_pawn(const Board& board) {
  const Runners men(board);
  for (const Color side : {chess::white, chess::black})
    if (men.running(side)) return side == men.to_move ? wins : -wins;
  return std::nullopt;
}

/// The side that promotes first wins (Hossa 1.173: detection of pawn races). If the other pawn
/// promotes on the next move, it is a draw.
std::optional<search::Value> pawn_race(const Board& board) {
  const Runners men(board);
  const auto ours = men.running(men.to_move), theirs = men.running(!men.to_move);
  if (!ours || !theirs) return std::nullopt;
  if (*ours == *theirs || *ours == *theirs + 1) return 0;
  return *ours < *theirs ? wins : -wins;
}

constexpr std::array rules{
    Rule{"rule:square", "KPK",
         "the pawn wins if it is free to run and the king is outside its square", square_of_pawn},
    Rule{"rule:race", "KPKP", "of two pawns that run free, the one that promotes first wins",
         pawn_race},
    Rule{"rule:kqkb", "KQKB",
         "the queen wins unless it can be taken or is lost to a pin or fork, or there is stalemate",
         queen_against_bishop}};

/// The rule of that name; null if the name does not begin with "rule:". Throws InputError, which
/// lists the rules.
const Rule* find_rule(std::string_view name) {
  if (!name.starts_with("rule:")) return nullptr;
  return &find_entry(rules, name, "--eval");
}

// ---- judging ----

struct Options {
  Folder folder;
  Selection selection;
  std::vector<std::string> evaluations;
  std::vector<std::string> engines;
  std::optional<std::uint64_t> sample;
  std::uint64_t seed = 1;
  int margin = 100;
  bool quiet = false;
  int threads = available_processors();
};

/// An evaluation, a rule or an engine that judges positions.
struct Judge {
  std::string name;
  /// The value for the side to move; none if it gives none.
  std::function<std::optional<search::Value>(const Board&)> value;
  std::string_view ending = {};  ///< the only ending it is for; empty for all
  bool is_engine = false;        ///< slow, and used by one thread
};

/// The number of positions of each table and side for engines, without --sample.
constexpr std::uint64_t engine_sample = 1000;

/// The built-in evaluations, rules and engines that the options name. Throws InputError.
std::vector<Judge> judges_of(const Options& options, const std::atomic<bool>& stop) {
  std::vector<std::string> names = options.evaluations;
  if (names.empty() && options.engines.empty()) names = {"positional"};
  std::vector<Judge> judges;
  for (const std::string& name : names)
    if (const Rule* const rule = find_rule(name)) {
      judges.push_back({name, rule->value, rule->ending});
    } else {
      judges.push_back({name, search::parse_evaluation("--eval", name)});
      search::require_at_once({.evaluation = name}, options.threads);
    }
  for (const std::string& command : options.engines) {
    const auto fail = [command](const engines::EngineFault& fault) {
      throw InputError(fmt::format("--engine '{}' {}", command, fault.what()));
    };
    try {
      const auto engine = std::make_shared<engines::StaticEvaluator>(command, stop);
      judges.push_back({engine->name().empty() ? command : engine->name(),
                        [engine, fail, &stop](const Board& board) -> std::optional<search::Value> {
                          try {
                            return engine->value(chess::ValidSetup(board.setup()));
                          } catch (const engines::EngineFault& fault) {
                            if (!stop) fail(fault);
                            return std::nullopt;
                          }
                        },
                        "", true});
    } catch (const engines::EngineFault& fault) {
      fail(fault);
    }
  }
  return judges;
}

/// An outcome for a side, by the table or by an evaluation.
enum Verdict : unsigned { won, drawn, lost };

Verdict verdict_of(DistanceValue value) {
  return value.is_draw() ? drawn : value.is_win() ? won : lost;
}

/// Whether the side to move is not in check and has no captures: evaluations are made for such
/// positions.
bool is_quiet(const Board& board) {
  if (board.checkers() != 0) return false;
  for (const chess::Move move : board.generate())
    if (move.is_capture() || move.is_promotion()) return false;
  return true;
}

/// How an evaluation judged the positions of an ending with one side to move.
struct Judged {
  const EndgameTable* table;
  Side side;
  std::string evaluation;
  std::array<std::array<std::uint64_t, 3>, 3> counts{};  ///< by true outcome and by judgement

  std::uint64_t positions() const {
    std::uint64_t sum = 0;
    for (const auto& row : counts)
      for (const std::uint64_t count : row) sum += count;
    return sum;
  }
  std::uint64_t right() const {
    return counts[won][won] + counts[drawn][drawn] + counts[lost][lost];
  }
};

/// A position that an evaluation misjudged.
struct Example {
  std::uint64_t order;  ///< random: the first ones are shown
  std::string ending, evaluation, position;
  search::Value value;
  DistanceValue truth;
};

constexpr std::size_t examples_each = 2;  // of each ending, side and evaluation

/// `wanted` different random slots of counted positions; all if there are no more.
std::vector<std::size_t> sample_of(const EndgameTable& table, Side side, std::uint64_t wanted,
                                   std::uint64_t seed) {
  std::vector<std::size_t> slots;
  for (std::size_t slot = 0; slot < table.slots().size(); ++slot)
    if (table.weight(side, slot) != 0) slots.push_back(slot);
  const std::size_t size = std::min<std::size_t>(wanted, slots.size());
  for (std::size_t i = 0; i < size; ++i)
    std::swap(slots[i], slots[i + splitmix64(seed) % (slots.size() - i)]);
  slots.resize(size);
  return slots;
}

Judged judge(const EndgameTable& table, Side side, const Judge& who, const Options& options,
             const std::atomic<bool>& stop, std::vector<Example>& examples) {
  const std::size_t chunk = who.is_engine ? 16 : 1 << 13;
  const auto sample = who.is_engine ? options.sample.value_or(engine_sample) : options.sample;
  std::vector<std::size_t> chosen;
  if (sample) chosen = sample_of(table, side, *sample, options.seed);
  const std::size_t slots = sample ? chosen.size() : table.slots().size();
  Judged judged{&table, side, who.name};
  std::mutex mutex;
  std::vector<Example> wrong;
  const auto keep_first = [](std::vector<Example>& found) {
    std::ranges::sort(found, {}, &Example::order);
    if (found.size() > examples_each) found.resize(examples_each);
  };
  const int threads = who.is_engine ? 1 : options.threads;
  in_parallel((slots + chunk - 1) / chunk, threads, &stop, [&](std::size_t i, std::size_t) {
    Judged here = judged;
    here.counts = {};
    std::vector<Example> wrong_here;
    for (std::size_t n = i * chunk; n < std::min(slots, (i + 1) * chunk) && !stop; ++n) {
      const std::size_t slot = sample ? chosen[n] : n;
      const unsigned weight = table.weight(side, slot);
      if (weight == 0) continue;
      const DistanceValue truth = table.value(side, slot);
      const chess::Setup setup = setup_of(table.ending(), table.slots().placement(slot), side);
      const Board board{chess::ValidSetup(setup)};
      if (board.count() == 0 || (options.quiet && !is_quiet(board))) continue;
      const auto value = who.value(board);
      if (!value) continue;
      const Verdict said = *value > options.margin ? won : *value < -options.margin ? lost : drawn;
      here.counts[verdict_of(truth)][said] += weight;
      if (said == verdict_of(truth)) continue;
      std::uint64_t order = slot;
      wrong_here.push_back(
          {splitmix64(order), table.ending().name(), who.name, to_string(setup), *value, truth});
      if (wrong_here.size() > 64) keep_first(wrong_here);
    }
    const std::lock_guard lock(mutex);
    for (unsigned t = 0; t < 3; ++t)
      for (unsigned s = 0; s < 3; ++s) judged.counts[t][s] += here.counts[t][s];
    wrong.insert(wrong.end(), wrong_here.begin(), wrong_here.end());
    keep_first(wrong);
  });
  examples.insert(examples.end(), wrong.begin(), wrong.end());
  return judged;
}

reports::TableOf<Judged> judged_table() {
  const auto count = [](Verdict truth, Verdict said) {
    return [truth, said](const Judged& row) { return reports::Cell(row.counts[truth][said]); };
  };
  return {"judged",
          "Judged",
          {{{"ending"}, [](const auto& row) { return row.table->ending().name(); }},
           {{"to_move"}, [](const auto& row) { return to_move_name(row.side); }},
           {{"evaluation", "", "", 1, reports::Role::contestant}, &Judged::evaluation},
           {{"positions", "", "counted as by endgame show"}, &Judged::positions},
           {{"right", "%", "share of positions judged as in the table", 2},
            [](const auto& row) {
              return row.positions() == 0 ? reports::Cell()
                                          : reports::Cell(100. * static_cast<double>(row.right()) /
                                                          static_cast<double>(row.positions()));
            }},
           {{"won_as_drawn", "", "positions won for the side to move and judged drawn"},
            count(won, drawn)},
           {{"won_as_lost"}, count(won, lost)},
           {{"drawn_as_won"}, count(drawn, won)},
           {{"drawn_as_lost"}, count(drawn, lost)},
           {{"lost_as_won"}, count(lost, won)},
           {{"lost_as_drawn"}, count(lost, drawn)}}};
}

std::vector<std::string> notes_on_verdicts(const Options& options) {
  std::vector<std::string> notes{fmt::format(
      "judged won: more than {0} centipawns for the side to move; lost: less than "
      "-{0}; mates and stalemates on the board are left out{1}",
      options.margin, options.quiet ? ", and positions with check, captures or promotions" : "")};
  if (options.sample || !options.engines.empty())
    notes.push_back(fmt::format(
        "{} a sample of {} positions of each table and side to move, seed {}; positions to which "
        "an engine gives no value, such as checks, are left out",
        options.sample ? "by" : "engines: by", options.sample.value_or(engine_sample),
        options.seed));
  return notes;
}

reports::TableOf<Example> examples_table() {
  return {"examples",
          "Examples of misjudged positions",
          {{{"ending"}, &Example::ending},
           {{"evaluation", "", "", 1, reports::Role::contestant}, &Example::evaluation},
           {{"position", "", "", 1, reports::Role::position}, &Example::position},
           {{"value", "cp", "for the side to move"}, &Example::value},
           {{"truth", "", "for the side to move"},
            [](const auto& one) { return to_string(one.truth); }}}};
}

void run_judge(const Options& options, cli::Session& session) {
  session.check_options();
  session.declare({judged_table(), examples_table()});
  const EndgameTables tables = options.folder.open();
  const auto chosen = options.selection.tables(tables);
  const std::vector<Judge> judges = judges_of(options, session.stop());
  std::vector<Judged> rows;
  std::vector<Example> examples;
  cli::Progress progress("endgame judge", "verdicts", session.share());
  const auto all = static_cast<double>(2 * chosen.size() * judges.size());
  const bool complete = session.attempt([&] {
    for (const EndgameTable* const table : chosen)
      for (const Side side : {chess::white, chess::black})
        for (const Judge& who : judges) {
          if (session.stop()) return;
          if (!who.ending.empty() && who.ending != table->ending().name()) continue;
          Judged judged = judge(*table, side, who, options, session.stop(), examples);
          if (session.stop()) return;
          rows.push_back(std::move(judged));
          const auto done = static_cast<double>(rows.size());
          progress.update(done / all, done, table->ending().name());
        }
  });
  progress.finish();
  std::vector<reports::Table> all_tables{judged_table().with(rows)};
  all_tables.front().notes = notes_on_verdicts(options);
  if (!examples.empty()) all_tables.push_back(examples_table().with(examples));
  session.publish({.complete = complete && !session.stop(), .tables = std::move(all_tables)},
                  options.threads);
}

/// "rule:kqkb (the queen wins …)".
std::string names_of_rules() {
  std::string text;
  for (const Rule& rule : rules)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", rule.name, rule.summary);
  return text;
}

}  // namespace

void add_judge(cli::Command endgame, cli::Session& session) {
  const auto options = std::make_shared<Options>();
  const cli::Command judge = endgame.add_subcommand(
      "judge", "Measure how often an evaluation knows the winner in an ending");
  options->selection.add_to(judge, " (default: all that the folder has)");
  options->folder.add_to(judge, false);
  judge
      .add_option("--eval", options->evaluations,
                  "Evaluations such as material or pst, and rules for one ending: " +
                      names_of_rules() + " (default: positional)")
      .delimiter(',');
  judge.add_option("--engine COMMAND", options->engines,
                   "A UCI engine that prints its static value after the command eval, as Stockfish "
                   "does; may be repeated");
  judge
      .add_option(
          "--sample N", options->sample,
          "Positions to draw for each table and side to move (default: all; for engines 1000)")
      .positive();
  judge.add_option("--seed", options->seed, "Seed of the sample").show_default();
  judge
      .add_option("--margin CP", options->margin,
                  "Values of at most this many centipawns count as drawn")
      .range(0, 10000)
      .show_default();
  judge.add_flag("--quiet-positions", options->quiet,
                 "Only use positions without checks, captures and promotions");
  add_threads_option(judge, options->threads);
  session.add_options(judge);
  judge.example("plylab endgame judge KRKP KBNK --eval material,positional");
  judge.example("plylab endgame judge KPK --engine stockfish --sample 500");
  judge.callback([options, &session] { run_judge(*options, session); });
}

}  // namespace plylab::suites::endgame
