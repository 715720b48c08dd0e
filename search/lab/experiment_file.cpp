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
#include "gen/base/text.h"
#include "reports/text/utf8.h"
#include "search/run/searches.h"

// An assertion of toml++ 3.3, in parse_key(), fails for "[/x]"; without it toml++ rejects that text
// correctly.
#define TOML_ASSERT(expression) static_assert(true)
#pragma push_macro("NDEBUG")  // by which it would tell clang to rely on it
#undef NDEBUG
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace plylab::search::lab {
namespace {

/// Rejects texts that toml++ 3.3 handles badly: text that is not UTF-8; non-ASCII letters outside
/// quotes and comments, for which assertions fail; a quote within a word, which it reads wrongly;
/// and keys with so many dotted parts that recursion overflows the stack. Throws InputError,
/// "file:line: what".
void check_toml(std::string_view text, const std::string& path) {
  constexpr int max_dots = 20;  // in a line, outside quotes
  constexpr std::string_view before_quote = " \t=,[{\"'";
  std::string_view quote;  // the quote that encloses the text; empty outside
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto fail = [&](std::string_view what) {
      throw InputError(fmt::format("{}:{}: {}", path, number, what));
    };
    if (reports::valid_utf8(line) != line) fail("is not UTF-8");
    char before = ' ';
    for (int dots = 0; !line.empty();) {
      std::size_t read = 1;
      const char first = line.front();
      if (!quote.empty()) {
        if (line.front() == '\\' && quote.front() == '"') read = 2;
        if (line.starts_with(quote)) {
          read = quote.size();
          // Two more quotes may end a multi-line string.
          if (read == 3) read = std::min(line.find_first_not_of(quote.front()), std::size_t{5});
          quote = {};
        }
      } else if (line.front() == '#') {
        break;
      } else if (line.front() == '"' || line.front() == '\'') {
        if (before_quote.find(before) == before_quote.npos) fail("a quote within a word");
        quote = line.front() == '"' ? R"(""")" : "'''";
        if (!line.starts_with(quote)) quote.remove_suffix(2);
        read = quote.size();
      } else if (static_cast<unsigned char>(line.front()) >= 0x80) {
        fail("a letter that is not ASCII, outside of quotes");
      } else if (line.front() == '.' && ++dots > max_dots) {
        fail(fmt::format("more than {} dots outside of quotes", max_dots));
      }
      before = first;
      line.remove_prefix(std::min(read, line.size()));
    }
    if (quote.size() == 1) quote = {};  // toml++ rejects an unclosed one
  }
}

/// The text of a file, which `path` names. Throws InputError, "file:line: what".
toml::table parse_toml(std::string_view text, const std::string& path) {
  skip_byte_order_mark(text);
  check_toml(text, path);
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    throw InputError(
        fmt::format("{}:{}: {}", path, error.source().begin.line, error.description()));
  }
}

/// A value in a file, with its key and path for messages.
struct Field {
  const toml::node& node;
  std::string key;   ///< full key: "positions.suite"; empty for the whole file
  std::string path;  ///< of the file

  std::string where() const {
    return fmt::format("{}:{}{}{}", path, node.source().begin.line, key.empty() ? "" : ": ", key);
  }
  [[noreturn]] void fail(std::string_view what) const {
    throw InputError(fmt::format("{}: {}", where(), what));
  }

  template <class T>
  T as(std::string_view kind) const {
    const auto value = node.value_exact<T>();
    if (!value) fail(fmt::format("must be {}", kind));
    return *value;
  }
  std::string text(std::string_view kind = "a text") const { return as<std::string>(kind); }

  /// A positive number, with or without fraction.
  double positive() const {
    const auto value = node.value<double>();
    if (!node.is_number() || !(*value > 0) || !std::isfinite(*value))
      fail("must be a number above 0");
    return *value;
  }
  std::uint64_t count() const {
    const auto value = as<std::int64_t>("a whole number");
    if (value <= 0) fail("must be above 0");
    return static_cast<std::uint64_t>(value);
  }

  /// A string or whole number, or an array of these.
  std::vector<std::string> list() const {
    std::vector<std::string> texts;
    const auto add = [&](const toml::node& item) {
      if (const auto number = item.value_exact<std::int64_t>())
        texts.push_back(fmt::format("{}", *number));
      else
        texts.push_back(Field{item, key, path}.text("texts or whole numbers"));
    };
    if (const toml::array* items = node.as_array())
      for (const toml::node& item : *items) add(item);
    else
      add(node);
    if (texts.empty()) fail("must not be empty");
    return texts;
  }
};

/// A table of a file, all of whose keys must be known.
class Section {
 public:
  Section(const toml::table& table, std::string prefix, std::string path,
          const std::vector<std::string_view>& known)
      : table_(table), prefix_(std::move(prefix)), path_(std::move(path)) {
    for (const auto& [key, node] : table)
      find_entry(known, key.str(), Field{node, whole().key, path_}.where());
  }

  /// Calls use(field) if the key exists; returns whether it does.
  bool with(std::string_view key, auto&& use) const {
    const toml::node* node = table_.get(key);
    if (node) use(Field{*node, prefix_ + std::string(key), path_});
    return node != nullptr;
  }

  bool has(std::string_view key) const { return table_.contains(key); }

  /// The same as with() for a table within this one.
  void section(std::string_view key, const std::vector<std::string_view>& known, auto&& use) const {
    with(key, [&](const Field& field) {
      const toml::table* table = field.node.as_table();
      if (!table) field.fail("must be a table");
      use(Section(*table, field.key + '.', path_, known));
    });
  }

  /// The section itself, for messages.
  Field whole() const {
    return {table_, prefix_.substr(0, prefix_.empty() ? 0 : prefix_.size() - 1), path_};
  }

 private:
  const toml::table& table_;
  std::string prefix_;
  std::string path_;
};

std::vector<std::string_view> factors_and(std::initializer_list<std::string_view> more) {
  std::vector<std::string_view> keys(more);
  keys.insert(keys.end(), factor_names.begin(), factor_names.end());
  return keys;
}

/// The game whose names [factors] uses: chess, or the first game without chess.
const SearchableGame& game_of_factors(const std::vector<SearchableGame>& games) {
  const auto chess = std::find_if(games.begin(), games.end(),
                                  [](const SearchableGame& game) { return game.is_chess; });
  return chess != games.end() ? *chess : games.front();
}

/// Whether [factors] sets this factor for every game: names of generators, evaluations and
/// orderings belong to one game.
bool is_common(Factor factor) {
  return factor != Factor::generator && factor != Factor::evaluation && factor != Factor::ordering;
}

/// Reads the factors for a group of the game.
void read_levels(const Section& section, const SearchableGame& game, Levels& levels,
                 auto&& wanted) {
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto factor = static_cast<Factor>(i);
    if (!wanted(factor)) continue;
    section.with(factor_names[i], [&](const Field& field) {
      levels[factor] = parse_levels(factor, field.list(), game, field.where());
    });
  }
}

/// Calls a function that does not know the file, and adds the field to its InputError.
decltype(auto) within(const Field& field, auto&& read) {
  try {
    return read();
  } catch (const InputError& error) {
    field.fail(error.what());
  }
}

Group read_group(const Section& section, const Section& top,
                 const std::vector<SearchableGame>& games) {
  Group group{};
  if (!section.with("name", [&](const Field& field) { group.name = field.text(); }))
    section.whole().fail("has no name");
  if (group.name.empty()) section.whole().fail("has an empty name");
  cli::GameOptions positions;
  std::optional<Field> named, source, seeded;
  section.with("game", [&](const Field& field) { positions.game = named.emplace(field).text(); });
  int sources = 0;
  const auto read_source = [&](std::string_view key, auto&& read) {
    sources += section.with(key, [&](const Field& field) { read(source.emplace(field)); });
  };
  read_source("position", [&](const Field& field) { positions.positions = field.list(); });
  read_source("fen", [&](const Field& field) { positions.chess.fens = field.list(); });
  read_source("suite", [&](const Field& field) { positions.chess.suites = {field.text()}; });
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
  if (seeded) within(*seeded, [&] { cli::parse_seeds(positions.seeds); });
  group.game = &game;
  group.starts = within(where, [&] { return load_starts(positions, game.info); });

  group.levels = default_levels(game);
  if (const int plies = longest(group.starts, game.info); plies > 0)
    group.levels[Factor::depth] = {plies};
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
  // Checks [factors] even if every group overrides it.
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

/// The claim for one of the groups that it names.
Claim read_claim(const Section& section, const std::string& group_name,
                 const Experiment& experiment) {
  Claim claim;
  const auto text = [&](std::string_view key, std::string& into) {
    if (!section.with(key, [&](const Field& field) { into = field.text(); }))
      section.whole().fail(fmt::format("has no {}", key));
  };
  text("claim", claim.text);
  text("source", claim.source);
  claim.group = group_name;
  const Group& group =
      find_entry(experiment.groups, claim.group, section.whole().where() + ".group");
  section.with("factor",
               [&](const Field& field) { claim.factor = factor_of(field.where(), field.text()); });
  const auto level = [&](const Field& field) {
    return to_string(
        parse_levels(claim.factor, {field.text()}, *group.game, field.where()).front());
  };
  const std::string_view compared = name_of(claim.factor);
  if (!section.with(compared, [&](const Field& field) { claim.level = level(field); }))
    section.whole().fail(fmt::format("has no {}", compared));
  section.with("against", [&](const Field& field) { claim.against = level(field); });
  if (claim.level == claim.against)
    section.whole().fail(fmt::format("compares a {} with itself", compared));
  section.with("measure", [&](const Field& field) { claim.measure = field.text(); });
  section.with("line", [&](const Field& field) { claim.line = field.text(); });
  section.with("at_least", [&](const Field& field) { claim.at_least = field.positive(); });
  section.with("at_most", [&](const Field& field) { claim.at_most = field.positive(); });
  section.with("on_every_start", [&](const Field& field) {
    claim.on_every_start = field.as<bool>("true or false");
    if (claim.on_every_start && (claim.at_least.value_or(1) != 1 || claim.at_most.value_or(1) != 1))
      field.fail("is for at_least = 1 or at_most = 1");
  });
  if (claim.at_least.value_or(0) > claim.at_most.value_or(INFINITY))
    section.whole().fail("at_least is greater than at_most");
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    if (const auto factor = static_cast<Factor>(i); factor != claim.factor)
      section.with(factor_names[i], [&](const Field& field) {
        claim.levels.emplace(
            factor, parse_levels(factor, field.list(), *group.game, field.where()).front());
      });
  if (!claim.at_least && !claim.at_most) section.whole().fail("has neither at_least nor at_most");
  check(claim, experiment, section.whole().where() + '.');
  return claim;
}

std::vector<Claim> read_claims(const Field& field, const Experiment& experiment) {
  const toml::array* tables = field.node.as_array();
  if (!tables || !tables->is_homogeneous<toml::table>())
    field.fail("must be written as [[claims]]");
  std::vector<Claim> claims;
  for (const toml::node& node : *tables) {
    const Section section(*node.as_table(), "claims.", field.path,
                          factors_and({"claim", "source", "group", "factor", "against", "measure",
                                       "line", "at_least", "at_most", "on_every_start"}));
    if (!section.with("group", [&](const Field& groups) {
          for (const std::string& group : groups.list())
            claims.push_back(read_claim(section, group, experiment));
        }))
      section.whole().fail("has no group");
  }
  return claims;
}

}  // namespace

ExperimentFile parse_experiment(std::string_view text, const std::string& path,
                                const std::vector<SearchableGame>& games) {
  const toml::table table = parse_toml(text, path);
  const Section top(
      table, "", path,
      {"name", "distinct", "factors", "limits", "compare", "output", "positions", "claims"});
  ExperimentFile file;
  file.experiment.name = std::filesystem::path(path).stem().string();
  top.with("name", [&](const Field& field) { file.experiment.name = field.text(); });
  top.with("distinct",
           [&](const Field& field) { file.experiment.distinct = field.as<bool>("true or false"); });
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
    file.comparison.claims = read_claims(field, file.experiment);
  });
  return file;
}

ExperimentFile load_experiment(const std::string& name, const std::vector<SearchableGame>& games) {
  const std::string path = locate(name, ".toml");
  if (!std::filesystem::exists(path))
    throw InputError(fmt::format("there is no experiment '{}', by path or among those shipped: {}",
                                 name, fmt::join(shipped_names(".toml"), ", ")));
  return parse_experiment(read_file(path), path, games);
}

}  // namespace plylab::search::lab
