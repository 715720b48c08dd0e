#include "gen/tree/games.h"

#include "gen/base/shipped_files.h"

namespace plylab::tree {

WrittenTree::Start WrittenTree::parse(std::string_view text) {
  const std::string file(text);
  return {file, ExplicitTree::load(locate(file, ".tree"))};
}

}  // namespace plylab::tree
