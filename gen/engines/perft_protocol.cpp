#include "gen/engines/perft_protocol.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/engines/uci.h"
#include "gen/engines/xboard.h"

namespace plylab::engines {
namespace {

using Json = nlohmann::ordered_json;

/// The pattern without brackets; also without the text in them if there are no moves.
std::string without_brackets(std::string_view pattern, bool moves) {
  std::string text;
  bool inside = false;
  for (const char c : pattern) {
    if (c == '[' || c == ']')
      inside = c == '[';
    else if (moves || !inside)
      text += c;
  }
  return text;
}

/// A descriptor file: its fields, and the names of those that exist.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : path_(path) {
    try {
      fields_ = Json::parse(read_file(path));
    } catch (const Json::parse_error& error) {
      fail(fmt::format("is not JSON: syntax error at byte {}", error.byte));
    } catch (const Json::exception& error) {
      fail(fmt::format("is not JSON: {}", error.what()));
    }
    if (!fields_.is_object()) fail("is not a JSON object");
  }

  /// Reads the fields that are given, and rejects others.
  void read(PerftProtocol& protocol) {
    read_fields(protocol);
    for (const auto& [name, value] : fields_.items())
      if (!known_.contains(name)) fail(name, "is not a field of a protocol");
  }

  bool has(std::string_view name) const { return fields_.contains(name); }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: {}", path_, what));
  }
  [[noreturn]] void fail(const std::string& name, std::string_view what) const {
    fail(fmt::format("'{}' {}", name, what));
  }

 private:
  template <Described T>
  void read_fields(T& object) {
    for_each_field(object, [&]<class Value>(std::string_view name, Value& value) {
      if constexpr (Described<Value>) {
        read_fields(value);
      } else {
        known_.insert(name);
        if (fields_.contains(name)) read_value(std::string(name), fields_.at(name), value);
      }
    });
  }
  void read_value(const std::string& name, const Json& json, std::string& text) const {
    if (!json.is_string()) fail(name, "is not a string");
    text = json.get<std::string>();
    if (text.find_first_of("\n\r") != text.npos) fail(name, "has a line end");
    if (text.find('\0') != text.npos) fail(name, "has a byte 0");
  }
  void read_value(const std::string& name, const Json& json, bool& flag) const {
    if (!json.is_boolean()) fail(name, "is neither true nor false");
    flag = json.get<bool>();
  }
  void read_value(const std::string& name, const Json& json,
                  std::vector<std::string>& lines) const {
    if (!json.is_array() || !std::ranges::all_of(json, &Json::is_string))
      fail(name, "is not a list of strings");
    lines.resize(json.size());
    for (std::size_t i = 0; i < json.size(); ++i) read_value(name, json[i], lines[i]);
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void read_value(const std::string& name, const Json& json, Enum& value) const {
    std::string text;
    read_value(name, json, text);
    const auto names = names_of(value);
    const auto* const found = std::ranges::find(names, text);
    if (found == names.end())
      fail(name, fmt::format("is '{}', expected one of {}", text, fmt::join(names, ", ")));
    value = static_cast<Enum>(found - names.begin());
  }

  std::string path_;
  Json fields_;
  std::set<std::string_view> known_;
};

/// Rejects names in braces that are not filled in here.
void check_names(const Descriptor& descriptor, const char* name, std::string_view text,
                 std::initializer_list<std::string_view> known) {
  for (std::size_t i = text.find('{'); i < text.size(); i = text.find('{', i + 1)) {
    const std::string_view rest = text.substr(i);
    if (std::ranges::none_of(known, [&](std::string_view one) { return rest.starts_with(one); }))
      descriptor.fail(name, fmt::format("has the unknown name '{}'",
                                        rest.substr(0, std::min(rest.find('}'), rest.size()) + 1)));
  }
}

/// Rejects unknown names in braces, and brackets that do not match.
void check_filling(const Descriptor& descriptor, const char* name, std::string_view text) {
  check_names(descriptor, name, text, {"{fen}", "{moves}", "{depth}", "{move}"});
  bool in_brackets = false;
  for (const char c : text) {
    if (c != '[' && c != ']') continue;
    if (in_brackets == (c == '[')) descriptor.fail(name, "has brackets that do not match");
    in_brackets = !in_brackets;
  }
  if (in_brackets) descriptor.fail(name, "has brackets that do not match");
}

/// The same for a list of lines.
void check_filling(const Descriptor& descriptor, const char* name,
                   const std::vector<std::string>& lines) {
  for (const std::string& line : lines) check_filling(descriptor, name, std::string_view(line));
}

/// Rejects a line without the name `what`.
void check_holds(const Descriptor& descriptor, const char* name, std::string_view line,
                 std::string_view what) {
  check_filling(descriptor, name, line);
  if (!line.empty() && line.find(what) == line.npos)
    descriptor.fail(name, fmt::format("has no {}", what));
}

/// Rejects a pattern that is not a regular expression with that many groups.
void check_pattern(const Descriptor& descriptor, const char* name, const std::string& pattern,
                   unsigned groups) {
  try {
    if (const auto count = std::regex(pattern).mark_count(); !pattern.empty() && count != groups)
      descriptor.fail(name, fmt::format("has {} groups, expected {}", count, groups));
  } catch (const std::regex_error&) {
    descriptor.fail(name, fmt::format("'{}' is not a regular expression", pattern));
  }
}

