// What every reader throws when the text that it was given is wrong.
#pragma once

#include <stdexcept>

namespace plylab {

/// Bad input: what() is one line that says what is wrong and where.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace plylab
