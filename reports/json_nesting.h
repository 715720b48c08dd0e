// JSON that would exhaust the stack.
#pragma once

#include <string>
#include <string_view>

namespace plylab::reports {

/// Throws InputError, which `where` begins, if brackets of JSON are nested so deeply that no file
/// of plylab is: whoever reads it recursively would crash.
void refuse_deep_nesting(std::string_view json, const std::string& where);

}  // namespace plylab::reports
