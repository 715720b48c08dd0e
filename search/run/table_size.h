// Sizes of transposition tables, equal for searches that are compared.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/base/switches.h"

namespace plylab::search {

/// The size in MiB of a search's table: the wishes' if they set it, otherwise the search's own; 0
/// for none. Throws InputError for an unknown name.
int table_size(std::string_view search, const Switches& wishes);

/// The effective switches of a search: its preset overridden by the wishes, with the size of its
/// table. Throws InputError for an unknown name.
Switches effective_switches(std::string_view search, const Switches& wishes);

/// Whether the wishes set the table's size, including 0.
bool names_table(const Switches& wishes);

/// The size in MiB of the table that all of these searches get if they are compared: the largest
/// that one of them has by itself. 0 if none has one, or if the wishes set the size.
int common_table(const std::vector<std::string>& searches, const Switches& wishes);

/// The wishes with a table of that many MiB, unless they mention the table or the size is 0.
Switches with_table(Switches wishes, int mib);

/// A note for readers of a comparison: that all searches got a table of `common` MiB because some
/// need one, or, if that is 0, that some have a table and others do not. Empty if neither applies.
std::string table_note(const std::vector<std::string>& searches, const Switches& wishes,
                       int common);

}  // namespace plylab::search
