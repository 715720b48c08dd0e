// A game for the searching commands, under a run-time type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/game/game_info.h"
#include "search/prove/question.h"
#include "search/run/run.h"

namespace plylab::search {

/// A registry entry as text.
struct NamedEntry {
  std::string name, summary;
};

/// Facts about an iteration's line, apart from the texts of its moves.
struct LineFacts {
  std::string move = {};  ///< the first move as players write it, without a number: "e4"
  bool drawn = false;     ///< the game is drawn where the line ends
};

/// Results with moves as texts.
struct TextResult : ResultOf<std::string> {
  std::vector<LineFacts> lines = {};  ///< by finished iteration, with MoveStyle::words
};

/// How the moves of a result are written: as players do, possibly with numbers ("1. e4", "e5"), or
/// in the game's move notation, which can be parsed again ("e2e4").
enum class MoveStyle : std::uint8_t { words, notation };

/// A game that can be searched: names and texts in, results out.
struct SearchableGame {
  GameInfo info;
  std::vector<NamedEntry> evaluations, orderings;
  /// The default evaluation and ordering of a search.
  std::string (*default_evaluation)(std::string_view algorithm);
  std::string (*default_ordering)(std::string_view algorithm);
  /// Throws InputError, whose message begins with `where`, if there is no such evaluation.
  void (*check_evaluation)(std::string_view where, const std::string& text);
  bool is_chess;
  Scope scope;  ///< of its switches

  /// Runs a job on a position of the game, after moves in its move notation. The searches of the
  /// root are in the result if the job asks for a trace. Throws InputError as run() does, and for
  /// texts that are not legal moves.
  TextResult (*run)(const AnyStart& position, const std::vector<std::string>& played,
                    const Job& job, MoveStyle style);
  /// The answer of one of prove::solvers to a question about a position. Throws InputError if its
  /// table cannot be allocated.
  prove::Answer (*prove)(const AnyStart& position, const prove::Question& question,
                         std::string_view solver);

  /// Throws InputError, whose message begins with `where`, for an ordering that does not exist or
  /// does not apply to the game.
  void check_ordering(std::string_view where, const std::string& name) const;
  /// Throws InputError, whose message begins with `where`, if a switch is on that does not apply to
  /// the game.
  void check_switches(std::string_view where, const Switches& wanted) const;
};

using SearchableGames = std::vector<SearchableGame>;

/// The entry for a game. Compiled once for each game of gen/games.h; for your own game, include
/// search/run/searchable_body.h.
template <Game G>
SearchableGame searchable_game();

/// Whether one of them is chess; commands then have options for chess.
bool has_chess(const std::vector<SearchableGame>& games);

/// The generator on whose board every visit of a search can be followed, and nodes counted by type;
/// of games other than chess, the default of all that can.
std::string traced_generator(const SearchableGame& game);

/// The games that come with plylab, in the order of gen/games.h.
const std::vector<SearchableGame>& searchable_games();

/// The entry for chess.
const SearchableGame& searchable_chess();

}  // namespace plylab::search
