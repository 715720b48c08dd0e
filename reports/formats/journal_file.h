// A file that stores results as they are found, so that work goes on where it stopped: JSON lines,
// the first of which is a header. Each line ends with its checksum, so that nothing is believed
// which somebody has changed; only the last line may be torn.
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

/// What is kept in a journal.
struct JournalKind {
  std::string_view schema;   ///< "plylab-runs"
  int version;               ///< of the schema
  std::string_view content;  ///< "runs", for messages
};

/// What a journal holds.
struct JournalContent {
  /// A line that is not a header.
  struct Line {
    std::size_t number;  ///< in the file, from 1
    std::string text;
  };

  std::string header;               ///< the last one: an object in JSON; empty: there is none
  std::size_t header_number = 0;    ///< its line, from 1
  std::vector<Provenance> made_by;  ///< a header each
  std::vector<Line> lines;
  std::size_t whole = 0;  ///< bytes up to the end of the last whole line

  /// The processor of each header, by its name.
  std::vector<std::string> cpus() const;
};

/// A line of a journal, made of an object in JSON, with its checksum as the last member, `check`:
/// the first half of the SHA-256 of the object; for a line below a header, of that header's
/// checksum and the object, so that no line is believed below a header that it was not written for.
std::string sealed(std::string_view object, std::string_view header = {});

/// Reads the text of a journal. A last line that a crash tore does not count, nor does a line that
/// is there already. Throws InputError, which `where` begins, if a header belongs to another kind
/// of file or if a line does not have its checksum.
JournalContent read_journal(std::string_view text, const JournalKind& kind,
                            const std::string& where);

/// Whether a text looks like such a journal.
bool holds_journal(std::string_view text, const JournalKind& kind);

/// An open journal. Only one process at a time can have it open.
class JournalFile {
 public:
  /// Opens the file and reads it; nothing is changed yet. Throws InputError if it cannot be opened,
  /// is in use, is something else, or was written by another version of the program.
  JournalFile(std::string path, const JournalKind& kind, const Provenance& made_by);

  const std::string& path() const { return file_.path(); }

  /// The last header: an object in JSON. Empty if the file is new or its header was torn.
  const std::string& header() const { return content_.header; }
  /// Its place, for messages: "runs.jsonl:1".
  std::string header_place() const;

  /// Whether the last header was written on this processor, or is yet to be written. Otherwise a
  /// new header should say so: times of two machines should not be compared.
  bool is_of_this_machine() const;

  /// The processor of each header, by its name.
  const std::vector<std::string>& cpus() const { return cpus_; }

  /// The lines that the file already had.
  const std::vector<JournalContent::Line>& lines() const { return content_.lines; }

  /// Makes the file ready for more: cuts a torn line off, and adds a header with these members, in
  /// JSON without braces, unless there are none. A later header stands for the earlier ones. Throws
  /// InputError if it cannot be written.
  void go_on(const std::string& members);

  /// Adds an object in JSON as a line; from any thread. It survives a crash of the process at
  /// once, and a crash of the machine after about a second. Throws InputError if it cannot be
  /// written.
  void add(std::string_view object);

 private:
  using Clock = std::chrono::steady_clock;

  JournalKind kind_;
  Provenance made_by_;
  AppendFile file_;
  JournalContent content_;
  std::vector<std::string> cpus_;
  std::mutex mutex_;  // guards what follows, and the order of lines
  Clock::time_point synced_ = Clock::now();
};

/// The note on times that were measured on these processors; empty if there is only one.
std::string note_on_machines(std::vector<std::string> cpus);

}  // namespace plylab::reports
