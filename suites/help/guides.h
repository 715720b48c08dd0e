// The documents that come with plylab, for plylab help.
#pragma once

#include <string>
#include <vector>

namespace plylab::suites::help {

/// A document: a file in Markdown whose first line is its title.
struct Guide {
  std::string name;  ///< its name for plylab help: "verify" for VERIFY.md
  std::string file;

  /// The title, from the first line of the file.
  std::string title() const;
  /// Its text, without the comments for authors of guides.
  std::string text() const;
};

/// All guides, sorted by name.
std::vector<Guide> guides();

}  // namespace plylab::suites::help
