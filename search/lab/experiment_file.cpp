#include "search/lab/experiment_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "search/lab/claims.h"
#include "search/lab/starts.h"
#include "search/lab/toml_section.h"
#include "search/run/registry.h"

namespace plylab::search::lab {
namespace {

std::vector<std::string_view> factors_and(std::initializer_list<std::string_view> more) {
  std::vector<std::string_view> keys(more);
  keys.insert(keys.end(), factor_names.begin(), factor_names.end());
  return keys;
}

/// The game whose names [factors] has: chess, or the first where there is no chess.
const SearchableGame& game_of_factors(const std::vector<SearchableGame>& games) {
  const auto chess = std::find_if(games.begin(), games.end(),
                                  [](const SearchableGame& game) { return game.is_chess; });
  return chess != games.end() ? *chess : games.front();
}

/// Whether [factors] says this one for every game: generators, evaluations and orderings have
/// names of one game.
bool is_common(Factor factor) {
  return factor != Factor::generator && factor != Factor::evaluation && factor != Factor::ordering;
}

/// Reads the factors that are wanted for a group of the game.
void read_levels(const Section& section, const SearchableGame& game, Levels& levels,
                 auto&& wanted) {
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto factor = static_cast<Factor>(i);
    if (!wanted(factor)) continue;
    section.with(factor_names[i], [&](const Field& field) {
      levels[factor] = canonicalize(factor, field.list(), game, field.where());
    });
  }
}

/// Calls a function that knows no file, and says where its InputError belongs.
decltype(auto) within(const Field& field, auto&& read) {
  try {
    return read();
  } catch (const InputError& error) {
    field.fail(error.what());
  }
}

Group read_group(const Section& section, const Section& top,
                 const std::vector<SearchableGame>& games) {
  Group group;
  if (!section.with("name", [&](const Field& field) { group.name = field.text(); }))
    section.whole().fail("has no name");
  if (group.name.empty()) section.whole().fail("has an empty name");
  reports::GameOptions positions;
  std::optional<Field> named, source, seeded;
  section.with("game", [&](const Field& field) { positions.game = named.emplace(field).text(); });
  int sources = 0;
  const auto read_source = [&](std::string_view key, auto&& read) {
    sources += section.with(key, [&](const Field& field) { read(source.emplace(field)); });
  };
  read_source("position", [&](const Field& field) { positions.positions = field.list(); });
  read_source("fen", [&](const Field& field) { positions.chess.fens = field.list(); });
  read_source("suite", [&](const Field& field) { positions.chess.suite = field.text(); });
  section.with("seeds",
               [&](const Field& field) { positions.seeds = seeded.emplace(field).list(); });
  if (sources > 1 || (sources == 0 && !named && games.size() > 1))
    section.whole().fail(has_chess(games) ? "must have one of position, fen, suite, or a game alone"
                                          : "must have position, or a game alone");
  const Field where = source ? *source : named ? *named : section.whole();
  const SearchableGame& game = within(named ? *named : where, [&]() -> const SearchableGame& {
    return find_game(games, positions.game);
  });
  if (!game.is_chess && (section.has("fen") || section.has("suite")))
    where.fail(fmt::format("is for chess; {} has position", game.info.name));
  if (seeded) within(*seeded, [&] { reports::parse_seeds(positions.seeds); });
  group.starts = within(where, [&] { return starts_of(positions, game.info); });

  group.levels = default_levels(game);
  if (const int plies = longest(group.starts, game.info); plies > 0)
    group.levels[Factor::depth] = {fmt::format("{}", plies)};
  const bool by_its_names = game.is_chess || game.info.name == game_of_factors(games).info.name;
  top.section("factors", factors_and({}), [&](const Section& factors) {
    read_levels(factors, game, group.levels, [&](Factor factor) {
      return (by_its_names || is_common(factor)) && !section.has(name_of(factor));
    });
  });
  read_levels(section, game, group.levels, [](Factor) { return true; });
  check_starts(group, section.whole().where());
  return group;
}

std::vector<Group> read_groups(const Field& field, const Section& top,
                               const std::vector<SearchableGame>& games) {
  const toml::array* tables = field.node.as_array();
  if (!tables || !tables->is_homogeneous<toml::table>())
    field.fail("must be written as [[positions]]");
  // Also what every group has otherwise must be right.
  top.section("factors", factors_and({}), [&](const Section& factors) {
    Levels levels;
    read_levels(factors, game_of_factors(games), levels, [](Factor) { return true; });
  });
  const auto keys = has_chess(games)
                        ? factors_and({"name", "game", "position", "fen", "suite", "seeds"})
                        : factors_and({"name", "game", "position", "seeds"});
  std::vector<Group> groups;
  for (const toml::node& node : *tables) {
    const Section section(*node.as_table(), "positions.", field.path, keys);
    groups.push_back(read_group(section, top, games));
    for (std::size_t i = 0; i + 1 < groups.size(); ++i)
      if (groups[i].name == groups.back().name)
        section.whole().fail(fmt::format("two have the name '{}'", groups.back().name));
  }
  return groups;
}

ComparisonSpec read_comparison(const Section& section) {
  ComparisonSpec comparison;
  section.with("factor", [&](const Field& field) {
    comparison.factor = factor_of(field.where(), field.text());
  });
  section.with("baseline", [&](const Field& field) {
    comparison.baseline = field.text();
    if (comparison.factor == Factor::variant) comparison.baseline = exact_name(comparison.baseline);
  });
  section.with("measure", [&](const Field& field) {
    comparison.measures = select_names(field.where(), field.list(), measure_names());
  });
  return comparison;
}

Claim read_claim(const Section& section, const Experiment& experiment,
                 const std::vector<SearchableGame>& games) {
  Claim claim;
  const auto text = [&](std::string_view key, std::string& into) {
    if (!section.with(key, [&](const Field& field) { into = field.text(); }))
      section.whole().fail(fmt::format("has no {}", key));
  };
  text("claim", claim.text);
  text("source", claim.source);
  text("group", claim.group);
  text("variant", claim.variant);
  text("against", claim.against);
  if (claim.variant == claim.against) section.whole().fail("compares a variant with itself");
  section.with("measure", [&](const Field& field) { claim.measure = field.text(); });
  section.with("at_least", [&](const Field& field) { claim.at_least = field.positive(); });
  section.with("at_most", [&](const Field& field) { claim.at_most = field.positive(); });
  section.with("on_every_start", [&](const Field& field) {
    claim.on_every_start = field.as<bool>("true or false");
    if (claim.on_every_start && claim.at_least.value_or(1) * claim.at_most.value_or(1) != 1)
      field.fail("is for at_least = 1 or at_most = 1");
  });
  if (claim.at_least.value_or(0) > claim.at_most.value_or(INFINITY))
    section.whole().fail("at_least is greater than at_most");
  const Group& group =
      find_entry(experiment.groups, claim.group, section.whole().where() + ".group");
  const SearchableGame& game = find_game(games, group.starts.front().game);
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    if (const auto factor = static_cast<Factor>(i); factor != Factor::variant)
      section.with(factor_names[i], [&](const Field& field) {
        claim.levels[factor] = canonicalize(factor, field.list(), game, field.where()).front();
      });
  if (!claim.at_least && !claim.at_most) section.whole().fail("has neither at_least nor at_most");
  check(claim, experiment, section.whole().where() + '.');
  return claim;
}

std::vector<Claim> read_claims(const Field& field, const Experiment& experiment,
                               const std::vector<SearchableGame>& games) {
  const toml::array* tables = field.node.as_array();
  if (!tables || !tables->is_homogeneous<toml::table>())
    field.fail("must be written as [[claims]]");
  std::vector<Claim> claims;
  for (const toml::node& node : *tables)
    claims.push_back(
        read_claim(Section(*node.as_table(), "claims.", field.path,
                           factors_and({"claim", "source", "group", "against", "measure",
                                        "at_least", "at_most", "on_every_start"})),
                   experiment, games));
  return claims;
}

}  // namespace

