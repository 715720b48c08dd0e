#include "suites/play/match/game_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "gen/base/encoding.h"
#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/engines/engine_info.h"

namespace plylab::suites::play::match {
namespace {

using Tags = decltype(pgn::PgnGame::tags);

/// No program searches deeper; an engine that says so is not believed.

/// A number in a comment, which anybody can have written; it stays below any overflow.
int whole(std::string_view digits, int max = 10'000'000) {
  return std::clamp(parse_number<int>(digits).value_or(0), 0, max);
}

void read_score(std::string_view text, MoveInfo& info) {
  const bool minus = text.starts_with('-');
  text.remove_prefix(1);
  if (text.starts_with('M')) {
    const int plies = whole(text.substr(1));
    info.mate = minus ? -(plies / 2) : (plies + 1) / 2;
    return;
  }
  const auto point = std::min(text.find('.'), text.size() - 1);
  const int size = 100 * whole(text.substr(0, point)) + whole(text.substr(point + 1));
  info.centipawns = minus ? -size : size;
}

constexpr const char* digest = "Digest";

/// The tag with the moves of the opening, by which other matches know it: names such as "random 1"
/// are of one match alone. "-" if there are none.
constexpr const char* opening_tag = "OpeningMoves";
std::string opening_text(const std::vector<std::string>& moves) {
  return moves.empty() ? "-" : fmt::format("{}", fmt::join(moves, " "));
}

std::vector<std::string> opening_moves(const PlayedGame& played) {
  std::vector<std::string> moves;
  for (const Ply& ply : played.plies) {
    if (ply.info) break;
    moves.push_back(ply.move);
  }
  return moves;
}

/// The tags but for the digest: the roster, and the others in the order of their names (PGN
/// standard 8.1.1).
Tags tags_of(const PlayedGame& played, const GameInfo& game, const CommonTags& common) {
  Tags tags = {{"Event", common.event},
               {"Site", "?"},
               {"Date", common.date},
               {"Round", fmt::format("{}", played.number)},
               {"White", played.players[index(game.white)]},
               {"Black", played.players[index(!game.white)]},
               {"Result", std::string(result_text(played.verdict, game.white))}};
  const auto first = static_cast<std::ptrdiff_t>(tags.size());
  const std::size_t w = index(game.white), b = index(!game.white);
  const PlayerLimits &white = played.limits[w], &black = played.limits[b];
  if (pgn_time_control(white) == pgn_time_control(black)) {
    tags.emplace_back("TimeControl", pgn_time_control(white));
  } else {
    tags.emplace_back("WhiteTimeControl", pgn_time_control(white));
    tags.emplace_back("BlackTimeControl", pgn_time_control(black));
  }
  tags.emplace_back("WhiteLimits", to_string(white));
  tags.emplace_back("BlackLimits", to_string(black));
  tags.emplace_back("WhitePlayer", played.definitions[w]);
  tags.emplace_back("BlackPlayer", played.definitions[b]);
  if (played.start != game.parse(game.start)) {
    tags.emplace_back("FEN", played.start.text());
    tags.emplace_back("SetUp", "1");
  }
  if (const std::string variant = game.variant(played.start); !variant.empty())
    tags.emplace_back("Variant", variant);
  tags.emplace_back("Opening", played.opening);
  tags.emplace_back(opening_tag, opening_text(opening_moves(played)));
  tags.emplace_back("PlyCount", fmt::format("{}", played.plies.size()));
  tags.emplace_back("Program", common.program);
  tags.emplace_back("Reason", played.verdict.reason());
  tags.emplace_back("Rules", common.rules);
  if (!common.test.empty()) tags.emplace_back("Sprt", common.test);
  tags.emplace_back("Termination", entry_of(played.verdict.ending).termination);
  std::sort(tags.begin() + first, tags.end());
  return tags;
}

/// The first 16 digits of the SHA-256 of the game's text without the tag Digest.
std::string digest_of(pgn::PgnGame pgn_game, const GameInfo& game) {
  constexpr std::size_t digits = 16;
  std::erase_if(pgn_game.tags, [](const auto& tag) { return tag.first == digest; });
  return sha256(pgn::to_pgn(pgn_game, game)).substr(0, digits);
}

[[noreturn]] void fail(const pgn::PgnGame& pgn_game, std::string_view tag) {
  throw InputError(
      fmt::format("the tag {} is '{}', which contradicts the game: remove an edited game from the "
                  "file, and --resume plays it again",
                  tag, pgn_game.tag(tag)));
}

/// The verdict without its winner and words.
Verdict ending_in(const pgn::PgnGame& pgn_game, const GameInfo& game) {
  const std::string_view reason = pgn_game.tag("Reason");
  for (const RuleEnding& ending : game.endings)
    if (ending.name == reason) return {Ending::rules, {}, {}, std::string(reason)};
  for (const EndingEntry& entry : endings)
    if (!reason.empty() && entry.name == reason) return {entry.ending, {}, {}};
  fail(pgn_game, "Reason");
}

std::optional<Side> winner_in(const pgn::PgnGame& pgn_game, const GameInfo& game) {
  if (pgn_game.result == "1-0") return game.white;
  if (pgn_game.result == "0-1") return !game.white;
  if (pgn_game.result != "1/2-1/2") fail(pgn_game, "Result");
  return std::nullopt;
}

/// What stands behind a MoveInfo in the last comment.
std::string_view last_words(const pgn::PgnGame& pgn_game) {
  if (pgn_game.moves.empty()) return pgn_game.comment;
  const std::string_view comment = pgn_game.moves.back().comment;
  const auto comma = comment.find(", ");
  return comma == comment.npos ? std::string_view() : comment.substr(comma + 2);
}

}  // namespace

std::string score_text(const MoveInfo& info, bool proved) {
  std::string text;
  if (info.mate) {
    const int moves = *info.mate;
    text = fmt::format("{}M{}{}", moves > 0 ? '+' : '-',
                       proved ? "" : "<=", moves > 0 ? 2 * moves - 1 : -2 * moves);
  } else if (info.centipawns) {
    const int size = std::abs(*info.centipawns);
    text = fmt::format("{}{}.{:02}", *info.centipawns < 0 ? '-' : '+', size / 100, size % 100);
  }
  if (info.depth) text += fmt::format("/{}", std::min(*info.depth, engines::max_depth));
  return text;
}

std::string to_comment(const MoveInfo& info) {
  if (info.from_book) return std::string(own_book);
  std::string text = score_text(info);
  if (!text.empty()) text += ' ';
  text += fmt::format("{:.6f}s", info.seconds);
  if (info.nodes) text += fmt::format(" {}n", *info.nodes);
  return info.counters.empty() ? text : text + ' ' + info.counters;
}

MoveInfo info_in(std::string_view comment) {
  MoveInfo info;
  comment = comment.substr(0, comment.find(','));
  if (comment == own_book) return {.from_book = true};
  for (auto word = take_word(comment); !word.empty(); word = take_word(comment)) {
    const std::string_view number = word.substr(0, word.size() - 1);
    const bool has_score = word.front() == '+' || word.front() == '-';
    if (word.find('=') != word.npos) {
      info.counters += (info.counters.empty() ? "" : " ") + std::string(word);
    } else if (has_score || word.front() == '/') {
      if (info.mate || info.centipawns || info.depth) continue;  // the first one counts
      const auto slash = std::min(word.find('/'), word.size());
      if (has_score) read_score(word.substr(0, slash), info);
      if (slash < word.size()) info.depth = whole(word.substr(slash + 1), engines::max_depth);
    } else if (word.back() == 's') {
      info.seconds = parse_number<double>(number).value_or(0);
    } else if (word.back() == 'n') {
      info.nodes = parse_number<std::uint64_t>(number);
    }
  }
  return info;
}

pgn::PgnGame to_pgn_game(const PlayedGame& played, const GameInfo& game, const CommonTags& tags) {
  pgn::PgnGame pgn_game{.tags = tags_of(played, game, tags),
                        .start = played.start.text(),
                        .result = std::string(result_text(played.verdict, game.white))};
  for (const Ply& ply : played.plies)
    pgn_game.moves.push_back({ply.move, ply.info ? to_comment(*ply.info) : std::string(book)});
  std::string& last = pgn_game.moves.empty() ? pgn_game.comment : pgn_game.moves.back().comment;
  if (!last.empty() && !played.verdict.what.empty()) last += ", ";
  last += played.verdict.what;
  std::pair<std::string, std::string> seal(digest, digest_of(pgn_game, game));
  constexpr std::ptrdiff_t roster = 7;
  const auto behind = std::lower_bound(pgn_game.tags.begin() + roster, pgn_game.tags.end(), seal);
  pgn_game.tags.insert(behind, std::move(seal));
  return pgn_game;
}

PlayedGame game_of(const pgn::PgnGame& pgn_game, const GameInfo& game) {
  PlayedGame played{.opening = std::string(pgn_game.tag("Opening")),
                    .start = game.parse(pgn_game.start)};
  played.number = parse_number<std::uint64_t>(pgn_game.tag("Round")).value_or(0);
  if (played.number == 0) fail(pgn_game, "Round");
  if (pgn_game.tag("Variant") != game.variant(played.start)) fail(pgn_game, "Variant");
  if (pgn_game.tag("Result") != pgn_game.result) fail(pgn_game, "Result");
  for (const Side side : {Side::first, Side::second}) {
    const std::string name(name_of(side, game.white));
    played.players[index(side)] = pgn_game.tag(name);
    played.definitions[index(side)] = pgn_game.tag(name + "Player");
    played.limits[index(side)] = parse_limits(name + "Limits", pgn_game.tag(name + "Limits"));
  }
  const auto referee = game.referee(played.start);
  for (const pgn::PgnMove& move : pgn_game.moves) {
    played.plies.push_back({move.move, referee->side_to_move()});
    if (!move.comment.starts_with(book)) played.plies.back().info = info_in(move.comment);
    referee->play(move.move);
  }
  played.verdict = ending_in(pgn_game, game);
  played.verdict.winner = winner_in(pgn_game, game);
  played.verdict.what = last_words(pgn_game);
  return played;
}

GameFile::GameFile(std::string path, bool resume) : file_(std::move(path)), text_(file_.content()) {
  if (!text_.empty() && !resume)
    throw InputError(fmt::format("'{}' exists already: --resume continues it", file_.path()));
}

GameFile::~GameFile() {
  try {
    flush();
  } catch (const InputError&) {  // an earlier error has been reported already
  }
}

void GameFile::go_on(std::size_t bytes) {
  if (bytes < text_.size()) file_.shorten(bytes);
  if (bytes > 0) file_.add("\n\n");
}

void GameFile::add(std::size_t number, std::string text) {
  held_.emplace(number, std::move(text));
  for (; held_.contains(next_); ++next_) {
    file_.add(held_.at(next_));
    held_.erase(next_);
  }
}

void GameFile::end_with(std::size_t number) { held_.erase(held_.upper_bound(number), held_.end()); }

void GameFile::flush() {
  for (const auto& [number, text] : held_) file_.add(text);
  held_.clear();
}

namespace {

/// Whether the game begins with the opening, or ends within it if it is `unfinished`.
bool begins_with(const PlayedGame& game, const Opening& opening, bool unfinished) {
  const std::size_t plies = std::min(game.plies.size(), opening.moves.size());
  return (unfinished || plies == opening.moves.size()) &&
         std::equal(opening.moves.begin(), opening.moves.begin() + static_cast<long>(plies),
                    game.plies.begin(),
                    [](const std::string& move, const Ply& ply) { return move == ply.move; });
}

/// Reads games of a match from its file and compares them with the match to be resumed.
class Resumption {
 public:
  Resumption(const Match& match, const CommonTags& tags, const std::string& path)
      : match_(match), tags_(tags), path_(path), games_(match.pairings.size()) {}

