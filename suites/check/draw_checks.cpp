// Whether a search knows draws by repetition and by the fifty-move rule, and when two positions are
// the same.
#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "gen/base/text.h"
#include "suites/check/check.h"

namespace plylab::suites::check {
namespace {

constexpr int near_draw = 200;  ///< centipawns: some engines rate a draw below or above 0

/// A search of a few plies, after ucinewgame, with a score.
struct Scored {
  Search search;
  int score = 0;  ///< centipawns; a mate is beyond all of them

  const Info& line() const { return *search.last_exact(); }
};

Scored scored(Client& client, const Question& asked) {
  constexpr int mate = 1'000'000;
  client.send("ucinewgame");
  Scored result{client.search(asked)};
  const Info* const line = result.search.last_exact();
  if (line == nullptr) throw NotApplicable("the engine tells no scores");
  if (line->mate)
    result.score = *line->mate > 0 ? mate : -mate;
  else
    result.score = *line->centipawns;
  return result;
}

[[noreturn]] void refuse(const Scored& one, const std::string& why) {
  throw Broken(
      fmt::format("{}: '{}', bestmove {}", why, one.line().text, printable(one.search.best)),
      one.search.sent());
}

/// White has a bare king against a queen, but can repeat the position for the third time.
void check_repetition(Examination& exam) {
  const Scored one = scored(exam.client, question("6k1/8/8/8/8/8/q7/3K4 b - - 0 1", "go depth 4",
                                                  "g8h8 d1e1 h8g8 e1d1 g8h8 d1e1 h8g8"));
  if (std::abs(one.score) > near_draw)
    refuse(one, "e1d1 is a draw by repetition, the score is not that of a draw");
  if (one.search.best != "e1d1") refuse(one, "e1d1 is a draw by repetition");
}

/// The same squares for the third time, but each time with other castling rights.
void check_rights(Examination& exam) {
  const Scored one =
      scored(exam.client, question("6k1/2qq1ppp/8/8/8/8/P6P/R3K2R b KQ - 0 1", "go depth 4",
                                   "g8f8 h1g1 f8g8 g1h1 g8f8 a1b1 f8g8"));
  if (one.score > -near_draw)
    refuse(one,
           "b1a1 repeats no position, for the castling rights are others: White is far behind");
}

void check_fifty(Examination& exam) {
  for (const char* fen : {"6k1/8/8/8/8/8/q7/3K4 w - - 99 80", "6k1/8/8/8/8/8/q7/3K4 b - - 99 80"}) {
    const Scored one = scored(exam.client, question(fen, "go depth 4"));
    if (std::abs(one.score) > near_draw)
      refuse(one, "every move is the hundredth without capture or pawn move: a draw");
  }
}

void check_fifty_mate(Examination& exam) {
  const Scored one =
      scored(exam.client, question("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "go depth 4"));
  if (one.search.best != "a1a8" || one.score < near_draw)
    refuse(one, "a1a8 mates, and mate comes before the fifty-move rule");
}

void check_fifty_reset(Examination& exam) {
  const Scored one =
      scored(exam.client, question("6k1/8/8/8/8/P7/8/Q3K3 w - - 99 80", "go depth 4"));
  if (one.search.best != "a3a4" || one.score < near_draw)
    refuse(one, "a3a4 is the only move after which the game is not drawn, and White is a queen up");
}

void check_orders(Examination& exam) {
  constexpr std::array<std::pair<const char*, const char*>, 3> ways{
      std::pair{"startpos", "g1f3 g8f6 d2d4 d7d5"},
      {"startpos", "d2d4 g8f6 g1f3 d7d5"},
      {"rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3", ""}};
  std::optional<Scored> first;
  for (const auto& [fen, moves] : ways) {
    const Scored one =
        scored(exam.client, question(fen, fmt::format("go depth {}", exam.depth), moves));
    if (!first) first = one;
    if (one.score != first->score || one.search.best != first->search.best)
      throw Broken(fmt::format("bestmove {} with {} centipawns, and {} with {}", first->search.best,
                               first->score, one.search.best, one.score),
                   first->search.sent() + "; ucinewgame; " + one.search.sent());
  }
}

constexpr std::array draw_rules{
    CheckRule{"draws", "repetition", "the third occurrence of a position is a draw", chess_rules,
              check_repetition},
    CheckRule{"draws", "castling-rights", "positions with other castling rights are not the same",
              chess_rules, check_rights},
    CheckRule{"draws", "fifty-moves",
              "after fifty moves of each side without capture or pawn move the game is a draw",
              chess_rules, check_fifty},
    CheckRule{"draws", "fifty-moves-mate", "a mate by the last of these moves counts", chess_rules,
              check_fifty_mate},
    CheckRule{"draws", "fifty-moves-reset", "a pawn move begins the count anew", chess_rules,
              check_fifty_reset},
    CheckRule{"draws", "orders",
              "a position has the same value and move, whatever the order of the moves to it",
              arithmetic, check_orders},
};

}  // namespace

std::vector<CheckRule> draw_checks() { return {draw_rules.begin(), draw_rules.end()}; }

}  // namespace plylab::suites::check
