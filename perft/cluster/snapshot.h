// A database file as it is at one moment, whoever writes it.
#pragma once

#include <string>

namespace plylab::perft::cluster {

/// A copy of an SQLite database together with its write-ahead log. To be made it takes no lock and
/// writes nothing beside the file, so that a file may be read while another process counts into it,
/// or from a folder that cannot be written.
class Snapshot {
 public:
  /// Copies to a new folder in `folder`; empty for the system's own. Throws InputError for a file
  /// that cannot be read, if the copy cannot be written, and if the file never stays the same for
  /// as long as copying takes.
  Snapshot(const std::string& path, const std::string& folder);
  /// Removes the copy. Who has it open by then goes on reading it.
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  std::string path() const { return folder_ + "/database"; }

 private:
  void copy(const std::string& path) const;

  std::string folder_;
};

}  // namespace plylab::perft::cluster
