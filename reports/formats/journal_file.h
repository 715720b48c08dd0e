// A file in which results are kept as they are found, so that work goes on where it stopped: JSON
// lines, of which the first is a header.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/files.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// Whether a line of a journal is a header: an object that names its schema.
bool is_header(std::string_view line);

/// An open journal. Only one process at a time can have it open.
class JournalFile {
 public:
  /// What is kept in it.
  struct Kind {
    std::string_view schema;   ///< "plylab-runs"
    int version;               ///< of the schema
    std::string_view content;  ///< "runs", for messages
  };

  /// A line that is no header.
  struct Line {
    std::size_t number;  ///< in the file, from 1
    std::string text;
  };

  /// Opens the file and reads it; nothing is changed yet. Throws InputError if it cannot be opened,
  /// is in use, is something else, or was written by another version of the program.
  JournalFile(std::string path, const Kind& kind, const Provenance& made_by);

  const std::string& path() const { return file_.path(); }

  /// The last header: an object in JSON. Empty if the file is new or its header was torn.
  const std::string& header() const { return header_; }

  /// Whether the last header was written on a processor of this name, or is yet to be written. Else
  /// a new one should say so: times of two machines are not to be compared.
  bool is_of_this_machine() const;

  /// The processor of each header, by its name.
  const std::vector<std::string>& cpus() const { return cpus_; }

  /// What the file already had. A last line that a crash tore does not count.
  const std::vector<Line>& lines() const { return lines_; }

  /// Makes the file ready for more: cuts a torn line off, and adds a header with these members, in
  /// JSON without braces, unless there are none. A later header stands for the earlier ones. Throws
  /// InputError if it cannot be written.
  void go_on(const std::string& members);

  /// Adds a line, given without its end; from any thread. It survives the death of the process at
  /// once, and that of the machine after a second or so. Throws InputError if it cannot be written.
  void add(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;

  void read(std::string_view text);
  /// Returns the processor.
  std::string check_header(std::string_view line, std::size_t number) const;

  Kind kind_;
  Provenance made_by_;
  AppendFile file_;
  std::string header_;
  std::vector<std::string> cpus_;
  std::vector<Line> lines_;
  std::size_t whole_ = 0;  // bytes up to the end of the last whole line
  std::mutex mutex_;       // guards what follows, and the order of lines
  Clock::time_point synced_ = Clock::now();
};

/// The note for whoever reads times of these processors; empty if they are one.
std::string note_on_machines(std::vector<std::string> cpus);

}  // namespace plylab::reports
