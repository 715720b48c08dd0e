// What a call complains of.
#pragma once

#include <string>

#include "gen/base/input_error.h"

namespace plylab::testing {

/// What the InputError says that the call throws; "no error" if it throws none.
std::string input_error_of(auto&& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace plylab::testing
