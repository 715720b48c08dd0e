#include "perft/cluster/certificate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/tree/games.h"

namespace plylab::perft::cluster {
namespace {

constexpr std::string_view name_of_format = "plylab certificate ";
constexpr std::string_view version = "3";
constexpr std::string_view between_counts = " | ";

/// The plan's lists, root_moves and ended, have lines of their own.
template <class T>
constexpr bool is_list =
    std::same_as<T, std::vector<std::string>> || std::same_as<T, std::vector<Count>>;

std::string head_of(const Certificate& certificate) {
  const Plan& plan = certificate.plan;
  std::string text = fmt::format("{}{}\n", name_of_format, version);
  for_each_field(plan, [&]<class T>(std::string_view name, const T& value) {
    if constexpr (std::same_as<T, bool>)
      text += fmt::format("{}={}\n", name, int{value});
    else if constexpr (std::integral<T> || std::same_as<T, Count> || std::same_as<T, std::string>)
      text += fmt::format("{}={}\n", name, value);
    else
      static_assert(is_list<T>, "say here how a certificate states this type");
  });
  text += fmt::format("root_moves={}\n", plan.root_moves.size());
  for (std::size_t i = 0; i < plan.root_moves.size(); ++i)
    text += fmt::format("root_move={} {}\n", plan.root_moves[i], plan.ended[i]);
  return text + fmt::format("leaves={}\n", certificate.leaves);
}

std::string line_of(const CertifiedUnit& certified, std::size_t columns) {
  const Unit& unit = certified.unit;
  std::string text = fmt::format("unit={} {} ", unit.records, fmt::join(certified.generators, ","));
  const auto out = std::back_inserter(text);
  for (const BranchCounts& branch : unit.branches)
    fmt::format_to(out, "{}{} {}", &branch == &unit.branches.front() ? "" : ";", branch.branch,
                   fmt::join(branch.counts, " "));
  text += between_counts;
  for (std::size_t i = 0; i < unit.positions.size(); ++i)
    fmt::format_to(out, "{}{}", i == 0 ? "" : i % columns == 0 ? ";" : " ", unit.positions[i]);
  return text;
}

/// Reads the values of lines from a text.
class Reader {
 public:
  Reader(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: {}", where_, what));
  }
  std::string_view line() { return take_line(text_); }
  std::string_view value(std::string_view name) {
    std::string_view line = take_line(text_);
    if (take_until(line, "=") != name || line.empty())
      fail(fmt::format("a line '{}=' is missing", name));
    return line.substr(1);
  }
  /// Reads numbers as counts, and rejects those too large for their type.
  Count count(std::string_view name) { return as_count(value(name), name); }
  std::uint64_t number(std::string_view name, std::uint64_t max = UINT64_MAX >> 1) {
    const Uint128 number = count(name).value();
    if (number > max) fail(fmt::format("{}: a number exceeds {}", name, max));
    return static_cast<std::uint64_t>(number);
  }
  Count as_count(std::string_view text, std::string_view name) const {
    const auto count = parse_count(text);
    if (!count) fail(fmt::format("{}: '{}' is not a count", name, text.substr(0, 40)));
    return *count;
  }

 private:
  std::string_view text_;
  const std::string& where_;
};

/// Takes counts separated by blanks, up to the end or a semicolon, which it takes, too.
std::vector<Count> take_counts(std::string_view& text, const Reader& in) {
  std::string_view item = take_until(text, ";");
  if (!text.empty()) text.remove_prefix(1);
  std::vector<Count> counts;
  while (!item.empty()) {
    counts.push_back(in.as_count(take_until(item, " "), "unit"));
    if (!item.empty()) item.remove_prefix(1);
  }
  return counts;
}

CertifiedUnit parse_unit(std::string_view line, std::size_t number, const Plan& plan,
                         const Reader& in) {
  CertifiedUnit certified{.unit = {.number = number}, .generators = {}};
  Unit& unit = certified.unit;
  unit.records = take_word(line);
  skip(line);
  certified.generators = words_of(take_word(line), ",");
  skip(line);
  const std::size_t end = line.find(between_counts);
  if (end == line.npos) in.fail(fmt::format("unit {} has no positions", number));
  for (std::string_view rest = line.substr(0, end); !rest.empty();) {
    std::vector<Count> counts = take_counts(rest, in);
    if (counts.empty()) in.fail(fmt::format("unit {} has a root move without counts", number));
    const Uint128 branch = std::min<Uint128>(counts.front().value(), SIZE_MAX);
    counts.erase(counts.begin());
    unit.branches.push_back({static_cast<std::size_t>(branch), std::move(counts)});
  }
  for (std::string_view rest = line.substr(end + between_counts.size()); !rest.empty();) {
    const std::vector<Count> counts = take_counts(rest, in);
    if (counts.size() != plan.columns)
      in.fail(fmt::format("unit {}: a position has {} counts, not {}", number, counts.size(),
                          plan.columns));
    unit.positions.insert(unit.positions.end(), counts.begin(), counts.end());
  }
  if (const std::string what = misfit(plan, unit); !what.empty())
    in.fail(fmt::format("unit {}: {}", number, what));
  if (certified.generators.empty()) in.fail(fmt::format("unit {} has no generator", number));
  if (std::ranges::adjacent_find(certified.generators, std::ranges::greater_equal()) !=
      certified.generators.end())
    in.fail(fmt::format("unit {}: generators are not in ascending order", number));
  return certified;
}

/// Rejects positions in files: the certificate would contain the file's name, but not the file.
void refuse_files(const Plan& plan, const std::string& where) {
  if (plan.game == tree::WrittenTree::name)
    throw InputError(fmt::format("{}: {} has no certificates, because its positions are files",
                                 where, plan.game));
}

}  // namespace

std::set<std::string> Certificate::generators() const {
  std::set<std::string> all;
  for (const CertifiedUnit& unit : units)
    all.insert(unit.generators.begin(), unit.generators.end());
  return all;
}

std::size_t Certificate::counted_twice() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      units, [](const CertifiedUnit& unit) { return unit.generators.size() > 1; }));
}

