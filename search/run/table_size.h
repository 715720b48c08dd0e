// How large a transposition table searches get, and that those that are compared get the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/base/switches.h"

namespace plylab::search {

/// The table, in MiB, that a search has with these wishes: what they say, or what it has or needs
/// by itself; 0 for none. Throws InputError for an unknown name.
int table_size(std::string_view search, const Switches& wishes);

/// All that such a search does: its preset under the wishes, with the table that it gets. Throws
/// InputError for an unknown name.
Switches effective_switches(std::string_view search, const Switches& wishes);

/// Whether the wishes say anything about the table's size, if only that there should be none.
bool names_table(const Switches& wishes);

/// The table, in MiB, that all of these searches are to get if they are compared: the greatest that
/// one of them has by itself. 0 if none has one, and where the wishes say something about it.
int common_table(const std::vector<std::string>& searches, const Switches& wishes);

/// The wishes with a table of that many MiB, unless they mention the table or the size is 0.
Switches with_table(Switches wishes, int mib);

/// What the reader of a comparison must know about tables: that all got one, of `common` MiB,
/// because some need it, or, if that is 0, that some have one and others do not. Empty where there
/// is nothing to tell.
std::string table_note(const std::vector<std::string>& searches, const Switches& wishes,
                       int common);

}  // namespace plylab::search
