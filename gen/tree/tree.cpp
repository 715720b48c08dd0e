#include "gen/tree/tree.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <limits>

#include "gen/base/random.h"

namespace plylab::tree {
namespace {

constexpr std::uint64_t one = std::numeric_limits<std::uint64_t>::max();

std::uint64_t power(std::uint64_t base, unsigned n) {
  std::uint64_t result = one;
  for (; n != 0; n >>= 1) {
    if (n & 1) result = multiply_high(result, base);
    base = multiply_high(base, base);
  }
  return result;
}

/// The largest number whose n-th power is at most x, by bisection from a number that is not larger.
std::uint64_t bisect(std::uint64_t x, unsigned n, std::uint64_t low) {
  std::uint64_t high = one;
  while (low < high) {
    const std::uint64_t middle = high - (high - low) / 2;
    if (power(middle, n) <= x)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

}  // namespace

Root::Root(unsigned n) {
  assert(n > 0);
  std::uint64_t last = 0;
  for (int octave = first_octave; octave < 64; ++octave)
    for (std::uint64_t top = 16; top < 32; ++top)
      last = knots_[index(octave, top)] = bisect(top << (octave - knot_bits), n, last);
  knots_.back() = one;
}

namespace {

/// A pseudo-random number from another.
constexpr std::uint64_t mix(std::uint64_t number) { return splitmix64(number); }

/// One of 0 … choices − 1, from the upper half of a random number.
constexpr std::uint64_t pick(std::uint64_t random, std::uint64_t choices) {
  return (random >> 32) * choices >> 32;
}

constexpr Key child_key(const Key& parent, Tree::Move child) {
  return {mix(parent.high + child), mix(parent.low ^ child)};
}

/// The purposes of a node's random numbers, which are independent of each other.
enum class Purpose : std::uint64_t { children = 1, place, loss, noise, merge };
constexpr std::uint64_t draw(const Key& key, Purpose purpose) {
  return mix(key.high ^ (key.low + static_cast<std::uint64_t>(purpose)));
}

std::uint64_t fraction(double part) {
  return static_cast<std::uint64_t>(std::llround(std::ldexp(part, 32)));
}

std::uint64_t as_plan(int value) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

int as_value(std::uint64_t plan) { return static_cast<int>(static_cast<std::int64_t>(plan)); }

/// Returns the spec after check().
const Spec& checked(const Spec& spec) {
  check(spec);
  return spec;
}

/// The value at a quantile of the uniform distribution of the leaves.
int leaf_value(std::uint64_t quantile, int range) {
  return static_cast<int>(multiply_high(quantile, 2 * static_cast<std::uint64_t>(range) + 1)) -
         range;
}

}  // namespace

Tree::Plan::Plan(const Spec& s)
    : spec(s),
      root(s.values == Values::independent ? (s.min_width + s.max_width + 1) / 2 : 1),
      first(fraction(s.order)),
      in_quarter(fraction(s.quarter)) {}

Tree::Tree(const Spec& spec) : plan_(std::make_shared<const Plan>(checked(spec))) {
  node_.key = {mix(spec.seed), mix(~spec.seed)};
  const std::uint64_t random = draw(node_.key, Purpose::loss);
  const auto choices = 2 * static_cast<std::uint64_t>(spec.range) + 1;
  node_.plan = spec.values == Values::independent
                   ? random
                   : as_plan(static_cast<int>(pick(random, choices)) - spec.range);
  draw_children(node_);
  parent_ = node_;
}

/// Draws the number of a node's children, and which of them is best.
void Tree::draw_children(Node& node) const {
  const Spec& spec = plan_->spec;
  const std::uint64_t random = draw(node.key, Purpose::children);
  const unsigned width = spec.min_width + static_cast<unsigned>(pick(
                                              random << 32, spec.max_width - spec.min_width + 1));
  const unsigned quarter = first_quarter(width);
  const std::uint64_t lottery = random >> 32;
  unsigned from = 0, to = 1;
  if (lottery >= plan_->first && width > 1) {
    // An index in the rest of the first quarter or behind it; anywhere behind the first child if
    // the quarter is a single child.
    const bool near = quarter > 1 && lottery < plan_->in_quarter;
    from = near ? 1 : quarter;
    to = near ? quarter : width;
  }
  node.width = static_cast<std::uint8_t>(width);
  node.best = static_cast<std::uint8_t>(from + pick(draw(node.key, Purpose::place), to - from));
}

/// The true value of a child, drawn from its parent's.
std::uint64_t Tree::plan_of(const Node& parent, const Key& key, bool best) const {
  const std::uint64_t random = draw(key, Purpose::loss);
  if (plan_->spec.values == Values::independent) {
    const std::uint64_t top = plan_->root(parent.plan);
    return ~(best ? top : multiply_high(top, random));
  }
  const auto range = static_cast<std::uint64_t>(plan_->spec.range);
  return 0 - parent.plan + (best ? 0 : 1 + pick(random, range));
}

/// The child with this index, at `ply`.
Tree::Node Tree::child_of(const Node& parent, Move child, unsigned ply) const {
  Node node;
  node.key = child_key(parent.key, child);
  if (ply > plan_->spec.depth) {  // a forced move beyond the leaves
    node.plan = plan_->spec.values == Values::independent ? parent.plan : 0 - parent.plan;
    return node;
  }
  node.plan = plan_of(parent, node.key, child == parent.best);
  if (ply < plan_->spec.depth) draw_children(node);
  return node;
}

bool Tree::transposes(Move child) const {
  const Spec& spec = plan_->spec;
  const unsigned ply = packed_.ply;
  if (spec.merge == 0 || ply == 0 || ply >= spec.depth) return false;
  if (packed_.path[ply - 1] == parent_.best || child == node_.best) return false;
  // Of the parents at this ply, one in (width × share of the nodes not merged) is a best child.
  const double kept = ply == 1 ? 1 : 1 - spec.merge;
  const double eligible = (1 - 1 / (kept * parent_.width)) * (1 - 1.0 / node_.width);
  const std::uint64_t lottery = draw(child_key(node_.key, child), Purpose::merge) >> 32;
  return static_cast<double>(lottery) < std::ldexp(spec.merge / eligible, 32);
}

Tree::Undo Tree::make(Move child) {
  assert(child < count());
  const unsigned ply = packed_.ply;
  Undo undo{node_, parent_, 0};
  if (!is_leaf()) {
    if (ply > 0) undo.last = packed_.path[ply - 1];
    if (transposes(child)) {
      node_ = child_of(parent_, parent_.best, ply);
      packed_.path[ply - 1] = parent_.best;
      child = static_cast<Move>(child % node_.width);
    }
    packed_.path[ply] = child;
  }
  parent_ = node_;
  node_ = child_of(parent_, child, ply + 1);
  packed_.ply = static_cast<std::uint8_t>(ply + 1);
  return undo;
}

void Tree::unmake(Move, const Undo& undo) {
  assert(packed_.ply > 0);
  const unsigned ply = --packed_.ply;
  node_ = undo.node;
  parent_ = undo.parent;
  if (is_leaf()) return;
  packed_.path[ply] = 0;
  if (ply > 0) packed_.path[ply - 1] = undo.last;
}

int Tree::true_value() const {
  const Spec& spec = plan_->spec;
  if (spec.values == Values::incremental) return as_value(node_.plan);
  // Follows the best children to the leaf that this value comes from.
  std::uint64_t quantile = node_.plan;
  for (unsigned ply = packed_.ply; ply < spec.depth; ++ply) quantile = ~plan_->root(quantile);
  const int value = leaf_value(quantile, spec.range);
  return (packed_.ply + spec.depth) % 2 == 0 ? value : -value;
}

int Tree::value() const {
  const int noise = plan_->spec.noise;
  if (is_leaf() || noise == 0) return true_value();
  const auto choices = 2 * static_cast<std::uint64_t>(noise) + 1;
  return true_value() + static_cast<int>(pick(draw(node_.key, Purpose::noise), choices)) - noise;
}

std::string move_text(const Tree&, Tree::Move child) { return fmt::to_string(unsigned{child}); }

std::optional<Tree::Move> move_from_text(const Tree& tree, std::string_view text) {
  for (const auto child : tree.generate())
    if (move_text(tree, child) == text) return child;
  return std::nullopt;
}

}  // namespace plylab::tree
