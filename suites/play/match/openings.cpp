#include "suites/play/match/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "gen/base/encoding.h"
#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/random.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/book/book_file.h"
#include "gen/chess/registry.h"
#include "gen/pgn/pgn.h"
#include "suites/play/book/book_player.h"

namespace plylab::suites::play::match {
namespace {

/// Calls visit(line, number) for the lines that are neither blank nor comments, without blanks at
/// their ends, until it returns false.
template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = trimmed(take_line(text));
    if (!line.empty() && line.front() != '#' && !visit(line, number)) return;
  }
}

enum class Kind : std::uint8_t { pgn, epd, lines };

Kind kind_of(std::string_view text, const std::string& path, bool is_chess) {
  if (path.ends_with(".pgn")) return Kind::pgn;
  Kind kind = Kind::lines;
  for_each_line(text, [&](std::string_view line, std::size_t) {
    const std::string_view word = take_word(line);
    if (word.starts_with('['))
      kind = Kind::pgn;
    else if (is_chess && std::count(word.begin(), word.end(), '/') == 7)
      kind = Kind::epd;
    return false;
  });
  return kind;
}

/// Reads openings of a game.
class Reader {
 public:
  Reader(const search::SearchableGame& game, std::string_view text, std::size_t plies,
         Openings& openings)
      : game_(game.info), text_(text), plies_(plies), openings_(openings) {}

  void read(Kind kind) {
    if (kind == Kind::pgn) read_games();
    if (kind == Kind::epd) read_records();
    if (kind == Kind::lines)
      for_each_line(text_, [&](std::string_view line, std::size_t number) {
        read_line(line, number);
        return true;
      });
  }

 private:
  /// Keeps an opening after which the game goes on.
  void add(Opening opening, std::size_t line) {
    const auto referee = game_.referee(opening.start);
    for (const std::string& move : opening.moves) referee->play(move);
    if (referee->end())
      add_issue(line, "the game is over after the opening");
    else
      openings_.openings.push_back(std::move(opening));
  }

  void add_issue(std::size_t line, std::string what) {
    openings_.issues.push_back({openings_.source.file, line, std::move(what)});
  }

  void add(const pgn::PgnGame& game, std::string name, std::size_t line) {
    Opening opening{std::move(name), game_.parse(game.start)};
    for (const pgn::PgnMove& ply : game.moves) opening.moves.push_back(ply.move);
    add(std::move(opening), line);
  }

  void read_games() {
    pgn::PgnFile file = pgn::parse_pgn(text_, openings_.source.file, game_, plies_);
    openings_.issues = std::move(file.issues);
    for (const pgn::PgnGame& game : file.games) {
      std::string name(game.tag("Opening"));
      if (name.empty()) name = fmt::format("game at line {}", game.line);
      add(game, std::move(name), game.line);
    }
  }

  void read_records() {
    epd::Suite suite = epd::parse_suite(text_, openings_.source.file);
    openings_.issues = std::move(suite.issues);
    for (const epd::Record& record : suite.records)
      add({record.name, AnyStart::of<chess::Chess>(chess::ValidSetup(record.setup))}, record.line);
  }

  void read_line(std::string_view line, std::size_t number) {
    const std::string name = fmt::format("line {}", number);
    if (const auto position = position_in(line)) return add({name, *position}, number);
    const pgn::PgnFile file = pgn::parse_pgn(line, openings_.source.file, game_, plies_);
    for (const epd::Issue& issue : file.issues) add_issue(number, issue.what);
    for (const pgn::PgnGame& game : file.games) add(game, name, number);
  }

  /// The position that a line gives, if it gives one.
  std::optional<AnyStart> position_in(std::string_view line) const {
    try {
      return game_.parse(line);
    } catch (const InputError&) {
      return std::nullopt;
    }
  }

  const GameInfo& game_;
  std::string_view text_;
  std::size_t plies_;
  Openings& openings_;
};

}  // namespace