Certificate certify(const CountableGame& game, Manifest& manifest) {
  const std::string where = fmt::format("'{}'", manifest.path());
  Certificate certificate{.plan = *manifest.plan()};
  const Plan& plan = certificate.plan;
  refuse_files(plan, where);
  manifest.for_each_unit([&](const Unit& unit, const Origin& origin) {
    if (certificate.units.empty() || certificate.units.back().unit.number != unit.number)
      certificate.units.push_back({unit, {}});
    certificate.units.back().generators.push_back(origin.generator);
  });
  if (certificate.units.size() != plan.units)
    throw InputError(fmt::format("{}: {} of {} units are not counted yet", where,
                                 plan.units - certificate.units.size(), plan.units));
  validate(certificate, game, where);
  certificate.leaves = sum_of(certificate).result.leaves;
  return certificate;
}

PartialCount sum_of(const Certificate& certificate) {
  PartialCount count(certificate.plan);
  for (const CertifiedUnit& certified : certificate.units) {
    count.add(certified.unit.branches);
    for (const std::string& name : certified.generators) ++count.origins[{"", "", name, ""}].units;
  }
  count.finish();
  return count;
}

std::string root_of(const Certificate& certificate) {
  std::vector<std::string> level;
  for (const CertifiedUnit& unit : certificate.units)
    level.push_back(sha256(line_of(unit, certificate.plan.columns)));
  while (level.size() > 1) {
    std::vector<std::string> above;
    for (std::size_t i = 0; i < level.size(); i += 2)
      above.push_back(i + 1 < level.size() ? sha256(level[i] + level[i + 1]) : level[i]);
    level = std::move(above);
  }
  return sha256(sha256(head_of(certificate)) + (level.empty() ? "" : level.front()));
}

std::string to_text(const Certificate& certificate) {
  std::string text = head_of(certificate);
  for (const CertifiedUnit& unit : certificate.units)
    text += line_of(unit, certificate.plan.columns) + '\n';
  return text + "root=" + root_of(certificate) + '\n';
}

Certificate parse_certificate(std::string_view text, const std::string& where) {
  Reader in(text, where);
  std::string_view first = in.line();
  if (is_manifest(text))
    in.fail("it is a manifest of plylab count; plylab certify makes a certificate of it");
  if (!first.starts_with(name_of_format)) in.fail("it is not a plylab certificate");
  first.remove_prefix(name_of_format.size());
  if (first != version) in.fail("it is a certificate of another version of plylab");
  constexpr std::uint64_t small = 1'000'000;
  Certificate certificate;
  Plan& plan = certificate.plan;
  for_each_field(plan, [&]<class T>(std::string_view name, T& value) {
    if constexpr (std::same_as<T, std::string>)
      value = in.value(name);
    else if constexpr (std::same_as<T, bool>)
      value = in.number(name, 1) != 0;
    else if constexpr (std::same_as<T, int>)
      value = static_cast<int>(in.number(name, small));
    else if constexpr (std::same_as<T, Count>)
      value = in.count(name);
    else if constexpr (std::integral<T>)
      value = in.number(name);
    else
      static_assert(is_list<T>);
  });
  for (std::uint64_t left = in.number("root_moves"); left > 0; --left) {
    std::string_view line = in.value("root_move");
    plan.root_moves.emplace_back(take_until(line, " "));
    if (!line.empty()) line.remove_prefix(1);
    plan.ended.push_back(in.as_count(line, "root_move"));
  }
  refuse_files(plan, where);
  validate(plan, where);
  const Count leaves = in.count("leaves");
  for (std::size_t unit = 0; unit < plan.units; ++unit)
    certificate.units.push_back(parse_unit(in.value("unit"), unit, plan, in));
  try {
    certificate.leaves = sum_of(certificate).result.leaves;
  } catch (const InputError& error) {
    in.fail(error.what());
  }
  if (certificate.leaves != leaves)
    in.fail(fmt::format("the units have {} leaves, not {}", certificate.leaves, leaves));
  if (to_text(certificate) != text) in.fail("it has been changed: its hash does not match");
  return certificate;
}

void validate(const Certificate& certificate, const CountableGame& game, const std::string& where) {
  validate(certificate.plan, game, where);
  for (const std::string& name : certificate.generators()) validate_generator(game, name, where);
}

}  // namespace plylab::perft::cluster
