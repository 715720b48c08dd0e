// Game trees as plylab games.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "gen/base/files.h"
#include "gen/game/game.h"
#include "gen/game/referee.h"
#include "gen/tree/explicit.h"
#include "gen/tree/tree.h"

namespace plylab::tree {

/// A game on a tree ends at a leaf, which is won for the side whose value is above 0.
template <class TreePosition>
std::optional<GameEnd> end_at_leaf(const TreePosition& tree) {
  if (!tree.is_leaf()) return std::nullopt;
  if (tree.value() == 0) return GameEnd{std::nullopt, drawn};
  return GameEnd{tree.value() > 0 ? tree.side_to_move() : !tree.side_to_move(), won};
}

/// Random trees, generated from a description.
struct SyntheticTree {
  using Start = Spec;

  static constexpr std::string_view name = "synthetic-tree";
  static constexpr std::string_view summary = "a tree drawn at random, its order under control";
  static constexpr std::string_view notation =
      "tree(width=20,depth=6,order=0.7), and more keys: gen/tree/spec.h";
  static constexpr std::string_view start = "tree(width=20,depth=6)";
  static constexpr std::tuple generators{Generator<Tree>{"hash", "children by hashing"}};
  static constexpr std::tuple evaluations{
      NamedEvaluation<TreeEvaluation>{"drawn", "the value drawn for the node", {}}};

  static Spec parse(std::string_view text) { return parse_spec(text); }
  static std::string to_string(const Spec& spec) { return tree::to_string(spec); }
  static std::optional<GameEnd> end(const Tree& tree) { return end_at_leaf(tree); }
  static int longest(const Spec& spec) { return static_cast<int>(spec.depth); }
  static Spec with_seed(Spec spec, std::uint64_t seed) {
    spec.seed = seed;
    return spec;
  }
};

/// Trees read from files.
struct WrittenTree {
  /// A file, and the tree in it.
  struct Start {
    std::string file;
    ExplicitTree tree;
    operator const ExplicitTree&() const { return tree; }  // NOLINT: implicit on purpose
  };

  static constexpr std::string_view name = "explicit-tree";
  static constexpr std::string_view summary = "a tree written down node by node in a file";
  static constexpr std::string_view notation =
      "a tree file by path, or the name of a shipped one such as pvs-report";
  static constexpr std::string_view start = "pvs-report";
  static constexpr std::tuple generators{Generator<ExplicitTree>{"file", "the file's lines"}};
  static constexpr std::tuple evaluations{
      NamedEvaluation<TreeEvaluation>{"written", "the value written at the node", {}}};

  static Start parse(std::string_view text) {
    const std::string file(text);
    return {file, ExplicitTree::load(locate(file, ".tree"))};
  }
  static std::string to_string(const Start& written) { return written.file; }
  static std::optional<GameEnd> end(const ExplicitTree& tree) { return end_at_leaf(tree); }
  static int longest(const Start& written) { return static_cast<int>(written.tree.depth()); }
};

static_assert(Game<SyntheticTree> && Game<WrittenTree>);

}  // namespace plylab::tree
