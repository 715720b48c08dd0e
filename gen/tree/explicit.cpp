#include "gen/tree/explicit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <set>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "gen/base/text.h"
#include "gen/tree/spec.h"

namespace plylab::tree {
/// Builds the nodes line by line.
class ExplicitTree::Reader {
 public:
  explicit Reader(std::string_view path) : path_(path) {}

  void read(std::string_view line) {
    ++line_;
    line = line.substr(0, line.find('#'));
    std::string_view rest = line;
    const auto name = take_word(rest);
    if (name.empty()) return;
    const std::size_t indent = line.find_first_not_of(' ');
    if (line[indent] == '\t') fail(line_, "indented with a tab; use spaces");
    if (!names_.insert(std::string(name)).second) fail(line_, "a second node '{}'", name);

    close(indent);
    const auto node = static_cast<std::uint32_t>(nodes_.size());
    if (node > 0) add_to_parent(node, indent);
    const auto value = take_word(rest);
    if (const auto more = take_word(rest); !more.empty())
      fail(line_, "'{}' after the name and the value", more);
    nodes_.push_back({std::string(name), value.empty() ? 0 : read_value(value), {}});
    open_.push_back({node, line_, indent, 0, !value.empty()});
  }

  Nodes finish() {
    close(0);
    if (nodes_.empty()) throw InputError(path_ + ": no node: a tree has at least its root");
    return std::move(nodes_);
  }

 private:
  /// A node on the path from the root to the last line's node.
  struct Open {
    std::uint32_t node;
    std::size_t line;
    std::size_t indent;
    std::size_t child_indent;  // 0 before the first child
    bool valued;
  };

  template <class... Args>
  [[noreturn]] void fail(std::size_t line, fmt::format_string<const Args&...> what,
                         const Args&... args) const {
    throw InputError(fmt::format("{}:{}: {}", path_, line, fmt::format(what, args...)));
  }

  /// Closes the nodes that are indented as far or farther.
  void close(std::size_t indent) {
    for (; !open_.empty() && open_.back().indent >= indent; open_.pop_back())
      if (const Open& last = open_.back(); last.child_indent == 0 && !last.valued)
        fail(last.line, "leaf '{}' has no value", nodes_[last.node].name);
  }

  void add_to_parent(std::uint32_t node, std::size_t indent) {
    if (open_.empty()) fail(line_, "a second root; children are indented deeper than their parent");
    Open& parent = open_.back();
    if (parent.child_indent != 0 && parent.child_indent != indent)
      fail(line_, "indented by {}, its siblings by {}", indent, parent.child_indent);
    parent.child_indent = indent;
    auto& siblings = nodes_[parent.node].children;
    if (siblings.size() == largest_width) fail(line_, "more than {} children", largest_width);
    siblings.push_back(node);
  }

  int read_value(std::string_view text) const {
    const auto value = parse_number<int>(text);
    if (!value || *value > largest_value || *value < -largest_value)
      fail(line_, "value '{}' is not a whole number from {} to {}", text, -largest_value,
           largest_value);
    return *value;
  }

  std::string path_;
  std::size_t line_ = 0;
  Nodes nodes_;
  std::vector<Open> open_;
  std::set<std::string> names_;
};

ExplicitTree ExplicitTree::parse(std::string_view text, std::string_view path) {
  Reader reader(path);
  while (!text.empty()) reader.read(take_line(text));
  return ExplicitTree(reader.finish());
}

ExplicitTree ExplicitTree::load(const std::string& path) { return parse(read_file(path), path); }

unsigned ExplicitTree::depth() const {
  std::vector<unsigned> ply(nodes_->size());
  for (std::size_t node = 0; node < nodes_->size(); ++node)
    for (const auto child : (*nodes_)[node].children) ply[child] = ply[node] + 1;
  return *std::max_element(ply.begin(), ply.end());
}

ExplicitTree::MoveList ExplicitTree::generate() const {
  MoveList moves;
  for (unsigned child = 0; child < count(); ++child) moves.add(static_cast<Move>(child));
  return moves;
}

ExplicitTree::Undo ExplicitTree::make(Move child) {
  assert(child < count());
  const Undo before = at_.node;
  if (!is_leaf()) at_.node = node().children[child];
  ++at_.ply;
  return before;
}

Key ExplicitTree::key() const {
  std::uint64_t state = (std::uint64_t{at_.ply} << 32) | at_.node;
  const std::uint64_t high = splitmix64(state);
  return {high, splitmix64(state)};
}

std::string move_text(const ExplicitTree& tree, ExplicitTree::Move child) {
  if (tree.is_leaf()) return "-";
  ExplicitTree next = tree;
  next.make(child);
  return next.name();
}

std::optional<ExplicitTree::Move> move_from_text(const ExplicitTree& tree, std::string_view text) {
  for (const auto child : tree.generate())
    if (move_text(tree, child) == text) return child;
  return std::nullopt;
}

}  // namespace plylab::tree
