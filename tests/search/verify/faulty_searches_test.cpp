// Every planted fault is found, and its cause is named.
#include "tests/search/verify/faulty_searches.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gen/games.h"
#include "search/run/added_searches.h"
#include "search/run/searchable_game.h"
#include "search/verify/evaluation_check.h"
#include "search/verify/report.h"
#include "search/verify/verification.h"
#include "suites/program.h"
#include "tests/support/cases.h"

namespace plylab::search::verify {
namespace {

const std::atomic<bool> not_stopped = false;

template <class Search, Game G, class Board>
void add_on(std::string_view name) {
  using S = SearcherOn<G, Board>;
  added_routines<S>().emplace_back(name, routine_of<Search, S>());
}

/// A search with a planted fault, and the cause that must be named; none for a search that is
/// right.
struct Planted {
  std::string_view name;
  std::string_view cause;
  bool in_chess = false;
};

template <class Search>
Planted plant(std::string_view name, std::string_view cause) {
  add_search(search_entry<Search>(name, "planted"));
  add_on<Search, tree::SyntheticTree, tree::Tree>(name);
  add_on<Search, tictactoe::TicTacToe, tictactoe::Board>(name);
  return {name, cause};
}
/// The same in chess, too.
template <class Search>
Planted plant_in_chess(std::string_view name, std::string_view cause) {
  Planted planted = plant<Search>(name, cause);
  add_on<Search, chess::Chess, chess::Mailbox>(name);
  planted.in_chess = true;
  return planted;
}

const std::vector<Planted>& all_planted() {
  using enum Fault;
  static const std::vector<Planted> all{
      plant<FaultyPvs<none>>("right-pvs", ""),
      plant<FaultyPvs<cutoff_above_beta>>("cutoff-above-beta", ""),
      plant<FaultyPvs<alpha_not_raised>>("alpha-not-raised", ""),
      plant_in_chess<FaultyAlone<none>>("right-alone", ""),
      plant<FaultyAlone<none, false>>("right-unwatched", ""),
      plant_in_chess<FaultyAlone<none, true, true>>("right-deepening", ""),

      plant<FaultyPvs<child_not_negated>>("child-not-negated", "child_not_negated"),
      plant<FaultyPvs<re_search_not_negated>>("re-search-not-negated", "re_search_not_negated"),
      plant<FaultyPvs<re_search_ignored>>("re-search-ignored", "re_search_ignored"),
      plant<FaultyPvs<result_negated>>("result-negated", "result_negated"),
      plant<FaultyPvs<best_starts_at_zero>>("best-starts-at-zero", "best_starts_at_zero"),
      plant<FaultyPvs<keeps_last>>("keeps-last", "keeps_last"),
      plant<FaultyPvs<keeps_first>>("keeps-first", "keeps_first"),
      plant<FaultyPvs<keeps_least>>("keeps-least", "keeps_least"),
      plant<FaultyPvs<returns_alpha>>("returns-alpha", "returns_alpha"),
      plant<FaultyPvs<returns_beta>>("returns-beta", "returns_beta"),

      plant<FaultyPvs<window_not_negated>>("window-not-negated", "window_not_negated"),
      plant<FaultyPvs<window_not_swapped>>("window-not-swapped", "window_not_swapped"),
      plant<FaultyPvs<alpha_not_negated>>("alpha-not-negated", "alpha_not_negated"),
      plant<FaultyPvs<beta_not_negated>>("beta-not-negated", "beta_not_negated"),
      plant<FaultyPvs<null_window_at_beta>>("null-window-at-beta", "window_too_high"),
      plant<FaultyPvs<null_window_below_alpha>>("null-window-below-alpha", "window_too_low"),
      plant<FaultyPvs<no_re_search>>("no-re-search", "bound_as_value"),
      plant<FaultyPvs<no_re_search_near_leaves>>("no-re-search-near-leaves", "bound_as_value"),
      plant<FaultyPvs<re_search_null>>("re-search-null", "re_search_window"),
      plant<FaultyPvs<re_search_too_high>>("re-search-too-high", "re_search_window"),

      plant<FaultyPvs<skips_first>>("skips-first", "skips_first"),
      plant<FaultyPvs<skips_third>>("skips-third", "skips_moves"),
      plant<FaultyAlone<skips_last>>("skips-last", "skips_last"),
      plant<FaultyAlone<skips_last, true, true>>("skips-last-deepening", "skips_last"),
#ifdef NDEBUG  // boards with assertions refuse the moves that follow
      plant<FaultyAlone<keeps_cutting_move>>("keeps-cutting-move", "move_not_taken_back"),
#endif
      plant<FaultyPvs<cutoff_at_alpha>>("cutoff-at-alpha", "cutoff_at_alpha"),
      plant<FaultyPvs<cutoff_near_beta>>("cutoff-near-beta", "cutoff_below_beta"),
      plant<FaultyPvs<stops_below_alpha>>("stops-below-alpha", "stops_below_alpha"),
      plant<FaultyPvs<late_moves_dropped>>("late-moves-dropped", "skips_moves"),

      plant<FaultyPvs<depth_twice>>("depth-twice", "depth_too_small"),
      plant<FaultyPvs<depth_extended>>("depth-extended", "depth_too_great"),
      plant<FaultyAlone<late_moves_reduced>>("late-moves-reduced", "reduced"),
      plant<FaultyAlone<leaf_too_early>>("leaf-too-early", "depth_too_small"),

      plant_in_chess<FaultyAlone<leaf_negated>>("leaf-negated", "leaf_negated"),
      plant_in_chess<FaultyAlone<leaf_of_one_side>>("leaf-of-one-side", "leaf_of_one_side"),
      plant_in_chess<FaultyAlone<leaf_of_the_root>>("leaf-of-the-root", "leaf_of_the_root"),
      plant<FaultyAlone<leaf_is_zero>>("leaf-is-zero", "leaf_is_zero"),
      plant_in_chess<FaultyAlone<mate_without_distance>>("mate-without-distance",
                                                         "mate_without_distance"),
      plant_in_chess<FaultyAlone<mate_distance_reversed>>("mate-distance-reversed",
                                                          "mate_distance_reversed"),
      plant_in_chess<FaultyAlone<mate_as_win>>("mate-as-win", "mate_as_win"),
      plant_in_chess<FaultyAlone<mate_as_draw>>("mate-as-draw", "mate_as_draw"),
      plant_in_chess<FaultyAlone<stalemate_as_mate>>("stalemate-as-mate", "draw_as_loss"),
      plant_in_chess<FaultyAlone<stalemate_as_win>>("stalemate-as-win", "draw_as_win"),

      plant<FaultyAlone<table_any_depth>>("table-any-depth", "table_depth"),
      plant<FaultyAlone<table_lower_bound>>("table-lower-bound", "table_lower_bound"),
      plant<FaultyAlone<table_upper_bound>>("table-upper-bound", "table_upper_bound"),
      plant_in_chess<FaultyAlone<table_stored_exact>>("table-stored-exact", "table_upper_bound"),
      plant_in_chess<FaultyAlone<table_read_without_ply>>("table-read-without-ply",
                                                          "table_mate_distance"),
      plant<FaultyAlone<table_after_move>>("table-after-move", "table_after_move"),
      plant<FaultyAlone<table_negated>>("table-negated", "table_sign"),
      plant<FaultyAlone<static_outside_window>>("static-outside-window", "static_value"),

      plant<FaultyRoot<aspiration_once>>("aspiration-once", "root_window"),
      plant<FaultyRoot<mtd_once>>("mtd-once", "driver_stops_early"),
      plant<FaultyRoot<root_negated>>("root-negated", "root_negated"),

      plant<FaultyAlone<child_not_negated, false>>("unwatched-not-negated", "values_not_negated"),
      plant<FaultyAlone<leaf_negated, false>>("unwatched-leaf-negated", "values_leaf_negated"),
      plant<FaultyAlone<skips_last, false>>("unwatched-skips-last", "values_skip_last"),
      plant<FaultyAlone<best_starts_at_zero, false>>("unwatched-from-zero", "values_from_zero"),
      plant<FaultyAlone<mate_without_distance, false>>("unwatched-mate-distance",
                                                       "values_mate_distance"),
  };
  return all;
}

Verdict verdict_on(const Planted& planted, const std::vector<Position>& positions) {
  return verify({.search = std::string(planted.name), .switches = usual_switches(planted.name)},
                positions, not_stopped);
}

/// The positions in which the search has been compiled.
std::vector<Position> positions_for(const Planted& planted) {
  static const std::vector<Position> all = telling_positions(searchable_games());
  std::vector<Position> positions;
  for (const Position& position : all)
    if (planted.in_chess || !position.game->is_chess) positions.push_back(position);
  return positions;
}

TEST(FaultySearches, AreFoundAndTheirCauseIsNamed) {
  for (const Planted& planted : all_planted()) {
    SCOPED_TRACE(planted.name);
    const Verdict verdict = verdict_on(planted, positions_for(planted));
    EXPECT_EQ(verdict.is_right(), planted.cause.empty());
    if (planted.cause.empty()) continue;
    EXPECT_FALSE(verdict.cases.empty());
    std::string causes;
    for (const Cause& cause : verdict.diagnosis.causes) causes += fmt::format("{} ", cause.name);
    EXPECT_EQ(causes, fmt::format("{} ", planted.cause))
        << fmt::format("{}", fmt::join(text_report({verdict}), "\n"));
    EXPECT_TRUE(verdict.diagnosis.is_certain);
  }
}

/// Positions of chess.
std::vector<Position> chess_positions(const std::vector<std::string>& texts, int depth) {
  const SearchableGame& chess = find_game(searchable_games(), "chess", "");
  std::vector<Position> positions;
  for (const std::string& text : texts)
    positions.push_back({&chess, text, chess.info.parse(text), depth});
  return positions;
}

TEST(FaultySearches, ThatGoOnAfterADrawAreNotToldOfDepth) {
  const Planted planted = plant_in_chess<FaultyAlone<Fault::goes_on_after_draw>>(
      "goes-on-after-draw", "continues_after_end");
  const Verdict verdict =
      verdict_on(planted, chess_positions({"k7/8/8/8/8/8/P7/K7 b - - 99 80"}, 3));
  ASSERT_EQ(verdict.wrong, 1u);
  ASSERT_EQ(verdict.diagnosis.causes.size(), 1u);
  EXPECT_EQ(verdict.diagnosis.causes.front().name, planted.cause);
}

// The value of another position often is a bound of the window, or that of another depth.
TEST(FaultySearches, OfTwoExplanationsBothAreNamed) {
  const Planted planted =
      plant<FaultyAlone<Fault::table_by_ply>>("table-by-ply", "table_other_position");
  const Verdict verdict = verdict_on(planted, positions_for(planted));
  EXPECT_FALSE(verdict.is_right());
  EXPECT_FALSE(verdict.diagnosis.is_certain);
  ASSERT_EQ(verdict.diagnosis.causes.size(), 2U);
  EXPECT_EQ(verdict.diagnosis.causes.front().name, planted.cause);
}

TEST(FaultySearches, ThatDoNotEndDoNotPass) {
  const Planted planted = plant<FaultyRoot<Fault::never_ends>>("never-ends", "");
  std::vector<Position> positions = telling_positions(searchable_games(), "tictactoe");
  positions.resize(1);
  const Verdict verdict = verdict_on(planted, positions);
  EXPECT_TRUE(verdict.is_right());
  EXPECT_EQ(verdict.min_depth, 2);
  const reports::Check check = checks_of({verdict}).front();
  EXPECT_EQ(check.result, reports::CheckResult::skipped);
  EXPECT_NE(check.message.find("does not finish depth 5 in 400000 nodes"), std::string::npos)
      << check.message;
}

// The arrays by ply end before the search does.
TEST(FaultySearches, ThatAlwaysGoDeeperAreBrokenOff) {
  const Planted planted =
      plant_in_chess<FaultyAlone<Fault::depth_not_decremented>>("depth-not-decremented", "");
  const Verdict verdict = verdict_on(planted, chess_positions({"startpos"}, 2));
  EXPECT_EQ(verdict.skipped, 1U);
  ASSERT_FALSE(verdict.shortfalls.empty());
  EXPECT_NE(verdict.shortfalls.front().obstacle.find("plies deep: does it end?"),
            std::string::npos);
  EXPECT_FALSE(verdict_on(planted, positions_for(planted)).is_right());  // where games end
}

/// Says which moves cut off, but not which nodes it visits, and is wrong.
struct TellsCutsOnly {
  static constexpr bool full_width_only = true;
  static constexpr bool single_thread = true;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value> /*last*/) {
    return value_of(s, depth, 0, -infinity, infinity);
  }