Openings load_openings(const search::SearchableGame& game, const std::string& file,
                       std::size_t plies) {
  Openings all;
  const std::string path = locate(file, ".epd");
  const std::string bytes = read_file(path, in_lines);
  const std::string text = as_text(bytes);
  all.source = {path, sha256(bytes), 0};
  Reader(game, text, plies, all).read(kind_of(text, path, game.is_chess));
  if (all.openings.empty()) {
    const std::string why = all.issues.empty() ? "" : "; " + to_string(all.issues.front());
    throw InputError(fmt::format("{}: no usable opening{}", path, why));
  }
  all.source.records = all.openings.size();
  return all;
}

std::size_t usual_random_plies(const GameInfo& game) {
  constexpr int usual = 8;
  const int longest = game.longest(game.parse(game.start));
  return static_cast<std::size_t>(longest > 0 ? std::min(usual, longest / 4) : usual);
}

namespace {

/// Up to `number` openings that draw() gives, which lead to different positions where the game goes
/// on; in chess there are 20 first moves, so that with few plies there may be fewer.
std::vector<Opening> drawn_openings(const GameInfo& game, std::string_view name, std::size_t number,
                                    const std::function<Opening()>& draw) {
  std::vector<Opening> openings;
  std::set<Key> seen;
  for (std::size_t tries = 0; openings.size() < number && tries < 20 * number + 1000; ++tries) {
    Opening opening = draw();
    const auto referee = game.referee(opening.start);
    for (const std::string& move : opening.moves) referee->play(move);
    if (referee->end() || !seen.insert(referee->key()).second) continue;
    opening.name = fmt::format("{} {}", name, openings.size() + 1);
    openings.push_back(std::move(opening));
  }
  return openings;
}

}  // namespace

std::vector<Opening> random_openings(const GameInfo& game, std::size_t number, std::size_t plies,
                                     std::uint64_t seed, bool chess960) {
  if (plies == 0 && !chess960) return {{"start", game.parse(game.start)}};
  const AnyStart start = game.parse(game.start);
  auto openings = drawn_openings(game, "random", number, [&] {
    const auto array = splitmix64(seed) % chess::chess960_starts;
    Opening opening{"", chess960 ? game.parse(fmt::format("chess960:{}", array)) : start};
    const auto referee = game.referee(opening.start);
    while (opening.moves.size() < plies && !referee->end()) {
      const auto moves = referee->moves();
      opening.moves.push_back(moves[splitmix64(seed) % moves.size()]);
      referee->play(opening.moves.back());
    }
    return opening;
  });
  if (openings.empty())
    throw InputError(fmt::format("{}: all games are over after {} random plies", game.name, plies));
  return openings;
}

Openings book_openings(const search::SearchableGame& chess, const std::string& path,
                       std::size_t number, std::size_t plies, std::uint64_t seed) {
  const chess::OpenedBook opened(path);
  const AnyStart start = chess.info.parse(chess.info.start);
  const chess::Mailbox first(start.as<chess::Chess>());
  if (opened.position(chess::polyglot_key(first.setup())).moves().empty())
    throw InputError(fmt::format("the book '{}' has no move in the initial position", path));
  Openings all;
  all.openings = drawn_openings(chess.info, "book", number, [&] {
    Opening opening{"", start};
    chess::Mailbox board = first;
    std::optional<chess::Move> last;
    while (opening.moves.size() < plies) {
      const chess::Book known = opened.position(chess::key_after(board.setup(), last));
      last = book::draw_move(known.moves(), board, {}, seed);
      if (!last) break;
      opening.moves.push_back(chess::to_uci(*last));
      board.make(*last);
    }
    return opening;
  });
  if (all.openings.empty())
    throw InputError(fmt::format("'{}': all games are over after {} plies", path, plies));
  all.source = {path, chess::book_digest(path), all.openings.size()};
  return all;
}

void shuffle(std::vector<Opening>& openings, std::uint64_t seed) {
  plylab::shuffle(openings, seed);
}

}  // namespace plylab::suites::play::match
