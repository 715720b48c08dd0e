// Writes reports and other texts to files, atomically, and to standard output.
#pragma once

#include <atomic>
#include <exception>
#include <string>
#include <string_view>

#include "reports/formats/format.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// Thrown if standard output is a pipe whose reader has ended, for example `head`. The program then
/// ends without a message. It must ignore SIGPIPE.
class BrokenPipe : public std::exception {
 public:
  const char* what() const noexcept override;
};

/// Whether `out` means standard output: it is empty, "-" or "/dev/stdout".
bool is_standard_output(const std::string& out);

/// Called before work whose result will be written: throws InputError, one line with the path and
/// the reason, if `out` is not writable.
void check_writable(const std::string& out);

/// Whether the file exists and is not empty, so that it may contain work.
bool holds_something(const std::string& path);

/// Writes a text to a file or to standard output. Replaces files atomically. Waits until a named
/// pipe has a reader, unless `stop` is set. Throws InputError as check_writable() does, and
/// BrokenPipe.
void write_text(std::string_view text, const std::string& out,
                const std::atomic<bool>* stop = nullptr);

/// The same for the result of work: if the file cannot be written after all, prints the text on
/// standard output before it throws.
void save_text(std::string_view text, const std::string& out, const std::atomic<bool>* stop);

/// The same for a report. On standard output, text is fitted to the terminal.
void write(const Report& report, Format format, const std::string& out,
           const std::atomic<bool>* stop = nullptr);

}  // namespace plylab::reports
