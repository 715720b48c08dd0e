// The file that stores solutions as they are found, so that an interrupted run goes on where it
// stopped.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>

#include "gen/epd/epd.h"
#include "reports/formats/journal_file.h"
#include "search/core/budget.h"
#include "suites/play/player.h"
#include "suites/solve/contestants.h"

namespace plylab::suites::solve {

/// An open file of solutions. It stores the replies, which are judged anew each time. Only one
/// process at a time can have it open.
class SolutionStore {
 public:
  /// Creates the file or goes on with it. Throws InputError if the file cannot be opened, is in
  /// use, is something else, or holds solutions within other limits, which the message names, or by
  /// another version of the program.
  SolutionStore(std::string path, const search::Limits& limits, const reports::Provenance& made_by);

  /// What the contestant replied in the record's position; nullptr if that is not known.
  const engines::Reply* find(const Contestant& contestant, const epd::Record& record) const;

  /// Adds a reply, as reports::JournalFile does. A position that stands in a suite twice is asked
  /// about twice, but only one of the replies is stored.
  void add(const Contestant& contestant, const epd::Record& record, const engines::Reply& reply);

 private:
  reports::JournalFile file_;
  std::map<std::string, engines::Reply> kept_;  // by contestant and position
  std::mutex mutex_;                            // of added_
  std::set<std::string> added_;                 // contestants and positions
};

}  // namespace plylab::suites::solve