 private:
  template <class S>
  static Value value_of(S& s, int depth, int ply, Value alpha, Value beta) {
    if (depth <= 0) return search_leaf(s, ply, alpha, beta);
    const auto moves = s.position.generate();
    if (const auto over = s.game_over(moves.size(), ply)) return *over;
    Value best = 0;  // the fault
    for (const auto move : moves) {
      const auto step = s.make(move);
      best = std::max(best, -value_of(s, depth - 1, ply + 1, -beta, -std::max(alpha, best)));
      s.unmake(move, step);
      s.narrow(std::max(alpha, best), beta);
      s.cut(0);
      if (best >= beta) break;
    }
    return best;
  }
};

TEST(FaultySearches, MayTellOfCutoffsAlone) {
  const Planted planted = plant<TellsCutsOnly>("tells-cuts-only", "");
  const Verdict verdict = verdict_on(planted, positions_for(planted));
  EXPECT_FALSE(verdict.is_right());
  ASSERT_FALSE(verdict.cases.empty());
  EXPECT_FALSE(verdict.cases.front().is_traced);
}

/// Right alpha-beta that tells of its leaves, also of its inner nodes, or also of its cutoffs.
enum class Tells : std::uint8_t { leaves, nodes, cutoffs };
template <Tells tells>
struct TellsAlphaBeta {
  static constexpr bool full_width_only = true;
  static constexpr bool single_thread = true;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value>) {
    return value_of(s, depth, 0, -infinity, infinity);
  }

