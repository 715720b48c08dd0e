// A file that stores results as they are found, so that interrupted work can be resumed: JSON
// lines, the first of which is a header. Each line ends with its checksum, so that changes are
// detected. Only the last line may be incomplete.
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

/// The kind of data in a journal.
struct JournalKind {
  std::string_view schema;   ///< "plylab-runs"
  int version;               ///< of the schema
  std::string_view content;  ///< "runs", for messages
};

/// The content of a journal.
struct JournalContent {
  /// A line that is not a header.
  struct Line {
    std::size_t number;  ///< in the file, from 1
    std::string text;
  };

  std::string header;               ///< the last header, a JSON object; empty if there is none
  std::size_t header_number = 0;    ///< its line, from 1
  std::vector<Provenance> made_by;  ///< one for each header
  std::vector<std::string> builds;  ///< the same: a hash of the program that wrote it
  std::vector<Line> lines;
  std::size_t whole = 0;  ///< bytes up to the end of the last complete line

  /// The processor of each header, by its name.
  std::vector<std::string> cpus() const;
};

/// A line of a journal: a JSON object with its checksum as the last member, `check`. The checksum
/// is the first half of the SHA-256 of the object, or, for a line below a header, of the header's
/// checksum followed by the object, so that a line is valid only below its own header.
std::string sealed(std::string_view object, std::string_view header = {});

/// Reads the text of a journal. Ignores an incomplete last line and repeated lines. Throws
/// InputError, whose message begins with `where`, if a header belongs to another kind of file or a
/// checksum is wrong.
JournalContent read_journal(std::string_view text, const JournalKind& kind,
                            const std::string& where);

/// Whether a text looks like such a journal.
bool holds_journal(std::string_view text, const JournalKind& kind);

/// An open journal. Only one process at a time can have it open.
class JournalFile {
 public:
  /// Opens and reads the file, and does not change it yet. Throws InputError if it cannot be
  /// opened, is in use, is not a journal of this kind, or was written by another version of the
  /// program.
  JournalFile(std::string path, const JournalKind& kind, const Provenance& made_by);

  const std::string& path() const { return file_.path(); }

  /// The last header, a JSON object. Empty if the file is new or its header incomplete.
  const std::string& header() const { return content_.header; }
  /// The header's place, for messages: "runs.jsonl:1".
  std::string header_place() const;

  /// Whether the last header was written on this processor and by this build of the program, or
  /// there is none yet. Otherwise a new header should be written, since times of different machines
  /// cannot be compared, and what is built anew may find something else.
  bool is_made_here() const;

  /// The processor of each header, by its name, and the build of the program.
  const std::vector<std::string>& cpus() const { return cpus_; }
  const std::vector<std::string>& builds() const { return content_.builds; }

  /// The lines that the file already had.
  const std::vector<JournalContent::Line>& lines() const { return content_.lines; }

  /// Prepares the file for more lines: removes an incomplete line, and adds a header with these
  /// members (JSON without braces), unless they are empty. A later header replaces the earlier
  /// ones. Throws InputError if it cannot be written.
  void go_on(const std::string& members);

  /// Adds a JSON object as a line. Any thread may call it. The line survives a crash of the process
  /// at once, and a crash of the machine after about a second. Throws InputError if it cannot be
  /// written.
  void add(std::string_view object);

 private:
  using Clock = std::chrono::steady_clock;

  JournalKind kind_;
  Provenance made_by_;
  AppendFile file_;
  JournalContent content_;
  std::vector<std::string> cpus_;
  std::mutex mutex_;  // guards the members below, and the order of lines
  Clock::time_point synced_ = Clock::now();
};

/// The note on results by several builds of one version; empty if there is only one.
std::string note_on_builds(const std::vector<std::string>& builds);

/// The note on times that were measured on these processors; empty if there is only one.
std::string note_on_machines(std::vector<std::string> cpus);

}  // namespace plylab::reports
