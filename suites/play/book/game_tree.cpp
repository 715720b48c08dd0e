#include "suites/play/book/game_tree.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "gen/pgn/pgn.h"
#include "suites/play/elo/games.h"

namespace plylab::suites::play::book {
namespace {

/// The prospect one move earlier, for the side that makes the move.
Prospect before(const Prospect& prospect) { return {1 - prospect.points, prospect.plies + 1}; }

/// Prefers more points, then a quicker win or a later loss.
bool is_better(const Prospect& a, const Prospect& b) {
  if (a.points != b.points) return a.points > b.points;
  return a.points > 0.5 ? a.plies < b.plies : a.points < 0.5 && a.plies > b.plies;
}

bool loses(const Prospect& prospect) { return prospect.points < 0.5; }

}  // namespace

/// The end of a game counts only if no other game continues from there.
Prospect GameTree::evaluate(const Node& node) {
  if (node.children.empty()) return {node.points / node.ended, 0};
  std::optional<Prospect> best;
  for (const auto& [move, child] : node.children)
    if (const Prospect here = before(child.prospect); !best || is_better(here, *best)) best = here;
  return *best;
}

void GameTree::add(const std::string& start, const std::vector<std::string>& moves, double points) {
  std::vector<Node*> line = {&starts_[start]};
  for (const std::string& move : moves) line.push_back(&line.back()->children[move]);
  line.back()->points += moves.size() % 2 == 0 ? points : 1 - points;
  ++line.back()->ended;
  ++games_;
  for (auto node = line.rbegin(); node != line.rend(); ++node) (*node)->prospect = evaluate(**node);
}

GameTree::Advice GameTree::advice(const std::string& start, const std::vector<std::string>& moves,
                                  std::size_t max_moves) const {
  const auto root = starts_.find(start);
  if (root == starts_.end()) return {};
  const Node* node = &root->second;
  for (const std::string& move : moves) {
    const auto child = node->children.find(move);
    if (child == node->children.end()) return {};
    node = &child->second;
  }
  Advice advice;
  for (const auto& [move, child] : node->children) advice.tried.push_back(move);
  if (advice.tried.empty()) return advice;
  if (loses(node->prospect) && advice.tried.size() < max_moves) return advice;
  const auto best = std::ranges::find_if(node->children, [&](const auto& entry) {
    return before(entry.second.prospect) == node->prospect;
  });
  advice.move = best->first;
  return advice;
}

std::vector<epd::Issue> add_games(std::string_view text, const std::string& path,
                                  const GameInfo& game, GameTree& tree) {
  const pgn::PgnFile file = pgn::parse_pgn(text, path, game);
  for (const pgn::PgnGame& one : file.games) {
    const auto points = elo::white_points(one.result);
    if (!points) continue;
    std::vector<std::string> moves;
    for (const pgn::PgnMove& move : one.moves) moves.push_back(move.move);
    const bool white_begins = game.referee(game.parse(one.start))->side_to_move() == game.white;
    tree.add(one.start, moves, white_begins ? *points : 1 - *points);
  }
  return file.issues;
}

}  // namespace plylab::suites::play::book
