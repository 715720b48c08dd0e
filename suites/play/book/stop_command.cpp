// plylab book stop: searches that stop when their line reaches an opening book.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/files.h"
#include "gen/chess/text.h"
#include "gen/epd/epd.h"
#include "reports/cli/command_line.h"
#include "reports/cli/session.h"
#include "reports/tables/averages.h"
#include "search/core/budget.h"
#include "search/lab/paired_statistics.h"
#include "search/run/searchable_game.h"
#include "suites/players/built_in.h"
#include "suites/players/environment.h"

namespace plylab::suites::play::book {
namespace {

using reports::Cell;
using reports::Schema;
using reports::Table;

/// A position searched to the full depth, and with the switch `book`.
struct BookStop {
  std::string position;
  int depth = 0, depth_with = 0;            ///< of the last iteration
  std::uint64_t nodes = 0, nodes_with = 0;  ///< of all iterations
  search::Value value = 0, value_with = 0;  ///< of the last iteration, in centipawns
  std::string move = {}, move_with = {};    ///< in SAN

  bool met() const { return depth_with < depth; }
};

/// Searches each record twice by the job, whose limit is a depth. Uses the book of PLYLAB_BOOK.
/// Ends early when `stop` is set. Throws InputError as searches do.
std::vector<BookStop> search_with_book(const std::vector<epd::Record>& records,
                                       const search::Job& job, const std::atomic<bool>& stop) {
  const search::SearchableGame& chess = search::searchable_chess();
  search::Job with_book = job;
  with_book.switches["book"] = 1;
  players::give_known_values(with_book);
  std::vector<BookStop> all;
  for (const epd::Record& record : records) {
    const AnyStart start = chess.info.parse(to_string(record.setup));
    const auto full = chess.run(start, {}, job, search::MoveStyle::words);
    const auto ended = chess.run(start, {}, with_book, search::MoveStyle::words);
    const auto *last = full.last_finished(), *last_with = ended.last_finished();
    if (stop || last == nullptr || last_with == nullptr) break;
    all.push_back({record.name, last->depth, last_with->depth, full.visited, ended.visited,
                   last->value, last_with->value, full.lines.back().move, ended.lines.back().move});
  }
  return all;
}

struct StopOptions {
  std::string suite, search = "pvs";
  int depth = 6;
};

/// The mean of numbers and its 95 % interval, by the bootstrap.
struct MeanInterval {
  std::optional<double> mean;
  std::optional<search::lab::Interval> interval;
};

/// Of all that `of` gives; `unit` keeps their exponentials within what a double can hold.
MeanInterval mean_of(const std::vector<BookStop>& stops, double unit, auto&& of) {
  MeanInterval result;
  std::vector<double> ratios;
  double sum = 0;
  for (const BookStop& stop : stops) {
    sum += of(stop);
    ratios.push_back(std::exp(of(stop) / unit));
  }
  if (stops.empty()) return result;
  result.mean = sum / static_cast<double>(stops.size());
  if (stops.size() < search::lab::min_for_interval) return result;
  if (const auto found = search::lab::bootstrap_interval(ratios))
    result.interval = {unit * std::log(found->low), unit * std::log(found->high)};
  return result;
}

Schema summary_table() {
  return {"stop",
          "Searches that the book ends earlier",
          {{"what"},
           {"searches", "", "of which it is the mean"},
           {"mean", "", "", 2},
           {"low", "", "lower end of its 95 % interval; none for fewer than 6", 2},
           {"high", "", "upper end", 2}}};
}

/// What ending at the book changes, with 95 % intervals.
Table stop_summary(const std::vector<BookStop>& all) {
  std::vector<BookStop> met;
  std::ranges::copy_if(all, std::back_inserter(met), [](const auto& one) { return one.met(); });
  Table table(summary_table());
  const auto share = [&](std::string_view what, std::size_t count, std::size_t of) {
    const auto interval = reports::wilson_interval(count, of);
    table.add({what, of,
               of > 0 ? Cell(100 * static_cast<double>(count) / static_cast<double>(of)) : Cell(),
               of > 0 ? Cell(100 * interval.low) : Cell(),
               of > 0 ? Cell(100 * interval.high) : Cell()});
  };
  const auto mean = [&](std::string_view what, double unit, auto&& of) {
    const MeanInterval found = mean_of(met, unit, of);
    table.add({what, met.size(), found.mean, found.interval ? Cell(found.interval->low) : Cell(),
               found.interval ? Cell(found.interval->high) : Cell()});
  };
  share("ended earlier, %", met.size(), all.size());
  share("with the same move, % of those ended",
        static_cast<std::size_t>(
            std::ranges::count_if(met, [](const auto& one) { return one.move == one.move_with; })),
        met.size());
  mean("plies less deep", 10, [](const BookStop& one) { return one.depth - one.depth_with; });
  mean("change of value, pawns", 10,
       [](const BookStop& one) { return static_cast<double>(one.value_with - one.value) / 100; });
  mean("nodes, % of the whole search's", 100, [](const BookStop& one) {
    return 100 * static_cast<double>(one.nodes_with) / static_cast<double>(one.nodes);
  });
  return table;
}

reports::TableOf<BookStop> searches_table() {
  using reports::Role;
  return {"searches",
          "Searches to the full depth, and with the switch book",
          {{{"position", "", "", 1, Role::position}, &BookStop::position},
           {{"depth", "", "", 1, Role::depth}, &BookStop::depth},
           {{"depth_with", "", "where the search ended with the book"}, &BookStop::depth_with},
           {{"nodes", "", "", 1, Role::cost}, &BookStop::nodes},
           {{"nodes_with"}, &BookStop::nodes_with},
           {{"value", "cp", "for the side to move"}, &BookStop::value},
           {{"value_with", "cp"}, &BookStop::value_with},
           {{"move"}, &BookStop::move},
           {{"move_with"}, &BookStop::move_with}}};
}

void run_stop(const StopOptions& options, cli::Session& session) {
  session.check_options();
  session.declare({searches_table(), summary_table()});
  search::Job job =
      players::parse_search("--search", options.search, search::searchable_chess()).job;
  job.limits.depth = options.depth;
  job.limits.stop = &session.stop();
  const auto stops = search_with_book(epd::find_suite(options.suite).records, job, session.stop());
  session.publish(
      {.complete = !session.stop(), .tables = {searches_table().with(stops), stop_summary(stops)}},
      1);
}

}  // namespace

void add_stop(cli::Command book, cli::Session& session) {
  const auto options = std::make_shared<StopOptions>();
  const cli::Command stop = book.add_subcommand(
      "stop",
      "Search positions with and without the switch book, and compare how often and how "
      "much earlier the search ends");
  stop.add_option("--suite FILE|NAME", options->suite, "The positions")
      .offers(shipped_names(".epd"))
      .required();
  stop.add_option("--search SEARCH", options->search, "As in plylab match, without a name")
      .show_default();
  stop.add_option("-d,--depth N", options->depth, "Plies")
      .range(1, search::max_ply - 1)
      .show_default();
  session.add_options(stop);
  stop.example("plylab book stop --suite bratko-kopec --depth 5");
  stop.notes("The book is the file in PLYLAB_BOOK.");
  stop.guides({"book"});
  stop.callback([options, &session] { run_stop(*options, session); });
}

}  // namespace plylab::suites::play::book
