#include "search/lab/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

#include "gen/base/input_error.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/formats/output.h"
#include "search/lab/position_tables.h"
#include "search/lab/run_store.h"
#include "search/lab/smallest_difference.h"
#include "search/lab/tables.h"
#include "search/run/searches.h"
#include "search/run/users_objects.h"

namespace plylab::search::lab {

void SharedOptions::add_to(cli::Command command) {
  ComparisonOptions::add_to(command);
  command.add_option("--runs FILE", runs,
                     "Store every run in this file, as JSON lines, and resume from it");
  cli::add_jobs_option(command, threads, "Runs in parallel");
  if (others) others->add_to(command);
}

namespace {

constexpr std::uint64_t max_visits = 5000;  // shown for one search

}  // namespace

std::optional<RunRecord> execute_run(const Run& run, const std::string& kernel,
                                     const std::atomic<bool>& stop, bool unfinished, Trace* trace,
                                     NodeTypes* types) {
  Job job = run.job;
  job.kernel = run.game->info.kernel_of(job.generator, kernel);
  job.limits.stop = &stop;
  job.trace = trace != nullptr;
  const TextResult result = run.game->run(run.start.position, {}, job, MoveStyle::words);
  if (stop && !unfinished) return std::nullopt;
  if (const auto* last = result.last_finished(); types && last) *types = last->types;
  if (trace) {
    trace->add(run, result);
    if (!run.game->is_chess) trace->add_visits(run, recorded_visits(run, kernel, max_visits, stop));
  }
  return record_of(run, result);
}

namespace {

/// The order in which the runs are made: those of every second start backwards. The first search of
/// a position takes longer, for caches and memory; so no contestant always bears that alone.
std::vector<std::size_t> balanced_order(const std::vector<Run>& runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  bool backwards = false;
  for (std::size_t first = 0, end = 0; first < runs.size(); first = end) {
    while (end < runs.size() && runs[end].group == runs[first].group &&
           runs[end].start == runs[first].start)
      ++end;
    const auto begin = order.begin();
    if (backwards)
      std::reverse(begin + static_cast<std::ptrdiff_t>(first),
                   begin + static_cast<std::ptrdiff_t>(end));
    backwards = !backwards;
  }
  return order;
}

/// Has the others, which have been started, search the starts to a depth, as many at a time as
/// `how` says. Those that the store has without a fault and by the same program, if there is a
/// store, are not made again.
OtherSearches search_by(OtherContestants& others, std::vector<const Start*> starts, int depth,
                        const SharedOptions& how, RunStore* store, cli::Session& session) {
  OtherSearches result{others.names(), others.definitions(), std::move(starts), {}};
  result.searches.assign(result.names.size(),
                         std::vector<std::optional<OtherSearch>>(result.starts.size()));
  const std::size_t field = result.names.size(), all = field * result.starts.size();
  const auto programs = store != nullptr ? others.programs() : std::vector<std::string>(field);
  const auto record_of = [&](std::size_t job, OtherSearch search) -> OtherRecord {
    const std::size_t one = job % field;
    return {std::move(search),
            result.names[one],
            result.definitions[one],
            programs[one],
            result.starts[job / field]->text(),
            depth};
  };
  const auto kept_of = [&](std::size_t job) -> const OtherRecord* {
    const auto kept = store->kept().others.find(record_of(job, {}).id());
    return kept == store->kept().others.end() ? nullptr : &kept->second;
  };
  cli::Progress progress("engines", "searches", session.share());
  JobSettings<OtherSearch> settings{
      .threads = how.threads, .stop = &session.stop(), .progress = [&](std::size_t done) {
        const auto count = static_cast<double>(done);
        progress.update(count / static_cast<double>(all), count);
      }};
  if (store != nullptr) {
    std::vector<std::size_t> changed(field);  // searches by another program of that name
    for (std::size_t job = 0; job < all; ++job)
      if (const OtherRecord* const kept = kept_of(job))
        changed[job % field] += kept->program != programs[job % field];
    for (std::size_t i = 0; i < field; ++i)
      if (changed[i] > 0)
        result.notes.push_back(note_on_another_program(result.names[i], changed[i], "searches"));
    settings.find = [&](std::size_t job) -> const OtherSearch* {
      const OtherRecord* const kept = kept_of(job);
      const bool counts =
          kept != nullptr && kept->fault.empty() && kept->program == programs[job % field];
      return counts ? kept : nullptr;
    };
    settings.add = [&](std::size_t job, const OtherSearch& search) {
      store->add(record_of(job, search));
    };
  }
  std::vector<std::optional<OtherSearch>> searches;
  session.attempt([&] {
    run_jobs<OtherSearch>(
        all,
        [&](std::size_t job, std::size_t worker) -> std::optional<OtherSearch> {
          OtherSearch search = others.search(job % field, *result.starts[job / field], worker);
          if (session.stop()) return std::nullopt;
          return search;
        },
        settings, searches);
  });
  progress.finish();
  for (std::size_t job = 0; job < searches.size(); ++job)
    result.searches[job % field][job / field] = std::move(searches[job]);
  return result;
}

/// For each search that contradicts another one, a line about the smallest position found that
/// shows the first difference.
std::vector<std::string> smallest_differences(const std::vector<ValueDifference>& differences,
                                              const std::string& kernel,
                                              const cli::Session& session) {
  std::vector<std::string> lines;
  std::set<std::string> seen;
  for (const auto& [run, other, depth, value, other_value] : differences) {
    const std::string name = unlike(run, other), other_name = unlike(other, run);
    if (!seen.insert(name + '|' + other_name).second) continue;
    const auto found = smallest_difference(run, other, kernel, session.stop());
    if (!found) continue;
    lines.push_back(fmt::format(
        "the smallest position found that shows it: {}, depth {}: {} by {} and {} by {}{}",
        found->position, found->depth, value_text(found->other), other_name,
        value_text(found->value), name,
        found->minimax ? fmt::format("; minimax: {}", value_text(*found->minimax)) : ""));
  }
  return lines;
}

}  // namespace

void run_experiment(Experiment experiment, const ComparisonSpec& comparison,
                    const SharedOptions& how, const std::string& kernel,
                    const SearchableGames& games, GiveKnownValues give_known_values,
                    cli::Session& session, const VisitOptions& visits) {
  std::vector<Run> runs = runs_of(experiment);
  for (Run& run : runs) give_known_values(run.job);
  identify_known_values(runs, experiment);
  int threads = how.threads;  // at the same time
  for (const Run& run : runs) {
    require_search(run.job.algorithm, run.job.switches);
    threads = std::max(threads, how.threads * run.job.switches["threads"]);
    require_at_once(run.job, how.threads);
  }
  if (experiment.null_samples > 0 && std::ranges::none_of(runs, [](const Run& run) {
        return effective_switches(run.job.algorithm, run.job.switches)["null"] != 0;
      }))
    throw InputError("--sample-null: none of these searches has null moves: add --with null");
  Trace trace;
  std::vector<reports::Schema> declared;
  if (visits.trace) declared = reports::schemas_of(trace.plan());
  for (reports::Schema& table : declared_tables(experiment, runs, comparison))
    declared.push_back(std::move(table));
  RunRecords records;
  const auto on_request = tables_on_request(runs, records, comparison);
  for (const reports::PlannedTable& table : on_request) declared.push_back(table.schema);
  std::vector<NodeTypes> types(runs.size());
  if (experiment.types)
    for (reports::Schema& table : reports::schemas_of(type_tables(runs, types)))
      declared.push_back(std::move(table));
  if (visits.overlap) {
    check_overlap(runs);
    for (reports::Schema& table : reports::schemas_of(overlap_tables({})))
      declared.push_back(std::move(table));
  }
  OtherContestants* const others =
      how.others && how.others->are_named() ? how.others.get() : nullptr;
  std::vector<const Start*> starts_of_others;
  if (others != nullptr) {
    starts_of_others = starts_for(*others, experiment);
    for (reports::Schema& table : side_by_side_tables()) declared.push_back(std::move(table));
  }
  session.declare(declared);
  int depth_of_others = 0;
  if (others != nullptr) {
    const OtherLimits limits = limits_for_others(*others, runs, how.threads, session.stop());
    depth_of_others = limits.limits.depth;
    others->start(limits);
    for (const std::string& name : others->names())
      if (std::ranges::find(runs, name, &Run::name) != runs.end())
        throw InputError(fmt::format("--engine: {} is a search; name the engine otherwise", name));
  }

  std::string drawing;
  if (!visits.picture.path.empty()) {
    check_tree_picture(visits.picture, runs, session);
    drawing = drawn_tree(visits.picture, runs, kernel, session);
  }

  std::optional<RunStore> store;
  JobSettings<RunRecord> settings{
      .threads = how.threads,
      .order = visits.trace ? std::vector<std::size_t>() : balanced_order(runs),
      .stop = &session.stop()};
  if (!how.runs.empty()) {
    session.check_output("--runs", how.runs);
    store.emplace(how.runs, experiment, runs, games, session.provenance(threads), comparison);
    settings.find = [&](std::size_t i) {
      const auto kept = store->kept().runs.find(runs[i].id());
      return kept == store->kept().runs.end() ? nullptr : &kept->second;
    };
    settings.add = [&](std::size_t i, const RunRecord& record) { store->add(runs[i], record); };
  }
  cli::Progress progress(experiment.name, "runs", session.share());
  settings.progress = [&](std::size_t done) {
    const auto count = static_cast<double>(done);
    progress.update(count / static_cast<double>(runs.size()), count);
  };
  session.attempt([&] {
    run_jobs<RunRecord>(
        runs.size(),
        [&](std::size_t i, std::size_t) {
          return execute_run(runs[i], kernel, session.stop(), comparison.by_position,
                             visits.trace ? &trace : nullptr, &types[i]);
        },
        settings, records);
  });
  progress.finish();
  std::optional<OtherSearches> searches_of_others;
  if (others != nullptr)
    searches_of_others = search_by(*others, std::move(starts_of_others), depth_of_others, how,
                                   store ? &*store : nullptr, session);

  std::vector<Overlap> overlap;
  if (visits.overlap) session.attempt([&] { overlap = overlaps(runs, kernel, session.stop()); });

  reports::Report report = report_of(experiment, runs, records, comparison);
  if (!contradictions(runs, records).empty()) session.note_difference();
  for (std::string& line : smallest_differences(value_differences(runs, records), kernel, session))
    report.notes.push_back(std::move(line));
  if (visits.trace) {
    auto tables = trace.tables();
    report.tables.insert(report.tables.begin(), std::make_move_iterator(tables.begin()),
                         std::make_move_iterator(tables.end()));
  }
  if (experiment.types) {
    std::vector<reports::Table> tables = reports::filled(type_tables(runs, types));
    std::erase_if(tables, [](const reports::Table& table) { return table.rows.empty(); });
    note_terms(experiment, tables);
    std::ranges::move(tables, std::back_inserter(report.tables));
  }
  if (visits.overlap) {
    std::vector<reports::Table> tables = reports::filled(overlap_tables(overlap));
    note_terms(experiment, tables);
    std::ranges::move(tables, std::back_inserter(report.tables));
  }
  if (searches_of_others) {
    if (searches_of_others->any_failed()) session.note_difference();
    for (reports::Table& table :
         side_by_side_tables(experiment, runs, records, *searches_of_others))
      report.tables.push_back(std::move(table));
  }
  for (const reports::PlannedTable& table : on_request)
    if (session.asks_for(table.schema.name)) report.tables.push_back(table.filled());
  if (store) note_store(store->cpus(), store->builds(), store->kept().strangers, report);
  report.complete = !session.stop();
  session.publish(std::move(report), threads);
  if (!drawing.empty() && !session.stop())
    reports::save_text(drawing, visits.picture.path, &session.stop());
}

}  // namespace plylab::search::lab
