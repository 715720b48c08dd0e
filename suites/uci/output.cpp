#include "suites/uci/output.h"

#include <string>

#include "reports/formats/output.h"

namespace plylab::suites::uci {

void Output::write(std::string_view lines) {
  const std::lock_guard lock(mutex_);
  if (failure_) return;
  try {
    reports::write_text(std::string(lines) + '\n', "");
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void Output::check() {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace plylab::suites::uci
