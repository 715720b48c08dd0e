#include "search/lab/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "gen/base/text.h"
#include "reports/cli/command_line.h"
#include "reports/tables/averages.h"
#include "search/base/switches.h"
#include "search/base/value.h"
#include "search/core/settings.h"
#include "search/run/searches.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;
using reports::Table;

/// The pairs of levels that a comparison asks for.
std::vector<std::pair<Level, Level>> pairs_of(const std::vector<Level>& levels,
                                              const std::string& baseline) {
  std::vector<std::pair<Level, Level>> pairs;
  if (baseline == "all") {
    for (std::size_t i = 0; i < levels.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) pairs.emplace_back(levels[i], levels[j]);
  } else {
    const auto named = std::find_if(levels.begin(), levels.end(), [&](const Level& level) {
      return to_string(level) == baseline;
    });
    const Level& base = named == levels.end() ? levels.front() : *named;
    for (const Level& level : levels)
      if (level != base) pairs.emplace_back(level, base);
  }
  return pairs;
}

constexpr std::string_view of_last = "last_nodes";
constexpr std::string_view of_all = "of all iterations", of_the_last = "of the last iteration";

/// Whether the minimal tree is one of the levels compared. It is a single iteration, and has no
/// time.
bool has_minimal(const Experiment& experiment, Factor compared) {
  return compared == Factor::variant &&
         std::any_of(experiment.groups.begin(), experiment.groups.end(), [](const Group& group) {
           const auto variants = group.levels.texts(Factor::variant);
           return std::find(variants.begin(), variants.end(), minimal_variant) != variants.end();
         });
}

/// Whether both levels have this cost: the minimal tree has only nodes, none in quiescence, and
/// only for its last iteration. `variant` is that of both levels, if it is not what is compared.
bool comparable(const std::string& ours, const std::string& theirs, Factor compared,
                const Measure& measure, const std::string& variant = "") {
  if (compared != Factor::variant)
    return (measure.name != "visited" && measure.name != "steps") || variant != minimal_variant;
  return measure.name == of_last || (ours != minimal_variant && theirs != minimal_variant);
}

/// A row of a comparison: the cost of one level divided by that of another.
struct ComparedRow {
  std::string group;
  Level ours, theirs;
  Tested tested;
};

/// The costs of two runs by the same count.
template <auto count>
Pair costs(const RunRecord& ours, const RunRecord& theirs) {
  const auto cost = [](const RunRecord& record) {
    const auto amount = static_cast<double>(std::invoke(count, record));
    // Of the last iteration: a mate has ended the run before it began.
    const bool never_began = amount == 0 && !record.complete();
    return Cost{amount, record.unfinished || never_began};
  };
  return {cost(ours), cost(theirs)};
}

/// The nodes of the last iteration; 0 if it never began, since its cost is then unknown.
std::uint64_t nodes_of_last(const RunRecord& record) {
  return record.last_costs().depth == record.depth ? record.last_costs().counts.nodes() : 0;
}

std::uint64_t distinct_of_last(const RunRecord& record) {
  return record.last_costs().depth == record.depth ? record.last_costs().distinct : 0;
}

std::uint64_t leaves_of(const RunRecord& record) { return record.counts().leaves; }

/// The nodes of the deepest iteration that both finished; 0 if there is none.
Pair common_nodes(const RunRecord& ours, const RunRecord& theirs) {
  Pair deepest;
  for (const RunIteration& one : ours.iterations)
    if (const RunIteration* other = theirs.finished(one.depth))
      deepest = {{static_cast<double>(one.counts.nodes())},
                 {static_cast<double>(other->counts.nodes())}};
  return deepest;
}

/// The name of a block: the group, and the levels of all other factors that vary within it.
std::string block_name(const Group& group, const Run& run, Factor compared,
                       bool with_depth = true) {
  std::string name = group.name;
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto factor = static_cast<Factor>(i);
    if (factor == compared || group.levels[factor].size() == 1 ||
        (factor == Factor::depth && !with_depth))
      continue;
    name += factor == Factor::depth ? ", depth " : ", ";
    name += to_string(run[factor]);
  }
  return name;
}

/// Adds a pair if both costs are known.
void add_if_known(const Pair& pair, std::vector<Pair>& pairs) {
  const auto has_count = [](const Cost& c) { return c.censored || c.amount > 0; };
  if (has_count(pair.ours) && has_count(pair.theirs)) pairs.push_back(pair);
}

/// The costs of two levels of a block on the starts for which both have the count.
std::vector<Pair> costs_of(const Block& block, const std::string& ours, const std::string& theirs,
                           const Measure& measure) {
  std::vector<Pair> pairs;
  if (const auto runs = block.by_level.find(ours); runs != block.by_level.end())
    for (const auto& [start, record] : runs->second)
      if (const RunRecord* other = block.find(theirs, start))
        add_if_known(measure.of(*record, *other), pairs);
  return pairs;
}

