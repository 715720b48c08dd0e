// Text as HTML and SVG show it.
#pragma once

#include <string>
#include <string_view>

namespace plylab::reports {

/// Valid UTF-8 in which nothing is markup, fit for content and for attributes in double quotes.
std::string markup_text(std::string_view text);

}  // namespace plylab::reports