  /// Takes a game; an unfinished one is only checked. Throws InputError.
  void add(const pgn::PgnGame& pgn_game, bool unfinished) {
    const std::string where = fmt::format("{}:{}", path_, pgn_game.line);
    PlayedGame game;
    try {
      game = game_of(pgn_game, *match_.game);
      check(game, pgn_game, unfinished);
      if (games_[game.number - 1]) fail("game {} is in the file twice", game.number);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: not of this match: {}", where, error.what()));
    }
    if (!unfinished) games_[game.number - 1] = std::move(game);
  }

  PlayedGames& games() { return games_; }

 private:
  template <class... Parts>
  [[noreturn]] static void fail(fmt::format_string<Parts...> text, Parts&&... parts) {
    throw InputError(fmt::format(text, std::forward<Parts>(parts)...));
  }

  /// Throws InputError unless the match writes the game as it stands in the file.
  void check(const PlayedGame& game, const pgn::PgnGame& pgn_game, bool unfinished) const {
    if (game.number > match_.pairings.size())
      fail("it is game {}, and with these options there are only {} (--games, --openings)",
           game.number, match_.pairings.size());
    check_test(game, pgn_game.tag("Sprt"));
    const Pairing& pairing = match_.pairings[game.number - 1];
    const Opening& opening = match_.openings[pairing.opening];
    if (game.start != opening.start || !begins_with(game, opening, unfinished) ||
        pgn_game.tag(opening_tag) != opening_text(opening.moves))
      fail("game {} has another opening", game.number);
    PlayedGame expected = game;
    expected.opening = opening.name;
    for (const std::size_t side : {0U, 1U}) {
      const Contestant& player = match_.players[pairing.players[side]];
      expected.players[side] = player.name;
      expected.definitions[side] = player.definition;
      expected.limits[side] = player.limits;
    }
    CommonTags tags = tags_;
    tags.date = pgn_game.tag("Date");
    tags.test = pgn_game.tag("Sprt");
    for (const auto& [tag, value] : tags_of(expected, *match_.game, tags))
      if (const auto wanted = in_one_line(value);
          pgn_game.tag(tag) != wanted && tag != opening_tag && !(unfinished && tag == "PlyCount"))
        fail("the tag {} of game {} is '{}', not '{}'", tag, game.number, pgn_game.tag(tag),
             wanted);
    const auto digests = std::ranges::count(pgn_game.tags, digest, &Tags::value_type::first);
    if (!unfinished && (digests != 1 || pgn_game.tag(digest) != digest_of(pgn_game, *match_.game)))
      fail("game {} has been edited: remove it from the file, and --resume plays it again",
           game.number);
  }