/// A row for each pair of levels that were both run on at least one start. All rows are one family
/// for Holm's correction. Where limits ended all runs, a greater depth adds no common iteration: it
/// has no row of its own for common_nodes, and `repeats` becomes true.
std::vector<ComparedRow> compared_levels(const Experiment& experiment, const std::vector<Run>& runs,
                                         const RunRecords& records,
                                         const ComparisonSpec& comparison, const Measure& measure,
                                         bool& repeats) {
  std::vector<ComparedRow> rows;
  std::vector<Comparison> family;
  std::map<std::string, std::vector<Pair>> of_last_depth;  // by all that rows differ in but depth
  for (const Group& group : experiment.groups)
    for (const Block& block : blocks_of(group, runs, records, comparison.factor))
      for (const auto& [ours, theirs] :
           pairs_of(group.levels[comparison.factor], comparison.baseline)) {
        const std::string our_text = to_string(ours), their_text = to_string(theirs);
        if (!comparable(our_text, their_text, comparison.factor, measure, block.example->variant()))
          continue;
        const std::vector<Pair> pairs = costs_of(block, our_text, their_text, measure);
        if (pairs.empty()) continue;
        if (measure.of == common_nodes) {
          auto& before = of_last_depth[fmt::format(
              "{} | {} | {}", block_name(group, *block.example, comparison.factor, false), our_text,
              their_text)];
          const bool is_repeated = before == pairs;
          repeats |= is_repeated;
          if (is_repeated) continue;
          before = pairs;
        }
        rows.push_back({block.name, ours, theirs, {}});
        family.push_back(compare(pairs));
      }
  const auto all = tested(family);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].tested = all[i];
  return rows;
}

/// The levels that are compared by a measure, group by group.
std::vector<std::pair<Level, Level>> pairs_for(const Experiment& experiment,
                                               const ComparisonSpec& comparison,
                                               const Measure& measure) {
  std::vector<std::pair<Level, Level>> all;
  for (const Group& group : experiment.groups)
    for (const auto& [ours, theirs] :
         pairs_of(group.levels[comparison.factor], comparison.baseline))
      if (comparable(to_string(ours), to_string(theirs), comparison.factor, measure))
        all.emplace_back(ours, theirs);
  return all;
}

/// The title names the baseline; if there are different ones, a column `against` does.
reports::TableOf<ComparedRow> measure_table(const Experiment& experiment,
                                            const ComparisonSpec& comparison,
                                            const Measure& measure) {
  const auto pairs = pairs_for(experiment, comparison, measure);
  const bool one_baseline = std::ranges::all_of(
      pairs, [&](const auto& pair) { return pair.second == pairs.front().second; });
  reports::ColumnsOf<ComparedRow> columns{
      {group_column, [](const ComparedRow& row) { return row.group; }},
      {level_column(comparison.factor, "the contestant in the ratio's numerator"),
       [](const ComparedRow& row) { return cell_of(row.ours); }}};
  if (!one_baseline)
    columns.push_back(
        {{"against", "", "the contestant in the ratio's denominator", 0, reports::Role::against},
         [](const ComparedRow& row) { return cell_of(row.theirs); }});
  const std::size_t names = columns.size();
  add_statistics(
      "starts", [](const ComparedRow& row) { return &row.tested; }, columns);
  if (measure.of == &costs<&RunRecord::seconds>)
    for (std::size_t i = names; i < columns.size(); ++i)
      columns[i].column.role = reports::Role::by_time;
  return {fmt::format("{}_compared", measure.name),
          fmt::format("{} {}: ratio of each {} to {}, geometric means over the starts",
                      measure.what, measure.scope, name_of(comparison.factor),
                      pairs.empty()  ? "the baseline"
                      : one_baseline ? to_string(pairs.front().second)
                                     : "the one 'against'"),
          std::move(columns),
          {ratio_picture}};
}

/// The same table, filled.
Table measure_table(const Experiment& experiment, const std::vector<Run>& runs,
                    const RunRecords& records, const ComparisonSpec& comparison,
                    const Measure& measure) {
  bool repeats = false;
  Table table = measure_table(experiment, comparison, measure)
                    .with(compared_levels(experiment, runs, records, comparison, measure, repeats));
  table.notes.push_back(fmt::format("{}: {}; {}", measure.name, measure.definition, measure.scope));
  if (repeats) table.notes.emplace_back("without depths at which limits let no iteration be added");
  if (has_minimal(experiment, comparison.factor))
    table.notes.emplace_back(measure.name == of_last
                                 ? "of the last iteration, since minimal has no other"
                                 : "without minimal, which has last_nodes alone");
  return table;
}

/// An end of the ratio's interval, if there is one.
Cell end_of(const Comparison& comparison, double Interval::*end) {
  return comparison.interval ? Cell((*comparison.interval).*end) : Cell();
}

/// Whether the measurement agrees with the claim: yes, no, or unknown. `starts` is the group's
/// number of starts.
Cell agrees(const Claim& claim, const Comparison& measured, std::size_t starts) {
  if (claim.on_every_start) {
    const std::size_t against =
        (claim.at_most ? measured.more : 0) + (claim.at_least ? measured.less : 0);
    if (against > 0) return "no";
    return measured.less + measured.equal + measured.more == starts ? "yes" : "undecided";
  }
  if (!measured.interval || measured.censored > 0) return "undecided";
  const Interval interval = *measured.interval;
  const double low = claim.at_least.value_or(interval.low);
  const double high = claim.at_most.value_or(interval.high);
  if (interval.high < low || interval.low > high) return "no";
  return interval.low >= low && interval.high <= high ? "yes" : "undecided";
}

