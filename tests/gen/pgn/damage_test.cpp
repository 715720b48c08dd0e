// Damaged files: whatever happens to some games, all others are read.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/base/random.h"
#include "gen/chess/registry.h"
#include "gen/pgn/pgn.h"
#include "gen/pgn/replay.h"
#include "gen/pgn/scanner.h"
#include "tests/support/random_games.h"

namespace plylab::pgn {
namespace {

struct WrittenGame {
  std::string name, text;
  std::vector<chess::Move> moves;
};

/// Random games with comments, variations and tags of every kind, as their text and their moves.
std::vector<WrittenGame> written_games(std::size_t number, std::uint64_t& seed) {
  const GameInfo chess_game = info_of<chess::Chess>();
  std::vector<WrittenGame> games;
  for (std::size_t i = 0; i < number; ++i) {
    WrittenGame written{.name = fmt::format("player {}", i), .text = {}, .moves = {}};
    const chess::Setup start = chess::parse_fen(chess::startpos_fen);
    PgnGame game{.start = chess::to_string(start), .result = "1-0"};
    game.tags = {{"Event", "a \"test\" [of] {damage}"}, {"White", written.name}, {"Result", "1-0"}};
    testing::random_game(
        start, splitmix64(seed), 40, [&](const auto& setup, const auto&, auto next) {
          const char* comments[] = {"", "[%clk 0:01:02]", "a (remark; of some words", "$ % ["};
          written.moves.push_back(next);
          game.moves.push_back({chess::move_text(setup, next), comments[splitmix64(seed) % 4]});
        });
    written.text = to_pgn(game, chess_game);
    written.text.insert(written.text.rfind("1-0"), "({no} 1. e4 (1. d4)) $3 ");
    games.push_back(std::move(written));
  }
  return games;
}

/// Damages the text between two places.
void damage(std::string& text, std::size_t from, std::size_t to, std::uint64_t& seed) {
  const auto place = [&] { return from + splitmix64(seed) % (to - from); };
  switch (splitmix64(seed) % 4) {
    case 0:
      for (std::uint64_t flips = 1 + splitmix64(seed) % 4; flips > 0; --flips) {
        char& flipped = text[place()];
        flipped = static_cast<char>(flipped ^ 1 << splitmix64(seed) % 8);
      }
      break;
    case 1: {
      std::size_t first = place(), last = place();
      if (first > last) std::swap(first, last);
      text.erase(first, last - first);
      break;
    }
    case 2:
      text.insert(place(), 1, "{}()[]\"\\;%$*\n\r\0\xFF"[splitmix64(seed) % 16]);
      break;
    default: {
      const std::string stretch = text.substr(place(), 30);
      text.insert(place(), stretch);
    }
  }
}

TEST(Damage, CostsNoGameButItsOwn) {
  std::uint64_t seed = 30;
  constexpr std::size_t games_per_file = 8;
  for (int file = 0; file < 10'000; ++file) {
    static const std::vector<WrittenGame> games = written_games(games_per_file, seed);
    const std::size_t first = splitmix64(seed) % games_per_file;
    const std::size_t last = std::min(first + splitmix64(seed) % 3, games_per_file - 1);
    std::string text, hit;
    for (std::size_t i = 0; i < first; ++i) text += games[i].text;
    for (std::size_t i = first; i <= last; ++i) hit += games[i].text;
    damage(hit, 0, hit.size() - 2, seed);  // but the blank line behind it
    const std::string damaged = text + hit;
    text = damaged;
    for (std::size_t i = last + 1; i < games_per_file; ++i) text += games[i].text;

    Scanner scanner(text);
    Replayer replayer;
    Line line;
    std::size_t read = 0;  // of the games that are whole
    for (ScannedGame game; scanner.next(game);) {
      const bool broken = game.fault || replayer.replay(game, line);
      for (std::size_t i = 0; i < games_per_file && !broken; ++i)
        if ((i < first || i > last) && game.tag("White") == games[i].name)
          read += line.moves == games[i].moves;
    }
    ASSERT_EQ(read, games_per_file - (last - first + 1)) << damaged;
  }
}

}  // namespace
}  // namespace plylab::pgn
