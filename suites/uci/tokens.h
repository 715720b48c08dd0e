// The words of a line that came from the GUI.
#pragma once

#include <string>
#include <string_view>

namespace plylab::suites::uci {

/// Hands out the words of a line one by one. Blanks, any number of them, stand between words.
class Tokens {
 public:
  explicit Tokens(std::string_view line) : rest_(line) { skip_blanks(); }

  bool empty() const { return rest_.empty(); }

  /// The next word without taking it; empty at the end.
  std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(blanks)); }

  /// Takes the next word; empty at the end.
  std::string_view take() {
    const std::string_view word = peek();
    rest_.remove_prefix(word.size());
    skip_blanks();
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
  static constexpr std::string_view blanks = " \t\v\f\r";

  void skip_blanks() {
    const auto first = rest_.find_first_not_of(blanks);
    rest_.remove_prefix(first == rest_.npos ? rest_.size() : first);
  }

  std::string_view rest_;
};

}  // namespace plylab::suites::uci