/// The visits until the search's line began with these moves, and kept them; if it does not at the
/// end, all visits, as a censored cost.
Cost until_line(const RunRecord& record, const std::string& moves) {
  std::uint64_t visited = 0, until = 0;
  bool found = false;
  for (const RunIteration& one : record.iterations) {
    visited += one.counts.visited();
    const bool has_moves = (one.line + ' ').starts_with(moves + ' ');
    if (has_moves && !found) until = visited;
    found = has_moves;
  }
  return {static_cast<double>(found ? until : record.visited()), !found};
}

/// The moves of a line as searches of this start write them. Throws InputError if they cannot be
/// played.
std::string as_written(const Start& start, const SearchableGame& game, const std::string& line) {
  const auto board = game.info.referee(start.position);
  const bool numbered = std::ranges::any_of(game.info.members(), [](const OptionalMember& one) {
    return one.name == "first_ply" && one.is_there;
  });
  std::vector<std::string> texts;
  for (const std::string& word : words_of(line, " ")) {
    if (word.ends_with('.')) continue;  // a number
    const unsigned ply = board->ply();
    const auto probe = game.info.referee(start.position);
    for (const std::string& earlier : texts)
      probe->play_words(std::string_view(earlier).substr(earlier.rfind(' ') + 1));
    const std::string move = board->play_words(word);
    const std::string number = ply % 2 == 0    ? fmt::format("{}. ", ply / 2 + 1)
                               : texts.empty() ? fmt::format("{}... ", ply / 2 + 1)
                                               : "";
    texts.push_back((numbered ? number : "") + probe->words(move));
  }
  return fmt::format("{}", fmt::join(texts, " "));
}

/// Throws InputError, whose message begins with `where`, unless searches of some start can write
/// the line so.
void check_line(const std::string& line, const Group& group, std::string_view where) {
  std::string why;
  for (const Start& start : group.starts) {
    try {
      const std::string written = as_written(start, *group.game, line);
      if (written == line) return;
      why = fmt::format("it is written '{}'", written);
    } catch (const InputError& error) {
      why = error.what();
    }
  }
  throw InputError(fmt::format("{}line: '{}': no line of a search: {}", where, line, why));
}

/// The hit rate of the pawn table; 0 without a table.
double pawn_hit_rate(const RunRecord& record) {
  const Counters counts = record.counts();
  const std::uint64_t probes = counts[Event::pawn_probe];
  return probes == 0 ? 0
                     : static_cast<double>(counts[Event::pawn_hit]) / static_cast<double>(probes);
}

/// The share of starts on which both have the same value, in place of a ratio.
Comparison same_values(const std::vector<std::pair<const RunRecord*, const RunRecord*>>& pairs) {
  Comparison result;
  for (const auto& [ours, theirs] : pairs) {
    const RunIteration *one = ours->last_finished(), *other = theirs->last_finished();
    if (one && other && one->depth == other->depth) {
      ++(one->value == other->value ? result.equal : result.less);
    } else {
      ++result.censored;
      ++result.unknown;
    }
  }
  const std::size_t all = result.equal + result.less;
  if (all == 0) return result;
  result.ratio = static_cast<double>(result.equal) / static_cast<double>(all);
  const auto interval = reports::wilson_interval(result.equal, all);
  if (all >= min_for_interval) result.interval = {interval.low, interval.high};
  return result;
}

/// The arithmetic mean of the leaves in place of a ratio, with Student's interval.
Comparison mean_leaves(const std::vector<std::pair<const RunRecord*, const RunRecord*>>& runs) {
  Comparison result;
  double sum = 0, squares = 0;
  for (const auto& [record, same] : runs) {
    if (!record->complete()) {
      ++result.censored;
      ++result.unknown;
      continue;
    }
    const auto leaves = static_cast<double>(leaves_of(*record));
    ++result.more;
    sum += leaves;
    squares += leaves * leaves;
  }
  const auto number = static_cast<double>(result.more);
  if (result.more == 0) return result;
  const double mean = sum / number;
  result.ratio = mean;
  if (result.more >= min_for_interval) {
    const double variance = (squares - number * mean * mean) / (number - 1);
    const double half =
        student_quantile(result.more - 1) * std::sqrt(std::max(0.0, variance) / number);
    result.interval = {mean - half, mean + half};
  }
  return result;
}

/// The searches that drive null windows at the root and count nothing else as a second search.
constexpr std::array<std::string_view, 5> drivers = {"mtdf", "mt-sss", "mt-dual", "mtd-step",
                                                     "mtd-bi"};

/// A driver counts a second search each time that it searches the root again.
double root_searches(const RunRecord& record) {
  return static_cast<double>(1 + record.last_costs().counts[Event::research]);
}

