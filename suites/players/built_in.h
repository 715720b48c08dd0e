// plylab's own searches as players.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "search/run/searchable_game.h"
#include "suites/players/player.h"

namespace plylab::suites::players {

/// A built-in search that plays.
struct SearchSpec {
  std::string name;
  search::Job job;
  bool keeps_table = false;     ///< from one move of a game to the next
  bool tells_counters = false;  ///< with each reply
  bool always_moves = false;    ///< even if no iteration found a move: in games
};

/// How a transposition table is used in a game: "fresh" for each move, or "kept".
inline constexpr std::array<std::string_view, 2> table_uses{"fresh", "kept"};

/// Reads "[NAME=]ALGORITHM [with SWITCHES] [eval EVALUATION] [order ORDERING] [gen GENERATOR]
/// [table fresh|kept]", such as "null=pvs with table=16,null order see". Without a name the whole
/// text is the name. The default ordering is the search's own, or else hash. Throws InputError,
/// whose message begins with `where`, for names that do not exist or do not suit the game, and if
/// so many such searches cannot run at the same time.
SearchSpec parse_search(const std::string& where, std::string_view text,
                        const search::SearchableGame& game, int at_once = 1);

/// The definition of such a search in the game, independent of its name: the same text with all
/// defaults filled in.
std::string definition(const SearchSpec& search, const search::SearchableGame& game);

/// A search's lines: each change of the best root move, with its pv if an iteration ended with it,
/// and the last line of each iteration.
engines::EngineLines lines_of(const search::TextResult& result);

/// A built-in search, in any game.
class BuiltIn : public Player {
 public:
  /// The request's limits replace those of the job. The game must outlive the player. A table that
  /// is kept is made ready now and for each new game, so that no move pays for it; throws
  /// InputError if its memory cannot be allocated.
  BuiltIn(SearchSpec spec, const search::SearchableGame& game)
      : spec_(std::move(spec)), game_(game) {
    prepare_table();
  }

  std::string name() const override { return spec_.name; }
  void new_game() override {
    table_.clear();
    prepare_table();
  }
  /// Throws InputError as SearchableGame::run does.
  engines::Reply play(const MoveRequest& request) override;

 private:
  void prepare_table();

  SearchSpec spec_;
  const search::SearchableGame& game_;
  search::KeptTable table_;
};

}  // namespace plylab::suites::players
