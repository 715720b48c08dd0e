// Trees, written down and described.
#include "gen/tree/explicit.h"
#include "gen/tree/spec.h"
#include "tests/fuzz/target.h"

namespace plylab::fuzz {

void run(std::string_view text) {
  attempt([&] {
    const tree::ExplicitTree root = tree::ExplicitTree::parse(text, "file");
    for (const auto move : root.generate()) {
      tree::ExplicitTree child = root;
      const auto undo = child.make(move);
      child.unmake(move, undo);
      require(child.packed() == root.packed(), "a move is not taken back");
    }
  });
  attempt([&] {
    const tree::Spec spec = tree::parse_spec(text);
    require(tree::parse_spec(tree::to_string(spec)) == spec, "a description is not read back");
  });
}

std::vector<std::string> seeds() {
  std::vector<std::string> texts = shipped_with(".tree");
  for (const char* text : {"tree(width=20,depth=6,order=0.7)", "tree(width=2..5,depth=3)",
                           "root\n  a 1\n  b\n    c -4\n"})
    texts.emplace_back(text);
  return texts;
}

}  // namespace plylab::fuzz
