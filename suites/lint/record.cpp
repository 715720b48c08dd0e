#include "suites/lint/record.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/chess/legality/legality.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "perft/count/run.h"
#include "suites/lint/moves.h"
#include "suites/lint/opcodes.h"

namespace plylab::suites::lint {
namespace {

/// Some positions have hardly any moves for many plies; nobody states counts beyond this.
constexpr unsigned deepest_recount = 20;

void check_position(const epd::Record& record, Findings& findings) {
  for (const chess::LegalityIssue& finding : chess::examine(record.setup))
    findings.push_back({Level::warning, record.line, "suspicious", finding.what});
  const chess::ValidSetup position(record.setup);
  if (record.setup.en_passant != position.setup().en_passant)
    findings.push_back({Level::note, record.line, "en_passant",
                        fmt::format("nobody can capture on the e.p. square {}",
                                    chess::to_string(record.setup.en_passant)),
                        true});
  if (epd::perft_counts(record).empty() && chess::Mailbox(position).count() == 0)
    findings.push_back({Level::warning, record.line, "game_over", "there is no legal move"});
}

void check_goal(const epd::Record& record, Findings& findings) {
  const bool best = record.find("bm") != nullptr, mate = record.find("dm") != nullptr;
  if (mate && !best)
    findings.push_back({Level::note, record.line, "goal", "dm without bm"});
  else if (!best && record.find("am") == nullptr && record.find("c8") == nullptr &&
           record.find("stipulation") == nullptr && epd::perft_counts(record).empty())
    findings.push_back(
        {Level::note, record.line, "goal", "no bm, am, dm or counts: nothing to solve"});
}

void check_counts(const epd::Record& record, const Effort& effort, Findings& findings,
                  const std::atomic<bool>* stop) {
  auto stated = epd::perft_counts(record);
  std::sort(stated.begin(), stated.end(),
            [](const epd::PerftCount& a, const epd::PerftCount& b) { return a.depth < b.depth; });
  Count right = 1;
  unsigned depth = 0;
  for (const epd::PerftCount& count : stated) {
    for (; depth < count.depth && right > Count(0); ++depth) {
      if (right > Count(effort.recount) || depth == deepest_recount) return;
      const int next = static_cast<int>(depth) + 1;
      const auto counted =
          perft::run<chess::Chess>(chess::ValidSetup(record.setup), {.depth = next, .stop = stop});
      if (!counted.complete) return;
      right = counted.leaves;
    }
    if (right != count.paths)
      findings.push_back(
          {Level::error, record.line, "count",
           fmt::format("D{} states {}, right is {}", count.depth, count.paths, right)});
  }
}

}  // namespace

void check_record(const epd::Record& record, const Effort& effort, Findings& findings,
                  const std::atomic<bool>* stop) {
  for (const std::string& problem : record.problems)
    findings.push_back({Level::error, record.line, "unreadable", problem});
  check_operations(record, findings);
  check_position(record, findings);
  check_goal(record, findings);
  check_moves(record, findings);
  check_counts(record, effort, findings, stop);
  if (effort.mates) effort.mates(record, findings);
}

}  // namespace plylab::suites::lint
