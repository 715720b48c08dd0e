#include "search/lab/starts.h"

#include <fmt/format.h>

#include <set>

#include "gen/chess/fen.h"
#include "gen/epd/shipped.h"
#include "gen/input_error.h"
#include "gen/number.h"
#include "gen/tree/spec.h"
#include "reports/utf8.h"

namespace plylab::search::lab {
namespace {

constexpr std::string_view tictactoe = "tictactoe";
constexpr std::string_view file_prefix = "tree file ";

Start chess_start(std::string name, const chess::Setup& setup) {
  return {reports::one_line(name), chess::to_string(chess::ValidSetup(setup).setup())};
}

/// A whole number that is all of the text.
std::uint64_t parse_seed(std::string_view text) {
  if (const auto seed = number_in<std::uint64_t>(text)) return *seed;
  throw InputError(fmt::format("'{}' is no seed, and no range of seeds such as 1..20", text));
}

}  // namespace

Game game_of(const Start& start) {
  if (start.text == tictactoe) return Game::tictactoe;
  if (start.text.starts_with(file_prefix)) return Game::explicit_tree;
  return start.text.starts_with("tree(") ? Game::tree : Game::chess;
}

Start start_at_fen(const std::string& fen) { return chess_start(fen, chess::parse_fen(fen)); }

std::vector<Start> starts_of_suite(const std::string& name) {
  const epd::Suite suite = epd::find_suite(name);
  if (!suite.issues.empty()) throw InputError(to_string(suite.issues.front()));
  std::vector<Start> starts;
  for (const epd::Record& record : suite.records)
    starts.push_back(
        chess_start(record.id().value_or(fmt::format("line {}", record.line)), record.setup));
  return starts;
}

std::vector<Start> starts_of_tree(const std::string& tree,
                                  const std::vector<std::uint64_t>& seeds) {
  if (!tree.starts_with("tree(") && tree != "tree") {
    if (!seeds.empty()) throw InputError("a tree file has no seeds");
    epd::find_tree(tree);  // can it be read?
    return {{reports::one_line(tree), std::string(file_prefix) + tree}};
  }
  tree::Spec spec = tree::parse_spec(tree);
  if (seeds.empty()) return {{to_string(spec), to_string(spec)}};
  std::vector<Start> starts;
  for (const std::uint64_t seed : seeds) {
    spec.seed = seed;
    starts.push_back({fmt::format("seed {}", seed), to_string(spec)});
  }
  return starts;
}

std::vector<std::uint64_t> parse_seeds(const std::vector<std::string>& texts) {
  constexpr std::uint64_t most = 1'000'000;
  std::vector<std::uint64_t> seeds;
  for (const std::string_view text : texts) {
    const std::size_t dots = text.find("..");
    const std::uint64_t first = parse_seed(text.substr(0, dots));
    const std::uint64_t last =
        dots == std::string_view::npos ? first : parse_seed(text.substr(dots + 2));
    if (last < first || last - first >= most)
      throw InputError(fmt::format("{}: a range has 1 to {} seeds", text, most));
    for (std::uint64_t i = 0; i <= last - first; ++i) seeds.push_back(first + i);
  }
  return seeds;
}

Start start_of_game(const std::string& name) {
  if (name != tictactoe)
    throw InputError(fmt::format("no game '{}'; there is {}", name, tictactoe));
  return {name, name};
}

int full_depth(const Start& start) {
  switch (game_of(start)) {
    case Game::tree:
      return static_cast<int>(tree::parse_spec(start.text).depth);
    case Game::explicit_tree:
      return static_cast<int>(epd::find_tree(tree_file(start)).depth());
    case Game::tictactoe:
      return 9;
    case Game::chess:
      break;
  }
  return 0;
}

std::string tree_file(const Start& start) { return start.text.substr(file_prefix.size()); }

void check_starts(const Group& group, std::string_view where) {
  if (group.starts.empty()) throw InputError(fmt::format("{}: no start", where));
  std::set<std::string_view> seen;
  for (const Start& start : group.starts)
    if (!seen.insert(start.text).second)
      throw InputError(fmt::format("{}: {} is there twice", where, start.text));
}

}  // namespace plylab::search::lab