ExperimentFile parse_experiment(std::string_view text, const std::string& path,
                                const std::vector<SearchableGame>& games) {
  const toml::table table = parse_toml(text, path);
  const Section top(table, "", path,
                    {"name", "factors", "limits", "compare", "output", "positions", "claims"});
  ExperimentFile file;
  file.experiment.name = std::filesystem::path(path).stem().string();
  top.with("name", [&](const Field& field) { file.experiment.name = field.text(); });
  top.section("limits", {"nodes", "seconds"}, [&](const Section& section) {
    section.with("nodes", [&](const Field& f) { file.experiment.limits.nodes = f.count(); });
    section.with("seconds", [&](const Field& f) { file.experiment.limits.seconds = f.positive(); });
  });
  top.section("output", {"runs"}, [&](const Section& section) {
    section.with("runs", [&](const Field& field) { file.runs = field.text(); });
  });
  if (!top.with("positions", [&](const Field& field) {
        file.experiment.groups = read_groups(field, top, games);
      }))
    throw InputError(fmt::format("{}: no [[positions]]", path));
  top.section("compare", {"factor", "baseline", "measure"}, [&](const Section& section) {
    file.comparison = read_comparison(section);
    check(file.comparison, file.experiment, section.whole().where() + '.');
  });
  top.with("claims", [&](const Field& field) {
    file.comparison.claims = read_claims(field, file.experiment, games);
  });
  return file;
}

ExperimentFile load_experiment(const std::string& name, const std::vector<SearchableGame>& games) {
  const std::string path = locate(name, ".toml");
  return parse_experiment(read_file(path), path, games);
}

}  // namespace plylab::search::lab
