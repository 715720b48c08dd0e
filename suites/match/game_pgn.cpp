#include "suites/match/game_pgn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "gen/input_error.h"

namespace plylab::suites::match {
namespace {

constexpr std::string_view of_the_opening = "book";

std::string score_text(const Thought& thought) {
  if (thought.mate) {
    const int moves = *thought.mate;
    return moves > 0 ? fmt::format("+M{}", 2 * moves - 1) : fmt::format("-M{}", -2 * moves);
  }
  if (!thought.centipawns) return {};
  const int size = std::abs(*thought.centipawns);
  return fmt::format("{}{}.{:02}", *thought.centipawns < 0 ? '-' : '+', size / 100, size % 100);
}

int whole(std::string_view digits) { return std::atoi(std::string(digits).c_str()); }

void read_score(std::string_view text, Thought& thought) {
  const bool minus = text.starts_with('-');
  text.remove_prefix(1);
  if (text.starts_with('M')) {
    const int plies = whole(text.substr(1));
    thought.mate = minus ? -(plies / 2) : (plies + 1) / 2;
    return;
  }
  const auto point = std::min(text.find('.'), text.size() - 1);
  const int size = 100 * whole(text.substr(0, point)) + whole(text.substr(point + 1));
  thought.centipawns = minus ? -size : size;
}

/// The tags behind the roster, which come in the order of their names (PGN standard 8.1.1).
void add_tags(const Game& game, pgn::PgnGame& sheet) {
  auto& tags = sheet.tags;
  const auto first = static_cast<std::ptrdiff_t>(tags.size());
  const auto& [white, black] = game.limits;
  if (pgn_time_control(white) == pgn_time_control(black)) {
    tags.emplace_back("TimeControl", pgn_time_control(white));
  } else {
    tags.emplace_back("WhiteTimeControl", pgn_time_control(white));
    tags.emplace_back("BlackTimeControl", pgn_time_control(black));
  }
  tags.emplace_back("WhiteLimits", to_string(white));
  tags.emplace_back("BlackLimits", to_string(black));
  if (game.start.fen() != chess::parse_fen(chess::startpos_fen)) {
    tags.emplace_back("FEN", chess::to_string(game.start.fen()));
    tags.emplace_back("SetUp", "1");
    if (chess::needs_chess960(game.start.fen())) tags.emplace_back("Variant", "Chess960");
  }
  const EndingEntry& ending = entry_of(game.verdict.ending);
  tags.emplace_back("Opening", game.opening);
  tags.emplace_back("PlyCount", fmt::format("{}", game.plies.size()));
  tags.emplace_back("Reason", ending.name);
  tags.emplace_back("Termination", ending.termination);
  std::sort(tags.begin() + first, tags.end());
}

[[noreturn]] void fail(const pgn::PgnGame& sheet, std::string_view tag) {
  throw InputError(fmt::format("no game of plylab match: the tag {} is '{}'", tag, sheet.tag(tag)));
}

Ending ending_in(const pgn::PgnGame& sheet) {
  for (const EndingEntry& entry : endings)
    if (entry.name == sheet.tag("Reason")) return entry.ending;
  fail(sheet, "Reason");
}

std::optional<chess::Color> winner_in(const pgn::PgnGame& sheet) {
  if (sheet.result == "1-0") return chess::white;
  if (sheet.result == "0-1") return chess::black;
  if (sheet.result != "1/2-1/2") fail(sheet, "Result");
  return std::nullopt;
}

/// What stands behind a thought in the last comment.
std::string_view last_words(const pgn::PgnGame& sheet) {
  if (sheet.moves.empty()) return sheet.comment;
  const std::string_view comment = sheet.moves.back().comment;
  const auto comma = comment.find(", ");
  return comma == comment.npos ? comment : comment.substr(comma + 2);
}

}  // namespace

std::string to_comment(const Thought& thought) {
  std::string text = score_text(thought);
  if (!text.empty() && thought.depth) text += fmt::format("/{}", *thought.depth);
  if (!text.empty()) text += ' ';
  return text + fmt::format("{:.3f}s {}n", thought.seconds, thought.nodes);
}

Thought thought_in(std::string_view comment) {
  Thought thought;
  std::istringstream words{std::string(comment.substr(0, comment.find(',')))};
  for (std::string word; words >> word;) {
    if (word.front() == '+' || word.front() == '-') {
      const auto slash = std::min(word.find('/'), word.size());
      read_score(std::string_view(word).substr(0, slash), thought);
      if (slash < word.size()) thought.depth = whole(word.substr(slash + 1));
    } else if (word.back() == 's') {
      thought.seconds = std::atof(word.c_str());
    } else if (word.back() == 'n') {
      thought.nodes = std::strtoull(word.c_str(), nullptr, 10);
    }
  }
  return thought;
}

pgn::PgnGame to_pgn_game(const Game& game, const std::string& event, const std::string& date) {
  pgn::PgnGame sheet{.start = game.start, .result = std::string(result_text(game.verdict))};
  sheet.tags = {{"Event", event},
                {"Site", "?"},
                {"Date", date},
                {"Round", fmt::format("{}", game.number)},
                {"White", game.players[0]},
                {"Black", game.players[1]},
                {"Result", sheet.result}};
  add_tags(game, sheet);
  for (const Ply& ply : game.plies)
    sheet.moves.push_back(
        {ply.move, ply.thought ? to_comment(*ply.thought) : std::string(of_the_opening)});
  std::string& last = sheet.moves.empty() ? sheet.comment : sheet.moves.back().comment;
  last += (last.empty() ? "" : ", ") + game.verdict.what;
  return sheet;
}

Game game_of(const pgn::PgnGame& sheet) {
  Game game{.opening = std::string(sheet.tag("Opening")), .start = sheet.start};
  game.number = epd::whole_number(sheet.tag("Round")).value_or(0);
  if (game.number == 0) fail(sheet, "Round");
  game.players = {std::string(sheet.tag("White")), std::string(sheet.tag("Black"))};
  game.limits = {parse_limits("WhiteLimits", sheet.tag("WhiteLimits")),
                 parse_limits("BlackLimits", sheet.tag("BlackLimits"))};
  for (const pgn::PgnMove& move : sheet.moves) {
    game.plies.push_back({move.move});
    if (!move.comment.starts_with(of_the_opening))
      game.plies.back().thought = thought_in(move.comment);
  }
  game.verdict = {ending_in(sheet), winner_in(sheet), std::string(last_words(sheet))};
  return game;
}

}  // namespace plylab::suites::match
