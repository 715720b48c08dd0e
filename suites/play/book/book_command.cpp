#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/chess/book/book_file.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/text.h"
#include "gen/epd/epd.h"
#include "gen/pgn/pgn.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/session.h"
#include "reports/text/terminal.h"
#include "suites/play/book/make.h"
#include "suites/play/book/reached.h"

namespace plylab::suites::play::book {

void add_look(cli::Command book, cli::Session& session);  // look_command.cpp
void add_stop(cli::Command book, cli::Session& session);  // stop_command.cpp

namespace {

using reports::Cell;
using reports::Schema;
using reports::Table;

// ---- options that commands share ----

void add_filter(chess::BookFilter& filter, cli::Command command) {
  const cli::Command kept = command.group("Moves to keep");
  kept.add_option("--least-games N", filter.min_games, "Keep moves played at least N times")
      .range(1, 1'000'000'000)
      .show_default();
  kept.add_option("--least-share PART", filter.min_share,
                  "Keep moves with at least this share of the position's weight, 0 to 1")
      .range(0.0, 1.0)
      .show_default();
  kept.add_option("--least-score PART", filter.min_score,
                  "Keep moves that score at least this, 0 to 1")
      .range(0.0, 1.0)
      .show_default();
}

/// Throws InputError if the filter needs results and the book has none.
void check_filter(const chess::BookFilter& filter, const std::string& path, auto&& has_results) {
  if ((filter.min_games > 1 || filter.min_score > 0) && !has_results())
    throw InputError(fmt::format("{}: '{}' has no results of games: use --least-share",
                                 filter.min_games > 1 ? "--least-games" : "--least-score", path));
}

/// Reads a book that is to be filtered. Throws InputError as check_filter().
chess::Book read_book(const std::string& path, const chess::BookFilter& filter) {
  chess::Book book = chess::read_book(path);
  check_filter(filter, path, [&] {
    return std::ranges::any_of(book.moves(), [](const auto& move) { return move.games() > 0; });
  });
  return book;
}

/// Throws InputError if a new book would replace a file.
void check_new(const std::string& path, std::string_view or_else = "") {
  if (std::error_code error; std::filesystem::is_regular_file(path, error))
    throw InputError(
        fmt::format("the new book '{}' exists already: name another file{}", path, or_else));
}

/// Filters a book for a file of that name. Throws InputError if no move is left.
void filter_for(const std::string& path, chess::BookFilter filter, chess::Book& book) {
  filter.for_polyglot = chess::is_polyglot_name(path);
  book.filter(filter);
  if (book.moves().empty())
    throw InputError(fmt::format("'{}' would have no move: {}", path,
                                 filter.for_polyglot ? "Polyglot's format holds none of weight 0"
                                                     : "the filter leaves all of them out"));
}

/// "58/81/39/149": points per game in per cent, wins, losses, draws.
std::string four_numbers(const chess::BookMove& move) {
  return fmt::format("{:.0f}/{}/{}/{}", 100 * move.score(), move.wins, move.losses, move.draws);
}

// ---- make ----

struct MakeOptions {
  std::string book;
  std::vector<std::string> files;
  Selection selection;
  std::string side;
  chess::BookFilter filter;
  int threads = 1;
  bool add = false;
};

/// As GNU Chess reports it.
Schema made_table() {
  return {"made",
          "Making the book",
          {{"games", "", "that were used"},
           {"left_out", "", "by the selection, or without a result"},
           {"faulty", "", "games that could not be read to their end"},
           {"scanned", "", "positions of these games from which a move was taken"},
           {"new", "", "different ones that the book did not know"},
           {"duplicates", "", "the others"},
           {"collisions", "", "different positions with the same key"},
           {"moves", "", "of all positions, as the file holds them"},
           {"time", "s", "until the book is written", 1},
           {"games_rate", "games/s", "", 0},
           {"scan_rate", "positions/s", "", 0}}};
}

void run_make(const MakeOptions& options, cli::Session& session) {
  session.check_options();
  session.declare({made_table()});
  session.check_output("FILE", options.book);
  if (options.book.find(".pgn") != std::string::npos)
    throw InputError(fmt::format(
        "FILE: '{}' has the name of a file of games: the book goes first, the games after it",
        options.book));
  if (!options.add) check_new(options.book, ", or use --add");
  chess::NewBookFile file(options.book);
  Selection selection = options.selection;
  if (!selection.since.empty() && !pgn::is_date(selection.since))
    throw InputError(
        fmt::format("--since: '{}' is not like 2020, 2020.06 or 2020.06.30", selection.since));
  if (!options.side.empty()) selection.side = options.side == "white" ? chess::white : chess::black;
  const auto start = std::chrono::steady_clock::now();
  chess::Book book;
  if (options.add) book = read_book(options.book, options.filter);
  const std::size_t known = book.positions();
  Made made = make_book(options.files, selection, options.threads, &session.stop());
  for (const epd::Issue& issue : made.issues) reports::tell(epd::to_string(issue));
  if (made.games == 0 && !session.stop())
    throw InputError(
        fmt::format("book make: no game for the book in {}", fmt::join(options.files, ", ")));
  book.add(std::move(made.book));
  const std::size_t fresh = book.positions() - known, collisions = book.collisions();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!session.stop()) filter_for(options.book, options.filter, book);
  Table table(made_table());
  table.add({made.games, made.left_out + made.other_variants, made.faulty, made.positions, fresh,
             made.positions - fresh, collisions, book.moves().size(), seconds,
             static_cast<double>(made.games) / seconds,
             static_cast<double>(made.positions) / seconds});
  if (session.stop())
    table.notes.push_back(options.book + " is not written: the games were not all read");
  else
    file.write(book);
  session.publish({.complete = !session.stop(), .tables = {std::move(table)}}, options.threads);
}

void add_make(cli::Command book, cli::Session& session) {
  const auto options = std::make_shared<MakeOptions>();
  const cli::Command make = book.add_subcommand("make", "Make a book from games");
  make.add_option("FILE", options->book,
                  "The book to write; in Polyglot's format if its name ends with .bin")
      .required();
  make.add_option("PGN FILE", options->files, "PGN files; - reads standard input").required();
  make.add_flag("--add", options->add, "Add the games to an existing book");
  const cli::Command games = make.group("Games and moves to use");
  games.add_option("--plies N", options->selection.plies, "Use only the first N plies of each game")
      .range(1, 1000)
      .show_default();
  games
      .add_option("--least-rating N", options->selection.min_rating,
                  "Use games in which both players are rated at least N (tags WhiteElo, BlackElo; "
                  "default: any)")
      .positive();
  games.add_option(
      "--since DATE", options->selection.since,
      "Use games since this date: 2020 or 2020.05.01; a date such as 2020.??.?? counts if "
      "its first day does (default: any)");
  games.add_option("--player NAME", options->selection.player,
                   "Use only moves of this player (default: any)");
  games
      .add_option("--side white|black", options->side,
                  "Use only moves of this side (default: both)")
      .one_of({"white", "black"});
  add_filter(options->filter, make);
  cli::add_threads_option(make, options->threads, "Threads for reading");
  session.add_options(make);
  make.example("plylab book make games.book games.pgn --least-games 2");
  make.guides({"book"});
  make.callback([options, &session] { run_make(*options, session); });
}

// ---- show ----

struct ShowOptions {
  std::string book, position;
  int plies = 1;
  chess::BookFilter filter;
};

/// A move of the book and how it is reached from the position shown.
struct ShownMove {
  std::string line, san;
  chess::BookMove move;
  double share;  ///< of the position's weight
};

/// Moves from a position in SAN, each followed by a blank.
std::string in_san(const chess::ValidSetup& start, const std::vector<chess::Move>& moves) {
  chess::Mailbox board(start);
  std::string text;
  for (const chess::Move move : moves) {
    text += to_san(board, move) + ' ';
    board.make(move);
  }
  return text;
}

/// The moves of a book that the filter keeps, in the positions fewer than `plies` plies from the
/// start, the nearest first.
std::vector<ShownMove> shown_moves(const chess::OpenedBook& book, const chess::BookFilter& filter,
                                   const chess::ValidSetup& start, int plies) {
  std::vector<ShownMove> rows;
  const auto moves_of = [&](std::uint64_t key) {
    chess::Book position = book.position(key);
    position.filter(filter);
    return position.moves();
  };
  for_each_reached(
      start, plies, moves_of, [&](const Reached& position, const std::vector<KnownMove>& moves) {
        const std::string before = in_san(start, position.line);
        double all = 0;
        for (const KnownMove& known : moves) all += static_cast<double>(known.book.weight());
        for (const auto& [move, book_move] : moves) {
          const std::string san = to_san(position.board, move);
          rows.push_back({before + san, san, book_move,
                          all > 0 ? static_cast<double>(book_move.weight()) / all : 0});
        }
      });
  return rows;
}

/// Lines of moves, if several plies are shown.
reports::TableOf<ShownMove> moves_table(bool lines) {
  using Row = ShownMove;
  const auto result = [](auto&& of) {
    return [of](const Row& row) { return row.move.games() > 0 ? Cell(of(row.move)) : Cell(); };
  };
  return {
      "moves",
      "Moves of the book",
      {{{lines ? "line" : "move"}, lines ? &Row::line : &Row::san},
       {{"score", "%", "(wins + draws/2) / games, for the side that moves", 1},
        result([](const chess::BookMove& move) { return 100 * move.score(); })},
       {{"wins"}, result([](const chess::BookMove& move) { return move.wins; })},
       {{"losses"}, result([](const chess::BookMove& move) { return move.losses; })},
       {{"draws"}, result([](const chess::BookMove& move) { return move.draws; })},
       {{"games", "", "times that the move was played; a game counts again if the position recurs"},
        result([](const chess::BookMove& move) { return move.games(); })},
       {{"weight", "", "2 wins + draws, by which Polyglot chooses"},
        [](const Row& row) { return row.move.weight(); }},
       {{"share", "%", "of the weights in the position", 1},
        [](const Row& row) { return 100 * row.share; }}}};
}

void run_show(const ShowOptions& options, cli::Session& session) {
  session.check_options();
  session.declare({moves_table(options.plies > 1)});
  const chess::OpenedBook book(options.book);
  check_filter(options.filter, options.book, [&] { return book.has_results(); });
  const chess::ValidSetup start(chess::read_setup(
      options.position.empty() ? std::string(chess::startpos_fen) : options.position));
  const auto rows = shown_moves(book, options.filter, start, options.plies);
  reports::Report report;
  if (options.plies == 1) {
    std::string text;
    for (const ShownMove& row : rows)
      if (row.move.games() > 0)
        text += fmt::format("{}{}({})", text.empty() ? "" : " ", row.san, four_numbers(row.move));
    if (!text.empty())
      report.text = {"move(score in %/wins/losses/draws) of the side that moves:", text};
  }
  Table table = moves_table(options.plies > 1).with(rows);
  table.notes.push_back("in " + to_string(start.setup()));
  if (rows.empty()) table.notes.emplace_back("the book has no such moves in this position");
  report.tables = {std::move(table)};
  session.publish(std::move(report), 1);
}

void add_show(cli::Command book, cli::Session& session) {
  const auto options = std::make_shared<ShowOptions>();
  const cli::Command show =
      book.add_subcommand("show", "Show a book's moves in a position, with their results");
  show.add_option("FILE", options->book, "A book of plylab or Polyglot").required();
  const auto argument = show.add_option(
      "POSITION", options->position,
      "A FEN or a name, perhaps followed by \"moves …\" (default: the initial position)");
  show.add_option("--fen FEN", options->position, "The same, as in other commands")
      .excludes(argument);
  show.add_option("--plies N", options->plies,
                  "Also show the positions after these moves, N plies deep")
      .range(1, 100)
      .show_default();
  add_filter(options->filter, show);
  session.add_options(show);
  show.example("plylab book show games.book");
  show.example("plylab book show games.book --plies 4 --least-games 10");
  show.guides({"book"});
  show.callback([options, &session] { run_show(*options, session); });
}

// ---- merge ----

struct MergeOptions {
  std::string out;
  std::vector<std::string> books;
  chess::BookFilter filter;
};

Schema book_table() {
  return {"book",
          "Book",
          {{"file"}, {"positions"}, {"moves"}, {"played", "", "how often games made them"}}};
}

/// Writes the books as one.
void run_merge(const MergeOptions& options, cli::Session& session) {
  session.check_options();
  session.check_output("OUT", options.out);
  session.declare({book_table()});
  check_new(options.out);
  chess::NewBookFile file(options.out);
  chess::Book all;
  for (const std::string& path : options.books) all.add(read_book(path, options.filter));
  filter_for(options.out, options.filter, all);
  Table table(book_table());
  std::uint64_t played = 0;
  for (const chess::BookMove& move : all.moves()) played += move.games();
  file.write(all);
  table.add({options.out, all.positions(), all.moves().size(), played});
  session.publish({.tables = {std::move(table)}}, 1);
}

void add_merge(cli::Command book, cli::Session& session) {
  const auto options = std::make_shared<MergeOptions>();
  const cli::Command merge = book.add_subcommand(
      "merge", "Merge books, or write one in another format or with fewer moves");
  merge.add_option("OUT", options->out, "The new book; Polyglot's format if it ends with .bin")
      .required();
  merge.add_option("BOOK FILE", options->books, "Books of plylab or Polyglot").required();
  add_filter(options->filter, merge);
  session.add_options(merge);
  merge.example("plylab book merge all.book one.book two.book");
  merge.example("plylab book merge games.bin games.book --least-games 5");
  merge.guides({"book"});
  merge.callback([options, &session] { run_merge(*options, session); });
}

}  // namespace

void add_book_command(cli::Command app, cli::Session& session) {
  const cli::Command book = app.add_subcommand(
      "book", "Opening books from games: make, show and merge; measure look-ups and searches");
  add_make(book, session);
  add_show(book, session);
  add_merge(book, session);
  add_look(book, session);
  add_stop(book, session);
  book.example("plylab book make games.book games.pgn");
  book.example("plylab book show games.book");
  book.notes(
      "merge OUT.bin BOOK exports a book to Polyglot's format. match --learn plays with a book "
      "that learns.");
  book.guides({"book"});
}

}  // namespace plylab::suites::play::book