 private:
  template <class S>
  static Value value_of(S& s, int depth, int ply, Value alpha, Value beta) {
    if (depth == 0) return search_leaf(s, ply, alpha, beta);
    if (tells >= Tells::nodes) s.enter(ply, alpha, beta, depth);
    const auto moves = s.position.generate();
    if (const auto over = s.game_over(moves.size(), ply)) return *over;
    Value best = -infinity;
    std::size_t place = 0;
    for (const auto move : moves) {
      const auto step = s.make(move);
      best = std::max(best, -value_of(s, depth - 1, ply + 1, -beta, -std::max(alpha, best)));
      s.unmake(move, step);
      if (best >= beta) {
        if (tells == Tells::cutoffs) s.cut(place);
        break;
      }
      ++place;
    }
    return best;
  }
};

/// Alpha-beta in which all nodes share one list of moves, which the children overwrite.
struct SharesList {
  static constexpr bool full_width_only = true;
  static constexpr bool single_thread = true;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value>) {
    static typename S::Pos::MoveList list;
    return value_of(s, list, depth, 0, -infinity, infinity);
  }

 private:
  template <class S>
  static Value value_of(S& s, auto& moves, int depth, int ply, Value alpha, Value beta) {
    if (depth == 0) return search_leaf(s, ply, alpha, beta);
    s.enter(ply, alpha, beta, depth);
    moves = s.position.generate();
    const std::size_t number = moves.size();
    if (const auto over = s.game_over(number, ply)) return *over;
    Value best = -infinity;
    for (std::size_t i = 0; i < number && best < beta; ++i) {
      const auto move = moves[i];
      const auto step = s.make(move);
      best = std::max(best, -value_of(s, moves, depth - 1, ply + 1, -beta, -std::max(alpha, best)));
      s.unmake(move, step);
    }
    return best;
  }
};