/// Measures the subject of the claim on the starts of a block for which it is known.
Comparison measured(const Claim& claim, const Block& block) {
  std::vector<std::pair<const RunRecord*, const RunRecord*>> runs;
  if (const auto ours = block.by_level.find(claim.level); ours != block.by_level.end())
    for (const auto& [start, record] : ours->second)
      if (const RunRecord* other =
              claim.against.empty() ? record : block.find(claim.against, start))
        runs.emplace_back(record, other);
  if (claim.measure == "same_value") return same_values(runs);
  if (claim.measure == "mean_leaves") return mean_leaves(runs);
  std::vector<Pair> pairs;
  for (const auto& [ours, theirs] : runs) {
    Pair pair =
        claim.measure == "until_line"
            ? Pair{until_line(*ours, claim.line), until_line(*theirs, claim.line)}
        : claim.measure == "pawn_hit_rate" ? Pair{{pawn_hit_rate(*ours)}, {pawn_hit_rate(*theirs)}}
        : claim.measure == "root_searches" ? Pair{{root_searches(*ours)}, {root_searches(*theirs)}}
                                           : find_entry(measures, claim.measure).of(*ours, *theirs);
    if (claim.against.empty()) pair.theirs = {1};
    add_if_known(pair, pairs);
  }
  return compare(pairs);
}

/// Whether the run has the levels that the claim names.
bool is_about(const Claim& claim, const Run& run) {
  return std::all_of(claim.levels.begin(), claim.levels.end(), [&](const auto& level) {
    return to_string(run[level.first]) == to_string(level.second);
  });
}

/// The deepest block with the levels that the claim names; null if there is none.
const Block* block_about(const Claim& claim, const std::vector<Block>& blocks) {
  const Block* deepest = nullptr;
  for (const Block& block : blocks)
    if (is_about(claim, *block.example) &&
        (!deepest || block.example->depth() >= deepest->example->depth()))
      deepest = &block;
  return deepest;
}

}  // namespace

const std::array<Measure, 8> measures = {
    Measure{"nodes", costs<&RunRecord::nodes>, "Nodes", counter("nodes").definition, of_all},
    Measure{"last_nodes", costs<nodes_of_last>, "Nodes", counter("nodes").definition, of_the_last},
    Measure{"common_nodes", common_nodes, "Nodes", counter("nodes").definition,
            "of the deepest iteration that both completed"},
    Measure{"distinct", costs<&distinct_of_last>, "Different positions",
            "different positions among the nodes, where they are counted", of_the_last},
    Measure{"leaves", costs<leaves_of>, "Leaves", counter("leaves").definition, of_all},
    Measure{"visited", costs<&RunRecord::visited>, "Visits", counter("visited").definition, of_all},
    Measure{"steps", costs<&RunRecord::steps>, "Steps", counter("steps").definition, of_all},
    Measure{"seconds", costs<&RunRecord::seconds>, "Seconds", "wall time", of_all},
};

Cell cell_of(const Level& level) {
  if (const int* depth = std::get_if<int>(&level)) return *depth;
  return to_string(level);
}

const RunRecord* Block::find(const std::string& level, const std::string& start) const {
  const auto runs = by_level.find(level);
  if (runs == by_level.end()) return nullptr;
  const auto run = runs->second.find(start);
  return run == runs->second.end() ? nullptr : run->second;
}

std::vector<Block> blocks_of(const Group& group, const std::vector<Run>& runs,
                             const RunRecords& records, Factor compared) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].group != group.name || !records[i]) continue;
    const std::string name = block_name(group, runs[i], compared);
    auto block = std::find_if(blocks.begin(), blocks.end(),
                              [&](const Block& other) { return other.name == name; });
    if (block == blocks.end()) block = blocks.insert(blocks.end(), Block{name, &runs[i], {}});
    block->by_level[to_string(runs[i][compared])][runs[i].start.text()] = &*records[i];
  }
  return blocks;
}

std::vector<std::string> measure_names() {
  std::vector<std::string> names;
  for (const Measure& measure : measures) names.emplace_back(measure.name);
  return names;
}

void check(const ComparisonSpec& comparison, const Experiment& experiment, std::string_view where) {
  const auto chosen =
      select_names(fmt::format("{}measure", where), comparison.measures, measure_names());
  if (std::ranges::find(chosen, "distinct") != chosen.end() && !experiment.distinct)
    throw InputError(fmt::format(
        "{}measure distinct: these runs do not count different positions; 'search --measure "
        "distinct' does, and an experiment file with distinct = true",
        where));
  if (comparison.baseline.empty() || comparison.baseline == "all") return;
  for (const Group& group : experiment.groups)
    select_names(fmt::format("{}baseline", where), {comparison.baseline},
                 group.levels.texts(comparison.factor));
}

std::vector<reports::PlannedTable> compared_tables(const Experiment& experiment,
                                                   const std::vector<Run>& runs,
                                                   const RunRecords& records,
                                                   const ComparisonSpec& comparison) {
  std::vector<std::string> wanted = comparison.measures;
  if (has_minimal(experiment, comparison.factor))
    std::replace(wanted.begin(), wanted.end(), std::string("nodes"), std::string(of_last));
  std::vector<reports::PlannedTable> plan;
  for (const Measure& measure : measures)
    if (std::find(wanted.begin(), wanted.end(), measure.name) != wanted.end() &&
        !pairs_for(experiment, comparison, measure).empty())
      plan.push_back({measure_table(experiment, comparison, measure), [&] {
                        return measure_table(experiment, runs, records, comparison, measure);
                      }});
  return plan;
}

