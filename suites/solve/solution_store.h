// Stores solutions as they are found, so that an interrupted run can be resumed.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>

#include "gen/epd/epd.h"
#include "reports/formats/journal_file.h"
#include "reports/formats/stored_json.h"
#include "search/core/budget.h"
#include "suites/players/player.h"

/// A fault is an object with its kind, what() and the output.
template <>
struct plylab::reports::Stored<plylab::engines::EngineFault> {
  static void to_json(Json& json, const engines::EngineFault& fault);
  static engines::EngineFault from_json(const Json& json);
};

namespace plylab::suites::solve {

/// A contestant's name in the tables, and its definition.
struct Contestant {
  std::string search;           ///< the algorithm, or the engine's name
  std::string generator = {};   ///< empty for an engine
  std::string definition = {};  ///< everything except the limits that determines its answers
  std::string program = {};     ///< of an engine: identifies the files that it runs
};

/// An open file of solutions. It stores the replies, which are judged again each time. Only one
/// process at a time can open it.
class SolutionStore {
 public:
  /// Creates the file or continues it. Throws InputError if the file cannot be opened, is in use,
  /// is not such a file, or has solutions with other limits (which the message names) or by another
  /// version of the program.
  SolutionStore(std::string path, const search::Limits& limits, const reports::Provenance& made_by);

  /// The contestant's stored reply in the record's position, or nullptr; also if it is the reply of
  /// another program by the same name.
  const engines::Reply* find(const Contestant& contestant, const epd::Record& record) const;

  /// Notes if several builds of plylab made the replies, and on each contestant of which the file
  /// had replies by another program.
  std::vector<std::string> notes(const std::vector<Contestant>& contestants) const;

  /// Adds a reply, as reports::JournalFile does. If a suite has a position twice, only one of the
  /// two replies is stored.
  void add(const Contestant& contestant, const epd::Record& record, const engines::Reply& reply);

 private:
  reports::JournalFile file_;
  struct Kept {
    std::string search, definition, program;
    engines::Reply reply;
  };
  std::map<std::string, Kept> kept_;  // by contestant and position
  std::mutex mutex_;                  // guards added_
  std::set<std::string> added_;       // contestants and positions
};

}  // namespace plylab::suites::solve
