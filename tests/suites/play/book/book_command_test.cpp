// plylab book as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/random.h"
#include "gen/chess/book/book_file.h"
#include "gen/chess/mailbox/mailbox.h"
#include "suites/play/book/make.h"
#include "tests/support/kill_after.h"
#include "tests/support/process.h"
#include "tests/support/report.h"
#include "tests/support/temporary_folder.h"

namespace plylab::suites::play::book {
namespace {

using ::testing::HasSubstr;
using testing::plylab;

/// The one-game base of S. Basani's report ("Improving Chess Program Encoding Schemes", 2006).
constexpr const char* dumb_game =
    "[Result \"0-1\"]\n\n1. e4 Nc6 2. Ke2 d5 3. Ke1 Nf6 4. exd5 Qxd5 5. Ke2 Qe4# 0-1\n";

/// Wins, draws and losses by position (four fields of its FEN, the passed square wherever a pawn
/// has just passed) and SAN.
using Counted = std::map<std::pair<std::string, std::string>, std::array<unsigned, 3>>;

/// Random games that open in few ways, as PGN, and what they played: counted by texts alone.
struct RandomGames {
  std::string pgn;
  Counted counted;
  std::size_t plies = 0;

  explicit RandomGames(int games) {
    std::uint64_t state = 1;
    for (int game = 0; game < games; ++game) {
      int won = static_cast<int>(splitmix64(state) % 3) - 1;
      std::string moves_text;
      std::vector<std::tuple<std::string, std::string, chess::Color>> played;
      chess::Mailbox board{chess::ValidSetup(chess::startpos_fen)};
      std::optional<chess::Move> last;
      for (int ply = 0; ply < 30; ++ply) {
        auto moves = board.generate();
        if (moves.empty()) break;
        std::sort(moves.begin(), moves.end());
        const std::size_t choice = ply < 8 ? std::min<std::size_t>(3, moves.size()) : moves.size();
        const chess::Move move = moves[splitmix64(state) % choice];
        chess::Setup setup = board.setup();
        if (last && last->kind() == chess::MoveKind::double_push)
          setup.en_passant = chess::forward(!setup.side, last->from());
        const std::string san = to_san(board, move);
        played.emplace_back(epd_fields(setup), san, setup.side);
        moves_text += san + ' ';
        board.make(move);
        last = move;
        if (san.back() == '#') won = setup.side == chess::white ? 1 : -1;
      }
      for (const auto& [fields, san, side] : played) {
        const int mine = side == chess::white ? won : -won;
        ++counted[{fields, san}][static_cast<std::size_t>(1 - mine)];
      }
      plies += played.size();
      const char* result = won > 0 ? "1-0" : won < 0 ? "0-1" : "1/2-1/2";
      pgn += fmt::format(
          "[White \"w{}\"]\n[Black \"b\"]\n[WhiteElo \"{}\"]\n[BlackElo \"2000\"]\n"
          "[Date \"20{:02}.??.??\"]\n[Result \"{}\"]\n\n{}{}\n\n",
          game % 2, 1900 + game % 3 * 100, game % 20, result, moves_text, result);
    }
  }
};

class BookCommand : public testing::WithFolder {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  /// Runs plylab book, which must succeed.
  std::string book(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "book");
    const auto finished = plylab(arguments);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return finished.out;
  }
  std::string error(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "book");
    const auto finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << finished.out;
    return finished.err;
  }
  /// The first row of the table `made` of plylab book make.
  nlohmann::json made(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"book", "make"});
    return testing::rows_of(testing::report_of(arguments), "made")[0];
  }
};

