// Built-in searches as they are named on the command line.
#pragma once

#include <string>
#include <string_view>

#include "search/run/searchable_game.h"

namespace plylab::suites::play {

/// A built-in search that is to play.
struct SearchSpec {
  std::string name;
  search::Job job;
};

/// Reads "[NAME=]ALGORITHM [with SWITCHES] [eval EVALUATION] [order ORDERING] [gen GENERATOR]",
/// such as "null=pvs with table=16,null order see". Without a name the text is the name.
/// Without an ordering it is the search's own, or else hash. Throws InputError that begins with
/// `where` for what does not exist or makes no sense in the game.
SearchSpec parse_search(const std::string& where, std::string_view text,
                        const search::SearchableGame& game);

/// What such a search is in the game, whatever its name: the same text, with all choices made.
std::string definition(const SearchSpec& search, const search::SearchableGame& game);

}  // namespace plylab::suites::play
