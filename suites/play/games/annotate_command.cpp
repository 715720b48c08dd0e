// plylab annotate: adds comments on each move, by a search or an engine, to games of chess.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/encoding.h"
#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/registry.h"
#include "gen/pgn/pgn.h"
#include "gen/pgn/reader.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/formats/output.h"
#include "reports/text/terminal.h"
#include "search/base/value.h"
#include "search/core/budget.h"
#include "search/run/searchable_game.h"
#include "search/run/searches.h"
#include "suites/play/match/game_file.h"
#include "suites/players/built_in.h"
#include "suites/players/engine_player.h"
#include "suites/solve/solve.h"

namespace plylab::suites::play::games {
namespace {

struct AnnotateOptions {
  std::vector<std::string> files;
  std::string pgn, search = "selective";
  players::EngineOptions engines;
  int depth = 0, hash = 0, threads = 1;
  std::uint64_t nodes = 0;
  double seconds = 0, margin = 0.5;
};

/// The result of searching a position: the score for the side to move, its depth, and the line.
struct Finding {
  match::MoveInfo score;
  std::vector<chess::Move> line;  // begins with the best move
  bool proved = true;             // a mate is surely the shortest
};

/// A game, with the findings in the positions before each move and at the end.
struct Game {
  std::string file, text, white, black, result;
  std::size_t line_number;
  pgn::Line line;
  std::vector<std::string> moves = {};  // in UCI
  std::vector<std::optional<Finding>> findings = {};
  std::vector<Issue> issues = {};
  std::size_t left = 0;  // positions not yet searched

