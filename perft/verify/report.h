// The report of a verification as text and as tables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gen/epd/epd.h"
#include "perft/verify/verification.h"
#include "reports/tables/table.h"

namespace plylab::perft::verify {

/// Everything that a verification has to report.
struct VerificationResult {
  std::string generator = {};  ///< its name
  std::vector<Task> tasks = {};
  std::vector<Outcome> outcomes = {};       ///< of the tasks
  std::vector<epd::LeftOut> left_out = {};  ///< records that were not used
  std::vector<epd::Issue> unread = {};      ///< unreadable parts of the suites
  std::size_t max_faults = 0;               ///< VerificationOptions::max_faults
  double patience = 0;                      ///< VerificationOptions::patience
  bool is_interrupted = false;              ///< by the user
  std::size_t random = 0;                   ///< positions of random games asked for …
  std::size_t undrawn = 0;                  ///< … and how many of them were not drawn therefore
};

/// The faults one by one, each with path, FEN, board and wrong moves; then failures, odd answers,
/// what could not be read, and records left out.
std::vector<std::string> text_report(const VerificationResult& result);

/// A check for each task, for each wrong count in a suite, and for each record that was left out or
/// could not be read.
std::vector<reports::Check> checks_of(const VerificationResult& result);

/// The tables that tables() makes.
std::vector<reports::Schema> declared_tables();

/// The tables summary, suite_errors, faults, wrong_moves, failures, positions and left_out
/// (VERIFY.md); text_report() has what is wrong in them.
std::vector<reports::Table> tables(const VerificationResult& result);

}  // namespace plylab::perft::verify
