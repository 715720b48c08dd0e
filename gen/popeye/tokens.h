// Popeye's input word by word, each with the line that it stands in.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::popeye {

/// Cuts a text into words. Only the line's end matters to commands that take the rest of a line.
class Tokens {
 public:
  /// `path` names the text in messages.
  Tokens(std::string_view text, std::string path)
      : rest_(text),
        path_(std::move(path)),
        line_end_(text.find('\n') == std::string_view::npos ? '\r' : '\n') {
    skip_byte_order_mark(rest_);
    advance();
  }

  /// The next word, empty at the end of the text, and its line.
  std::string_view word() const { return word_; }
  std::size_t line() const { return line_; }
  const std::string& path() const { return path_; }
  bool at_end() const { return word_.empty(); }

  std::string_view take() {
    const std::string_view word = word_;
    advance();
    return word;
  }

  /// What stands in the line behind the last word that was taken; it begins with the next word if
  /// that is there.
  std::string_view take_line_after(std::size_t line_of_command) {
    if (line_ != line_of_command || at_end()) return {};
    std::string_view text(word_.data(), word_.size() + rest_.size());
    const std::string_view taken = trimmed(take_until(text, std::string_view(&line_end_, 1)));
    rest_ = text;
    advance();
    return taken;
  }

  /// Throws an InputError that names file and line.
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError(
        fmt::format("{}:{}: {}", path_, line_, fmt::format(format, std::forward<Args>(args)...)));
  }

 private:
  void advance() {
    const std::string_view before = rest_;
    skip(rest_);
    for (const char c : before.substr(0, before.size() - rest_.size())) line_ += c == line_end_;
    word_ = take_until(rest_, white_space);
  }

  std::string_view rest_;
  std::string_view word_;
  std::string path_;
  char line_end_;  ///< of files of old, '\r'
  std::size_t line_ = 1;
};

}  // namespace plylab::popeye
