// The documents that come with plylab, as plylab help shows them.
#pragma once

#include <string>
#include <vector>

namespace plylab::suites::help {

/// A document: a file in Markdown whose first line is its title.
struct Guide {
  std::string name;  ///< what plylab help calls it: "verify" for VERIFY.md
  std::string file;

  /// Reads the first line of the file.
  std::string title() const;
  /// What it says, without the comments for those who write guides.
  std::string text() const;
};

/// All of them, in the order of their names.
std::vector<Guide> guides();

}  // namespace plylab::suites::help
