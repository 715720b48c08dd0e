#include "search/lab/experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/epd/epd.h"
#include "reports/text/utf8.h"
#include "search/base/switches.h"
#include "search/base/value.h"
#include "search/run/searches.h"
#include "search/run/users_objects.h"

namespace plylab::search::lab {
namespace {

[[noreturn]] void refuse_depth(std::string_view where, std::string_view text) {
  throw InputError(fmt::format("{}: '{}' is not a depth from 1 to {}", where, text, max_ply - 1));
}

void refuse_repetition(std::string_view where, const std::vector<std::string>& values) {
  std::set<std::string_view> seen;
  for (const std::string& value : values)
    if (!seen.insert(value).second)
      throw InputError(fmt::format("{}: '{}' is listed twice", where, value));
}

/// The searches of the group's variants.
std::vector<std::string> searches_of(const Group& group) {
  std::vector<std::string> searches;
  for (const std::string& variant : group.levels.texts(Factor::variant))
    searches.emplace_back(search_of(variant));
  return searches;
}

/// The job for the levels of a run.
Job job_of(const Run& run, const Experiment& experiment) {
  Job job;
  job.generator = std::get<std::string>(run[Factor::generator]);
  job.algorithm = search_of(run.variant());
  job.evaluation = std::get<std::string>(run[Factor::evaluation]);
  job.ordering = std::get<std::string>(run[Factor::ordering]);
  job.switches = with_table(std::get<Switches>(run[Factor::switches]), run.table);
  job.limits.depth = std::get<int>(run[Factor::depth]);
  if (experiment.limits.nodes > 0) job.limits.nodes = experiment.limits.nodes;
  if (experiment.limits.seconds > 0) job.limits.seconds = experiment.limits.seconds;
  job.distinct = experiment.distinct;
  job.null_samples = experiment.null_samples;
  job.census = experiment.census;
  job.types = experiment.types;
  job.prepare_table = true;
  job.minimal = experiment.minimal || run.variant() == minimal_variant;
  return job;
}

/// The name of a run's search: see Run::name.
std::string name_of(const Run& run, const Levels& levels) {
  constexpr std::array words{std::pair{Factor::switches, "with"},
                             std::pair{Factor::evaluation, "eval"},
                             std::pair{Factor::ordering, "order"}};
  std::string name = run.variant();
  for (const auto& [factor, word] : words)
    if (levels[factor].size() > 1) {
      name += fmt::format(" {} {}", word, to_string(run[factor]));
      const int table =
          factor == Factor::switches ? table_size(run.job.algorithm, run.job.switches) : 0;
      if (table > 0 && std::get<Switches>(run[factor])["table"] != table)
        name += fmt::format(" (table={})", table);
    }
  return name;
}

/// Every combination of the levels, those of the first factor varying slowest.
void add_runs(const Levels& levels, std::size_t factor, Run& run, std::vector<Run>& runs) {
  if (factor == factor_names.size()) {
    runs.push_back(run);
    return;
  }
  for (const Level& level : levels[static_cast<Factor>(factor)]) {
    run.levels[factor] = level;
    add_runs(levels, factor + 1, run, runs);
  }
}

}  // namespace

Factor factor_of(std::string_view where, std::string_view name) {
  return static_cast<Factor>(find_place(factor_names, name, where));
}

std::string to_string(const Level& level) {
  if (const int* depth = std::get_if<int>(&level)) return std::to_string(*depth);
  if (const auto* switches = std::get_if<Switches>(&level)) return to_string(*switches);
  return std::get<std::string>(level);
}

std::vector<std::string> Levels::texts(Factor factor) const {
  std::vector<std::string> texts;
  for (const Level& level : (*this)[factor]) texts.push_back(to_string(level));
  return texts;
}

std::string Run::id() const {
  std::string id = fmt::format("{} | {} | {}", group, game->info.name, start.text());
  for (const Level& level : levels) id += " | " + to_string(level);
  if (const std::string objects = objects_of(job); !objects.empty()) id += " | " + objects;
  return id;
}

void check_levels(Factor factor, const std::vector<Level>& levels, const SearchableGame& game,
                  std::string_view where) {
  std::vector<std::string> texts;
  for (const Level& level : levels) {
    const std::string& text = texts.emplace_back(to_string(level));
    if (const int* depth = std::get_if<int>(&level); depth && (*depth < 1 || *depth >= max_ply))
      refuse_depth(where, text);
    if (const auto* set = std::get_if<Switches>(&level)) game.check_switches(where, *set);
    if (factor == Factor::evaluation && text == "all")
      throw InputError(fmt::format("{}: list them one by one", where));
    if (factor == Factor::evaluation && text != default_choice) game.check_evaluation(where, text);
    if (factor == Factor::ordering && text != default_choice) game.check_ordering(where, text);
  }
  refuse_repetition(where, texts);
}

Level parse_level(Factor factor, const std::string& text, std::string_view where) {
  if (factor == Factor::switches) return parse_switches(where, text);
  if (factor != Factor::depth) return text;
  const auto depth = parse_number<int>(text);
  if (!depth || text.starts_with('0')) refuse_depth(where, text);
  return *depth;
}

std::vector<Level> parse_levels(Factor factor, const std::vector<std::string>& texts,
                                const SearchableGame& game, std::string_view where) {
  std::vector<Level> levels;
  const auto select = [&](auto&& names) { levels.assign(names.begin(), names.end()); };
  switch (factor) {
    case Factor::depth:
    case Factor::switches:
    case Factor::evaluation:
      for (const std::string& text : texts) levels.push_back(parse_level(factor, text, where));
      break;
    case Factor::ordering: {
      refuse_repetition(where, texts);
      std::vector<std::string> known{std::string(default_choice)};
      for (const NamedEntry& entry : game.orderings) known.push_back(entry.name);
      for (const std::string& name : texts)
        if (name != default_choice && name != "all") game.check_ordering(where, name);
      select(select_names(where, texts, known));
      break;
    }
    case Factor::generator:
      refuse_repetition(where, texts);
      select(select_names(where, texts, game.info.generator_names()));
      break;
    case Factor::variant: {
      std::vector<std::string> names;
      for (const std::string& name : texts) names.emplace_back(exact_name(name));
      refuse_repetition(where, names);
      select(select_searches(where, names, {std::string(minimal_variant)}));
      break;
    }
  }
  check_levels(factor, levels, game, where);
  return levels;
}

Levels default_levels(const SearchableGame& game) {
  Levels levels;
  const int plies = longest({{"", game.info.parse(game.info.start)}}, game.info);
  levels[Factor::depth] = {plies > 0 ? plies : 4};
  levels[Factor::switches] = {Switches()};
  levels[Factor::evaluation] = {game.default_evaluation("alphabeta")};
  levels[Factor::ordering] = {game.default_ordering("alphabeta")};
  levels[Factor::generator] = {game.info.default_generator};
  levels[Factor::variant] =
      parse_levels(Factor::variant, {"alphabeta", "pvs", "negascout"}, game, "variant");
  return levels;
}

std::vector<Start> starts_of(const std::vector<cli::NamedPosition>& positions) {
  std::vector<Start> starts;
  for (const cli::NamedPosition& position : positions)
    starts.push_back({reports::one_line(position.name), position.start, position.best});
  return starts;
}

std::vector<Start> load_starts(const cli::GameOptions& positions, const GameInfo& game) {
  for (const std::string& name : positions.chess.suites)
    if (const epd::Suite suite = epd::find_suite(name); !suite.issues.empty())
      throw InputError(to_string(suite.issues.front()));
  return starts_of(positions.load(game));
}

int longest(const std::vector<Start>& starts, const GameInfo& game) {
  int max = 0;
  for (const Start& start : starts) {
    const int plies = game.longest(start.position);
    if (plies <= 0) return 0;
    max = std::max(max, plies);
  }
  return std::min(max, max_ply - 1);
}

void check_starts(const Group& group, std::string_view where) {
  if (group.starts.empty()) throw InputError(fmt::format("{}: no start", where));
  std::set<std::string_view> seen;
  for (const Start& start : group.starts)
    if (!seen.insert(start.text()).second)
      throw InputError(fmt::format("{}: {} is listed twice", where, start.text()));
}

int common_table(const Group& group) {
  int max = 0;
  for (const Level& level : group.levels[Factor::switches]) {
    const auto& set = std::get<Switches>(level);
    if (names_table(set)) return 0;
    max = std::max(max, search::common_table(searches_of(group), set));
  }
  return max;
}

std::vector<Run> runs_of(const Experiment& experiment) {
  std::vector<Run> runs;
  for (const Group& group : experiment.groups) {
    const int table = common_table(group);
    for (const Start& start : group.starts) {
      const std::size_t first = runs.size();
      Run run{group.name, group.game, start, {}, {}, table};
      add_runs(group.levels, 0, run, runs);
      for (std::size_t i = first; i < runs.size(); ++i) {
        runs[i].job = job_of(runs[i], experiment);
        runs[i].name = name_of(runs[i], group.levels);
      }
    }
  }
  return runs;
}

std::vector<std::string> table_notes(const Experiment& experiment) {
  std::vector<std::string> notes;
  for (const Group& group : experiment.groups)
    for (const Level& level : group.levels[Factor::switches]) {
      const auto& set = std::get<Switches>(level);
      std::string note = table_note(group.levels.texts(Factor::variant), set, common_table(group));
      if (note.empty()) continue;
      if (group.levels[Factor::switches].size() > 1) note = to_string(set) + ": " + note;
      if (experiment.groups.size() > 1) note = group.name + ": " + note;
      if (std::find(notes.begin(), notes.end(), note) == notes.end())
        notes.push_back(std::move(note));
    }
  if (!experiment.endgames.empty())
    notes.push_back(fmt::format("the switch endgames uses {}", experiment.endgames));
  if (!experiment.book.empty())
    notes.push_back(fmt::format("the switch book uses {}", experiment.book));
  return notes;
}

void identify_known_values(const std::vector<Run>& runs, Experiment& experiment) {
  const KnownValues *tables = nullptr, *book = nullptr;
  int men = 0;
  for (const Run& run : runs) {
    if (run.job.endgames != nullptr) tables = run.job.endgames;
    if (run.job.book != nullptr) book = run.job.book;
    men = std::max(men, run.job.switches["endgames"]);
  }
  if (tables != nullptr) experiment.endgames = tables->identity(men);
  if (book != nullptr) experiment.book = book->identity(men);
}

}  // namespace plylab::search::lab
