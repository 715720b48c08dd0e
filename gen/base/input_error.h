// The exception for bad input.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace plylab {

/// Bad input. what() is one line that says what is wrong and where. Control characters in quoted
/// input are escaped, as \x1b, so that none reaches the terminal or breaks the line. A very long
/// message is cut.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::string_view what) : std::runtime_error(visible(what)) {}

 private:
  static std::string visible(std::string_view text);
};

}  // namespace plylab
