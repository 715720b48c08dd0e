// The documents that come with plylab, as plylab help shows them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::suites::help {

/// A document: a file in Markdown whose first line is its title.
struct Guide {
  std::string name;  ///< what plylab help calls it: "verify" for VERIFY.md
  std::string file;

  /// Reads the first line of the file.
  std::string title() const;
};

/// All of them, in the order of their names.
std::vector<Guide> guides();

/// Markdown as plain text in lines of this width; code stays as it is. Understands what the guides
/// use: headings, paragraphs, lists, tables, code, links and comments.
std::string plain_text(std::string_view markdown, std::size_t width);

}  // namespace plylab::suites::help