void check(const Descriptor& descriptor, const PerftProtocol& protocol) {
  check_pattern(descriptor, "branch", protocol.branch, 2);
  check_pattern(descriptor, "total", protocol.total, 1);
  check_pattern(descriptor, "end", protocol.end, 0);
  const bool session = protocol.launch == Launch::session;
  if (session && protocol.question.empty()) descriptor.fail("question", "is missing");
  if (session && protocol.setup.empty()) descriptor.fail("setup", "is missing");
  if (!session && protocol.arguments.empty()) descriptor.fail("arguments", "is missing");
  const Handshake& handshake = protocol.handshake;
  for (const char* name :
       {"setup", "question", "greeting", "greeted", "name_label", "opening", "ping", "pong", "move",
        "move_offer", "offered_move", "chess960_offer", "chess960_on", "chess960_off"})
    if (!session && descriptor.has(name)) descriptor.fail(name, "is for sessions only");
  if (handshake.ping.empty() != handshake.pong.empty())
    descriptor.fail("ping", "and 'pong' must be given together");
  if (protocol.move_offer.empty() != protocol.offered_move.empty())
    descriptor.fail("move_offer", "and 'offered_move' must be given together");
  if ((protocol.chess960 == Chess960::offered) == protocol.chess960_offer.empty())
    descriptor.fail("chess960_offer", "and 'chess960': 'offered' must be given together");
  if (session && !protocol.arguments.empty()) descriptor.fail("arguments", "is for calls only");
  check_filling(descriptor, "arguments", protocol.arguments);
  check_filling(descriptor, "setup", protocol.setup);
  check_holds(descriptor, "question", protocol.question, "{depth}");
  check_holds(descriptor, "move", protocol.move, "{move}");
  check_holds(descriptor, "offered_move", protocol.offered_move, "{move}");
  check_names(descriptor, "ping", handshake.ping, {"{ping}"});
  check_names(descriptor, "pong", handshake.pong, {"{ping}"});
  const std::pair<const char*, const std::vector<std::string>&> unfilled[] = {
      {"greeting", handshake.greeting},
      {"opening", protocol.opening},
      {"chess960_on", protocol.chess960_on},
      {"chess960_off", protocol.chess960_off}};
  for (const auto& [name, lines] : unfilled)
    for (const std::string& line : lines) check_names(descriptor, name, line, {});
}

/// Reads a descriptor file; PROTOCOLS.md has an example. Throws InputError, which names the file
/// and the field.
PerftProtocol read_descriptor(const std::string& path) {
  Descriptor file(path);
  PerftProtocol protocol{.name = path};
  file.read(protocol);
  check(file, protocol);
  return protocol;
}

}  // namespace

bool PerftProtocol::plays_moves() const {
  const auto has_moves = [](const std::string& text) { return text.find("{moves}") != text.npos; };
  return !move.empty() || has_moves(question) ||
         std::any_of(setup.begin(), setup.end(), has_moves) ||
         std::any_of(arguments.begin(), arguments.end(), has_moves);
}

std::span<const PerftProtocol> protocols() {
  static const std::vector<PerftProtocol> known{
      uci_perft("uci", "go perft {depth}"),
      uci_perft("uci-perft", "perft {depth}"),
      uci_perft("uci-divide", "divide {depth}"),
      xboard_perft("xboard", "perft {depth}"),
      xboard_perft("xboard-divide", "divide {depth}"),
      {.name = "perftree", .launch = Launch::call, .arguments = {"{depth}", "{fen}", "[{moves}]"}},
      {.name = "count",
       .launch = Launch::call,
       .reading = Reading::any_number,
       .divides = false,
       .arguments = {"{fen}", "{depth}"}}};
  return known;
}

PerftProtocol find_protocol(const std::string& name) {
  if (name.ends_with(".json")) return read_descriptor(name);
  for (const PerftProtocol& protocol : protocols())
    if (protocol.name == name) return protocol;
  std::vector<std::string> names = names_in(protocols());
  names.insert(names.end(), {"auto", "descriptors (FILE.json)"});
  refuse_name("--protocol", name, names);
}

std::string fill(std::string_view pattern, const TextQuestion& question, std::string_view move) {
  const std::string text = without_brackets(pattern, !question.moves.empty());
  const std::pair<std::string_view, std::string> values[] = {
      {"{fen}", question.position},
      {"{moves}", fmt::format("{}", fmt::join(question.moves, " "))},
      {"{depth}", fmt::to_string(question.depth)},
      {"{move}", std::string(move)}};
  std::string filled;
  for (std::size_t i = 0; i < text.size();) {
    const auto* const value =
        std::find_if(std::begin(values), std::end(values), [&](const auto& candidate) {
          return std::string_view(text).substr(i).starts_with(candidate.first);
        });
    if (value == std::end(values)) {
      filled += text[i++];
    } else {
      filled += value->second;
      i += value->first.size();
    }
  }
  return filled;
}

}  // namespace plylab::engines