/// Several threads beside one thread.
struct ThreadsRow {
  std::string group;
  Switches used;
  Comparison speed_up, overhead, rate;  // to one thread
  Comparison busy;                      // share of the threads' time

  int threads() const { return used["threads"]; }
  bool lockstep() const { return used["lockstep"] > 0; }
};

/// The switches without those that say how threads share the work.
Switches with_one_thread(Switches used) {
  for (const Switch one : {Switch("threads"), Switch("lazy"), Switch("ybw"), Switch("lockstep")}) {
    used[one] = one->kind.usual;
    used.named[one] = false;
  }
  return used;
}

reports::TableOf<ThreadsRow> threads_table() {
  using Row = ThreadsRow;
  reports::ColumnsOf<Row> columns{
      {group_column, [](const Row& row) { return row.group; }},
      {level_column(Factor::switches, "compared with the same switches for one thread"),
       [](const Row& row) { return to_string(row.used); }},
      {{"threads", "", "that search together", 0}, &Row::threads},
      {{"starts", "", "that both finished", 0},
       [](const Row& row) { return row.speed_up.averaged(); }}};
  const auto add = [&](const std::string& name, const char* help, Comparison Row::*of) {
    columns.push_back({{name, "", help, 2}, [of](const Row& row) { return (row.*of).ratio; }});
    for (const auto& [end, which] :
         {std::pair{"low", &Interval::low}, std::pair{"high", &Interval::high}})
      columns.push_back({{fmt::format("{}_{}", name, end), "", "end of its 95 % interval", 2},
                         [of, at = which](const Row& row) { return end_of(row.*of, at); }});
  };
  add("speed_up",
      "time of one thread by time of these; with lockstep the time is the visits of the first "
      "thread",
      &Row::speed_up);
  add("overhead", "positions visited by all threads, by those that one thread visits",
      &Row::overhead);
  columns.push_back(
      {{"waiting", "%",
        "share of the threads' time spent waiting for work or for the end of iterations: 100 % "
        "less the geometric mean of the rest",
        1},
       [](const Row& row) { return row.busy.ratio ? Cell(100 * (1 - *row.busy.ratio)) : Cell(); }});
  add("rate",
      "visits per second of a thread that does not wait, by those of one thread alone; with "
      "lockstep always 1",
      &Row::rate);
  columns.push_back({{"limit", "",
                      "threads / overhead: the speed-up with a processor for each thread, and "
                      "neither waiting nor contention",
                      2},
                     [](const Row& row) {
                       return row.overhead.ratio ? Cell(row.threads() / *row.overhead.ratio)
                                                 : Cell();
                     }});
  return {"speed_up", "Threads: geometric means over the starts, beside one thread",
          std::move(columns)};
}

reports::Schema speed_up_table() { return threads_table(); }

Table speed_up_table(const Experiment& experiment, const std::vector<Run>& runs,
                     const RunRecords& records) {
  std::vector<ThreadsRow> rows;
  const auto add = [&](const Block& block, const Switches& used, const Switches& base) {
    const int threads = used["threads"];
    std::vector<Pair> times, visited, busy, rates;
    for (const auto& [start, ours] : block.by_level.at(to_string(used))) {
      const RunRecord* one = block.find(to_string(base), start);
      if (one == nullptr || !ours->complete() || !one->complete()) continue;
      const bool lockstep = used["lockstep"] > 0;
      const auto [elapsed, idle] = time_of(*ours, threads, lockstep);
      const double alone = time_of(*one, 1, lockstep).elapsed;
      const double all = threads * elapsed, searching = all - idle;
      const auto visits = static_cast<double>(ours->visited());
      const auto visits_of_one = static_cast<double>(one->visited());
      times.push_back({{alone}, {elapsed}});
      visited.push_back({{visits}, {visits_of_one}});
      busy.push_back({{searching}, {all}});
      rates.push_back({{visits / searching}, {visits_of_one / alone}});
    }
    if (!times.empty())
      rows.push_back(
          {block.name, used, compare(times), compare(visited), compare(rates), compare(busy)});
  };
  for (const Group& group : experiment.groups)
    for (const Block& block : blocks_of(group, runs, records, Factor::switches))
      for (const Level& level : group.levels[Factor::switches])
        for (const Level& other : group.levels[Factor::switches]) {
          const auto &used = std::get<Switches>(level), &base = std::get<Switches>(other);
          if (used["threads"] > 1 && base["threads"] == 1 &&
              with_one_thread(used) == with_one_thread(base) &&
              block.by_level.contains(to_string(used)))
            add(block, used, base);
        }
  Table table = threads_table().with(rows);
  table.notes.emplace_back("speed_up = threads x (1 - waiting) x rate / overhead");
  if (!std::ranges::all_of(rows, &ThreadsRow::lockstep))
    table.notes.emplace_back(
        "speed_up, waiting and rate need idle processors, at least as many as threads; rows with "
        "lockstep need none");
  return table;
}

