// What the page and the package for npm ask, as JSON in and out. Every request is an object with
// "ask" and that question's own fields; page.js, bug.js, search.js and npm/index.js name them all.
#pragma once

#include <string>
#include <string_view>

namespace plylab::suites::page {

/// The answer as a JSON object. Bad input gives {"error": "…"}. Counts are texts of digits, because
/// JavaScript's numbers are exact to 53 bits only.
std::string answer(std::string_view request);

}  // namespace plylab::suites::page
