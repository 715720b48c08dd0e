// Whether one build of an engine is faster than another: both search the same positions to the same
// depth in turns, so that what slows the machine down slows both.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "reports/tables/averages.h"
#include "search/lab/paired_statistics.h"
#include "suites/check/check.h"

namespace plylab::suites::check {
namespace {

/// How long the searches of a round shall take at least: by less, the time to start and to answer
/// is a part of what is measured.
constexpr double min_seconds_of_round = 0.5;
constexpr int max_depth = 60;

/// The searches of all positions to a depth, each after ucinewgame.
std::vector<Search> round_of(Client& client, int depth) {
  std::vector<Search> searches;
  for (const char* fen : signature_positions()) {
    client.send("ucinewgame");
    searches.push_back(client.search(question(fen, fmt::format("go depth {}", depth))));
  }
  return searches;
}

double sum_of(const std::vector<Search>& searches, auto&& of) {
  return std::accumulate(searches.begin(), searches.end(), 0.0,
                         [&](double sum, const Search& one) { return sum + of(one); });
}
double seconds_of(const std::vector<Search>& searches) {
  return sum_of(searches, [](const Search& one) { return one.seconds; });
}
/// Nodes per second. Throws NotApplicable if the engine tells no nodes.
double rate_of(const std::vector<Search>& searches) {
  const double nodes =
      sum_of(searches, [](const Search& one) { return static_cast<double>(one.nodes()); });
  if (nodes == 0) throw NotApplicable("an engine tells no nodes");
  return nodes / seconds_of(searches);
}

using Rounds = std::vector<std::vector<Search>>;

double median_seconds(const Rounds& rounds, std::size_t position) {
  std::vector<double> seconds;
  for (const auto& round : rounds) seconds.push_back(round[position].seconds);
  return reports::median(seconds);
}

std::vector<PositionSpeed> by_position(const Rounds& ours, const Rounds& theirs, int depth) {
  std::vector<PositionSpeed> rows;
  for (std::size_t i = 0; i < ours.front().size(); ++i)
    rows.push_back({signature_positions()[i], depth, ours.front()[i].nodes(),
                    theirs.front()[i].nodes(), median_seconds(ours, i), median_seconds(theirs, i)});
  return rows;
}

/// The searches of the other build. What is wrong with it is told as its fault.
std::vector<Search> round_of_other(Client& other, int depth) {
  constexpr std::string_view rule = "both builds answer each search";
  try {
    return round_of(other, depth);
  } catch (const Broken& broken) {
    throw Broken(fmt::format("--against: {}", broken.what()), other.sent(), rule);
  } catch (const engines::EngineFault& fault) {
    if (fault.kind() == engines::FaultKind::stopped) throw;
    throw Broken(fmt::format("--against {}", fault.what()), other.sent(), rule);
  }
}

/// The least depth whose searches take long enough, by the quicker of two rounds: the first one
/// also pays for memory that is used for the first time.
int depth_to_measure(Client& client, int depth) {
  const auto seconds = [&] { return seconds_of(round_of(client, depth)); };
  while (depth < max_depth && std::min(seconds(), seconds()) < min_seconds_of_round) ++depth;
  return depth;
}

void check_speed(Examination& exam) {
  if (!exam.against) throw NotApplicable("there is no --against");
  Client &one = exam.client, &other = *exam.against;
  other.start();
  const int depth = depth_to_measure(one, exam.depth);
  Rounds ours, theirs;
  std::vector<search::lab::Pair> rates;
  for (int i = 0; i < exam.rounds; ++i) {
    // Whoever comes second in one round comes first in the next.
    if (i % 2 == 0) ours.push_back(round_of(one, depth));
    theirs.push_back(round_of_other(other, depth));
    if (i % 2 != 0) ours.push_back(round_of(one, depth));
    rates.push_back({{rate_of(ours.back())}, {rate_of(theirs.back())}});
  }
  other.end();
  exam.speeds = by_position(ours, theirs, depth);

  const auto comparison = search::lab::compare(rates);
  const double mean = comparison.ratio.value();
  const search::lab::Interval range = comparison.interval.value();  // --rounds is large enough
  const bool is_slower = range.high < 1 - tolerated_slowdown;
  const std::string figures = fmt::format(
      "{:.3f} times the nodes per second of --against (95 %: {:.3f} to {:.3f}, {} rounds, depth "
      "{})",
      mean, range.low, range.high, exam.rounds, depth);
  if (is_slower)
    throw Broken(figures,
                 fmt::format("{} positions, each with ucinewgame and go depth {}, in turns",
                             signature_positions().size(), depth));
  exam.remark = figures + (range.low > 1    ? ": faster"
                           : range.high < 1 ? ": slower"
                                            : ": no difference shown");
}

constexpr std::array speed_rules{
    CheckRule{"speed", "speed",
              "the engine is not slower than --against by more than 1 %: the 95 % interval of the "
              "geometric mean of the ratios of their nodes per second reaches that far",
              practice, check_speed}};

}  // namespace

std::vector<CheckRule> speed_checks() { return {speed_rules.begin(), speed_rules.end()}; }

}  // namespace plylab::suites::check
