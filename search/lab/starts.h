// Starts from the words that people have for them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// The games that can be searched.
enum class Game : std::uint8_t { chess, tree, explicit_tree, tictactoe };

/// The game that a start belongs to, told by its text.
Game game_of(const Start& start);

/// A FEN, or "startpos". Throws InputError.
Start start_at_fen(const std::string& fen);

/// All records of a suite, by path or name, named by their ids. A suite with a record that cannot
/// be read is refused: an experiment must not depend on what was skipped. Throws InputError.
std::vector<Start> starts_of_suite(const std::string& suite);

/// "tree(width=20,depth=6)" once for each seed, or once as it stands if there are no seeds; or a
/// tree file, by path or name. Throws InputError.
std::vector<Start> starts_of_tree(const std::string& tree, const std::vector<std::uint64_t>& seeds);

/// Seeds as numbers and ranges of them, "1..20". Throws InputError.
std::vector<std::uint64_t> parse_seeds(const std::vector<std::string>& texts);

/// A game by name, from its normal array: "tictactoe". Throws InputError.
Start start_of_game(const std::string& name);

/// The plies that the game of a start lasts at most: those of its tree, 9 for tic-tac-toe; 0 for
/// chess. Throws InputError.
int full_depth(const Start& start);

/// The tree file of a start of that game.
std::string tree_file(const Start& start);

/// Throws InputError, which `where` begins, if two starts of a group are the same, or if there is
/// none: a position that is there twice would count twice in every test.
void check_starts(const Group& group, std::string_view where);

}  // namespace plylab::search::lab
