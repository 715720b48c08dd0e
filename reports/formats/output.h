// Reports to where they are wanted, whole or not at all, and in nobody's way.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "reports/formats/format.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// Thrown where standard output is a pipe whose reader has gone, as head does when it has seen
/// enough: an early end, and nothing to complain about.
class BrokenPipe : public std::exception {
 public:
  const char* what() const noexcept override;
};

/// Whether `out` means standard output: it is empty, "-" or "/dev/stdout".
bool is_standard_output(const std::string& out);

/// Before the work whose result is to be written: throws InputError, one line with the path and the
/// reason, if nothing could be written there.
void check_writable(const std::string& out);

/// Whether a file is there that is not empty: somebody's work.
bool holds_something(const std::string& path);

/// Writes a text to a file or to standard output. A file appears complete or stays as it was.
/// Throws InputError as check_writable() does, and BrokenPipe.
void write_text(std::string_view text, const std::string& out);

/// The same for what cost work: if the file cannot be written after all, the text goes to standard
/// output before the error is thrown.
void save_text(std::string_view text, const std::string& out);

/// The same for a report. On standard output text is fitted to the terminal.
void write(const Report& report, Format format, const std::string& out);

}  // namespace plylab::reports
