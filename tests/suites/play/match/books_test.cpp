// plylab match with opening books: as the source of openings, and as players' own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "gen/base/files.h"
#include "tests/suites/play/match/match_command.h"
#include "tests/support/report.h"
#include "tests/support/temporary_folder.h"

namespace plylab {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class MatchBooks : public testing::WithFolder {
 protected:
  MatchBooks() {
    std::ofstream(path("games.pgn")) << "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n"
                                        "[Result \"1-0\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 1-0\n\n"
                                        "[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 e6 1/2-1/2\n";
    for (const std::string name : {"games.book", "games.bin"})
      EXPECT_EQ(testing::plylab({"book", "make", path(name), path("games.pgn")}).status, 0);
  }

  testing::Finished match(std::vector<std::string> options) const {
    options.insert(options.begin(), {"match", "--search", "one=pvs", "--search", "two=pvs", "-d",
                                     "1", "--max-moves", "10"});
    return testing::plylab(options, {{"SOURCE_DATE_EPOCH", "1000000000"}});
  }

  /// The moves of all games of a match, with their comments.
  std::vector<std::string> games(std::vector<std::string> options) const {
    std::filesystem::remove(path("m.pgn"));
    options.insert(options.end(), {"--pgn", path("m.pgn")});
    const auto finished = match(options);
    EXPECT_EQ(finished.status, 0) << finished.err;
    std::istringstream file(read_file(path("m.pgn")));
    std::vector<std::string> found;
    bool in_moves = false;
    for (std::string line; std::getline(file, line);) {
      const bool is_move = !line.empty() && line.front() != '[';
      if (is_move && !in_moves) found.emplace_back();
      if (is_move) found.back() += (in_moves ? " " : "") + line;
      in_moves = is_move;
    }
    return found;
  }

  std::string error(const std::vector<std::string>& options) const {
    const auto finished = match(options);
    EXPECT_EQ(finished.status, 2);
    return finished.err;
  }
};

TEST_F(MatchBooks, GiveOpeningsThatAreBalancedByBothColours) {
  for (const std::string book : {"games.book", "games.bin"}) {
    const auto played = games({"--openings", path(book), "--plies", "4", "--games", "10"});
    ASSERT_EQ(played.size(), 10U);
    std::set<std::string> openings;
    for (std::size_t i = 0; i < played.size(); i += 2) {
      const auto opening = [&](std::size_t game) {
        return played[game].substr(0, played[game].find('+'));
      };
      EXPECT_EQ(opening(i), opening(i + 1));
      EXPECT_THAT(opening(i), HasSubstr("{book} 1... "));
      openings.insert(opening(i));
    }
    // All lines of the book; in Polyglot's format one ends before Black's moves, which only lost.
    EXPECT_EQ(openings.size(), book == "games.book" ? 3U : 2U) << book;
  }
}

TEST_F(MatchBooks, AreFollowedByTheirPlayers) {
  const std::vector<std::string> options = {"--plies", "0",      "--games",
                                            "8",       "--book", "two:" + path("games.book")};
  const auto played = games(options);
  ASSERT_EQ(played.size(), 8U);
  std::set<std::string> first_moves;
  for (std::size_t i = 0; i < 8; ++i) {
    const bool is_white = i % 2 == 1;
    EXPECT_EQ(
        played[i].starts_with("1. e4 {own book}") || played[i].starts_with("1. d4 {own book}"),
        is_white)
        << played[i];
    if (is_white) first_moves.insert(played[i].substr(0, 5));
  }
  EXPECT_EQ(first_moves.size(), 2U);  // drawn anew for each game
  auto again = options;
  again.insert(again.end(), {"--jobs", "2"});
  const auto without_times = [](std::vector<std::string> list) {
    for (std::string& game : list) {
      std::string moves;
      for (std::istringstream words(game); words >> game;)
        if (!game.ends_with('s') || game.find('.') == game.npos) moves += game + ' ';
      game = moves;
    }
    return list;
  };
  EXPECT_EQ(without_times(games(again)), without_times(played));
  const auto report = match(options);
  EXPECT_THAT(report.out, AllOf(HasSubstr("two took "), HasSubstr(" moves from its book"),
                                Not(HasSubstr("used again"))));
}

// They are looked up, not read: other files may have longest_file bytes.
TEST_F(MatchBooks, MayBeOfAnySize) {
  std::filesystem::resize_file(path("games.book"), longest_file + 1);
  EXPECT_EQ(games({"--plies", "0", "--games", "2", "--book", path("games.book")}).size(), 2U);
}

TEST_F(MatchBooks, AreFollowedWithinLimits) {
  const auto count = [&](const std::vector<std::string>& more) {
    std::vector<std::string> options = {"--plies", "0",
                                        "--games", "2",
                                        "--book",  "one:" + path("games.book"),
                                        "--book",  "two:" + path("games.book")};
    options.insert(options.end(), more.begin(), more.end());
    const std::string game = games(options).front();
    std::size_t found = 0;
    for (auto at = game.find("own book"); at != game.npos; at = game.find("own book", at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count({"--book-moves", "1"}), 5U);
  EXPECT_EQ(count({"--book-moves", "1", "--book-plies", "3"}), 3U);
  EXPECT_EQ(count({"--book-moves", "1", "--book-games", "2"}), 1U);
  EXPECT_EQ(count({"--book-moves", "0"}), 0U);
}

TEST_F(MatchBooks, BelongToTheMatchThatIsResumed) {
  const std::vector<std::string> options = {"--games", "4",      "--plies",
                                            "0",       "--book", path("games.book")};
  EXPECT_EQ(games(options).size(), 4U);
  const std::string whole = read_file(path("m.pgn"));
  auto more = options;
  more.insert(more.end(), {"--pgn", path("m.pgn"), "--resume"});
  EXPECT_EQ(match(more).status, 0);
  EXPECT_EQ(read_file(path("m.pgn")), whole);
  auto other = more;
  other[5] = path("games.bin");
  EXPECT_THAT(error(other), HasSubstr("not of this match: the tag WhitePlayer of game 1"));
  EXPECT_EQ(read_file(path("m.pgn")), whole);
}

TEST_F(MatchBooks, AreRefusedIfTheyCannotBeUsed) {
  EXPECT_THAT(error({"--book", path("games.book"), "--learn"}), HasSubstr("learns from games"));
  EXPECT_THAT(error({"--book", path("games.book"), "--book", "one:" + path("games.bin")}),
              HasSubstr("one has a book already"));
  EXPECT_THAT(error({"--book", path("games.pgn"), "--book-plies", "3"}),
              HasSubstr("for books, not for games in PGN"));
  std::ofstream(path("empty.bin")).flush();
  EXPECT_THAT(error({"--openings", path("empty.bin")}), HasSubstr("is a book without a move"));
  EXPECT_THAT(error({"--book", path("empty.bin")}), HasSubstr("is a book without a move"));
  EXPECT_THAT(error({"--openings", path("none.bin")}), HasSubstr("none.bin"));
}

}  // namespace
}  // namespace plylab
