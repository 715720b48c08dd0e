// What every page has: its rules, its style, its script.
#pragma once

#include <string_view>

namespace plylab::reports {

/// Elements of the head: the page may load nothing from anywhere.
extern const std::string_view page_rules;

/// CSS: dark and light, on paper, boards.
extern const std::string_view page_style;

/// JavaScript: tables sort and filter, positions show their boards.
extern const std::string_view page_script;

}  // namespace plylab::reports
