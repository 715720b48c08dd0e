// What an author wants to know of an engine before a release, as a list of checks: each has the
// rule that it holds the engine to, and where that rule stands.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/check.h"
#include "suites/check/client.h"

namespace plylab::suites::check {

/// The parts, in the order in which they run.
inline constexpr std::array<std::string_view, 6> parts = {"protocol",   "lines", "determinism",
                                                          "evaluation", "draws", "speed"};

// Where a rule stands.
inline constexpr std::string_view uci_text = "UCI protocol, April 2006 (Meyer-Kahlen)";
inline constexpr std::string_view xboard_text =
    "Chess Engine Communication Protocol, 2009 (Mann and Muller)";
inline constexpr std::string_view chess_rules = "rules of chess";
inline constexpr std::string_view arithmetic = "what a search is";
inline constexpr std::string_view practice = "practice of GUIs and testers";

/// How long an engine must not do what it must not do.
inline constexpr Seconds moment(0.3);
/// What a loaded machine may need beyond the time that an engine may take.
inline constexpr Seconds margin(1.5);

/// The part of a search that must be the same when it is repeated.
struct Repeatable {
  std::string sent, best;
  std::uint64_t nodes = 0;
};

/// What two engines need for a position in all rounds: the medians of the seconds.
struct PositionSpeed {
  std::string position;
  int depth = 0;
  std::uint64_t nodes = 0, nodes_against = 0;
  double seconds = 0, seconds_against = 0;
};

/// What the checks of a run share.
struct Examination {
  Client client;
  std::optional<Client> against = {};           ///< another build, whose speed is compared
  int rounds = 12;                              ///< of that comparison
  int depth = 6;                                ///< of the searches that are compared
  std::optional<std::uint64_t> signature = {};  ///< the expected one
  std::string remark = {};                      ///< what a check that passes has to say
  bool does_not_start = false;                  ///< a start has failed: no more checks
  /// The searches that the checks of lines judge, made by the first of them; none if they failed.
  std::optional<std::vector<Search>> searches = {};
  bool has_searched = false;
  /// The searches that are repeated, made by the first of the checks of determinism.
  std::optional<std::vector<Repeatable>> first_answers = {};
  std::vector<PositionSpeed> speeds = {};  ///< once the speed has been compared
};

/// A check.
struct CheckRule {
  std::string_view part;
  std::string_view name;    ///< unique among all
  std::string_view rule;    ///< what must be so, in our words
  std::string_view source;  ///< where that stands
  /// Throws Broken, NotApplicable or EngineFault. May leave the engine ended, but not thinking.
  void (*run)(Examination& exam);
  bool by_name_only = false;  ///< run only if --only has this name
};

std::vector<CheckRule> protocol_checks();
std::vector<CheckRule> line_checks();
std::vector<CheckRule> determinism_checks();
std::vector<CheckRule> evaluation_checks();
std::vector<CheckRule> draw_checks();
std::vector<CheckRule> speed_checks();
std::vector<CheckRule> xboard_checks();

/// The positions whose searches the signature sums up and the speed is measured by.
std::span<const char* const> signature_positions();

/// By which part a build may be slower than another before that is a failure.
inline constexpr double tolerated_slowdown = 0.01;

/// All checks of engines that speak a protocol, part by part.
std::vector<CheckRule> all_checks(engines::Protocol protocol = engines::Protocol::uci);

/// Those of these parts and names, in the order of all_checks(); all of the usual ones if the list
/// is empty. Throws InputError for a name that is neither.
std::vector<CheckRule> chosen_checks(engines::Protocol protocol,
                                     const std::vector<std::string>& only,
                                     const std::vector<std::string>& skip);

/// How a check ended.
struct Verdict {
  CheckRule check;
  reports::CheckResult result = reports::CheckResult::passed;
  std::string sent = {};  ///< the last lines sent, if it failed
  std::string came = {};  ///< what the engine did, why the check is skipped, or a remark
  double seconds = 0;
};

/// Runs the checks one after the other, and calls `done` after each. The engine is started again
/// after a check that failed or has set options; if it does not start, the other checks are
/// skipped. Returns false if `stop` ended it early.
bool run_checks(const std::vector<CheckRule>& checks, Examination& exam,
                const std::function<void(const Verdict&)>& done);

}  // namespace plylab::suites::check
