#include "reports/text/markup.h"

#include "reports/text/utf8.h"

namespace plylab::reports {

std::string markup_text(std::string_view text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

}  // namespace plylab::reports