void ComparisonOptions::add_to(cli::Command command) {
  command
      .add_option(
          "--compare", factor,
          fmt::format(
              "The factor to compare: {} (default: the file's, or variant; without a file the last "
              "of these with several values)",
              fmt::join(factor_names, ", ")))
      .offers({factor_names.begin(), factor_names.end()});
  command.add_option(
      "--baseline", baseline,
      "The value that the others are compared with, or all to compare all pairs (default: "
      "the first)");
  command
      .add_option("--measure", measures,
                  fmt::format("Costs to compare: {} (default: the file's, or nodes; without a file "
                              "common_nodes if nothing but searches and generators varies)",
                              fmt::join(measure_names(), ", ")))
      .offers(measure_names())
      .delimiter(',');
}

bool ComparisonOptions::given() const {
  return !factor.empty() || !baseline.empty() || !measures.empty();
}

bool ComparisonOptions::measures_distinct() const {
  return std::ranges::find(measures, "distinct") != measures.end();
}

void ComparisonOptions::overrule(ComparisonSpec& comparison, const Experiment& experiment) const {
  if (!factor.empty()) {
    comparison.factor = factor_of("--compare", factor);
    comparison.baseline.clear();
    if (std::ranges::all_of(experiment.groups, [&](const Group& group) {
          return group.levels[comparison.factor].size() < 2;
        }))
      throw InputError(fmt::format("--compare {}: there is only one to compare", factor));
  }
  if (!baseline.empty())
    comparison.baseline = comparison.factor == Factor::variant ? exact_name(baseline) : baseline;
  if (!measures.empty()) comparison.measures = measures;
  check(comparison, experiment, "--");
}

std::string stated(const Claim& claim) {
  std::string out = claim.on_every_start ? "every start: " : "";
  if (claim.at_least) out += fmt::format("at least {}", *claim.at_least);
  if (claim.at_least && claim.at_most) out += ", ";
  if (claim.at_most) out += fmt::format("at most {}", *claim.at_most);
  return out;
}

/// A claim, and what is measured of it.
struct ClaimRow {
  const Claim* claim;
  std::string block;
  Switches switches;
  Comparison measured;
  Cell agrees;
};

reports::TableOf<ClaimRow> claims_measured() {
  using Row = ClaimRow;
  return {
      "claims",
      "Published claims, and what is measured here",
      {{{"claim", "", "the claim, as the experiment's file words it", 0},
        [](const Row& row) { return row.claim->text; }},
       {{"group", "",
         "group where the claim is measured, at its greatest depth if the claim names none", 0},
        [](const Row& row) { return row.block; }},
       {{"switches", "", "settings that all runs share, unless the claim is about them", 0},
        [](const Row& row) {
          return row.claim->factor == Factor::switches ? Cell() : Cell(to_string(row.switches));
        }},
       {{"starts", "", "in the ratio", 0}, [](const Row& row) { return row.measured.averaged(); }},
       {{"ratio", "",
         "geometric mean over these starts of the contestant's measure divided by the "
         "other's, or of the measure itself if there is no other; for same_value the share "
         "of the starts, for mean_leaves the arithmetic mean",
         3},
        [](const Row& row) { return row.measured.ratio; }},
       {{"low", "",
         "95 % interval: BCa bootstrap for a ratio, Wilson for a share, Student for a mean", 3},
        [](const Row& row) { return end_of(row.measured, &Interval::low); }},
       {{"high", "", "its upper end", 3},
        [](const Row& row) { return end_of(row.measured, &Interval::high); }},
       {{"stated", "", "what the ratio should be", 0},
        [](const Row& row) { return stated(*row.claim); }},
       {{"agrees", "",
         "yes if the interval lies within the claim, no if outside; else undecided, also if some "
         "starts are cut, and for fewer than 6 starts, which have no interval; a claim about every "
         "start: no if one contradicts it, yes if what is known of each agrees",
         0},
        [](const Row& row) { return row.agrees; }},
       {{"level", "", "the contestant in the ratio's numerator", 0},
        [](const Row& row) { return row.claim->level; }},
       {{"against", "", "the contestant in the ratio's denominator", 0},
        [](const Row& row) { return row.claim->against; }},
       {{"measure", "", "what is compared", 0}, [](const Row& row) { return row.claim->measure; }},
       {{"cut", "",
         "starts left out of the ratio: a limit cut a run off; for until_line its last line does "
         "not begin so; for same_value the last depths differ",
         0},
        [](const Row& row) { return row.measured.censored; }},
       {{"source", "", "the source of the claim", 0},
        [](const Row& row) { return row.claim->source; }}}};
}

reports::Schema claims_table() { return claims_measured(); }

reports::Table claims_table(const Experiment& experiment, const std::vector<Run>& runs,
                            const RunRecords& records, const ComparisonSpec& comparison) {
  std::vector<ClaimRow> rows;
  for (const Claim& claim : comparison.claims) {
    const auto group = std::find_if(experiment.groups.begin(), experiment.groups.end(),
                                    [&](const Group& one) { return one.name == claim.group; });
    if (group == experiment.groups.end()) continue;
    const auto blocks = blocks_of(*group, runs, records, claim.factor);
    const Block* block = block_about(claim, blocks);
    if (!block) continue;
    const Comparison found = measured(claim, *block);
    rows.push_back({&claim, block->name, std::get<Switches>((*block->example)[Factor::switches]),
                    found, agrees(claim, found, group->starts.size())});
  }
  return claims_measured().with(rows);
}

