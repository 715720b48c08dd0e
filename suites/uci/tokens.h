// The words of a line that came from the GUI.
#pragma once

#include <string>
#include <string_view>

#include "gen/base/text.h"

namespace plylab::suites::uci {

/// Hands out the words of a line one by one. Blanks, any number of them, stand between words.
class Tokens {
 public:
  explicit Tokens(std::string_view line) : rest_(line) { skip(rest_); }

  bool empty() const { return rest_.empty(); }

  /// The next word without taking it; empty at the end.
  std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(white_space)); }

  /// Takes the next word; empty at the end.
  std::string_view take() {
    const std::string_view word = take_word(rest_);
    skip(rest_);
    return word;
  }

  /// Takes all words up to this one or to the end, with one blank between them.
  std::string take_until(std::string_view end) {
    std::string tokens;
    while (!empty() && peek() != end) {
      if (!tokens.empty()) tokens += ' ';
      tokens += take();
    }
    return tokens;
  }

 private:
  std::string_view rest_;
};

}  // namespace plylab::suites::uci
