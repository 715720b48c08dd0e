#include "perft/external/perft_protocols.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "gen/base/names.h"
#include "perft/external/descriptor.h"

namespace plylab::perft::external {
namespace {

/// UCI with a question that it does not have itself. Chess960 is its option UCI_Chess960.
PerftProtocol uci(const std::string& name, const std::string& question) {
  return {.name = name,
          .handshake = engines::uci_handshake(),
          .setup = {"position fen {fen}[ moves {moves}]"},
          .question = question,
          .chess960 = Chess960::offered,
          .chess960_offer = "option name UCI_Chess960 ",
          .chess960_on = {"setoption name UCI_Chess960 value true"},
          .chess960_off = {"setoption name UCI_Chess960 value false"}};
}

/// The protocol of xboard and WinBoard with such a question.
PerftProtocol xboard(const std::string& name, const std::string& question) {
  return {.name = name,
          .handshake = engines::xboard_handshake(),
          .opening = {"new", "force"},
          .setup = {"setboard {fen}"},
          .move = "{move}",
          .move_offer = "usermove=1",
          .offered_move = "usermove {move}",
          .question = question,
          .chess960_castling = CastlingStyle::letters,
          .chess960 = Chess960::offered,
          .chess960_offer = "fischerandom",
          .chess960_on = {"new", "variant fischerandom", "force"},
          .chess960_off = {"new", "force"}};
}

/// A text of a pattern without the brackets; what is in them only if there are moves.
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

}  // namespace

bool PerftProtocol::plays_moves() const {
  const auto has_moves = [](const std::string& text) { return text.find("{moves}") != text.npos; };
  return !move.empty() || std::any_of(setup.begin(), setup.end(), has_moves) ||
         std::any_of(arguments.begin(), arguments.end(), has_moves);
}

std::span<const PerftProtocol> protocols() {
  static const std::vector<PerftProtocol> known{
      uci("uci", "go perft {depth}"),
      uci("uci-perft", "perft {depth}"),
      uci("uci-divide", "divide {depth}"),
      xboard("xboard", "perft {depth}"),
      xboard("xboard-divide", "divide {depth}"),
      {.name = "perftree", .launch = Launch::call, .arguments = {"{depth}", "{fen}", "[{moves}]"}},
      {.name = "count",
       .launch = Launch::call,
       .reading = Reading::any_number,
       .divides = false,
       .arguments = {"{fen}", "{depth}"}},
      {.name = "expect",
       .launch = Launch::call,
       .reading = Reading::exit_status,
       .divides = false,
       .arguments = {"{fen}", "{depth}", "{expected}"}}};
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

std::string fill(std::string_view pattern, const Filling& filling) {
  const std::string text = without_brackets(pattern, !filling.moves.empty());
  const std::pair<std::string_view, std::string> values[] = {
      {"{fen}", filling.fen},
      {"{moves}", filling.moves},
      {"{depth}", fmt::to_string(filling.depth)},
      {"{expected}", filling.expected ? to_string(*filling.expected) : ""},
      {"{move}", filling.move}};
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

}  // namespace plylab::perft::external
