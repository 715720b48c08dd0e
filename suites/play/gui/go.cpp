#include "suites/play/gui/go.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "perft/walk/job.h"
#include "search/mate/problem.h"

namespace plylab::suites::play::gui {
namespace {

chess::ValidSetup start_of(Tokens& tokens) {
  const std::string_view kind = tokens.take();
  if (kind == "startpos") return chess::ValidSetup(chess::startpos_fen);
  if (kind != "fen")
    throw InputError(fmt::format("needs startpos or fen, not '{}'", printable(kind)));
  return chess::ValidSetup(tokens.take_until("moves"));
}

constexpr std::int64_t longest = std::numeric_limits<std::int64_t>::max();

/// A whole number; one beyond 64 bits becomes the largest or smallest.
std::optional<std::int64_t> whole_number(std::string_view text) {
  if (const auto value = parse_number<std::int64_t>(text)) return value;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.find_first_not_of("0123456789") != text.npos) return std::nullopt;
  return negative ? std::numeric_limits<std::int64_t>::min() : longest;
}

/// Reads the number that follows a keyword. Throws InputError.
std::int64_t number(std::string_view keyword, Tokens& tokens, std::int64_t min,
                    std::int64_t max = longest) {
  const std::string_view text = tokens.take();
  const auto value = whole_number(text);
  if (value && *value >= min && *value <= max) return *value;
  throw InputError(fmt::format("{}: needs a number{}, not '{}'", keyword,
                               max < longest ? fmt::format(" from {} to {}", min, max) : "",
                               printable(text)));
}

/// Reads a time in milliseconds, which is negative for a clock that has run out.
double seconds_of(std::string_view keyword, Tokens& tokens) {
  const auto milliseconds = number(keyword, tokens, std::numeric_limits<std::int64_t>::min());
  return static_cast<double>(std::max<std::int64_t>(milliseconds, 0)) / 1000;
}

bool is_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 13> keywords = {
      "searchmoves", "ponder", "wtime", "btime",    "winc",     "binc", "movestogo",
      "depth",       "nodes",  "mate",  "movetime", "infinite", "perft"};
  return std::find(keywords.begin(), keywords.end(), word) != keywords.end();
}

void read_search_moves(Tokens& tokens, const GuiGame& game, Go& go) {
  while (!tokens.empty() && !is_keyword(tokens.peek())) {
    try {
      go.root_moves.push_back(game.move(tokens.take()));
    } catch (const InputError& error) {
      go.complaints.emplace_back(error.what());
    }
  }
}

/// Whether anything but a clock ends the search.
bool needs_no_clock(const Go& go) {
  const search::Limits none;
  return go.limits.depth != none.depth || go.limits.nodes != none.nodes ||
         go.limits.seconds != none.seconds || go.infinite || go.mate || go.perft;
}

/// Whether anything ends the search, including a later command of the GUI.
bool is_limited(const Go& go) { return needs_no_clock(go) || go.clocks || go.ponder; }

search::Clocks& clocks_of(Go& go) { return go.clocks ? *go.clocks : go.clocks.emplace(); }

void read_clock(Side side, std::string_view word, Tokens& tokens, Go& go) {
  const double left = seconds_of(word, tokens);
  clocks_of(go).left[static_cast<std::size_t>(side)] = left;
  go.has_clock[static_cast<std::size_t>(side)] = true;
}

/// Ignores the clocks if that of the side to move is not among them; with a complaint if the search
/// needs it.
void check_clocks(Side side, Go& go) {
  if (!go.clocks || go.has_clock[static_cast<std::size_t>(side)]) return;
  go.clocks.reset();
  if (needs_no_clock(go)) return;
  go.complaints.emplace_back(side == Side::first ? "wtime: missing, and White is to move"
                                                 : "btime: missing, and Black is to move");
}

void read(std::string_view word, Tokens& tokens, const GuiGame& game, Go& go) {
  if (word == "searchmoves") {
    read_search_moves(tokens, game, go);
  } else if (word == "ponder") {
    go.ponder = true;
  } else if (word == "infinite") {
    go.infinite = true;
  } else if (word == "wtime") {
    read_clock(Side::first, word, tokens, go);
  } else if (word == "btime") {
    read_clock(Side::second, word, tokens, go);
  } else if (word == "winc") {
    clocks_of(go).increment[0] = seconds_of(word, tokens);
  } else if (word == "binc") {
    clocks_of(go).increment[1] = seconds_of(word, tokens);
  } else if (word == "movestogo") {  // some GUIs send 0 if there is no further control
    const auto moves = number(word, tokens, 0, std::numeric_limits<int>::max());
    if (moves > 0) clocks_of(go).moves_to_control = static_cast<int>(moves);
  } else if (word == "depth") {
    const auto depth = number(word, tokens, 1);
    go.limits.depth = static_cast<int>(std::min<std::int64_t>(depth, go.limits.depth));
  } else if (word == "nodes") {
    go.limits.nodes = static_cast<std::uint64_t>(number(word, tokens, 1));
  } else if (word == "movetime") {
    go.limits.seconds = seconds_of(word, tokens);
  } else if (word == "mate") {
    go.mate = static_cast<int>(number(word, tokens, 1, search::mate::longest_mate));
  } else if (word == "perft") {
    go.perft = static_cast<int>(number(word, tokens, 1, perft::max_depth));
  } else {
    go.complaints.push_back(fmt::format("unknown word '{}'", printable(word)));
  }
}

}  // namespace

GuiGame parse_position(Tokens tokens) {
  GuiGame game(start_of(tokens));
  if (tokens.empty()) return game;
  if (const std::string_view word = tokens.take(); word != "moves")
    throw InputError(fmt::format("needs moves, not '{}'", printable(word)));
  while (!tokens.empty()) {
    const std::string_view text = tokens.take();
    try {
      game.play(game.move(text));
    } catch (const InputError& error) {
      throw InputError(fmt::format("move {}: {}", game.moves().size() + 1, error.what()));
    }
  }
  return game;
}

double Go::seconds(Side side, bool ponders) const {
  return clocks ? std::min(limits.seconds, search::thinking_time(*clocks, side, ponders))
                : limits.seconds;
}

Go parse_go(Tokens tokens, const GuiGame& game) {
  Go go;
  while (!tokens.empty()) {
    const std::string_view word = tokens.take();
    try {
      read(word, tokens, game, go);
    } catch (const InputError& error) {
      if (word == "perft") throw;
      go.complaints.emplace_back(error.what());
    }
  }
  check_clocks(game.board().side_to_move(), go);
  if (!go.complaints.empty() && !is_limited(go)) go.limits.depth = 1;
  return go;
}

}  // namespace plylab::suites::play::gui
