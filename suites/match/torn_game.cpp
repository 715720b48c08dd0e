#include "suites/match/torn_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "gen/base/text.h"
#include "gen/pgn/pgn.h"

namespace plylab::suites::match {
namespace {

/// Tags whose values do not follow from the match.
constexpr std::array<std::string_view, 6> open_tags{"Date",   "PlyCount", "Reason",
                                                    "Result", "Round",    "Termination"};

/// The game that the tag Round names, or the first that has not been played if the text was torn
/// before that; null if there is none such.
const Pairing* pairing_in(std::string_view text, const Match& match, const PlayedGames& played) {
  constexpr std::string_view round = "\n[Round \"";
  const auto missing = [&](const Pairing& one) { return !played[one.number - 1]; };
  const auto& all = match.pairings;
  const auto place = text.find(round);
  const auto end = place == text.npos ? place : text.find('"', place + round.size());
  if (end == text.npos) {
    const auto first = std::find_if(all.begin(), all.end(), missing);
    return first == all.end() ? nullptr : &*first;
  }
  const std::size_t begin = place + round.size();
  const auto number = parse_number<std::size_t>(text.substr(begin, end - begin));
  if (!number || *number < 1 || *number > all.size() || !missing(all[*number - 1])) return nullptr;
  return &all[*number - 1];
}

/// The tags of a game of the match as text, the open ones with any value.
std::string header_of(const Pairing& pairing, const Match& match, const CommonTags& tags) {
  const auto& [white, black] = pairing.players;
  const Contestant &first = match.players[white], &second = match.players[black];
  const Opening& opening = match.openings[pairing.opening];
  const PlayedGame game{.number = pairing.number,
                        .opening = opening.name,
                        .start = match.game->parse(opening.start).text(),
                        .players = {first.name, second.name},
                        .definitions = {first.definition, second.definition},
                        .limits = {first.limits, second.limits},
                        .verdict = {Ending::rules, {}, {}, {}}};
  const std::string text = pgn::to_pgn(to_pgn_game(game, *match.game, tags), *match.game);
  return text.substr(0, text.find("\n\n") + 1);
}

/// What of a torn text is left to be explained.
class TornText {
 public:
  explicit TornText(std::string_view text) : text_(text) {}

  std::string_view rest() const { return text_; }
  /// How much has been explained.
  std::size_t explained() const { return explained_; }

  /// Takes what is expected next, or as much of it as there is. False if there is something else.
  bool take(std::string_view expected) {
    const std::string_view part = expected.substr(0, text_.size());
    if (!text_.starts_with(part)) return false;
    skip(part.size());
    return true;
  }

  /// Takes the value of a tag to the end of its line, if that is there.
  bool take_value() {
    const auto size = std::min(text_.find('\n'), text_.size());
    const bool whole = size < text_.size();
    if (whole && !text_.substr(0, size).ends_with("\"]")) return false;
    skip(size + whole);
    return true;
  }

  void skip(std::size_t size) {
    text_.remove_prefix(size);
    explained_ += size;
  }

 private:
  std::string_view text_;
  std::size_t explained_ = 0;
};

bool take_header(TornText& text, std::string_view header) {
  while (!header.empty()) {
    const std::string_view line = take_line(header);
    const std::string_view name = line.substr(1, line.find(' ') - 1);
    const bool open = std::find(open_tags.begin(), open_tags.end(), name) != open_tags.end();
    const std::string_view known = open ? line.substr(0, line.find('"') + 1) : line;
    if (!text.take(known) || !(open ? text.take_value() : text.take("\n"))) return false;
  }
  return true;
}

/// Whether a text is the beginning of the next move of a game with its comment, or of a result.
bool is_torn_move(std::string_view text, const Referee& game) {
  const auto begins = [](std::string_view whole, std::string_view part) {
    return whole.starts_with(part);
  };
  const unsigned number = game.ply() / 2 + 1;
  const std::string expected = fmt::format("{}{}", number, game.ply() % 2 == 0 ? "." : "...");
  skip(text);
  const std::string_view first = take_until(text, white_space);
  if (text.empty())
    return begins(expected, first) || begins("1-0", first) || begins("0-1", first) ||
           begins("1/2-1/2", first);
  if (first != expected) return false;
  skip(text);
  const std::string_view move = take_until(text, white_space);
  const auto moves = game.moves();
  const bool torn = text.empty();
  if (std::none_of(moves.begin(), moves.end(), [&](const std::string& legal) {
        const std::string words = game.words(legal);
        return torn ? begins(words, move) : words == move;
      }))
    return false;
  skip(text);
  return text.empty() || text.front() == '{';
}

}  // namespace

bool is_torn_game(std::string_view text, const Match& match, const CommonTags& tags,
                  const PlayedGames& played) {
  skip(text);
  if (text.empty()) return true;
  const Pairing* pairing = pairing_in(text, match, played);
  if (pairing == nullptr) return false;
  TornText torn(text);
  if (!take_header(torn, header_of(*pairing, match, tags)) || !torn.take("\n")) return false;
  if (torn.rest().empty()) return true;
  // As far as its last comment is closed it must be what would be written again.
  torn.skip(torn.rest().rfind('}') + 1);
  const std::string_view closed = text.substr(0, torn.explained());
  const pgn::PgnFile file = pgn::parse_pgn(closed, "", *match.game);
  if (file.games.size() != 1 || !file.issues.empty()) return false;
  const pgn::PgnGame& game = file.games.front();
  if (!pgn::to_pgn(game, *match.game).starts_with(closed)) return false;
  const auto& opening = match.openings[pairing->opening].moves;
  const auto referee = match.game->referee(match.game->parse(game.start));
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const auto& [move, comment] = game.moves[ply];
    const bool of_opening = ply < opening.size();
    if (of_opening && move != opening[ply]) return false;
    const std::string known = of_opening ? std::string(book) : to_comment(info_in(comment));
    if (comment != known && !comment.starts_with(known + ", ")) return false;
    referee->play(move);
  }
  return is_torn_move(torn.rest(), *referee);
}

}  // namespace plylab::suites::match