// The board of such a search may be in any state: a loop over it need not end.
// With assertions it would end at its own access beyond the list.
#ifdef NDEBUG
TEST(FaultySearches, AreStoppedAtAMoveThatIsNotLegal) {
  const Planted planted = plant_in_chess<SharesList>("shares-list", "");
  std::vector<Position> positions = positions_for(planted);
  std::erase_if(positions, [](const Position& position) { return !position.game->is_chess; });
  const Verdict verdict = verdict_on(planted, positions);
  EXPECT_FALSE(verdict.is_right());
  ASSERT_TRUE(verdict.illegal);
  EXPECT_THAT(verdict.illegal->what, ::testing::HasSubstr(", where the legal moves are "));
  const auto lines = text_report({verdict});
  EXPECT_EQ(lines[0], "shares-list is wrong: it makes a move that is not legal");
  EXPECT_THAT(lines, ::testing::Contains(::testing::HasSubstr("a list of moves is overwritten")));
}
#endif

TEST(RightSearches, AreToldWhatTheyDoNotCount) {
  const auto notes = [](const Planted& planted) {
    const Verdict verdict = verdict_on(planted, positions_for(planted));
    EXPECT_TRUE(verdict.is_right()) << planted.name;
    return fmt::format("{}", fmt::join(tables({verdict}).front().notes, "\n"));
  };
  EXPECT_THAT(notes(plant<TellsAlphaBeta<Tells::leaves>>("counts-leaves", "")),
              ::testing::HasSubstr("counts-leaves counts no nodes but leaves"));
  EXPECT_THAT(notes(plant<TellsAlphaBeta<Tells::nodes>>("counts-nodes", "")),
              ::testing::HasSubstr("counts-nodes counts no cutoffs"));
  EXPECT_EQ(notes(plant<TellsAlphaBeta<Tells::cutoffs>>("counts-cutoffs", "")), "");
}