  /// With bounds that are chosen after a look at the score, alpha and beta do not hold. Games
  /// without a test may be used by any.
  void check_test(const PlayedGame& game, std::string_view test) const {
    if (test.empty() || test == tags_.test) return;
    if (tags_.test.empty()) fail("game {} is of a match with --sprt {}", game.number, test);
    const auto had = words_of(test, ","), wanted = words_of(tags_.test, ",");
    const auto [one, other] = std::mismatch(had.begin(), had.end(), wanted.begin(), wanted.end());
    fail("game {} is of a match with --sprt {}, not {}", game.number,
         one == had.end() ? test : *one, other == wanted.end() ? tags_.test : *other);
  }

  const Match& match_;
  const CommonTags& tags_;
  const std::string& path_;
  PlayedGames games_;
};

/// The number of the line with this character.
std::size_t line_at(std::string_view text, std::size_t place) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, place), '\n'));
}

/// Throws InputError unless the text of the games is that which the match wrote: readers of PGN
/// skip what to_pgn() does not write, such as a second tag of the same name.
void check_text(std::string_view text, const std::vector<pgn::PgnGame>& games, const GameInfo& game,
                const std::string& path) {
  std::size_t at = 0;
  for (const pgn::PgnGame& one : games) {
    const std::string written(trimmed(pgn::to_pgn(one, game)));
    while (at < text.size() && text[at] == '\n') ++at;
    const std::string_view here = text.substr(at, one.end - at);
    const auto [differs, other] = std::ranges::mismatch(here, written);
    if (differs != here.end() || other != written.end()) {
      const auto place = at + static_cast<std::size_t>(differs - here.begin());
      const bool has_returns = place < text.size() && text[place] == '\r';
      throw InputError(fmt::format(
          "{}:{}: {}", path, line_at(text, place),
          has_returns ? "the line ends with CR LF, but the match wrote LF: convert the file back"
                      : "the match did not write this: remove it, or the whole game, which "
                        "--resume then plays again"));
    }
    at = one.end;
  }
}

