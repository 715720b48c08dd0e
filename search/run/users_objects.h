// Searches, evaluations and orderings that are objects of a user in another language, such as
// Python. Their code can change while the program runs, and nothing keeps two threads apart in
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "search/run/run.h"

namespace plylab::search {

/// What an object is in a search.
enum class ObjectRole : std::uint8_t { search, evaluation, ordering };

/// Notes that what has this name is such an object. The fingerprint tells its code from other code,
/// for stored results. No search may run.
void note_object(ObjectRole role, std::string_view name, std::string_view fingerprint);

/// The objects that the job calls, by name and fingerprint: "mine=82c1 sharp=07aa"; empty for none.
std::string objects_of(const Job& job);

/// Throws InputError if so many searches by the job cannot run at the same time: their tables do
/// not fit into memory, or several threads would call one object.
void require_at_once(const Job& job, int at_once);

}  // namespace plylab::search