TEST_F(BookCommand, HoldsWhatTheGamesPlayed) {
  const RandomGames games(400);
  const auto report = made({path("b.book"), write("games.pgn", games.pgn), "--threads", "2"});
  const chess::Book book = chess::read_book(path("b.book"));
  EXPECT_EQ(report["games"], 400);
  EXPECT_EQ(report["scanned"], games.plies);
  EXPECT_EQ(report["collisions"], 0);
  EXPECT_EQ(report["moves"], book.moves().size());
  EXPECT_EQ(report["new"], book.positions());
  EXPECT_EQ(report["duplicates"], games.plies - book.positions());
  // By keys in place of texts, for which passed squares that no pawn attacks make no difference.
  std::map<std::pair<std::uint64_t, std::uint16_t>, std::array<unsigned, 3>> expected;
  for (const auto& [move, results] : games.counted) {
    const chess::Setup setup = chess::parse_fen(move.first + " 0 1");
    const chess::Mailbox board{chess::ValidSetup(setup)};
    auto& sum = expected[{chess::polyglot_key(setup),
                          chess::polyglot_move(parse_move(board, move.second))}];
    for (std::size_t i = 0; i < 3; ++i) sum[i] += results[i];
  }
  ASSERT_EQ(book.moves().size(), expected.size());
  for (const chess::BookMove& move : book.moves())
    EXPECT_EQ((expected[{move.key, move.move}]),
              (std::array<unsigned, 3>{move.wins, move.draws, move.losses}));
}

TEST_F(BookCommand, ShowsWhatWasCounted) {
  const RandomGames games(300);
  book({"make", path("b.book"), write("games.pgn", games.pgn)});
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                          "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq -"}) {
    const auto rows = testing::rows_of(
        testing::report_of({"book", "show", path("b.book"), std::string(fen) + " 0 1"}), "moves");
    EXPECT_EQ(rows.size(), 3U);
    for (const auto& row : rows) {
      const auto& [wins, draws, losses] = games.counted.at({fen, row["move"]});
      EXPECT_EQ(row["wins"], wins);
      EXPECT_EQ(row["draws"], draws);
      EXPECT_EQ(row["losses"], losses);
      EXPECT_NEAR(row["score"], 100 * (wins + draws / 2.0) / (wins + draws + losses), 1e-9);
    }
  }
}