// Without null windows few bounds are stored, and they show in deep searches only.
TEST(FaultySearches, WithTheTableOfPlainAlphaBetaAreFound) {
  using enum Fault;
  for (const Planted& planted :
       {plant_in_chess<FaultyAlone<table_stored_exact, true, false, false>>("exact-alphabeta", ""),
        plant_in_chess<FaultyAlone<table_lower_bound, true, false, false>>("lower-alphabeta", ""),
        plant_in_chess<FaultyAlone<table_upper_bound, true, false, false>>("upper-alphabeta", "")})
    EXPECT_FALSE(verdict_on(planted, positions_for(planted)).is_right()) << planted.name;
}

TEST(TellingPositions, OfOtherGamesAreMany) {
  for (const SearchableGame& game : searchable_games()) {
    const auto positions = telling_positions(searchable_games(), game.info.name);
    EXPECT_GE(positions.size(), game.info.name == "explicit-tree" ? 1U : 4U) << game.info.name;
    for (const Position& position : positions)
      EXPECT_EQ(game.info.parse(position.name).text(), position.start.text());
  }
}

/// Sleeps in its third iteration, and visits no node meanwhile: no limit ends it.
struct Endless {
  static constexpr bool full_width_only = true;
  static constexpr bool single_thread = true;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value> last) {
    if (depth > 2)
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    return FaultyAlone<Fault::none>::iterate(s, depth, last);
  }
};

/// Finds wrong values, and sleeps when it is searched for the second time, as it is to find out
/// why.
struct EndlessLater {
  static constexpr bool full_width_only = true;
  static constexpr bool single_thread = true;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value> last) {
    static int searches = 0;
    if (depth == 1 && ++searches > 1)
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    return FaultyAlone<Fault::none>::iterate(s, depth, last) + 1;
  }
};

/// plylab verify in tic-tac-toe, with two seconds for a search.
void verify_for_two_seconds(std::string searches) {
  dup2(STDERR_FILENO, STDOUT_FILENO);
  std::vector<std::string> words{"plylab", "verify",    "--search",  std::move(searches),
                                 "--game", "tictactoe", "--timeout", "2"};
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  suites::run_program(static_cast<int>(argv.size()), argv.data(), perft::countable_games(),
                      searchable_games());
}

// The program ends although the search goes on, with what is known by then.
TEST(FaultySearchesDeathTest, ThatDoNotReturnAreLeftBehind) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  plant<Endless>("endless", "");
  EXPECT_EXIT(verify_for_two_seconds("alphabeta,endless"), ::testing::ExitedWithCode(1),
              "endless has not returned from a search\n"
              "  position  xo./.x./..o\n"
              "  depth     1 to 5\n"
              "  waited    2 s; ");
}