/// The first lines of each game of the match.
std::string beginning(const Match& match, const CommonTags& tags) {
  const pgn::PgnGame empty{.tags = {{"Event", tags.event}, {"Site", "?"}},
                           .start = match.game->start};
  const std::string text = pgn::to_pgn(empty, *match.game);
  return text.substr(0, text.find("\n\n") + 1);
}

}  // namespace

Resumed resume(const Match& match, const CommonTags& tags, std::string_view text,
               const std::string& path) {
  if (text.starts_with("\xEF\xBB\xBF"))
    throw InputError(fmt::format(
        "{}:1: the file begins with a byte order mark, which the match did not write: remove it",
        path));
  pgn::PgnFile file = pgn::parse_pgn(text, path, *match.game);
  std::optional<pgn::PgnGame> unfinished;
  if (!file.games.empty() && file.games.back().result.empty()) {
    unfinished = std::move(file.games.back());
    file.games.pop_back();
  }
  Resumption resumption(match, tags, path);
  for (const pgn::PgnGame& game : file.games) resumption.add(game, false);
  check_text(text, file.games, *match.game, path);
  for (const epd::Issue& issue : file.issues)
    if (!file.games.empty() && issue.line < file.games.back().line)
      throw InputError(to_string(issue));

  const std::size_t bytes = file.games.empty() ? 0 : file.games.back().end;
  std::string_view rest = text.substr(bytes);
  skip(rest);
  const std::string expected = beginning(match, tags);
  if (!rest.starts_with(expected) && !expected.starts_with(rest))
    throw InputError(fmt::format("{}:{}: text that is not a game of this match: remove it", path,
                                 line_at(text, text.size() - rest.size())));
  if (const auto end_of_tags = rest.find("\n\n"); end_of_tags != rest.npos) {
    if (!unfinished)  // its last move is torn
      unfinished = pgn::parse_pgn(rest.substr(0, end_of_tags), path, *match.game).games.at(0);
    unfinished->result = unfinished->tag("Result");
    resumption.add(*unfinished, true);
  }
  return {std::move(resumption.games()), bytes};
}

}  // namespace plylab::suites::play::match