// What GNU Chess 5.07 says after 1.d4, in Basani's report.
TEST_F(BookCommand, ShowsTheFourNumbersOfGnuChess) {
  struct Played {
    const char* move;
    int wins, losses, draws;
  };
  std::string pgn;
  for (const auto& [move, wins, losses, draws] :
       {Played{"Nf6", 81, 39, 149}, Played{"d6", 5, 3, 5}, Played{"e6", 0, 1, 1},
        Played{"d5", 38, 21, 103}, Played{"f5", 1, 1, 1}})
    for (const auto& [times, result] :
         {std::pair{wins, "0-1"}, std::pair{losses, "1-0"}, std::pair{draws, "1/2-1/2"}})
      for (int i = 0; i < times; ++i)
        pgn += fmt::format("[Result \"{0}\"]\n\n1. d4 {1} {0}\n\n", result, move);
  book({"make", path("b.book"), write("anand.pgn", pgn)});
  EXPECT_THAT(
      book({"show", path("b.book"), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"}),
      HasSubstr("Nf6(58/81/39/149) d5(55/38/21/103) d6(58/5/3/5) f5(50/1/1/1) e6(25/0/1/1)"));
  EXPECT_EQ(book({"show", path("b.book"), "--fen", "startpos moves d4", "--quiet"}),
            book({"show", path("b.book"), "startpos moves d4", "--quiet"}));
}

// The whole file is not read: damage to one position is met only where that one is looked up.
TEST_F(BookCommand, LooksUpOnlyThePositionsShown) {
  book({"make", path("b.book"), write("dumb.pgn", dumb_game)});
  std::string bytes = read_file(path("b.book"));
  bytes.replace(bytes.find("d8d5"), 4, "d8z5");  // 4... Qxd5
  write("b.book", bytes);
  EXPECT_THAT(book({"show", path("b.book"), "--plies", "7"}), HasSubstr("e4 Nc6 Ke2 d5 Ke1 Nf6"));
  EXPECT_THAT(error({"show", path("b.book"), "--plies", "8"}), HasSubstr("'d8z5' is not a move"));
  EXPECT_THAT(error({"merge", path("c.book"), path("b.book")}), HasSubstr("'d8z5' is not a move"));
}

TEST_F(BookCommand, SelectsGamesAndMoves) {
  const std::string pgn = write("games.pgn", RandomGames(300).pgn);
  const auto selected = [&](std::vector<std::string> options) {
    std::filesystem::remove(path("b.book"));
    options.insert(options.begin(), {path("b.book"), pgn});
    return made(options);
  };
  EXPECT_EQ(selected({"--least-rating", "2000"})["games"], 200);
  for (const char* since : {"2010", "2010.01.01"})  // the games say only 20xx.??.??
    EXPECT_EQ(selected({"--since", since})["games"], 150);
  EXPECT_EQ(selected({"--player", "w1"})["games"], 150);
  EXPECT_EQ(selected({"--plies", "4"})["scanned"], 1200);
  EXPECT_EQ(selected({"--plies", "4", "--side", "black"})["scanned"], 600);
  EXPECT_EQ(selected({"--plies", "1"})["moves"], 3);
  const auto refused = [&](const std::string& option, const std::string& value) {
    return error({"make", path("none.book"), pgn, "--plies", "1", option, value});
  };
  EXPECT_THAT(refused("--least-games", "301"), HasSubstr("none.book' would have no move"));
  EXPECT_THAT(refused("--least-share", "0.5"), HasSubstr("none.book' would have no move"));
}

TEST_F(BookCommand, AddsBooksUp) {
  const std::string pgn = write("games.pgn", RandomGames(100).pgn);
  const std::string dumb = write("dumb.pgn", dumb_game);
  book({"make", path("one.book"), pgn});
  book({"make", path("two.book"), dumb});
  book({"make", path("both.book"), pgn, dumb});
  book({"make", path("added.book"), pgn});
  EXPECT_EQ(made({path("added.book"), dumb, "--add"})["scanned"], 10);
  book({"merge", path("merged.book"), path("one.book"), path("two.book")});
  const auto moves = chess::read_book(path("both.book")).moves();
  EXPECT_EQ(chess::read_book(path("merged.book")).moves(), moves);
  EXPECT_EQ(chess::read_book(path("added.book")).moves(), moves);
}

// Polyglot makes the same book of the same games: so it computes each position's key as we do.
TEST_F(BookCommand, IsPolyglotsOwn) {
  const auto polyglot = testing::find_program("polyglot");
  if (!polyglot) GTEST_SKIP() << "polyglot is not installed";
  const std::string pgn = write("games.pgn", RandomGames(400).pgn);
  const std::string ours = path("ours.bin"), theirs = path("theirs.bin");
  book({"make", path("b.book"), pgn});
  for (const char* min : {"1", "3"}) {
    std::filesystem::remove(ours);
    book({"merge", ours, path("b.book"), "--least-games", min});
    testing::run_process(
        *polyglot, {"make-book", "-pgn", pgn, "-bin", theirs, "-max-ply", "40", "-min-game", min});
    const chess::Book one = chess::read_book(ours), other = chess::read_book(theirs);
    EXPECT_GT(one.moves().size(), 100U);
    EXPECT_EQ(one.moves(), other.moves());
  }
  const std::string dump = path("dump.txt");
  testing::run_process(*polyglot, {"dump-book", "-bin", ours, "-color", "white", "-out", dump});
  EXPECT_THAT(read_file(dump), HasSubstr("Na3"));
}

TEST_F(BookCommand, LeavesTheOldBookIfItIsKilled) {
  const std::string pgn = write("games.pgn", RandomGames(3000).pgn);
  book({"make", path("b.book"), write("dumb.pgn", dumb_game)});
  const std::string old = read_file(path("b.book"));
  for (const int milliseconds : {5, 20, 50, 100, 150}) {
    testing::kill_after(std::chrono::milliseconds(milliseconds),
                        {"book", "make", path("b.book"), pgn, "--add", "-q", "--out", "/dev/null"});
    if (read_file(path("b.book")) != old) {
      EXPECT_GT(chess::read_book(path("b.book")).positions(), 1000U);
    }
  }
  book({"make", path("b.book"), pgn, "--add"});
  EXPECT_FALSE(std::filesystem::exists(path(".plylab-book-b.book.part")));
}

TEST_F(BookCommand, TouchesNoFileOfOthers) {
  const std::string other = write("b.book.part", "a download");
  book({"make", path("b.book"), write("dumb.pgn", dumb_game)});
  EXPECT_EQ(read_file(other), "a download");
}

TEST_F(BookCommand, ReplacesNoFile) {
  const std::string pgn = write("dumb.pgn", dumb_game);
  book({"make", path("a.book"), pgn});
  book({"make", path("b.book"), pgn, "--plies", "2"});
  const std::string old = read_file(path("a.book"));
  EXPECT_THAT(error({"merge", path("a.book"), path("b.book")}),
              HasSubstr("a.book' exists already: name another file"));
  EXPECT_THAT(error({"make", path("a.book"), pgn}), HasSubstr("or use --add"));
  EXPECT_EQ(read_file(path("a.book")), old);
}

// Weights are 2 and 1 in the start position.
TEST_F(BookCommand, FiltersBooksWithoutResultsByWeight) {
  book({"make", path("a.book"),
        write("two.pgn",
              "[Result \"1-0\"]\n\n1. e4 1-0\n\n[Result \"1/2-1/2\"]\n\n1. d4 1/2-1/2\n")});
  book({"merge", path("a.bin"), path("a.book")});
  for (const char* name : {"a.book", "a.bin"}) {
    const auto rows = testing::rows_of(
        testing::report_of({"book", "show", path(name), "--least-share", "0.4"}), "moves");
    ASSERT_EQ(rows.size(), 1U) << name;
    EXPECT_EQ(rows[0]["move"], "e4");
  }
  EXPECT_THAT(error({"show", path("a.bin"), "--least-games", "2"}),
              HasSubstr("a.bin' has no results of games"));
  EXPECT_THAT(error({"merge", path("b.book"), path("a.bin"), "--least-score", "0.5"}),
              HasSubstr("--least-score: "));
}

TEST_F(BookCommand, CountsWhatTheFileHolds) {
  // White lost: the four moves of White have the weight 0.
  const std::string pgn = write("dumb.pgn", dumb_game);
  const auto moves = [&](const std::vector<std::string>& command, const char* table) {
    return testing::rows_of(testing::report_of(command), table)[0]["moves"];
  };
  EXPECT_EQ(moves({"book", "make", path("a.book"), pgn}, "made"), 10);
  EXPECT_EQ(moves({"book", "make", path("a.bin"), pgn}, "made"), 5);
  EXPECT_EQ(moves({"book", "merge", path("b.bin"), path("a.book")}, "book"), 5);
  EXPECT_EQ(chess::read_book(path("b.bin")).moves().size(), 5U);
  EXPECT_THAT(error({"make", path("w.bin"), pgn, "--side", "white"}),
              HasSubstr("w.bin' would have no move: Polyglot's format holds none of weight 0"));
  EXPECT_THAT(error({"merge", path("w.book"), path("a.book"), "--least-games", "2"}),
              HasSubstr("w.book' would have no move: the filter leaves all of them out"));
  EXPECT_FALSE(std::filesystem::exists(path("w.bin")));
  EXPECT_FALSE(std::filesystem::exists(path("w.book")));
  EXPECT_THAT(error({"show", write("empty.bin", "")}), HasSubstr("is a book without a move"));
}

// The first process waits for games from its standard input while the second one tries.
TEST_F(BookCommand, HasOneWriter) {
  const std::string pgn = write("dumb.pgn", dumb_game);
  const auto finished = testing::run_process(
      "/bin/sh",
      {"-c",
       "mkfifo \"$2/in\"; \"$0\" book make \"$1\" - <\"$2/in\" >\"$2/out\" & writer=$!; "
       "exec 3>\"$2/in\"; until [ -e \"$2/.plylab-book-b.book.part\" ]; do sleep 0.05; done; "
       "sleep 0.05; "
       "\"$0\" book make \"$1\" \"$3\"; echo $?; cat \"$3\" >&3; exec 3>&-; wait $writer; echo $?",
       PLYLAB_PROGRAM, path("b.book"), folder(), pgn});
  EXPECT_EQ(finished.out, "2\n0\n");
  EXPECT_EQ(finished.err, "plylab: '" + path("b.book") + "' is being made by another process\n");
  EXPECT_EQ(chess::read_book(path("b.book")).moves().size(), 10U);
}

TEST_F(BookCommand, ReportsUnusableEntries) {
  const std::string pgn = write("dumb.pgn", dumb_game);
  EXPECT_THAT(error({"show", path("none.book")}), HasSubstr("none.book"));
  EXPECT_THAT(error({"show", pgn}), HasSubstr("holds games, not a book"));
  EXPECT_THAT(error({"show", write("x.book", "SQLite format 3 and no more")}),
              HasSubstr("is not a book of plylab"));
  book({"make", path("cut.book"), pgn});
  EXPECT_THAT(error({"show", write("cut.book", read_file(path("cut.book")).substr(0, 5000))}),
              HasSubstr("cut.book' is cut off: it has 5000 bytes of 8192\n"));
  EXPECT_THAT(error({"show", folder()}), HasSubstr("is not a regular file"));
  EXPECT_THAT(error({"make", "/dev/null", pgn}), HasSubstr("'/dev/null' is not a regular file"));
  EXPECT_THAT(error({"make", path("no/b.book"), pgn}), HasSubstr("No such file or directory"));
  EXPECT_THAT(error({"make", path("b.book"), write("white.pgn", "[White \"a\"]\n\n*\n")}),
              HasSubstr("no game for the book"));
  EXPECT_FALSE(std::filesystem::exists(path("b.book")));
}

// However many plies: a position can be reached at several of them.
TEST_F(BookCommand, ShowsTheSameMovesFirstWithMorePlies) {
  book({"make", path("b.book"), write("games.pgn", RandomGames(300).pgn)});
  const auto shown = [&](int plies) {
    return testing::rows_of(
        testing::report_of({"book", "show", path("b.book"), "--plies", std::to_string(plies)}),
        "moves");
  };
  auto before = shown(2);
  for (int plies = 3; plies <= 8; ++plies) {
    const auto more = shown(plies);
    ASSERT_GT(more.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(more[i], before[i]) << plies;
    before = more;
  }
}

// One key in place of one for each legal move.
TEST_F(BookCommand, ComparesLookUps) {
  book({"make", path("b.book"), write("games.pgn", RandomGames(300).pgn)});
  const auto rows = testing::rows_of(
      testing::report_of({"book", "look", path("b.book"), "--plies", "6"}), "look");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]["positions"], rows[1]["positions"]);
  EXPECT_EQ(rows[1]["keys"], rows[1]["positions"]);
  EXPECT_GT(rows[0]["keys"], 15 * rows[1]["keys"].get<int>());
  EXPECT_GE(rows[0]["moves"], rows[1]["moves"]);
}

// In Basani's report the search ends at depth 4, where its line Qxd5 Ke1 Nf6 reaches the position
// of the game by other moves.
TEST_F(BookCommand, EndsASearchWhoseLineMeetsIt) {
  const std::vector<std::string> search = {
      "search",     "--fen",  "r1bqkbnr/ppp1pppp/2n5/3P4/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
      "--algo",     "pvs",    "--eval",
      "positional", "--with", "book",
      "--depth",    "7",      "--format",
      "json"};
  book({"make", path("b.book"), write("dumb.pgn", dumb_game)});
  const auto found = plylab(search, {{"PLYLAB_BOOK", path("b.book")}});
  ASSERT_EQ(found.status, 0) << found.err;
  const auto last = testing::rows_of(nlohmann::json::parse(found.out), "iterations").back();
  EXPECT_EQ(last["depth"], 4);
  EXPECT_EQ(last["line"], "3... Qxd5 4. Ke1 Nf6");
  EXPECT_EQ(last["value"], 191);  // 1½ points of 2, with the drawn one: 400 log10 3
  // Runs with this book are not those with another one.
  std::vector<std::string> stored = search;
  stored.insert(stored.end(), {"--runs", path("r.jsonl")});
  book({"make", path("other.book"), write("games.pgn", RandomGames(3).pgn)});
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(plylab(stored, {{"PLYLAB_BOOK", path("b.book")}}).status, 0);
  const auto other = plylab(stored, {{"PLYLAB_BOOK", path("other.book")}});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err + other.out, HasSubstr("another experiment: book is 'book "));
  const auto without = plylab(search);
  EXPECT_EQ(without.status, 2);
  EXPECT_THAT(without.err + without.out,
              HasSubstr("set PLYLAB_BOOK to the file of an opening book"));
}

}  // namespace
}  // namespace plylab::suites::play::book
