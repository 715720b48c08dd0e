#include "gen/engines/perft_protocol.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
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

/// A descriptor file: its fields, and which of them have been read.
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

  void read(const char* name, std::string& text) {
    if (const Json* value = take(name)) text = text_of(name, *value);
  }
  void read(const char* name, bool& flag) {
    const Json* value = take(name);
    if (!value) return;
    if (!value->is_boolean()) fail(name, "is neither true nor false");
    flag = value->get<bool>();
  }
  void read(const char* name, std::vector<std::string>& lines) {
    const Json* value = take(name);
    if (!value) return;
    if (!value->is_array()) fail(name, "is not a list of strings");
    lines.clear();
    for (const Json& line : *value) {
      if (!line.is_string()) fail(name, "is not a list of strings");
      lines.push_back(text_of(name, line));
    }
  }
  template <class Enum>
  void read(const char* name, Enum& value,
            std::initializer_list<std::pair<std::string_view, Enum>> choices) {
    std::string text, known;
    read(name, text);
    if (text.empty()) return;
    for (const auto& [word, meaning] : choices) {
      if (word == text) {
        value = meaning;
        return;
      }
      known += (known.empty() ? "" : ", ") + std::string(word);
    }
    fail(name, fmt::format("is '{}', expected one of {}", text, known));
  }
  /// A regular expression with that many groups.
  void read_pattern(const char* name, std::string& pattern, unsigned groups) {
    read(name, pattern);
    try {
      if (const auto count = std::regex(pattern).mark_count(); !pattern.empty() && count != groups)
        fail(name, fmt::format("has {} groups, expected {}", count, groups));
    } catch (const std::regex_error&) {
      fail(name, fmt::format("'{}' is not a regular expression", pattern));
    }
  }

  void check_all_taken() const {
    for (const auto& [name, value] : fields_.items())
      if (!taken_.contains(name)) fail(name, "is not a field of a protocol");
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: {}", path_, what));
  }
  [[noreturn]] void fail(const std::string& name, std::string_view what) const {
    fail(fmt::format("'{}' {}", name, what));
  }

 private:
  const Json* take(const char* name) {
    taken_[name] = true;
    const auto found = fields_.find(name);
    return found == fields_.end() ? nullptr : &*found;
  }
  std::string text_of(const char* name, const Json& value) const {
    if (!value.is_string()) fail(name, "is not a string");
    auto text = value.get<std::string>();
    if (text.find_first_of("\n\r") != text.npos) fail(name, "has a line end");
    if (text.find('\0') != text.npos) fail(name, "has a byte 0");
    return text;
  }

  std::string path_;
  Json fields_, taken_ = Json::object();
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

void check(const Descriptor& descriptor, const PerftProtocol& protocol) {
  const bool session = protocol.launch == Launch::session;
  if (session && protocol.question.empty()) descriptor.fail("question", "is missing");
  if (session && protocol.setup.empty()) descriptor.fail("setup", "is missing");
  if (!session && protocol.arguments.empty()) descriptor.fail("arguments", "is missing");
  const Handshake& handshake = protocol.handshake;
  const auto of_sessions = {std::pair("setup", !protocol.setup.empty()),
                            {"question", !protocol.question.empty()},
                            {"greeting", !handshake.greeting.empty()},
                            {"greeted", !handshake.greeted.empty()},
                            {"name_label", !handshake.name_label.empty()},
                            {"opening", !protocol.opening.empty()},
                            {"ping", !handshake.ping.empty()},
                            {"pong", !handshake.pong.empty()},
                            {"move", !protocol.move.empty()},
                            {"move_offer", !protocol.move_offer.empty()},
                            {"offered_move", !protocol.offered_move.empty()},
                            {"chess960_offer", !protocol.chess960_offer.empty()},
                            {"chess960_on", !protocol.chess960_on.empty()},
                            {"chess960_off", !protocol.chess960_off.empty()}};
  for (const auto& [name, is_given] : of_sessions)
    if (!session && is_given) descriptor.fail(name, "is for sessions only");
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
  PerftProtocol protocol;
  protocol.name = path;
  file.read("name", protocol.name);
  file.read("launch", protocol.launch, {{"session", Launch::session}, {"call", Launch::call}});
  file.read("reading", protocol.reading,
            {{"counts", Reading::counts}, {"any_number", Reading::any_number}});
  file.read("divides", protocol.divides);
  file.read("arguments", protocol.arguments);
  file.read("greeting", protocol.handshake.greeting);
  file.read("greeted", protocol.handshake.greeted);
  file.read("must_greet", protocol.handshake.must_greet);
  file.read("name_label", protocol.handshake.name_label);
  file.read("opening", protocol.opening);
  file.read("ping", protocol.handshake.ping);
  file.read("pong", protocol.handshake.pong);
  file.read("setup", protocol.setup);
  file.read("move", protocol.move);
  file.read("move_offer", protocol.move_offer);
  file.read("offered_move", protocol.offered_move);
  file.read("question", protocol.question);
  const std::initializer_list<std::pair<std::string_view, CastlingStyle>> styles{
      {"king_destination", CastlingStyle::king_destination},
      {"king_takes_rook", CastlingStyle::king_takes_rook},
      {"letters", CastlingStyle::letters}};
  file.read("castling", protocol.castling, styles);
  file.read("chess960_castling", protocol.chess960_castling, styles);
  file.read(
      "chess960", protocol.chess960,
      {{"never", Chess960::never}, {"always", Chess960::always}, {"offered", Chess960::offered}});
  file.read("chess960_offer", protocol.chess960_offer);
  file.read("chess960_on", protocol.chess960_on);
  file.read("chess960_off", protocol.chess960_off);
  file.read_pattern("branch", protocol.branch, 2);
  file.read_pattern("total", protocol.total, 1);
  file.read_pattern("end", protocol.end, 0);
  file.check_all_taken();
  check(file, protocol);
  return protocol;
}

}  // namespace

bool PerftProtocol::plays_moves() const {
  const auto has_moves = [](const std::string& text) { return text.find("{moves}") != text.npos; };
  return !move.empty() || std::any_of(setup.begin(), setup.end(), has_moves) ||
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
