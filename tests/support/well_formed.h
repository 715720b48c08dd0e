// Whether markup is well-formed, for the tests of what is drawn and of pages.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::testing {

/// What is wrong with the nesting of its elements, its attributes or its entities; empty if all is
/// well. As in XML every element must be ended, but rows and cells of tables, and every attribute
/// have quotes; what stands between <script> or <style> and their ends is not looked at.
inline std::string fault_in_markup(std::string_view text) {
  std::vector<std::string> open;
  const auto fault = [&](const std::string& what, std::size_t at) {
    return what + " at '" + std::string(text.substr(at, 60)) + "'";
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '&') {
      const std::size_t end = text.find(';', at);
      if (end == text.npos || end > at + 8) return fault("a bare &", at);
      at = end;
    } else if (text[at] != '<') {
      if (text[at] == '>') return fault("a bare >", at);
      ++at;
    } else if (text.substr(at).starts_with("<!DOCTYPE html>")) {
      at = text.find('>', at) + 1;
    } else if (text[at + 1] == '/') {
      const std::size_t end = text.find('>', at);
      if (open.empty() || open.back() != text.substr(at + 2, end - at - 2))
        return fault("an end without its beginning", at);
      open.pop_back();
      at = end + 1;
    } else {
      std::size_t end = at + 1;
      while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0)) ++end;
      const std::string name(text.substr(at + 1, end - at - 1));
      if (name.empty()) return fault("a bare <", at);
      bool quoted = false;
      for (; end < text.size() && (quoted || text[end] != '>'); ++end) {
        if (text[end] == '"') quoted = !quoted;
        if (quoted && text[end] == '<') return fault("< in an attribute", at);
        if (!quoted && text[end] == '=' && text[end + 1] != '"')
          return fault("an attribute without quotes", at);
      }
      const bool empty = text[end - 1] == '/';
      at = end + 1;
      if (!empty && (name == "script" || name == "style")) {
        at = text.find("</" + name + ">", at);
        if (at == text.npos) return "no end of " + name;
        at += name.size() + 3;
      } else if (!empty && !(name == "td" || (name == "tr" && open.back() == "tbody"))) {
        open.push_back(name);
      }
    }
  }
  return open.empty() ? "" : "no end of " + open.back();
}

}  // namespace plylab::testing
