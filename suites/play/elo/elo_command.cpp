#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/cli/command_line.h"
#include "reports/cli/session.h"
#include "reports/tables/averages.h"
#include "reports/tables/columns.h"
#include "reports/text/terminal.h"
#include "suites/play/elo/games.h"
#include "suites/play/elo/ratings.h"
#include "suites/play/elo/results.h"

namespace plylab::suites::play::elo {
namespace {

using reports::Cell;
using reports::Schema;
using reports::Table;

struct Options {
  std::vector<std::string> files, players;
  std::vector<std::uint64_t> wdl, penta;
  std::string model{draw_models.front().name};
  double prior = 0;
  std::string anchor;
  std::string sprt;
  double draws = 50;
};

// ---- many players ----

/// A player among all.
struct Rated {
  Results results;
  std::optional<double> elo, error, opponents;  ///< error: half the width of a 95 % interval
};

std::vector<Encounter> encounters_of(const Games& games) {
  std::vector<Encounter> all;
  for (const Game& game : games.games)
    all.push_back({game.white, game.black, game.points == 1 ? 1.0 : 0, game.points == 0.5 ? 1.0 : 0,
                   game.points == 0 ? 1.0 : 0});
  return all;
}

/// The places of the players, the best first; those without a rating come last.
std::vector<std::size_t> ranking(const Ratings& ratings) {
  std::vector<std::size_t> order(ratings.elo.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) {
    return ratings.elo[one].value_or(-INFINITY) > ratings.elo[other].value_or(-INFINITY);
  });
  return order;
}

/// What is added to all ratings: "--anchor NAME=ELO" fixes one of them.
double offset_of(const std::string& anchor, const Games& games, const Ratings& ratings) {
  if (anchor.empty()) return 0;
  const auto equals = anchor.rfind('=');
  const auto elo =
      equals == anchor.npos ? std::nullopt : parse_number<double>(anchor.substr(equals + 1));
  if (!elo || !(std::abs(*elo) <= 10'000))
    throw InputError("--anchor: needs NAME=ELO, from -10000 to 10000");
  const std::string name = anchor.substr(0, equals);
  const std::size_t player = find_place(games.players, name, "--anchor");
  if (!ratings.elo[player])
    throw InputError(fmt::format("--anchor: the games do not determine the rating of '{}'", name));
  return *elo - *ratings.elo[player];
}

std::vector<Rated> rated(const Games& games, const Ratings& ratings, double offset) {
  std::vector<Rated> all;
  for (std::size_t i = 0; i < games.players.size(); ++i) {
    Rated& one = all.emplace_back(Rated{{games.players[i]}, {}, {}, {}});
    if (!ratings.elo[i]) continue;
    one.elo = *ratings.elo[i] + offset;
    one.error = reports::quantile_of_95 * std::sqrt(ratings.covariance[i][i]);
  }
  std::vector<double> opponents(all.size());
  std::vector<std::size_t> rated_games(all.size());
  for (const Game& game : games.games) {
    const auto add = [&](std::size_t player, std::size_t opponent, double points) {
      all[player].results.add(points, game.opening);
      if (!all[opponent].elo) return;
      opponents[player] += *all[opponent].elo;
      ++rated_games[player];
    };
    add(game.white, game.black, game.points);
    add(game.black, game.white, 1 - game.points);
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    if (rated_games[i] > 0) all[i].opponents = opponents[i] / static_cast<double>(rated_games[i]);
  return all;
}

/// A player with the rank.
using Ranked = std::pair<std::size_t, const Rated*>;

reports::TableOf<Ranked> players_table() {
  using Row = Ranked;
  const auto end = [](int sign) {
    return [sign](const Row& row) {
      const Rated& one = *row.second;
      return one.elo ? Cell(*one.elo + sign * *one.error) : Cell();
    };
  };
  const auto share = [](auto&& of) {
    return [of](const Row& row) {
      const Results& results = row.second->results;
      return 100 * of(results) / static_cast<double>(results.games());
    };
  };
  return {"players",
          "Ratings",
          {{{"rank"}, [](const Row& row) { return row.second->elo ? Cell(row.first) : Cell(); }},
           {reports::columns::player, [](const Row& row) { return row.second->results.player; }},
           {{"elo", "", "the likeliest rating; none where the games leave it open", 0},
            [](const Row& row) { return row.second->elo; }},
           {{"low", "", "the lower end of the 95 % interval of its distance from the mean", 0},
            end(-1)},
           {{"high", "", "its upper end", 0}, end(1)},
           {{"games"}, [](const Row& row) { return row.second->results.games(); }},
           {{"wins"}, [](const Row& row) { return row.second->results.wins; }},
           {{"draws"}, [](const Row& row) { return row.second->results.draws; }},
           {{"losses"}, [](const Row& row) { return row.second->results.losses; }},
           {{"score", "%", "points per game, in %", 1, reports::Role::remark},
            share([](const Results& results) { return results.points(); })},
           {{"opponents", "", "their mean rating, weighted by games", 0},
            [](const Row& row) { return row.second->opponents; }}},
          {score_picture}};
}

/// Who is better than whom: a column for each rank.
Schema los_table(std::size_t ranks) {
  Schema table{"los",
               "Likelihood of superiority by the ratings: that the player is better than the one "
               "of that rank, in %",
               {{"rank"}, reports::columns::player}};
  for (std::size_t rank = 1; rank <= ranks; ++rank)
    table.columns.emplace_back(fmt::format("{}", rank), "%", "against the player of that rank", 1);
  return table;
}

Table los_table(const Games& games, const Ratings& ratings, const std::vector<std::size_t>& order) {
  constexpr std::size_t max_for_people = 12;
  std::vector<std::size_t> rated;
  for (const std::size_t player : order)
    if (ratings.elo[player]) rated.push_back(player);
  Table table(los_table(rated.size()));
  for (std::size_t i = 0; i < rated.size(); ++i) {
    std::vector<Cell> row = {i + 1, games.players[rated[i]]};
    for (const std::size_t other : rated)
      row.push_back(other == rated[i] ? Cell() : Cell(100 * ratings.superiority(rated[i], other)));
    table.add(std::move(row));
  }
  if (rated.size() > max_for_people) table.readers = reports::Readers::programs;
  return table;
}

Schema model_table() {
  return {"model",
          "Model",
          {{"model", "", "of draws: rao-kupper (as BayesElo) or davidson"},
           {"prior", "", "virtual draws of each player", 1},
           {"games", "", "between players with a rating"},
           {"advantage", "", "of the first move, in Elo", 1},
           {"advantage_error", "",
            "half the width of its 95 % interval; none if these games "
            "cannot tell it from the ratings",
            1},
           {"draw_rate", "%", "between equal players", 1},
           {"log_likelihood", "", "of the games under this model, the prior included", 2}}};
}

Table model_table(const Options& options, const Games& games, const Ratings& ratings) {
  Table table(model_table());
  const auto used = std::ranges::count_if(games.games, [&](const Game& game) {
    return ratings.elo[game.white] && ratings.elo[game.black];
  });
  table.add(
      {options.model, options.prior, static_cast<std::int64_t>(used), ratings.advantage,
       ratings.advantage_error ? Cell(reports::quantile_of_95 * *ratings.advantage_error) : Cell(),
       used > 0 ? Cell(100 * ratings.draw_rate) : Cell(), ratings.log_likelihood});
  if (!ratings.advantage_error)
    table.notes.emplace_back("the advantage is set to 0: these games do not determine it");
  if (ratings.draw_rate_is_set && used > 0)
    table.notes.emplace_back(
        "the draw rate is set to BayesElo's usual one: these games do not determine it");
  return table;
}

void rate_games(const Options& options, const Games& games, reports::Report& report) {
  const Ratings ratings =
      rate(games.players.size(), encounters_of(games),
           find_entry(draw_models, options.model, "--model").model, options.prior);
  const auto order = ranking(ratings);
  const std::vector<Rated> all = rated(games, ratings, offset_of(options.anchor, games, ratings));
  std::vector<Ranked> ranked;
  for (const std::size_t player : order) ranked.emplace_back(ranked.size() + 1, &all[player]);
  Table players = players_table().with(ranked);
  const auto open = std::ranges::count_if(ratings.elo, [](const auto& elo) { return !elo; });
  if (open > 0)
    players.notes.push_back(fmt::format("the games leave {} open (plylab help elo){}",
                                        open == 1 ? "one rating" : fmt::format("{} ratings", open),
                                        options.prior > 0 ? "" : "; --prior 2 adds virtual draws"));
  players.notes.emplace_back(
      "intervals take games as independent: with openings that are used again they may be too "
      "narrow, "
      "with pairs of reversed colours too wide");
  const auto note_left_out = [&](std::size_t number, std::string_view what) {
    if (number > 0)
      players.notes.push_back(number == 1 ? fmt::format("one game {} is left out", what)
                                          : fmt::format("{} games {} are left out", number, what));
  };
  note_left_out(games.unfinished, "without a result");
  note_left_out(games.unnamed, "with an unknown player");
  report.tables.push_back(std::move(players));
  report.tables.push_back(los_table(games, ratings, order));
  report.tables.push_back(model_table(options, games, ratings));
}

// ---- two players ----

/// Which figures the results leave open, for a note; empty if none.
std::string note_of_open(const std::vector<Cluster>& clusters, bool has_statistics) {
  if (const auto rating = rating_of(clusters); rating && has_statistics) {
    if (!rating->low) return "the interval has no lower end";
    return !rating->high ? "the interval has no upper end" : "";
  }
  if (has_statistics) return "";
  if (!rating_of(clusters))
    return fmt::format("no elo, los or nelo: no difference corresponds to a score of {:.0f} %",
                       100 * score_of(clusters)->score);
  return "no interval, los or nelo: each opening has the same score, so that their error is "
         "unknown";
}

Trinomial counts_of(const Results& results) {
  return {{results.losses, results.draws, results.wins}};
}

/// The results of two players, who may have no names.
reports::TableOf<Results> results_table(bool has_names) {
  auto columns = result_columns<Results>();
  for (auto& column : statistic_columns<Results>("openings", [](const Results& row) {
         return statistics_of(counts_of(row), row.clusters());
       }))
    columns.push_back(std::move(column));
  if (has_names)
    columns.insert(columns.begin(), {{reports::columns::player, &Results::player},
                                     {{"opponent"}, &Results::opponent}});
  return {"results", "Results", std::move(columns)};
}

/// The same table from single games.
Table results_table(const Results& results) {
  Table table = results_table(!results.player.empty()).with({results});
  const auto clusters = results.clusters();
  if (std::string note =
          note_of_open(clusters, statistics_of(counts_of(results), clusters).has_value());
      !note.empty())
    table.notes.push_back(std::move(note));
  if (!results.player.empty())
    table.notes.emplace_back(
        "elo by the score alone; in the table of ratings by the model of draws and of the first "
        "move");
  return table;
}

Schema score_table() {
  return {"score",
          "Score of the pairs",
          {{"games"},
           {"score", "%", "points per game, in %", 2},
           {"elo", "", "the rating difference that corresponds to the score", 1},
           {"low", "", "the lower end of elo's 95 % interval, from the pairs", 1},
           {"high", "", "its upper end", 1}}};
}

/// What pairs of games say of the difference between two players.
Table score_table(const Pentanomial& pairs) {
  const auto score = score_of(pairs.clusters());
  const auto rating = rating_of(pairs.clusters());
  Table table(score_table());
  table.add({2 * pairs.total(), score ? Cell(100 * score->score) : Cell(),
             rating ? Cell(rating->elo) : Cell(), rating ? Cell(rating->low) : Cell(),
             rating ? Cell(rating->high) : Cell()});
  if (std::string note =
          note_of_open(pairs.clusters(), statistics_of(pairs, pairs.clusters()).has_value());
      !note.empty())
    table.notes.push_back(std::move(note));
  return table;
}

const reports::Picture llr_picture{.name = "llr",
                                   .summary = "course of a sequential test",
                                   .form = reports::Form::curves,
                                   .of = "llr",
                                   .label = "log-likelihood ratio",
                                   .low = "lower",
                                   .high = "upper",
                                   .number = 1};

Schema course_table(bool of_pairs) {
  reports::Picture llr = llr_picture;
  llr.by = of_pairs ? "pairs" : "games";
  return {"course",
          "Course of the sequential test",
          {{llr.by, "", "so far"},
           {"llr", "", "the log-likelihood ratio of H1 to H0", 3},
           {"lower", "", "where H0 is accepted", 3},
           {"upper", "", "where H1 is accepted", 3}},
          {llr},
          reports::Readers::programs};
}

/// The test after the fact: it ends with the first result that leaves the bounds. The course has
/// the log-likelihood ratio after each result, also those after the end.
template <std::size_t N>
void test_afterwards(const Sprt& sprt, const std::vector<double>& points, reports::Report& report) {
  const bool of_pairs = N == 5;
  Table course(course_table(of_pairs));
  ResultCounts<N> counts;
  std::uint64_t used = 0;
  double llr = 0;
  Decision decision = Decision::none;
  for (const double one : points) {
    counts.add(one);
    const double ratio = log_likelihood_ratio(sprt, counts);
    course.add({counts.total(), ratio, sprt.lower_bound(), sprt.upper_bound()});
    if (decision != Decision::none) continue;
    used = counts.total();
    llr = ratio;
    decision = sprt.decide(llr);
  }
  Table table = sprt_table(sprt, used, llr, decision, of_pairs);
  if (used < points.size())
    table.notes.push_back(
        fmt::format("the test would have ended after {} of {}", used, points.size()));
  report.tables.push_back(std::move(table));
  report.tables.push_back(std::move(course));
}

/// A difference that is supposed to be true, and the test that is asked about it.
struct Supposed {
  std::string_view truth;
  double elo;
  const Sprt* sprt;
  double deviation;

  Prospect prospect() const { return prospect_of(*sprt, elo, deviation); }
};

reports::TableOf<Supposed> length_table() {
  using Row = Supposed;
  return {
      "length",
      "Games that the test needs",
      {{{"truth", "", "what is supposed"}, &Row::truth},
       {{"elo", "", "the true difference, on the test's scale", 2}, &Row::elo},
       {{"games", "", "to be expected of the sequential test", 0},
        [](const Row& row) { return std::ceil(row.prospect().games); }},
       {{"h1_accepted", "%", "the probability that it accepts H1", 1},
        [](const Row& row) { return 100 * row.prospect().h1_accepted; }},
       {{"fixed", "", "games of a test of fixed length with the same probabilities of error", 0},
        [](const Row& row) { return std::ceil(fixed_length(*row.sprt, row.deviation)); }}}};
}

/// How long a test takes where a game's result has this standard deviation.
Table length_table(const Sprt& sprt, double deviation, const std::string& source) {
  Table table = length_table().with({{"H0", sprt.elo0, &sprt, deviation},
                                     {"between", (sprt.elo0 + sprt.elo1) / 2, &sprt, deviation},
                                     {"H1", sprt.elo1, &sprt, deviation}});
  table.notes.push_back(
      fmt::format("a game's result has the standard deviation {:.3f}: {}", deviation, source));
  return table;
}

/// For elo without results: draws are so many percent, the players equal.
double deviation_by_draws(double percent) { return std::sqrt((1 - percent / 100) / 4); }

template <std::size_t N>
void add_counted_test(const Sprt& sprt, const ResultCounts<N>& counts, reports::Report& report) {
  const double llr = log_likelihood_ratio(sprt, counts);
  report.tables.push_back(sprt_table(sprt, counts.total(), llr, sprt.decide(llr), N == 5));
  if (deviation_of_game(counts) > 0)
    report.tables.push_back(length_table(sprt, deviation_of_game(counts), "that of the results"));
}

/// Refuses what is about players of games, where there are counts alone, and counts whose sum could
/// overflow.
void check_counts(const Options& options) {
  if (options.players.size() == 1)
    throw InputError("--player: name at least two, whose games against each other count");
  if (options.wdl.empty() && options.penta.empty()) return;
  const char* const option = options.wdl.empty() ? "--penta" : "--wdl";
  constexpr std::uint64_t max = 1'000'000'000'000;
  for (const auto& counts : {options.wdl, options.penta})
    if (std::ranges::any_of(counts, [&](std::uint64_t count) { return count > max; }))
      throw InputError(fmt::format("{}: a count is beyond {}", option, max));
  if (options.prior > 0 || !options.anchor.empty() || !options.players.empty())
    throw InputError(
        fmt::format("--prior, --anchor, --player: for the players of games, not with {}", option));
}

/// The tables that the options can give.
std::vector<Schema> declared_tables(const Options& options) {
  const bool tests = !options.sprt.empty();
  if (!options.files.empty()) {
    std::vector<Schema> all{players_table(), los_table(0), model_table(), results_table(true),
                            pairs_table()};
    if (tests) all.insert(all.end(), {sprt_table(), course_table(true)});
    return all;
  }
  std::vector<Schema> all;
  if (!options.wdl.empty()) all.emplace_back(results_table(false));
  if (!options.penta.empty()) all.insert(all.end(), {score_table(), pairs_table()});
  if (tests && !all.empty()) all.push_back(sprt_table(options.wdl.empty()));
  if (tests) all.emplace_back(length_table());
  return all;
}

void run_elo(const Options& options, cli::Session& session) {
  session.check_options();
  check_counts(options);
  std::optional<Sprt> sprt;
  if (!options.sprt.empty()) sprt = parse_sprt("--sprt", options.sprt);
  if (options.files.empty() && options.wdl.empty() && options.penta.empty() && !sprt)
    throw InputError(
        "elo: nothing to rate: give PGN files, --wdl or --penta, or --sprt alone to "
        "learn how many games a test needs");
  session.declare(declared_tables(options));
  reports::Report report;
  if (!options.wdl.empty()) {
    const Trinomial counts{{options.wdl[2], options.wdl[1], options.wdl[0]}};
    if (counts.total() == 0) throw InputError("--wdl: no game");
    Results results{{}, {}, options.wdl[0], options.wdl[1], options.wdl[2]};
    for (const Cluster& cluster : counts.clusters())
      results.openings.emplace(results.openings.size(), cluster);
    report.tables.push_back(results_table(results));
    if (sprt) add_counted_test(*sprt, counts, report);
  } else if (!options.penta.empty()) {
    PairResults pairs;
    std::ranges::copy(options.penta, pairs.counts.counts.begin());
    if (pairs.counts.total() == 0) throw InputError("--penta: no pair of games");
    for (const Cluster& cluster : pairs.counts.clusters())
      pairs.openings.emplace(pairs.openings.size(), cluster);
    report.tables.push_back(score_table(pairs.counts));
    report.tables.push_back(pairs_table().with({pairs}));
    if (sprt) add_counted_test(*sprt, pairs.counts, report);
  } else if (!options.files.empty()) {
    const Games read = read_games(options.files, options.players, session.stop());
    for (const epd::Issue& issue : read.issues) reports::tell(epd::to_string(issue));
    rate_games(options, read, report);
    if (sprt && read.players.size() != 2)
      throw InputError(fmt::format(
          "--sprt: tests one player against another, and there are {}: name two by --player",
          read.players.size()));
    if (read.players.size() == 2) {
      const Duel duel = duel_of(read);
      report.tables.push_back(results_table(duel.results));
      const bool has_pairs = !duel.points_of_pairs.empty();
      if (has_pairs) {
        report.tables.push_back(pairs_table().with({duel.pairs}));
        report.tables.back().notes.emplace_back(
            "los and nelo by the scores of the openings, with the games in pairs: better founded "
            "than "
            "those by single games in the table of results");
      }
      if (sprt && has_pairs) test_afterwards<5>(*sprt, duel.points_of_pairs, report);
      if (sprt && !has_pairs) test_afterwards<3>(*sprt, duel.points, report);
    }
  } else {
    report.tables.push_back(length_table(
        *sprt, deviation_by_draws(options.draws),
        fmt::format("equal players, {} % draws; --draws sets it, --wdl and --penta measure it",
                    options.draws)));
  }
  report.complete = !session.stop();
  session.publish(std::move(report), 1);
}

}  // namespace

void add_elo_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<Options>();
  const cli::Command command =
      app.add_subcommand("elo", "Compute ratings from game results, and test differences");
  const auto files =
      command.add_option("FILE", options->files, "PGN files; - reads standard input");
  command.add_option("--player NAME", options->players,
                     "Use only games between these players; may be repeated");
  const auto wdl = command
                       .add_option("--wdl W D L", options->wdl,
                                   "Wins, draws and losses of a player, instead of games")
                       .values(3, 3)
                       .excludes(files);
  command
      .add_option("--penta LL LD WLDD WD WW", options->penta,
                  "Numbers of game pairs by the player's points: 0, 1/2, 1, 1 1/2, 2")
      .values(5, 5)
      .excludes(files)
      .excludes(wdl);
  command.add_option("--model", options->model, "The model of draws")
      .one_of(names_in(draw_models))
      .show_default();
  command
      .add_option(
          "--prior N", options->prior,
          "Virtual draws of each player against its opponents, as a prior; BayesElo's default "
          "is 2")
      .range(0.0, 1e6)
      .show_default();
  command.add_option("--anchor NAME=ELO", options->anchor,
                     "Fix the rating of one player (default: the mean of all is 0)");
  command.add_option(
      "--sprt elo0=A,elo1=B", options->sprt,
      "A sequential test (SPRT) of the first of two players, as in match: its verdict on "
      "these results, or without results the number of games it needs");
  command
      .add_option("--draws PERCENT", options->draws,
                  "Share of draws between equal players, for a test without results")
      .range(0.0, 99.9)
      .show_default();
  session.add_options(command);
  session.add_figure_option(command, {score_picture, llr_picture});
  command.example("plylab elo games.pgn more.pgn --anchor \"stockfish=3500\"");
  command.example("plylab elo --wdl 120 80 40");
  command.example("plylab elo --penta 10 40 80 50 15 --sprt elo0=0,elo1=5");
  command.example("plylab elo --sprt elo0=0,elo1=5 --draws 60");
  command.example("plylab elo match.pgn --sprt elo0=0,elo1=10 --figure llr.svg");
  command.guides({"elo", "match"});
  command.callback([options, &session] { run_elo(*options, session); });
}

}  // namespace plylab::suites::play::elo
