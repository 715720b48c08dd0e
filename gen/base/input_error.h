// The exception for bad input.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace plylab {

/// What an input error is about. Other languages have a status or an exception for each.
enum class InputErrorKind : std::uint8_t {
  value,  ///< a name, a text or a number that makes no sense
  file,   ///< a file that cannot be read or written
  memory  ///< more memory than there is
};

/// Bad input. what() is one line that says what is wrong and where. Control characters in quoted
/// input are escaped, as \x1b, so that none reaches the terminal or breaks the line. A very long
/// message is cut.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::string_view what, InputErrorKind kind = InputErrorKind::value)
      : std::runtime_error(visible(what)), kind_(kind) {}

  InputErrorKind kind() const { return kind_; }

 private:
  InputErrorKind kind_;

  static std::string visible(std::string_view text);
};

}  // namespace plylab