TEST(FaultySearchesDeathTest, ThatDoNotReturnWhileTheyAreExaminedAreLeftBehind) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  plant<EndlessLater>("endless-later", "");
  EXPECT_EXIT(verify_for_two_seconds("endless-later"), ::testing::ExitedWithCode(1),
              "endless-later has not returned from a search\n");
}

TEST(FaultySearches, AreNotExplainedAfterAnInterruption) {
  const Planted planted = plant<FaultyRoot<Fault::root_negated>>("interrupted", "root_negated");
  std::atomic<bool> stop = false;
  const auto interrupt = [&](std::size_t) { stop = true; };
  const Verdict verdict =
      verify({.search = std::string(planted.name), .switches = usual_switches(planted.name)},
             telling_positions(searchable_games(), "tictactoe"), stop, interrupt);
  EXPECT_TRUE(verdict.is_stopped);
  EXPECT_EQ(verdict.wrong, 1u);
  EXPECT_TRUE(verdict.cases.empty());
  EXPECT_NE(fmt::format("{}", fmt::join(text_report({verdict}), "\n"))
                .find("interrupted before it was examined"),
            std::string::npos);
}

/// Causes of one kind: which of them it is may take more than one position to tell.
std::string_view kind_of(std::string_view cause) {
  for (const std::string_view leaves_out_moves :
       {"skips_first", "skips_last", "stops_below_alpha", "cutoff_at_alpha"})
    if (cause == leaves_out_moves) return "skips_moves";
  for (const std::string_view bound : {"table_lower_bound", "table_upper_bound"})
    if (cause == bound) return "table_bound";
  return cause;
}

// With less to go by there may be several causes that explain it; but none is stated as a fact that
// is not so.
TEST(FaultySearches, NoWrongCauseIsStatedAsAFactFromOnePosition) {
  std::size_t stated = 0, asked = 0;
  for (const Planted& planted : all_planted())
    for (const Position& position : positions_for(planted)) {
      if (asked++ % testing::stride() != 0) continue;
      const Verdict verdict = verdict_on(planted, {position});
      if (!verdict.diagnosis.is_certain) continue;
      ++stated;
      EXPECT_EQ(kind_of(verdict.diagnosis.causes.front().name), kind_of(planted.cause))
          << planted.name << ", " << position.name;
    }
  EXPECT_GT(stated, 100 / testing::stride());
}

// A search over positions has the value of the others with every switch that is not selective.
TEST(FaultySearches, OverPositionsExtendChecksAsTheOthersDo) {
  const Planted& right = *std::ranges::find(all_planted(), "right-alone", &Planted::name);
  const Planted wrong =
      plant_in_chess<FaultyAlone<Fault::checks_not_extended>>("checks-not-extended", "");
  std::vector<Position> positions = positions_for(right);
  std::erase_if(positions, [](const Position& position) { return !position.game->is_chess; });
  const auto verdict = [&](const Planted& planted) {
    return verify(
        {.search = std::string(planted.name), .switches = {parse_switches("--with", "checks")}},
        positions, not_stopped);
  };
  EXPECT_EQ(verdict(right).positions, positions.size());
  EXPECT_EQ(verdict(right).wrong, 0U);
  EXPECT_GT(verdict(wrong).wrong, 0U);
}

// ---- evaluations ----

/// White's men less Black's, kept by the moves. `forgets` says what advance() overlooks.
enum class Forgets : std::uint8_t { nothing, en_passant, third_ply };
template <Forgets forgets>
struct KeptMen {
  struct State {
    int men = 0, plies = 0;
  };

  State start(const auto& board) const {
    State state;
    board.for_each_piece([&](chess::Piece piece, chess::Square) {
      state.men += color_of(piece) == chess::white ? 1 : -1;
    });
    return state;
  }
  void advance(State& state, const auto& board, chess::Move move) const {
    ++state.plies;
    if (!move.is_capture() || (forgets == Forgets::en_passant && move.is_en_passant())) return;
    if (forgets == Forgets::third_ply && state.plies == 3) return;
    state.men += board.side_to_move() == chess::white ? 1 : -1;
  }
  int operator()(const auto& board, const State& state) const {
    return board.side_to_move() == chess::white ? state.men : -state.men;
  }
};

