// Whether what an engine says of its searches is true: the lines of some searches are replayed move
// by move, compared with each other, and mates with plylab's solvers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "gen/base/text.h"
#include "search/mate/solvers.h"
#include "suites/check/check.h"

namespace plylab::suites::check {
namespace {

/// Mates in 1 to 3, and a king that is mated by the next move.
constexpr std::array<const char*, 6> mate_positions{
    "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1",
    "8/8/8/8/8/k1K5/8/7R w - - 0 1",     "8/8/8/8/k7/2K5/8/7R w - - 0 1",
    "8/8/8/8/1k6/8/2K5/6RQ w - - 0 1",   "8/8/8/8/6k1/1r6/r7/7K w - - 0 1"};

constexpr std::array<const char*, 5> analysed_positions{
    "startpos", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    "8/k1P5/8/8/8/8/1p4K1/8 w - - 0 1"};

/// White is a queen and a rook up.
constexpr const char* white_wins_to_move = "4k3/pppp4/8/8/8/8/PPPP4/R2QK3 w - - 0 1";
constexpr const char* white_wins_black_to_move = "4k3/pppp4/8/8/8/8/PPPP4/R2QK3 b - - 0 1";

/// The searches that are judged; the engine makes them once. Throws NotApplicable if it could not.
const std::vector<Search>& searches(Examination& exam) {
  if (!exam.has_searched) {
    exam.has_searched = true;
    exam.client.send("ucinewgame");
    std::vector<Search> all;
    for (const char* fen : analysed_positions) {
      all.push_back(exam.client.search(question(fen, "go depth 4")));
      all.push_back(exam.client.search(question(fen, "go movetime 100")));
    }
    all.push_back(exam.client.search(question(white_wins_to_move, "go depth 3")));
    for (const char* fen : mate_positions)
      all.push_back(exam.client.search(question(fen, "go depth 7")));
    exam.searches = std::move(all);
  }
  if (!exam.searches) throw NotApplicable("the searches did not end");
  return *exam.searches;
}

[[noreturn]] void refuse(const Search& search, const Info& line, const std::string& why) {
  throw Broken(fmt::format("{}: '{}'", why, line.text), search.sent());
}

/// Calls judge(search, line) for all lines of all searches.
void for_each_line(Examination& exam, auto&& judge) {
  for (const Search& search : searches(exam))
    for (const Info& line : search.lines) judge(search, line);
}

void check_searches(Examination& exam) { static_cast<void>(searches(exam)); }

void check_syntax(Examination& exam) {
  for_each_line(exam, [](const Search& search, const Info& line) {
    if (!line.fault.empty()) refuse(search, line, line.fault);
    if (line.mate == 0) refuse(search, line, "a mate in 0 moves, though there are legal moves");
  });
}

void check_scores(Examination& exam) {
  std::size_t scores = 0;
  for (const Search& search : searches(exam)) {
    for (const Info& line : search.lines) scores += line.has_score();
    if (const Info* line = search.last_line(); line != nullptr && !line->has_score())
      refuse(search, *line, "a pv without a score");
  }
  if (scores == 0) throw NotApplicable("the engine tells no scores");
}

void check_variations(Examination& exam) {
  std::size_t lines = 0;
  for_each_line(exam, [&](const Search& search, const Info& line) {
    chess::Mailbox board = search.asked.board;
    for (const std::string& text : line.pv) {
      const auto move = exact_move(board, text, search.asked.castling);
      if (!move) refuse(search, line, fault_of_move(board, text, search.asked.castling));
      board.make(*move);
    }
    lines += !line.pv.empty();
  });
  if (lines == 0) throw NotApplicable("the engine tells no pv");
}

void check_current_moves(Examination& exam) {
  std::size_t told = 0;
  for_each_line(exam, [&](const Search& search, const Info& line) {
    if (!line.current) return;
    ++told;
    if (!exact_move(search.asked.board, *line.current, search.asked.castling))
      refuse(search, line,
             "currmove " + fault_of_move(search.asked.board, *line.current, search.asked.castling));
  });
  if (told == 0) throw NotApplicable("the engine tells no currmove");
}

void check_best_move(Examination& exam) {
  for (const Search& search : searches(exam)) {
    if (!exact_move(search.asked.board, search.best, search.asked.castling))
      throw Broken(
          "bestmove " + fault_of_move(search.asked.board, search.best, search.asked.castling),
          search.sent());
    const Info* const line = search.last_line();
    if (line != nullptr && line->pv.front() != search.best)
      refuse(search, *line,
             fmt::format("bestmove {} is not the first move of the last pv", search.best));
  }
}

void check_ponder_move(Examination& exam) {
  std::size_t told = 0;
  for (const Search& search : searches(exam)) {
    if (search.ponder.empty()) continue;
    ++told;
    const auto best = exact_move(search.asked.board, search.best, search.asked.castling);
    if (!best) continue;
    chess::Mailbox board = search.asked.board;
    board.make(*best);
    if (!exact_move(board, search.ponder, search.asked.castling))
      throw Broken(fmt::format("bestmove {} ponder {}", search.best,
                               fault_of_move(board, search.ponder, search.asked.castling)),
                   search.sent());
  }
  if (told == 0) throw NotApplicable("the engine tells no move to ponder on");
}

/// Fails if a number of the lines of the best variation becomes smaller within a search.
void expect_growing(Examination& exam, const char* what, auto&& number_of) {
  std::size_t told = 0;
  for (const Search& search : searches(exam)) {
    std::uint64_t last = 0;
    for (const Info& line : search.lines) {
      const std::optional<std::uint64_t> number = line.is_first() ? number_of(line) : std::nullopt;
      if (!number) continue;
      ++told;
      if (*number < last) refuse(search, line, fmt::format("{} after {} {}", what, what, last));
      last = *number;
    }
  }
  if (told == 0) throw NotApplicable(fmt::format("the engine tells no {}", what));
}

void check_growing_depth(Examination& exam) {
  expect_growing(exam, "depth", [](const Info& line) -> std::optional<std::uint64_t> {
    if (!line.depth || line.pv.empty()) return std::nullopt;
    return static_cast<std::uint64_t>(*line.depth);
  });
}
void check_growing_nodes(Examination& exam) {
  expect_growing(exam, "nodes", [](const Info& line) { return line.nodes; });
}
void check_growing_time(Examination& exam) {
  expect_growing(exam, "time", [](const Info& line) { return line.time; });
}

void check_side(Examination& exam) {
  Client& client = exam.client;
  for (const auto& [fen, sign] :
       {std::pair{white_wins_to_move, 1}, {white_wins_black_to_move, -1}}) {
    const Search search = client.search(question(fen, "go depth 3"));
    const Info* const line = search.last_exact();
    if (line == nullptr) throw NotApplicable("the engine tells no scores");
    const int score = line->mate.value_or(line->centipawns.value_or(0));
    if (sign * score <= 0)
      refuse(search, *line,
             fmt::format("the side to move is {}, but the score is {}",
                         sign > 0 ? "a queen up" : "a queen down", score));
  }
}

// ---- mates ----

/// The position after a line's moves, and whether it is mate. None if a move is not legal.
struct LineEnd {
  int plies = 0;
  bool mate = false;
};
std::optional<LineEnd> end_of(const Search& search, const Info& line) {
  chess::Mailbox board = search.asked.board;
  for (const std::string& text : line.pv) {
    const auto move = exact_move(board, text, search.asked.castling);
    if (!move) return std::nullopt;
    board.make(*move);
  }
  return LineEnd{static_cast<int>(line.pv.size()), board.count() == 0 && board.checkers() != 0};
}

void check_mate_lines(Examination& exam) {
  for_each_line(exam, [](const Search& search, const Info& line) {
    if (!line.is_exact() || line.pv.empty()) return;
    const auto end = end_of(search, line);
    if (!end) return;
    if (!line.mate) {
      if (end->mate) refuse(search, line, "the pv ends in mate, the score is in centipawns");
      return;
    }
    const int plies = *line.mate > 0 ? 2 * *line.mate - 1 : -2 * *line.mate;
    if (end->mate && end->plies != plies)
      refuse(search, line,
             fmt::format("mate {} is {} plies, the pv mates in {}", *line.mate, plies, end->plies));
    if (end->plies > plies)
      refuse(search, line,
             fmt::format("mate {} is {} plies, the pv has {}", *line.mate, plies, end->plies));
    if (end->plies == plies && !end->mate) refuse(search, line, "the pv does not end in mate");
  });
}

/// Whether the side to move can force mate in so many moves; none if that is not found out.
std::optional<bool> can_mate(const chess::Mailbox& board, int moves) {
  if (board.count() == 0) return false;
  search::mate::MateProblem problem{chess::ValidSetup(board.setup()), moves};
  problem.limits.nodes = 2'000'000;
  problem.table_bytes = std::size_t{1} << 20;
  const auto answer = search::mate::shortest_mate(problem);
  if (answer.moves > 0) return answer.moves <= moves;
  if (answer.refuted >= moves) return false;
  return std::nullopt;
}

/// Whether a score of mate is true: the side mates, or is mated, in at most so many moves.
std::optional<bool> is_true_mate(const chess::Mailbox& board, int mate) {
  if (mate > 0) return can_mate(board, mate);
  for (const chess::Move move : board.generate()) {
    chess::Mailbox next = board;
    next.make(move);
    const auto forced = can_mate(next, -mate);
    if (forced != true) return forced;
  }
  return true;
}

void check_mate_truth(Examination& exam) {
  constexpr int longest = 4;
  std::map<std::pair<std::string, int>, std::optional<bool>> known;
  std::size_t told = 0;
  for_each_line(exam, [&](const Search& search, const Info& line) {
    if (!line.mate || !line.is_exact() || *line.mate == 0 || std::abs(*line.mate) > longest) return;
    ++told;
    const auto [place, is_new] = known.try_emplace({search.asked.position, *line.mate});
    if (is_new) place->second = is_true_mate(search.asked.board, *line.mate);
    if (place->second == false)
      refuse(search, line,
             *line.mate > 0 ? fmt::format("proved: there is no mate in {}", *line.mate)
                            : fmt::format("proved: the side is not mated in {}", -*line.mate));
  });
  if (told == 0) throw NotApplicable("the engine tells no mate");
}

bool mates(chess::Mailbox board, chess::Move move) {
  board.make(move);
  return board.count() == 0 && board.checkers() != 0;
}

void check_mates_found(Examination& exam) {
  for (const Search& search : searches(exam)) {
    const chess::Mailbox& board = search.asked.board;
    const chess::Moves legal = board.generate();
    const auto best = exact_move(board, search.best, search.asked.castling);
    if (best && mates(board, *best)) continue;
    for (const chess::Move move : legal)
      if (mates(board, move))
        throw Broken(fmt::format("bestmove {} does not mate, but there is a mate in 1: {}",
                                 printable(search.best), chess::to_uci(move)),
                     search.sent());
  }
}

// ---- several variations ----

/// The lines of each completed set: so many, of one depth, from multipv 1 on.
std::vector<std::vector<const Info*>> sets_of(const Search& search, std::size_t number) {
  std::vector<std::vector<const Info*>> sets;
  std::vector<const Info*> set;
  for (const Info& line : search.lines) {
    if (line.pv.empty() || !line.multipv) continue;
    if (*line.multipv == 1) set.clear();
    if (*line.multipv != static_cast<int>(set.size()) + 1) {
      set.clear();
      continue;
    }
    set.push_back(&line);
    if (set.size() == number) sets.push_back(std::exchange(set, {}));
  }
  return sets;
}

void with_several(Examination& exam, auto&& judge) {
  Client& client = exam.client;
  const engines::UciOption& option = client.need_option("MultiPV");
  if (option.max.value_or(3) < 3) throw NotApplicable("MultiPV has a maximum below 3");
  client.set("MultiPV", "3");
  const char* rook_and_king = "6k1/8/8/8/8/8/8/R5K1 w - - 0 1";
  for (const char* fen : {analysed_positions[1], analysed_positions[3], rook_and_king}) {
    const Search search = client.search(question(fen, "go depth 4"));
    const auto sets = sets_of(search, 3);
    if (sets.empty()) throw Broken("no set of lines multipv 1, 2, 3 with MultiPV 3", client.sent());
    for (const auto& set : sets) judge(search, set);
  }
  client.set("MultiPV", "1");
  const Search one = client.search(question(analysed_positions[1], "go depth 3"));
  for (const Info& line : one.lines)
    if (!line.is_first()) refuse(one, line, "more than one variation with MultiPV 1");
}

void check_sets(Examination& exam) {
  with_several(exam, [](const Search& search, const std::vector<const Info*>& set) {
    for (const Info* line : set)
      if (line->depth.value_or(0) > set.front()->depth.value_or(0))
        refuse(search, *line, "deeper than the line before it in one set");
  });
}

/// A score as a number: mates beyond all centipawns.
int rank_of(const Info& line) {
  constexpr int mate = 1'000'000;
  if (!line.mate) return line.centipawns.value_or(0);
  return *line.mate > 0 ? mate - *line.mate : -mate - *line.mate;
}

void check_order(Examination& exam) {
  with_several(exam, [](const Search& search, const std::vector<const Info*>& set) {
    for (std::size_t i = 1; i < set.size(); ++i)
      if (set[i]->depth == set[i - 1]->depth && set[i]->is_exact() && set[i - 1]->is_exact() &&
          rank_of(*set[i]) > rank_of(*set[i - 1]))
        refuse(search, *set[i], fmt::format("better than '{}' before it", set[i - 1]->text));
  });
}

void check_distinct(Examination& exam) {
  with_several(exam, [](const Search& search, const std::vector<const Info*>& set) {
    std::set<std::string> moves;
    for (const Info* line : set)
      if (!moves.insert(line->pv.front()).second)
        refuse(search, *line, "a first move for the second time in one set");
  });
}

constexpr std::array line_rules{
    CheckRule{"lines", "searches", "each go by depth or time is answered by a bestmove", uci_text,
              check_searches},
    CheckRule{
        "lines", "info-syntax",
        "info has numbers where they belong, score cp or mate with lowerbound or upperbound, "
        "permill up to 1000, and depth beside seldepth; a score is within 1000 pawns or 600 moves",
        uci_text, check_syntax},
    CheckRule{"lines", "scores", "a pv comes with its score", practice, check_scores},
    CheckRule{"lines", "pv-moves", "the moves of a pv are legal, one after the other, and in UCI",
              chess_rules, check_variations},
    CheckRule{"lines", "currmove", "currmove is a move of the position", uci_text,
              check_current_moves},
    CheckRule{"lines", "bestmove",
              "the last info before bestmove has the result of the search: its pv begins with that "
              "move",
              uci_text, check_best_move},
    CheckRule{"lines", "ponder-move", "the move to ponder on is legal after bestmove", chess_rules,
              check_ponder_move},
    CheckRule{"lines", "growing-depth", "the depth of a search does not become smaller", arithmetic,
              check_growing_depth},
    CheckRule{"lines", "growing-nodes", "nodes are all nodes of the search so far", uci_text,
              check_growing_nodes},
    CheckRule{"lines", "growing-time", "time is the time of the search so far", uci_text,
              check_growing_time},
    CheckRule{"lines", "score-side",
              "a score is from the engine's point of view: positive if the side to move is better",
              uci_text, check_side},
    CheckRule{"lines", "mate-lines",
              "mate N counts moves, not plies, and is negative if the engine is mated: a pv that "
              "ends in mate has 2N-1 plies, or 2N",
              uci_text, check_mate_lines},
    CheckRule{"lines", "mate-truth",
              "an exact score of mate in N is a forced mate in at most N (up to 4, proved by full "
              "width)",
              chess_rules, check_mate_truth},
    CheckRule{"lines", "mate-in-one", "a search of several plies plays a mate in 1", practice,
              check_mates_found},
    CheckRule{"lines", "multipv",
              "with MultiPV 3 the lines multipv 1, 2, 3 come together, and with 1 there is one",
              uci_text, check_sets},
    CheckRule{"lines", "multipv-order", "multipv 1 is the best line, 2 the second", uci_text,
              check_order},
    CheckRule{"lines", "multipv-distinct", "the lines of a set begin with different moves",
              uci_text, check_distinct},
};

}  // namespace

std::vector<CheckRule> line_checks() { return {line_rules.begin(), line_rules.end()}; }

}  // namespace plylab::suites::check