namespace {

/// The searches that the claim is about.
std::vector<std::string> variants_of(const Claim& claim, const Group& group) {
  if (claim.factor == Factor::variant) {
    if (claim.against.empty()) return {claim.level};
    return {claim.level, claim.against};
  }
  if (const auto named = claim.levels.find(Factor::variant); named != claim.levels.end())
    return {to_string(named->second)};
  return group.levels.texts(Factor::variant);
}

}  // namespace

void check(const Claim& claim, const Experiment& experiment, std::string_view where) {
  const Group& group = find_entry(experiment.groups, claim.group, fmt::format("{}group", where));
  const auto require_level = [&](const std::string& level, std::string_view key) {
    find_entry(group.levels.texts(claim.factor), level, fmt::format("{}{}", where, key));
  };
  require_level(claim.level, name_of(claim.factor));
  if (!claim.against.empty()) require_level(claim.against, "against");
  std::vector<std::string> known = measure_names();
  known.insert(known.end(), measures_of_claims.begin(), measures_of_claims.end());
  find_entry(known, claim.measure, fmt::format("{}measure", where));
  if (claim.line.empty() == (claim.measure == "until_line"))
    throw InputError(fmt::format("{}line: is for the measure until_line, which needs it", where));
  if (!claim.line.empty()) check_line(claim.line, group, where);
  if (claim.measure == "root_searches")
    for (const std::string& variant : variants_of(claim, group))
      find_entry(drivers, variant, fmt::format("{}measure root_searches", where));
  if (claim.measure == "mean_leaves" && !claim.against.empty())
    throw InputError(fmt::format("{}against: mean_leaves is a figure of one level", where));
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto factor = static_cast<Factor>(i);
    if (factor == claim.factor) continue;
    const auto levels = group.levels.texts(factor);
    if (const auto named = claim.levels.find(factor); named != claim.levels.end())
      find_entry(levels, to_string(named->second), fmt::format("{}{}", where, factor_names[i]));
    else if (factor != Factor::depth && levels.size() > 1)
      throw InputError(fmt::format("{}{}: the group '{}' has several: name one", where,
                                   factor_names[i], group.name));
  }
}

namespace {

/// A sign test of no costs has no p-value.
bool has_sign_test(const Comparison& one) { return one.less + one.equal + one.more > 0; }
bool has_rank_test(const Comparison& one) { return one.ratio.has_value(); }

}  // namespace

std::vector<Tested> tested(const std::vector<Comparison>& family) {
  std::vector<Tested> all;
  for (const Comparison& one : family) all.push_back({one, 1, 1});
  const auto correct = [&](double Comparison::*p, double Tested::*corrected, auto has_test) {
    std::vector<double> values;
    std::vector<Tested*> owners;
    for (Tested& one : all)
      if (has_test(one.result)) {
        values.push_back(one.result.*p);
        owners.push_back(&one);
      }
    const auto holm = holm_correction(values);
    for (std::size_t i = 0; i < owners.size(); ++i) owners[i]->*corrected = holm[i];
  };
  correct(&Comparison::sign_p, &Tested::holm_sign, has_sign_test);
  correct(&Comparison::wilcoxon_p, &Tested::holm_rank, has_rank_test);
  return all;
}

reports::ColumnsOf<Tested> statistics_columns(std::string_view places) {
  const auto says = [&](std::string_view what) { return fmt::format("{} {}", places, what); };
  const auto result = [](auto member) {
    return [member](const Tested& one) { return Cell(one.result.*member); };
  };
  const auto p_value = [](auto has_test, auto value) {
    return [=](const Tested& one) { return has_test(one.result) ? Cell(value(one)) : Cell(); };
  };
  return {
      {{"ratio", "", fmt::format("geometric mean over the {} without a run cut off", places), 3},
       result(&Comparison::ratio)},
      {{"low", "",
        fmt::format("95 % bootstrap interval (BCa) of the ratio; empty for fewer than {} {}",
                    min_for_interval, places),
        3},
       [](const Tested& one) { return end_of(one.result, &Interval::low); }},
      {{"high", "", "its upper end", 3},
       [](const Tested& one) { return end_of(one.result, &Interval::high); }},
      {{"less", "", says("with less cost"), 0}, result(&Comparison::less)},
      {{"same", "", says("with the same cost"), 0}, result(&Comparison::equal)},
      {{"more", "", says("with more cost"), 0}, result(&Comparison::more)},
      {{"cut", "",
        says("with a run that a limit cut off, left out of the ratio; last_nodes also counts those "
             "with a run that ended before its depth, common_nodes counts none"),
        0},
       result(&Comparison::censored)},
      {{"p_sign", "p", "two-sided p-value of the sign test", 4},
       p_value(has_sign_test, [](const Tested& one) { return one.result.sign_p; })},
      {{"holm_sign", "p", "the same with Holm's correction over all rows of the measure", 4},
       p_value(has_sign_test, [](const Tested& one) { return one.holm_sign; })},
      {{"p_rank", "p", "two-sided p-value of Wilcoxon's signed-rank test on log ratios", 4},
       p_value(has_rank_test, [](const Tested& one) { return one.result.wilcoxon_p; })},
      {{"holm_rank", "p", "the same with Holm's correction over all rows of the measure", 4},
       p_value(has_rank_test, [](const Tested& one) { return one.holm_rank; })}};
}

