// The file into which a suite is mined.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "reports/formats/output.h"

namespace plylab::suites::mine {

/// The suite that is written. While it grows it is kept from second to second, so that whatever
/// ends us no more than the games that are under way are lost.
class SuiteFile {
 public:
  /// `head`: comments before the problems. A terminal or a pipe gets the whole suite only.
  SuiteFile(std::string path, std::vector<std::string> head)
      : path_(std::move(path)), head_(std::move(head)) {
    std::error_code error;
    is_file_ =
        !reports::is_standard_output(path_) &&
        (!std::filesystem::exists(path_, error) || std::filesystem::is_regular_file(path_, error));
  }

  /// What goes into the file; one that is not complete says so.
  template <class Problem>
  std::string text(const std::vector<Problem>& problems, bool complete) const {
    std::vector<std::string> head = head_;
    if (!complete) head.insert(head.begin(), "Unfinished: the mine came to an early end.");
    return to_epd(problems, head);
  }

  /// Writes what there is by now, at most once a second. Throws InputError.
  template <class Problem>
  void keep(const std::vector<Problem>& problems) {
    if (!is_file_ || problems.empty() || Clock::now() - kept_ < std::chrono::seconds(1)) return;
    reports::write_text(text(problems, false), path_);
    kept_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::string path_;
  std::vector<std::string> head_;
  bool is_file_;
  Clock::time_point kept_{};
};

}  // namespace plylab::suites::mine