EvaluationVerdict verdict_on(const std::string& evaluation, const std::string& fen) {
  return verify_evaluation(evaluation, {AnyStart::of<chess::Chess>(chess::ValidSetup(fen))},
                           not_stopped);
}

TEST(FaultyEvaluations, AreToldWithTheMove) {
  add_evaluation("kept-men", "", KeptMen<Forgets::nothing>());
  add_evaluation("forgets-ep", "", KeptMen<Forgets::en_passant>());
  add_evaluation("forgets-third", "", KeptMen<Forgets::third_ply>());
  constexpr const char* e_p = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  const std::string kiwipete(
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  for (const std::string name : {"kept-men", "material", "pst", "positional", "mobility"})
    for (const std::string& fen : {std::string(e_p), kiwipete}) {
      const EvaluationVerdict right = verdict_on(name, fen);
      EXPECT_TRUE(right.is_right()) << name << ' ' << fen;
      EXPECT_FALSE(right.unequal) << name << ' ' << right.unequal->position;
      EXPECT_GT(right.moves, 100U) << name;
      EXPECT_TRUE(text_report(right).empty());
      EXPECT_EQ(check_of(right).result, reports::CheckResult::passed);
    }

  const EvaluationVerdict forgets = verdict_on("forgets-ep", e_p);
  ASSERT_TRUE(forgets.fault);
  EXPECT_EQ(forgets.fault->position, e_p);
  EXPECT_EQ(forgets.fault->move, "e5d6");
  EXPECT_TRUE(forgets.fault->before.empty());
  EXPECT_EQ(forgets.fault->moved, 0);    // for Black: a pawn each
  EXPECT_EQ(forgets.fault->afresh, -1);  // one is gone
  EXPECT_EQ(text_report(forgets)[2], "  moves     e5d6");
  EXPECT_EQ(check_of(forgets).result, reports::CheckResult::failed);

  EXPECT_FALSE(forgets.unequal);

  // What a single move from a new state does not show.
  const EvaluationVerdict third = verdict_on("forgets-third", kiwipete);
  ASSERT_TRUE(third.fault);
  EXPECT_GE(third.fault->before.size(), 2U);
}

/// Men on the board, more of them for White: for the side to move, for White, or for the side to
/// move but with a pawn of White's worth more.
enum class Seen : std::uint8_t { by_mover, by_white, unequally };
template <Seen seen>
struct Men {
  int operator()(const auto& board) const {
    int men = 0;
    board.for_each_piece([&](chess::Piece piece, chess::Square) {
      const bool is_white = color_of(piece) == chess::white;
      const bool is_more = seen == Seen::unequally && is_white && type_of(piece) == chess::pawn;
      men += is_white ? 1 + is_more : -1;
    });
    return seen == Seen::by_white || board.side_to_move() == chess::white ? men : -men;
  }
};

TEST(FaultyEvaluations, AreToldThatTheyAreForWhite) {
  add_evaluation("men", "", Men<Seen::by_mover>());
  add_evaluation("men-for-white", "", Men<Seen::by_white>());
  add_evaluation("men-unequal", "", Men<Seen::unequally>());
  constexpr const char* fen = "4k3/pp6/8/3p4/4P3/8/PPP5/4K3 b - - 0 1";

  EXPECT_FALSE(verdict_on("men", fen).unequal);

  const EvaluationVerdict for_white = verdict_on("men-for-white", fen);
  EXPECT_TRUE(for_white.is_from_whites_view());
  EXPECT_EQ(text_report(for_white)[2], "  value     1, and -1 with White and Black exchanged");
  EXPECT_EQ(text_report(for_white)[1], fmt::format("  position  {}", fen));
  EXPECT_EQ(check_of(for_white).result, reports::CheckResult::failed);

  // Perhaps on purpose: a note says it.
  const EvaluationVerdict unequal = verdict_on("men-unequal", fen);
  EXPECT_TRUE(unequal.is_right());
  EXPECT_TRUE(text_report(unequal).empty());
  const auto notes = evaluations_table({unequal}).notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(
      notes.front(),
      fmt::format("men-unequal does not treat both sides alike: -5 for the side to move in {}, "
                  "and 2 with White and Black exchanged",
                  fen));
}

}  // namespace
}  // namespace plylab::search::verify
