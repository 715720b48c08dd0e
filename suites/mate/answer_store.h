// Stores solvers' answers as they are found, so that an interrupted run can be resumed.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/fields.h"
#include "reports/formats/journal_file.h"
#include "search/mate/problem.h"
#include "suites/mate/mate.h"

namespace plylab::suites::mate {

/// What a solver was asked: everything that its answer depends on.
struct Asked {
  std::string solver;  ///< or the engine
  std::string fen;
  int moves;             ///< the longest mate to look for; 0: as long as the solver can
  bool is_mated;         ///< whether the other side mates is asked
  std::uint64_t nodes;   ///< at most
  double seconds;        ///< at most
  std::size_t hash;      ///< MiB
  std::string settings;  ///< of the solvers checks and dfpn, or of an engine

  static constexpr Fields<&Asked::solver, &Asked::fen, &Asked::moves, &Asked::is_mated,
                          &Asked::nodes, &Asked::seconds, &Asked::hash, &Asked::settings>
      fields = {};
};

/// The question to a solver, in a position of chess.
Asked asked(const MateQuestion& question, const chess::ValidSetup& position,
            std::string_view solver, const Options& options);

/// The question to an engine, with its name in tables and MateEngines::settings().
Asked asked(const MateQuestion& question, const chess::ValidSetup& position,
            const std::string& engine, const std::string& settings, std::size_t hash);

/// An open file of answers. Only one process at a time can open it.
class AnswerStore {
 public:
  /// Creates the file or continues it. Throws InputError if the file cannot be opened, is in use,
  /// is not such a file, or was written by another version of the program.
  AnswerStore(std::string path, const reports::Provenance& made_by);

  /// The stored answer, or else that of solve(), which is stored unless `stop` is set by then: it
  /// may have ended the search. Any thread may call it.
  search::mate::MateAnswer answer(const Asked& asked, const std::atomic<bool>& stop,
                                  const std::function<search::mate::MateAnswer()>& solve);

  /// Notes if the answers come from several machines or builds of plylab.
  std::vector<std::string> notes() const;

 private:
  reports::JournalFile file_;
  std::map<std::string, search::mate::MateAnswer> kept_;  // by what was asked, in JSON
};

}  // namespace plylab::suites::mate
