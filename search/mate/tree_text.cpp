#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gen/chess/line.h"
#include "gen/chess/reference/reference_attacks.h"
#include "gen/chess/reference/reference_movegen.h"
#include "search/mate/tree.h"

namespace plylab::search::mate {
namespace {

using chess::Move;
using chess::Setup;

/// "1. Ra6" or "1... bxa6".
std::string numbered(const Setup& setup, Move move) {
  return chess::san_line(chess::ValidSetup(setup), std::span(&move, 1));
}

std::string listed(const Setup& setup, const std::vector<Move>& moves) {
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(chess::san(chess::ValidSetup(setup), move));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// Defences that are answered alike, all the way down.
struct Group {
  std::string defences;
  std::string answer;
  std::vector<std::string> below;
};

std::vector<std::string> variations(const Setup& setup, const Attack& attack);

std::vector<Group> grouped(const Setup& setup, const std::vector<Defence>& defences) {
  std::vector<Group> groups;
  for (const Defence& defence : defences) {
    const Setup next = chess::after(setup, defence.move);
    std::string answer = numbered(next, defence.answer.move);
    if (!defence.duals.empty()) answer += fmt::format(" (dual: {})", listed(next, defence.duals));
    auto below = variations(next, defence.answer);
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.answer == answer && group.below == below;
    });
    if (same == groups.end())
      groups.push_back({numbered(setup, defence.move), std::move(answer), std::move(below)});
    else
      same->defences += ", " + chess::san(chess::ValidSetup(setup), defence.move);
  }
  return groups;
}

/// The lines below a move of the attacker.
std::vector<std::string> variations(const Setup& setup, const Attack& attack) {
  std::vector<std::string> lines;
  for (const Group& group : grouped(chess::after(setup, attack.move), attack.defences)) {
    lines.push_back(fmt::format("  {}  {}", group.defences, group.answer));
    for (const std::string& line : group.below) lines.push_back("  " + line);
  }
  return lines;
}

}  // namespace

std::vector<std::string> to_lines(const chess::ValidSetup& position, const SolutionTree& tree) {
  const Setup& setup = position.setup();
  std::vector<std::string> lines;
  if (tree.moves == 0) {
    lines.emplace_back(tree.complete ? "no mate" : "no mate found within the limits");
    return lines;
  }
  lines.push_back(fmt::format("{}! mates in {}, {}", numbered(setup, tree.key.move), tree.moves,
                              tree.cooks.empty() ? "the only key" : "one of several keys"));
  if (!tree.cooks.empty()) lines.push_back("cooks: " + listed(setup, tree.cooks));
  const Setup then = chess::after(setup, tree.key.move);
  if (!tree.threats.empty()) {
    Setup passed = then;
    passed.side = setup.side;
    passed.en_passant = chess::no_square;
    lines.push_back("threat: " + listed(passed, tree.threats));
  } else if (tree.moves > 1 && !chess::in_check(then.squares, then.side)) {
    lines.emplace_back("zugzwang: there is no threat");
  }
  for (std::string& line : variations(setup, tree.key)) lines.push_back(std::move(line));
  for (const Try& attempt : tree.tries)
    lines.push_back(fmt::format("try: {}? fails to {}", numbered(setup, attempt.move),
                                numbered(chess::after(setup, attempt.move), attempt.refutation)));
  if (!tree.complete) lines.emplace_back("the limits were reached before the tree was complete");
  return lines;
}

}  // namespace plylab::search::mate
