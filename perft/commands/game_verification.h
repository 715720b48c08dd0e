// Verifies a user's move generator for any game against the game's own boards.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/engine.h"
#include "perft/games/countable_game.h"
#include "perft/verify/comparison.h"
#include "perft/verify/judgement.h"
#include "perft/walk/full_divide.h"
#include "reports/tables/table.h"

namespace plylab::perft::verify {

/// An answer beside the full leaves of a position, by the moves' texts in the game's notation.
struct GameComparison : ListComparison<std::string> {
  FullDivide divide = {};                                   ///< the right one
  std::map<std::string, std::optional<Count>> listed = {};  ///< the moves of the answer
  std::vector<std::string> miscounted = {};  ///< legal and listed, with a wrong count

  bool agrees() const { return answer.total == right && same_moves() && miscounted.empty(); }
  bool is_half_read() const { return ListComparison::is_half_read(miscounted.empty()); }
};

/// Compares an answer about a position of the game. The generator may leave out moves without
/// leaves.
GameComparison compare(const CountableGame& game, const AnyStart& position, int depth,
                       const engines::PerftAnswer& answer, const FullDivide& right);

/// A question about a position and the moves played from there.
engines::TextQuestion question_about(const CountableGame& game, const std::string& position,
                                     std::vector<std::string> moves, int depth);

/// The protocol of that name, in a descriptor file, or for "auto" the one by which the engine
/// answers questions about the game. Throws as find_protocol() and detect_protocol() do.
engines::PerftProtocol protocol_for(const CountableGame& game, const std::string& engine,
                                    const std::string& protocol, engines::Seconds timeout,
                                    const std::atomic<bool>& stop,
                                    const std::shared_ptr<engines::LineLog>& log);

/// The result for a generator on a position of any game.
struct GameOutcome : Judgement {
  // If the counts differ: the position where the moves differ.
  std::vector<std::string> path = {};      ///< the moves to that position
  std::string shown = {};                  ///< that position as text
  std::vector<std::string> missing = {};   ///< legal moves that the generator does not list there
  std::vector<std::string> extra = {};     ///< illegal moves that it lists there
  std::vector<std::string> repeated = {};  ///< moves that it lists more than once there
};

/// Judges a generator in a position of the game, up to a depth. If an answer differs from the vote
/// of the game's boards, follows wrong counts down to a position where the lists of moves differ.
/// Throws InputError if the boards do not agree with each other.
GameOutcome verify_position(const CountableGame& game, const AnyStart& position, int depth,
                            engines::Engine& engine, Pace& pace);

/// A position and its result.
struct GameTask {
  std::string name;
  AnyStart start;
  GameOutcome outcome = {};
};

/// Lines for each position that differs or failed.
std::vector<std::string> game_report(const std::vector<GameTask>& tasks);

/// A check for each position.
std::vector<reports::Check> game_checks(const std::vector<GameTask>& tasks);

/// A row for each position; `depth` was to be asked for.
reports::TableOf<GameTask> game_table(int depth, const std::string& generator);

}  // namespace plylab::perft::verify
