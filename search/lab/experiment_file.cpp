#include "search/lab/experiment_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <vector>

#include "gen/epd/shipped.h"
#include "gen/input_error.h"
#include "gen/read_file.h"
#include "gen/select_names.h"
#include "search/lab/starts.h"

namespace plylab::search::lab {
namespace {

/// A value in the file, with what a message about it needs.
struct Field {
  const toml::node& node;
  std::string key;   ///< from the top: "positions.suite"
  std::string path;  ///< of the file

  std::string where() const {
    return fmt::format("{}:{}: {}", path, node.source().begin.line, key);
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
  std::string text() const { return as<std::string>("a text"); }

  /// A number above 0, with or without a fraction.
  double positive() const {
    const auto value = node.value<double>();
    if (!node.is_number() || !(*value > 0)) fail("must be a number above 0");
    return *value;
  }
  std::uint64_t count() const {
    const auto value = as<std::int64_t>("a whole number");
    if (value <= 0) fail("must be above 0");
    return static_cast<std::uint64_t>(value);
  }

  /// One text or whole number, or an array of them.
  std::vector<std::string> list() const {
    std::vector<std::string> texts;
    const auto add = [&](const toml::node& item) {
      if (const auto number = item.value_exact<std::int64_t>())
        texts.push_back(fmt::format("{}", *number));
      else
        texts.push_back(Field{item, key, path}.as<std::string>("texts or whole numbers"));
    };
    if (const toml::array* items = node.as_array())
      for (const toml::node& item : *items) add(item);
    else
      add(node);
    if (texts.empty()) fail("must not be empty");
    return texts;
  }
};

/// A table of the file, all of whose keys must be known.
class Section {
 public:
  Section(const toml::table& table, std::string prefix, std::string path,
          const std::vector<std::string_view>& known)
      : table_(table), prefix_(std::move(prefix)), path_(std::move(path)) {
    for (const auto& [key, node] : table)
      if (std::find(known.begin(), known.end(), key.str()) == known.end())
        Field{node, prefix_ + std::string(key.str()), path_}.fail(
            fmt::format("no such key; there are {}", fmt::join(known, ", ")));
  }

  /// Calls use(field) if the key is there; says whether it is.
  bool with(std::string_view key, auto&& use) const {
    const toml::node* node = table_.get(key);
    if (node) use(Field{*node, prefix_ + std::string(key), path_});
    return node != nullptr;
  }

  /// The same for a table within this one.
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

void read_levels(const Section& section, Levels& levels) {
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    section.with(factor_names[i], [&](const Field& field) {
      const auto factor = static_cast<Factor>(i);
      levels[factor] = canonicalize(factor, field.list(), field.where());
    });
}

/// Calls a function that knows no file, and says where its InputError belongs.
auto within(const Field& field, auto&& read) {
  try {
    return read();
  } catch (const InputError& error) {
    field.fail(error.what());
  }
}

Group read_group(const Section& section, const Levels& defaults) {
  Group group{{}, {}, defaults};
  if (!section.with("name", [&](const Field& field) { group.name = field.text(); }))
    section.whole().fail("has no name");
  int sources = 0;
  sources += section.with("fen", [&](const Field& field) {
    for (const std::string& fen : field.list())
      group.starts.push_back(within(field, [&] { return start_at_fen(fen); }));
  });
  sources += section.with("suite", [&](const Field& field) {
    group.starts = within(field, [&] { return starts_of_suite(field.text()); });
  });
  std::vector<std::uint64_t> seeds;
  const bool seeded = section.with("seeds", [&](const Field& field) {
    seeds = within(field, [&] { return parse_seeds(field.list()); });
  });
  const bool is_tree = section.with("tree", [&](const Field& field) {
    for (const std::string& tree : field.list())
      for (Start& start : within(field, [&] { return starts_of_tree(tree, seeds); }))
        group.starts.push_back(std::move(start));
  });
  sources += is_tree;
  sources += section.with("game", [&](const Field& field) {
    group.starts.push_back(within(field, [&] { return start_of_game(field.text()); }));
  });
  if (sources != 1) section.whole().fail("must have one of fen, suite, tree, game");
  if (seeded && !is_tree) section.whole().fail("has seeds, but no tree");
  read_levels(section, group.levels);
  if (game_of(group.starts.front()) != Game::chess)
    fit_to_other_game(group.levels, section.with("ordering", [](const Field&) {}),
                      section.whole().where());
  check_starts(group, section.whole().where());
  return group;
}

std::vector<Group> read_groups(const Field& field, const Levels& defaults) {
  const toml::array* tables = field.node.as_array();
  if (!tables || !tables->is_homogeneous<toml::table>())
    field.fail("must be written as [[positions]]");
  std::vector<Group> groups;
  for (const toml::node& node : *tables) {
    const Section section(*node.as_table(), "positions.", field.path,
                          factors_and({"name", "fen", "suite", "tree", "seeds", "game"}));
    groups.push_back(read_group(section, defaults));
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
  section.with("baseline", [&](const Field& field) { comparison.baseline = field.text(); });
  section.with("measure", [&](const Field& field) {
    comparison.measures = select_names(field.where(), field.list(), measure_names());
  });
  return comparison;
}

}  // namespace

ExperimentFile parse_experiment(std::string_view text, const std::string& path) {
  toml::table table;
  try {
    table = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    throw InputError(
        fmt::format("{}:{}: {}", path, error.source().begin.line, error.description()));
  }
  const Section top(table, "", path,
                    {"name", "factors", "limits", "compare", "output", "positions"});
  ExperimentFile file;
  file.experiment.name = std::filesystem::path(path).stem().string();
  top.with("name", [&](const Field& field) { file.experiment.name = field.text(); });
  Levels levels = default_levels();
  top.section("factors", factors_and({}),
              [&](const Section& section) { read_levels(section, levels); });
  top.section("limits", {"nodes", "seconds"}, [&](const Section& section) {
    section.with("nodes", [&](const Field& f) { file.experiment.limits.nodes = f.count(); });
    section.with("seconds", [&](const Field& f) { file.experiment.limits.seconds = f.positive(); });
  });
  top.section("output", {"runs"}, [&](const Section& section) {
    section.with("runs", [&](const Field& field) { file.runs = field.text(); });
  });
  if (!top.with("positions",
                [&](const Field& field) { file.experiment.groups = read_groups(field, levels); }))
    throw InputError(fmt::format("{}: no [[positions]]", path));
  top.section("compare", {"factor", "baseline", "measure"}, [&](const Section& section) {
    file.comparison = read_comparison(section);
    check(file.comparison, file.experiment, section.whole().where() + '.');
  });
  return file;
}

ExperimentFile load_experiment(const std::string& name) {
  const std::string path = epd::locate(name, ".toml");
  return parse_experiment(read_file(path), path);
}

}  // namespace plylab::search::lab