std::string selective_in(const Run& run) {
  return selective_switches(overlay(run.job.switches, preset_of(run.job.algorithm).switches));
}

std::string selective_switches_in(const std::vector<Run>& runs) {
  std::set<std::string> names;
  for (const Run& run : runs)
    if (const std::string selective = selective_in(run); !selective.empty())
      names.insert(selective);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string unlike(const Run& run, const Run& other) {
  std::vector<std::string> levels;
  if (run.variant() != other.variant()) levels.push_back(run.variant());
  for (const Factor factor : {Factor::ordering, Factor::generator})
    if (run[factor] != other[factor])
      levels.push_back(fmt::format("{} {}", name_of(factor), to_string(run[factor])));
  return fmt::format("{}", fmt::join(levels, ", "));
}

std::vector<ValueDifference> value_differences(const std::vector<Run>& runs,
                                               const RunRecords& records) {
  std::vector<ValueDifference> differences;
  std::map<std::string, std::size_t> first;  // index of the first of the runs that must agree
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Run& run = runs[i];
    if (!records[i] || !is_exact(run.job.algorithm) || !selective_in(run).empty()) continue;
    for (const RunIteration& done : records[i]->iterations) {
      const auto same =
          fmt::format("{} | {} | {} | {} | {}", run.group, run.start.text(), done.depth,
                      to_string(run[Factor::switches]), run.job.evaluation);
      const std::size_t j = first.emplace(same, i).first->second;
      const Value value = records[j]->finished(done.depth)->value;
      if (value == done.value) continue;
      differences.push_back({run, runs[j], done.depth, done.value, value});
      break;
    }
  }
  return differences;
}

namespace {

/// Sentences about runs. One that is true of several runs is told once, and then says of which, if
/// its group has others that differ in more than what the sentence names.
class Sentences {
 public:
  void add(std::string sentence, const Run& run) {
    auto place = std::ranges::find(told_, sentence, &Told::text);
    if (place == told_.end()) place = told_.insert(told_.end(), Told{std::move(sentence), {}});
    place->runs.push_back(&run);
  }

  std::vector<std::string> among(const std::vector<Run>& runs) const {
    std::vector<std::string> lines;
    for (const Told& told : told_) {
      std::vector<std::string> where;
      for (const Factor factor : {Factor::depth, Factor::switches, Factor::evaluation}) {
        const auto all = levels_of(factor, [&](const auto& tell) {
          for (const Run& run : runs)
            if (run.group == told.runs.front()->group) tell(run);
        });
        const auto these = levels_of(factor, [&](const auto& tell) {
          for (const Run* const run : told.runs) tell(*run);
        });
        if (all.size() > 1)
          where.push_back(fmt::format("{}{} {}", factor == Factor::depth ? "in searches to " : "",
                                      name_of(factor), fmt::join(these, ", ")));
      }
      lines.push_back(where.empty() ? told.text
                                    : fmt::format("{} ({})", told.text, fmt::join(where, "; ")));
    }
    return lines;
  }

 private:
  struct Told {
    std::string text;
    std::vector<const Run*> runs;
  };

  /// The different levels, in their order, of the runs that visit() tells.
  static std::vector<std::string> levels_of(Factor factor, auto&& visit) {
    std::vector<std::string> levels;
    visit([&](const Run& run) {
      if (std::string level = to_string(run[factor]);
          std::ranges::find(levels, level) == levels.end())
        levels.push_back(std::move(level));
    });
    return levels;
  }

  std::vector<Told> told_;
};

void add_node_differences(const std::vector<Run>& runs, const RunRecords& records,
                          Sentences& differences) {
  std::map<std::string, std::size_t> first;  // index of the first of the runs that must agree
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Run& run = runs[i];
    if (!records[i] || run.job.switches["threads"] > 1 ||
        run.job.ordering == ordering_of_generators)
      continue;
    Run with_any = run;
    with_any.levels[static_cast<std::size_t>(Factor::generator)] = std::string();
    const std::size_t j = first.emplace(with_any.id(), i).first->second;
    for (const RunIteration& one : records[i]->iterations) {
      const RunIteration* other = records[j]->finished(one.depth);
      if (!other || other->counts.nodes() == one.counts.nodes()) continue;
      differences.add(
          fmt::format("{}, {}, {}: the nodes at depth {} are {} by {} and {} by {}", run.group,
                      run.start.name, run.variant(), one.depth, other->counts.nodes(),
                      unlike(runs[j], run), one.counts.nodes(), unlike(run, runs[j])),
          run);
      break;
    }
  }
}

}  // namespace

std::vector<std::string> contradictions(const std::vector<Run>& runs, const RunRecords& records) {
  Sentences differences;
  for (const auto& [run, other, depth, value, other_value] : value_differences(runs, records))
    differences.add(fmt::format("{}, {}: the value at depth {} is {} by {} and {} by {}", run.group,
                                run.start.name, depth, value_text(other_value), unlike(other, run),
                                value_text(value), unlike(run, other)),
                    run);
  add_node_differences(runs, records, differences);
  return differences.among(runs);
}

}  // namespace plylab::search::lab
