#include "suites/players/engine_contestants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/chess/registry.h"
#include "suites/players/engine_player.h"

namespace plylab::suites::players {
namespace {

using search::lab::DepthReached;
using search::lab::OtherSearch;

/// The value of a line as searches have it: centipawns, or mate_value less the plies to the mate.
/// None if these could be read as the other.
std::optional<search::Value> value_of(const engines::EngineLine& line) {
  if (!line.mate)
    return line.centipawns && search::is_mate(*line.centipawns) ? std::nullopt : line.centipawns;
  constexpr int max_moves = 499;  // is_mate() holds for the values to here
  if (std::abs(*line.mate) > max_moves) return std::nullopt;
  return *line.mate > 0 ? search::mate_value - (2 * *line.mate - 1)
                        : -search::mate_value - 2 * *line.mate;
}

class Engines final : public search::lab::OtherContestants {
 public:
  void add_to(cli::Command command) override { options_.add_to(command); }
  bool are_named() const override { return !options_.engines.empty(); }
  bool play(const GameInfo& game) const override { return game.name == chess::Chess::name; }

  void start(const search::lab::OtherLimits& how) override {
    try {
      start_all(how);
    } catch (const engines::EngineFault&) {  // it was stopped meanwhile
    }
  }
  std::vector<std::string> names() const override { return names_; }
  std::vector<std::string> definitions() const override { return definitions_; }
  std::vector<std::string> programs() const override {
    std::vector<std::string> texts;
    for (const engines::EngineSpec& spec : specs_) texts.push_back(fingerprint(spec));
    return texts;
  }
  OtherSearch search(std::size_t contestant, const search::lab::Start& start,
                     std::size_t worker) override;

 private:
  void start_all(const search::lab::OtherLimits& how);

  EngineOptions options_;
  search::Limits limits_;
  std::vector<std::vector<std::unique_ptr<EnginePlayer>>> engines_;  // each once a worker
  std::vector<engines::EngineSpec> specs_;
  std::vector<std::string> names_, definitions_;
};

void Engines::start_all(const search::lab::OtherLimits& how) {
  limits_ = how.limits;
  for (engines::EngineSpec& spec : options_.specs(how.table)) {
    spec.threads = how.threads;
    const auto& players = engines_.emplace_back(
        start_engines(spec, static_cast<std::size_t>(how.simultaneous), limits_, *limits_.stop));
    const EnginePlayer& player = *players.front();
    if (std::ranges::find(names_, player.name()) != names_.end())
      throw InputError(
          fmt::format("--engine '{}': there is a '{}' already; name it: --engine NAME=COMMAND",
                      spec.command, player.name()));
    names_.push_back(player.name());
    definitions_.push_back(definition(spec, player.own_name()));
    specs_.push_back(spec);
  }
}

OtherSearch Engines::search(std::size_t contestant, const search::lab::Start& start,
                            std::size_t worker) {
  EnginePlayer& player = *engines_[contestant][worker];
  player.new_game();
  const engines::Reply reply = player.play({.start = start.position, .limits = limits_});
  OtherSearch search;
  search.missing = reply.missing;
  if (reply.fault) search.fault = reply.fault->what();
  const chess::Mailbox board(start.position.as<chess::Chess>());
  for (const engines::EngineLine& line : reply.lines) {
    if (!line.depth || *line.depth < 1 || line.depth > reply.depth ||
        line.seconds > limits_.seconds)
      continue;
    // The last line of a depth is nearest to its end, but the answer itself has no score.
    if (!line.centipawns && !line.mate && !search.depths.empty() &&
        search.depths.back().depth == *line.depth)
      continue;
    while (!search.depths.empty() && search.depths.back().depth >= *line.depth)
      search.depths.pop_back();
    const auto move = chess::move_from_text(board, line.move);
    search.depths.push_back({*line.depth, move ? chess::to_san(board, *move) : "", value_of(line),
                             line.nodes, line.seconds});
  }
  return search;
}

}  // namespace

std::shared_ptr<search::lab::OtherContestants> engine_contestants() {
  return std::make_shared<Engines>();
}

}  // namespace plylab::suites::players
