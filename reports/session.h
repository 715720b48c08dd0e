// What every command shares with the program around it: where its report goes, and Ctrl-C.
#pragma once

#include <atomic>
#include <string>

#include "reports/command_line.h"
#include "reports/record.h"

namespace plylab::reports {

/// One run of the program.
class Session {
 public:
  /// `stop` goes up when the user asks for an early end.
  Session(int argc, const char* const* argv, const std::atomic<bool>& stop)
      : argc_(argc), argv_(argv), stop_(stop) {}

  /// Gives a command the options --format and --out.
  void add_options(Command command);

  /// Writes the report, completed by its provenance and without the tables that are not for the
  /// readers of its format, as the options say. Throws InputError.
  void publish(Report report, int threads);

  /// Who ran what: as in the report.
  Provenance provenance(int threads) const;

  /// Refuses a wrong --format before the work begins. Throws InputError.
  void check_options() const;

  /// Whether the report is text, for people.
  bool is_text() const { return format_ == "text"; }

  const std::atomic<bool>& stop() const { return stop_; }

  /// 0, or 1 once something that was checked turned out different.
  int status() const { return differs_ ? 1 : 0; }
  void note_difference() { differs_ = true; }

 private:
  int argc_;
  const char* const* argv_;
  const std::atomic<bool>& stop_;
  std::string format_ = "text";
  std::string out_;
  bool differs_ = false;
};

}  // namespace plylab::reports