  bool is_searched() const { return !findings.empty(); }
};

/// Scores are capped at this, in centipawns; a mate has this value.
constexpr int highest = 1000;

std::optional<int> worth(const std::optional<Finding>& finding) {
  if (!finding) return std::nullopt;
  if (finding->score.mate) return *finding->score.mate > 0 ? highest : -highest;
  if (!finding->score.centipawns) return std::nullopt;
  return std::clamp(*finding->score.centipawns, -highest, highest);
}

/// The score of a position for the side that has moved there.
match::MoveInfo for_the_mover(match::MoveInfo score) {
  if (score.centipawns) score.centipawns = -*score.centipawns;
  if (score.mate) score.mate = *score.mate > 0 ? -*score.mate : 1 - *score.mate;
  return score;
}

/// How much worse than the best move the search finds this one, in centipawns; none if either has
/// no score.
std::optional<int> loss_of(const Game& game, std::size_t ply) {
  const auto best = worth(game.findings[ply]), after = worth(game.findings[ply + 1]);
  if (!best || !after) return std::nullopt;
  if (game.findings[ply]->line.front() == game.line.moves[ply]) return 0;
  return std::max(0, *best + *after);
}

/// Whether to add a better line as a variation to a move.
bool is_corrected(const Game& game, std::size_t ply, double margin) {
  const int loss = loss_of(game, ply).value_or(0);
  return loss > 0 && loss >= 100 * margin;
}

/// `selective` is whether the player may overlook moves.
Finding finding_of(const pgn::Board& position, const engines::Reply& reply, bool selective) {
  Finding finding{match::info_of(reply), {}};
  if (const auto& mate = finding.score.mate)
    finding.proved = search::is_shortest_mate(*mate > 0 ? 2 * *mate - 1 : -2 * *mate,
                                              finding.score.depth.value_or(0), selective);
  std::vector<std::string> texts{reply.move.value()};
  for (const engines::EngineLine& line : reply.lines)
    if (line.move == reply.move && !line.pv.empty()) texts = line.pv;
  constexpr std::size_t longest = 6;
  texts.resize(std::min(texts.size(), longest));
  pgn::Board board = position;
  for (const std::string& text : texts) {
    const auto move = move_from_text(board, text);
    if (!move) break;
    finding.line.push_back(*move);
    board.make(*move);
  }
  return finding;
}

/// "+0.35/12 Nf6 d4 d5": the value for whoever has moved, the depth, and what is expected.
std::string comment_on(const pgn::Board& position, const Finding& finding) {
  std::string text = score_text(for_the_mover(finding.score), finding.proved);
  pgn::Board board = position;
  for (const chess::Move move : finding.line) {
    text += (text.empty() ? "" : " ") + to_san(board, move);
    board.make(move);
  }
  return text;
}

std::string annotated(const Game& game, double margin) {
  pgn::ScannedGame scanned;
  pgn::Scanner(game.text).next(scanned);
  std::vector<pgn::Annotation> annotations;
  std::size_t ply = 0;
  for_each_position(game.line, [&](const pgn::Board& board, const auto&) {
    if (const auto& finding = game.findings[ply]; ply > 0 && finding)
      annotations[ply - 1].comment = comment_on(board, *finding);
    if (ply == game.line.moves.size()) return;
    annotations.emplace_back();
    if (is_corrected(game, ply, margin)) {
      annotations.back().better = game.findings[ply]->line;
      annotations.back().comment_on_better =
          score_text(game.findings[ply]->score, game.findings[ply]->proved);
    }
    ++ply;
  });
  return pgn::annotated(scanned, game.line, annotations);
}

/// Reads the games, and reports those that cannot be annotated.
std::vector<Game> read(const AnnotateOptions& options, cli::Session& session) {
  std::vector<Game> games;
  const auto visit = [&](const pgn::FileGame& one, std::size_t) {
    Game& game = games.emplace_back(Game{
        options.files[one.place.file], std::string(one.scanned.text), std::string(one.tag("White")),
        std::string(one.tag("Black")), std::string(one.result()), one.scanned.line, one.line});
    if (std::ranges::find(one.line.moves, pgn::null_move) != one.line.moves.end()) {
      game.issues.push_back(
          {game.file, game.line_number, "the game has a null move, and gets no comments"});
      return;
    }
    for_each_position(one.line, [&](const pgn::Board& board, const auto& move) {
      if (move) game.moves.push_back(move_text(board, *move));
    });
    game.findings.resize(game.moves.size() + 1);
    game.left = game.findings.size();
  };
  const pgn::GamesRead all = pgn::read_games(options.files, {.stop = &session.stop()}, visit);
  for (const Issue& issue : all.issues) reports::tell(to_string(issue));
  if (!all.issues.empty()) session.note_difference();
  if (all.other_variants > 0)
    reports::tell(fmt::format("{} games are not of chess, and are left out", all.other_variants));
  return games;
}

/// The search or engine, once for each thread.
solve::Contestants analysts_of(const AnnotateOptions& options, const search::Limits& limits) {
  const auto engines = options.engines.specs(options.hash);
  if (engines.size() > 1) throw InputError("annotate takes a single --engine");
  std::vector<players::SearchSpec> searches;
  if (engines.empty()) {
    const search::Job job = players::parse_search("--search", options.search,
                                                  search::searchable_chess(), options.threads)
                                .job;
    searches.push_back({job.algorithm, job});
  }
  return {searches, engines, limits, static_cast<std::size_t>(options.threads), *limits.stop};
}

/// Whether the player may overlook moves, as engines do.
bool is_selective(const AnnotateOptions& options) {
  if (!options.engines.engines.empty()) return true;
  const search::Job job =
      players::parse_search("--search", options.search, search::searchable_chess(), options.threads)
          .job;
  return !search::selective_switches(search::effective_switches(job.algorithm, job.switches))
              .empty();
}

/// Searches the positions of all games in their order.
void search_all(std::vector<Game>& games, const AnnotateOptions& options,
                const search::Limits& limits, std::atomic<double>* share) {
  solve::Contestants analysts = analysts_of(options, limits);
  const bool selective = is_selective(options);
  std::vector<std::pair<std::size_t, std::size_t>> positions;  // games and plies
  for (std::size_t i = 0; i < games.size(); ++i)
    for (std::size_t ply = 0; ply < games[i].findings.size(); ++ply) positions.emplace_back(i, ply);
  cli::Progress progress("annotate", "positions", share);
  std::mutex mutex;
  std::size_t done = 0;
  in_parallel(positions.size(), options.threads, limits.stop, [&](std::size_t i, std::size_t n) {
    Game& game = games[positions[i].first];
    const std::size_t ply = positions[i].second;
    pgn::Board board(game.line.start);
    for (std::size_t k = 0; k < ply; ++k) board.make(game.line.moves[k]);
    std::optional<Finding> finding;
    std::string fault;
    if (board.count() > 0) {
      players::Player& analyst = analysts.player(n, 0);
      analyst.new_game();
      const engines::Reply reply = analyst.play(
          {.start = AnyStart::of<chess::Chess>(game.line.start),
           .moves = {game.moves.begin(), game.moves.begin() + static_cast<std::ptrdiff_t>(ply)},
           .limits = limits});
      if (*limits.stop) return;
      if (reply.fault) fault = fmt::format("{} {}", analyst.name(), reply.fault->what());
      if (reply.move) finding = finding_of(board, reply, selective);
    } else if (board.checkers() != 0) {
      finding = Finding{{.mate = 0}, {}};
    } else {
      finding = Finding{{.centipawns = 0}, {}};
    }
    const std::lock_guard lock(mutex);
    game.findings[ply] = std::move(finding);
    if (!fault.empty())
      game.issues.push_back(
          {game.file, game.line_number, fmt::format("after {} plies: {}", ply, fault)});
    --game.left;
    ++done;
    progress.update(static_cast<double>(done) / static_cast<double>(positions.size()),
                    static_cast<double>(done));
  });
}

/// The mean loss of a side's moves, in pawns.
reports::Cell mean_loss(const Game& game, chess::Color side) {
  double sum = 0;
  int moves = 0;
  chess::Color mover = game.line.start.setup().side;
  for (std::size_t ply = 0; ply + 1 < game.findings.size(); ++ply, mover = !mover)
    if (const auto loss = loss_of(game, ply); loss && mover == side) {
      sum += *loss;
      ++moves;
    }
  return moves == 0 ? reports::Cell() : reports::Cell(sum / moves / 100);
}

reports::Schema annotated_table() {
  return {"annotated",
          "Games annotated",
          {{"white"},
           {"black"},
           {"result"},
           {"plies"},
           {"white_loss", "pawns",
            "by which White's moves are worse, on average; scores and mates count at most 10", 2},
           {"black_loss", "pawns",
            "by which Black's moves are worse, on average; scores and mates count at most 10", 2},
           {"variations", "", "moves for which a better one is given"}}};
}

reports::Table table_of(const std::vector<Game>& games, double margin) {
  reports::Table table(annotated_table());
  for (const Game& game : games) {
    std::size_t variations = 0;
    for (std::size_t ply = 0; ply + 1 < game.findings.size(); ++ply)
      variations += is_corrected(game, ply, margin);
    table.add({game.white, game.black, game.result, game.line.moves.size(),
               mean_loss(game, chess::white), mean_loss(game, chess::black), variations});
  }
  return table;
}

void run_annotate(const AnnotateOptions& options, cli::Session& session) {
  session.check_options();
  session.check_new_file("--pgn", options.pgn);
  constexpr int default_depth = 8;
  search::Limits limits{.stop = &session.stop()};
  if (options.depth > 0) limits.depth = options.depth;
  if (options.nodes > 0) limits.nodes = options.nodes;
  if (options.seconds > 0) limits.seconds = options.seconds;
  if (options.depth == 0 && options.nodes == 0 && options.seconds == 0)
    limits.depth = default_depth;
  session.declare({annotated_table()});
  std::vector<Game> games = read(options, session);
  if (games.empty() && !session.stop())
    throw InputError(
        fmt::format("annotate: no game of chess in {}", fmt::join(options.files, ", ")));
  session.attempt([&] {
    try {
      search_all(games, options, limits, session.share());
    } catch (const engines::EngineFault&) {  // stopped before the engines had started
    }
  });
  std::erase_if(games, [](const Game& game) { return game.left > 0; });
  std::string text;
  for (const Game& game : games) {
    for (const Issue& issue : game.issues) reports::tell(to_string(issue));
    if (!game.issues.empty()) session.note_difference();
    text += game.is_searched() ? annotated(game, options.margin) : in_utf8(game.text) + "\n\n";
  }
  reports::Table table = table_of(games, options.margin);
  if (!games.empty())
    session.attempt([&] {
      reports::save_text(text, options.pgn, &session.stop());
      table.notes.push_back(fmt::format("wrote {} {} to {}", games.size(),
                                        games.size() == 1 ? "game" : "games", options.pgn));
    });
  session.publish({.complete = !session.stop(), .tables = {std::move(table)}}, options.threads);
}

}  // namespace

void add_annotate_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<AnnotateOptions>();
  const cli::Command annotate =
      app.add_subcommand("annotate", "Analyse games in PGN, and write the analysis as comments");
  annotate
      .add_option("FILE", options->files,
                  "PGN files, also compressed by gzip, zstd or bzip2; - reads standard input")
      .required();
  annotate.add_option("--pgn FILE", options->pgn, "Write the games to this new file").required();
  annotate
      .add_option("--margin PAWNS", options->margin,
                  "Show a better line where a move loses at least this much")
      .non_negative()
      .show_default();
  cli::add_jobs_option(annotate, options->threads,
                       "Positions to analyse in parallel, one thread each");
  const cli::Command who = annotate.group("Analysis");
  who.add_option("--search TEXT", options->search,
                 "A built-in search, as in match: \"pvs with table=16,null eval pst\"")
      .show_default();
  options->engines.add_to(annotate);
  who.add_option("--hash MIB", options->hash,
                 "Size of an engine's table in MiB (default: the engine's own)")
      .range(1, 1 << 20);
  const cli::Command limited = annotate.group("Limits");
  limited
      .add_option("-d,--depth N", options->depth,
                  "Depth for each position, in plies (default: 8 without other limits)")
      .range(1, search::max_ply - 1);
  limited.add_option("--nodes N", options->nodes, "Nodes for each position").positive();
  limited.add_option("--time N", options->seconds, "Seconds for each position").positive();
  session.add_options(annotate);
  annotate.example("plylab annotate games.pgn --pgn annotated.pgn --depth 10");
  annotate.example("plylab annotate games.pgn --pgn annotated.pgn --engine stockfish --time 0.5");
  annotate.notes("Exit status: 1 if a game has a fault, 2 for wrong use.");
  annotate.guides({"pgn"});
  annotate.callback([options, &session] { run_annotate(*options, session); });
}

}  // namespace plylab::suites::play::games
