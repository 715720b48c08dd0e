#include "suites/match/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "gen/chess/chess960.h"
#include "gen/chess/line.h"
#include "gen/epd/sha256.h"
#include "gen/epd/shipped.h"
#include "gen/pgn/pgn.h"
#include "gen/read_file.h"
#include "gen/shipped_files.h"
#include "gen/shuffle.h"
#include "gen/splitmix64.h"
#include "gen/text.h"
#include "suites/match/judge.h"

namespace plylab::suites::match {
namespace {

/// Calls visit(line, number) for the lines that are neither blank nor comments, without blanks at
/// their ends, until it returns false.
template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  skip_byte_order_mark(text);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = trimmed(take_line(text));
    if (!line.empty() && line.front() != '#' && !visit(line, number)) return;
  }
}

enum class Kind : std::uint8_t { pgn, positions, lines };

Kind kind_of(std::string_view text, const std::string& path) {
  if (path.ends_with(".pgn")) return Kind::pgn;
  Kind kind = Kind::lines;
  for_each_line(text, [&](std::string_view line, std::size_t) {
    const std::string_view word = take_word(line);
    if (word.starts_with('['))
      kind = Kind::pgn;
    else if (std::count(word.begin(), word.end(), '/') == 7)
      kind = Kind::positions;
    return false;
  });
  return kind;
}

Opening opening_of(const pgn::PgnGame& game, std::string name) {
  Opening opening{std::move(name), game.start};
  for (const pgn::PgnMove& ply : game.moves) opening.moves.push_back(ply.move);
  return opening;
}

bool is_over(const Opening& opening) {
  Judge judge(opening.start);
  for (const chess::Move move : opening.moves) judge.play(move);
  return judge.verdict().has_value();
}

/// Keeps what can be played.
void add(Openings& all, Opening opening, std::size_t line) {
  if (is_over(opening))
    all.issues.push_back({all.source.file, line, "the game is over with the opening"});
  else
    all.openings.push_back(std::move(opening));
}

void read_games(Openings& all, std::string_view text, std::size_t plies) {
  pgn::PgnFile file = pgn::parse_pgn(text, all.source.file, plies);
  all.issues = std::move(file.issues);
  for (const pgn::PgnGame& game : file.games) {
    std::string name(game.tag("Opening"));
    if (name.empty()) name = fmt::format("game at line {}", game.line);
    add(all, opening_of(game, std::move(name)), game.line);
  }
}

void read_positions(Openings& all, std::string_view text) {
  epd::Suite suite = epd::parse_suite(text, all.source.file);
  all.issues = std::move(suite.issues);
  for (const epd::Record& record : suite.records)
    add(all,
        {record.id().value_or(fmt::format("line {}", record.line)),
         chess::ValidSetup(record.setup)},
        record.line);
}

void read_lines(Openings& all, std::string_view text, std::size_t plies) {
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    const pgn::PgnFile file = pgn::parse_pgn(line, all.source.file, plies);
    for (const epd::Issue& issue : file.issues)
      all.issues.push_back({issue.file, number, issue.what});
    for (const pgn::PgnGame& game : file.games)
      add(all, opening_of(game, fmt::format("line {}", number)), number);
    return true;
  });
}

}  // namespace

Openings load_openings(const std::string& file, std::size_t plies) {
  Openings all;
  const std::string path = locate(file, ".epd");
  const std::string text = read_file(path);
  all.source = {"openings", path, epd::sha256(text), 0};
  switch (kind_of(text, all.source.file)) {
    case Kind::pgn:
      read_games(all, text, plies);
      break;
    case Kind::positions:
      read_positions(all, text);
      break;
    case Kind::lines:
      read_lines(all, text, plies);
  }
  if (all.openings.empty()) {
    const std::string why = all.issues.empty() ? "" : "; " + to_string(all.issues.front());
    throw InputError(fmt::format("{}: no usable opening{}", all.source.file, why));
  }
  all.source.records = all.openings.size();
  return all;
}

std::vector<Opening> random_openings(std::size_t number, std::size_t plies, std::uint64_t seed,
                                     bool chess960) {
  std::vector<Opening> openings;
  std::set<std::string> seen;
  // There are 20 first moves: with few plies there may be fewer openings than wanted.
  for (std::size_t tries = 0; openings.size() < number && tries < 20 * number + 1000; ++tries) {
    const auto array = static_cast<unsigned>(splitmix64(seed) % chess::chess960_starts);
    Opening opening{fmt::format("random {}", openings.size() + 1)};
    if (chess960) opening.start = chess::ValidSetup(chess::chess960_start(array));
    Judge judge(opening.start);
    while (opening.moves.size() < plies && !judge.verdict()) {
      auto moves = judge.position().generate();
      std::sort(moves.begin(), moves.end());
      opening.moves.push_back(moves[splitmix64(seed) % moves.size()]);
      judge.play(opening.moves.back());
    }
    if (!judge.verdict() && seen.insert(epd::position_text(judge.position().setup())).second)
      openings.push_back(std::move(opening));
  }
  return openings;
}

void shuffle(std::vector<Opening>& openings, std::uint64_t seed) {
  plylab::shuffle(openings, seed);
}

}  // namespace plylab::suites::match
