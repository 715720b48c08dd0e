// plylab mine: mate problems from positions of games, with one key, the shortest mate, and no piece
// too many.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "gen/base/random.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/endgames/table.h"
#include "gen/chess/legality/legality.h"
#include "gen/chess/text.h"
#include "gen/epd/epd.h"
#include "perft/verify/random_positions.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/formats/output.h"
#include "search/mate/solvers.h"
#include "suites/mate/by_tables.h"

namespace plylab::suites::mine {
namespace {

const std::vector<std::string> play_styles{"random", "endings"};

/// What to mine.
struct MiningRequest {
  std::size_t problems = 500;       ///< divided evenly among the numbers of moves
  std::uint64_t games = 1'000'000;  ///< the most games to play; the problems may then be fewer
  std::uint64_t seed = 1;
  /// How games are played: "random", with special moves and checks more often
  /// (perft::verify::draw_move()), or "endings", from a few pieces placed at random: for long
  /// mates.
  std::string play = "random";
  int pieces = 10;                ///< the most besides the kings that a position is cut down to
  int shortest = 2, longest = 6;  ///< moves of the mates
  /// The most positions that a proof may look at: no proof of the suite takes more.
  std::uint64_t nodes = 1'000'000;
  const chess::EndgameTables* endgames = nullptr;  ///< spare searches of positions that they have
  int threads = 1;
};

/// A mate problem with a unique key. As far as can be proved, the key or the number of moves
/// changes without any of its pieces.
struct MinedMate {
  chess::Setup setup;
  chess::Move key;
  int moves = 0;
  // Where it comes from.
  std::uint64_t game = 0;
  int ply = 0;
  int pieces = 0;  ///< that stood on the board then
};

// ---- games ----

/// White to move, king and one to three pieces against king and at most two.
chess::Setup placed(std::uint64_t& seed) {
  constexpr std::array types{chess::pawn, chess::knight, chess::bishop, chess::rook, chess::queen};
  const auto draw = [&](std::uint64_t bound) { return splitmix64(seed) % bound; };
  chess::Setup setup;
  do {
    setup = {};
    const auto place = [&](chess::Color color, chess::PieceType type) {
      setup.squares[draw(setup.squares.size())] = chess::make_piece(color, type);
    };
    for (auto more = 1 + draw(3); more > 0; --more) place(chess::white, types[draw(types.size())]);
    for (auto more = draw(3); more > 0; --more) place(chess::black, types[draw(types.size())]);
    place(chess::white, chess::king);
    place(chess::black, chess::king);
  } while (!chess::examine(setup).empty());
  return setup;
}

/// A game from the starting array or an ending. It depends on the seed and number alone.
class SourceGame {
 public:
  SourceGame(bool from_ending, std::uint64_t seed, std::uint64_t number)
      : longest_(from_ending ? 40 : 200),
        seed_(splitmix64(seed) ^ number),
        position_(from_ending ? placed(seed_) : chess::parse_fen("startpos")) {}

  /// Makes a move. Returns false, and makes none, if the game is over or long enough.
  bool advance() {
    const auto moves = chess::legal_moves(position_);
    if (moves.empty() || ply_ == longest_) return false;
    position_ = chess::after(position_, perft::verify::draw_move(position_, moves, seed_));
    ++ply_;
    return true;
  }

  const chess::Setup& position() const { return position_; }
  int ply() const { return ply_; }  ///< moves made

  /// The state of the game's random numbers, for further draws from its positions.
  std::uint64_t& seed() { return seed_; }

 private:
  int longest_;  // plies
  std::uint64_t seed_;
  chess::Setup position_;
  int ply_ = 0;
};

// ---- cutting positions down ----

int piece_count(const chess::Setup& setup) {
  return static_cast<int>(
      std::count_if(setup.squares.begin(), setup.squares.end(),
                    [](chess::Piece piece) { return piece != chess::no_piece; }));
}

/// The squares of all pieces except the kings, in random order.
std::vector<chess::Square> shuffled_squares(const chess::Setup& setup, std::uint64_t& seed) {
  std::vector<chess::Square> squares;
  for (std::size_t s = 0; s < 64; ++s)
    if (setup.squares[s] != chess::no_piece && chess::type_of(setup.squares[s]) != chess::king)
      squares.push_back(static_cast<chess::Square>(s));
  shuffle(squares, seed);
  return squares;
}

/// The position with two to `max` pieces besides the kings, chosen at random, without castling
/// rights, e.p. square and clocks. On a full board long solutions are rare and expensive to prove.
chess::Setup remove_random_pieces(chess::Setup setup, int max, std::uint64_t& seed) {
  constexpr std::uint64_t min = 2;
  const auto squares = shuffled_squares(setup, seed);
  const std::uint64_t spread = static_cast<std::uint64_t>(max) - min + 1;
  const auto left = std::min<std::uint64_t>(min + splitmix64(seed) % spread, squares.size());
  for (std::size_t i = left; i < squares.size(); ++i) setup.squares[squares[i]] = chess::no_piece;
  setup.castling = chess::no_castling;
  setup.en_passant = chess::no_square;
  setup.halfmove_clock = 0;
  setup.fullmove = 1;
  return setup;
}

/// Removes, in random order, every piece without which holds(position) is still true, except the
/// one on `kept`, until no more can be removed.
void minimize(chess::Setup& setup, chess::Square kept, std::uint64_t& seed, auto&& holds) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const chess::Square square : shuffled_squares(setup, seed)) {
      chess::Setup fewer = setup;
      fewer.squares[square] = chess::no_piece;
      if (square == kept || chess::in_check(fewer.squares, !fewer.side) || !holds(fewer)) continue;
      setup = fewer;
      changed = true;
    }
  }
}

// ---- problems ----

/// The pieces as FEN letters in alphabetical order, capitals for the side to move: the same for
/// positions that are mirrored, shifted or have their colours exchanged.
std::string material_of(const chess::Setup& setup) {
  std::string letters;
  for (const chess::Piece piece : setup.squares)
    if (piece != chess::no_piece)
      letters += chess::letter(setup.side == chess::white
                                   ? piece
                                   : make_piece(!chess::color_of(piece), chess::type_of(piece)));
  std::sort(letters.begin(), letters.end());
  return letters;
}

/// The number of moves, the material, and the key's piece, whether it captures and checks.
using Pattern = std::tuple<int, std::string, chess::PieceType, bool, bool>;

Pattern pattern_of(const MinedMate& problem) {
  const chess::Setup then = chess::after(problem.setup, problem.key);
  return {problem.moves, material_of(problem.setup),
          type_of(problem.setup.squares[problem.key.from()]), problem.key.is_capture(),
          chess::in_check(then.squares, then.side)};
}

/// What is still wanted.
struct Wanted {
  std::map<int, bool> lengths;     ///< for each number of moves, whether there are too few
  const std::set<Pattern>* known;  ///< of the problems that there are

  bool operator()(int moves) const {
    const auto length = lengths.find(moves);
    return length != lengths.end() && length->second;
  }
};

search::mate::MateProblem problem_of(const chess::Setup& setup, int max_moves, std::uint64_t nodes,
                                     const std::atomic<bool>& stop) {
  return {.position = chess::ValidSetup(setup),
          .max_moves = max_moves,
          .limits = {.nodes = nodes, .stop = &stop},
          .table_bytes = std::size_t{16} << 20};
}

/// Whether proof-number search finds a mate soon, but none that is too short. Most positions have
/// none, and to prove that would take most of the time.
bool may_mate(const chess::Setup& setup, const MiningRequest& request,
              const std::atomic<bool>& stop) {
  constexpr std::uint64_t share = 200, least = 1000;
  const auto mates = [&](int max_moves, std::uint64_t nodes) {
    return max_moves > 0 &&
           search::mate::solve_by_proof_numbers(problem_of(setup, max_moves, nodes, stop)).mates();
  };
  const std::uint64_t few = std::max(request.nodes / share, least);
  return mates(request.longest, few) && !mates(request.shortest - 1, 10 * few);
}

/// The shortest mate of at most `max_moves` by the endgame tables, if they have the position.
std::optional<search::mate::ShortestMate> by_tables(const chess::Setup& setup, int max_moves,
                                                    const MiningRequest& request) {
  if (!request.endgames) return {};
  return mate::shortest_mate(*request.endgames, chess::ValidSetup(setup), max_moves);
}

/// The position's problem of a wanted length, minimized, if there is one.
std::optional<MinedMate> find_problem(const chess::Setup& position, const MiningRequest& request,
                                      const Wanted& wanted, std::uint64_t& seed,
                                      const std::atomic<bool>& stop) {
  const auto solve = [&](const chess::Setup& setup, int max_moves) {
    return search::mate::shortest_mate(problem_of(setup, max_moves, request.nodes, stop));
  };
  const auto known = by_tables(position, request.longest, request);
  if (!known && !may_mate(position, request, stop)) return {};
  const auto mate = known ? *known : solve(position, request.longest);
  if (!mate.complete || mate.keys.size() != 1) return {};
  if (!wanted(mate.moves)) return {};
  MinedMate problem{position, mate.keys.front(), mate.moves};
  minimize(problem.setup, problem.key.from(), seed, [&](const chess::Setup& fewer) {
    const auto known_of_fewer = by_tables(fewer, mate.moves, request);
    const auto same = known_of_fewer ? *known_of_fewer : solve(fewer, mate.moves);
    return same.complete && same.moves == mate.moves && same.keys == mate.keys;
  });
  if (wanted.known->contains(pattern_of(problem))) return {};
  if (request.endgames && search::mate::solve_from_both_sides(
                              problem_of(problem.setup, mate.moves, request.nodes, stop))
                                  .status != search::mate::MateStatus::shortest)
    return {};
  return problem;
}

/// The first problem of each wanted length in a game. What it returns after `stop` is of no use.
std::vector<MinedMate> mine_game(const MiningRequest& request, std::uint64_t number, Wanted wanted,
                                 const std::atomic<bool>& stop) {
  constexpr int first_ply = 20;
  std::vector<MinedMate> found;
  SourceGame game(request.play == "endings", request.seed, number);
  while (!stop && game.advance()) {
    if (game.ply() <= first_ply) continue;
    const chess::Setup position =
        remove_random_pieces(game.position(), request.pieces, game.seed());
    if (chess::in_check(position.squares, !position.side)) continue;
    auto problem = find_problem(position, request, wanted, game.seed(), stop);
    if (!problem || !chess::examine(problem->setup).empty()) continue;
    problem->game = number;
    problem->ply = game.ply();
    problem->pieces = piece_count(game.position());
    wanted.lengths[problem->moves] = false;
    found.push_back(*problem);
  }
  return found;
}

std::vector<MinedMate> shortest_first(std::vector<MinedMate> problems) {
  std::ranges::stable_sort(problems, {}, &MinedMate::moves);
  return problems;
}

/// Plays games, removes pieces from their positions at random, and looks for problems until there
/// are enough; shorter mates come first. No two have the same number of moves, the same material
/// and the same kind of key. Positions that no game could lead to are left out. The result does not
/// depend on the number of threads. Calls progress(problems so far) from time to time. Ends early
/// when `stop` is set.
std::vector<MinedMate> mine_mates(
    const MiningRequest& request, const std::atomic<bool>& stop,
    const std::function<void(const std::vector<MinedMate>&)>& progress) {
  constexpr std::uint64_t games_at_once = 16;
  const auto lengths = static_cast<std::size_t>(request.longest - request.shortest + 1);
  std::map<int, std::size_t> missing;
  for (std::size_t i = 0; i < lengths; ++i)
    missing[request.shortest + static_cast<int>(i)] =
        request.problems / lengths + (i < request.problems % lengths ? 1 : 0);

  std::vector<MinedMate> problems;
  std::set<Pattern> patterns;
  for (std::uint64_t first = 0;
       problems.size() < request.problems && first < request.games && !stop;
       first += games_at_once) {
    Wanted wanted{{}, &patterns};
    for (const auto& [length, number] : missing) wanted.lengths[length] = number > 0;
    const auto games = static_cast<std::size_t>(std::min(games_at_once, request.games - first));
    std::vector<std::vector<MinedMate>> found(games);
    in_parallel(games, request.threads, &stop, [&](std::size_t i, std::size_t) {
      found[i] = mine_game(request, first + i, wanted, stop);
    });
    if (stop) break;
    for (const auto& of_game : found)
      for (const MinedMate& problem : of_game)
        if (missing[problem.moves] > 0 && patterns.insert(pattern_of(problem)).second) {
          --missing[problem.moves];
          problems.push_back(problem);
        }
    progress(shortest_first(problems));
  }
  return shortest_first(std::move(problems));
}

/// The problems as EPD: a heading for each number of moves, numbered ids, bm, dm, and c0 that
/// states the origin. `head`: comments at the beginning.
std::string to_epd(const std::vector<MinedMate>& problems, const std::vector<std::string>& head) {
  std::string text;
  for (const std::string& line : head) text += fmt::format("# {}\n", line);
  std::map<int, int> numbers;  // of each length
  for (const MinedMate& problem : problems) {
    const int number = ++numbers[problem.moves];
    if (number == 1) text += fmt::format("\n# mates in {}\n", problem.moves);
    const epd::Record record{
        problem.setup,
        {{"bm", {{chess::san(chess::ValidSetup(problem.setup), problem.key), false}}},
         {"dm", {{fmt::format("{}", problem.moves), false}}},
         {"id", {{fmt::format("mate {}.{:03}", problem.moves, number), true}}},
         {"c0",
          {{fmt::format("game {}, ply {}, {} of {} pieces", problem.game, problem.ply,
                        piece_count(problem.setup), problem.pieces),
            true}}}}};
    text += to_string(record) + '\n';
  }
  return text;
}

// ---- command ----

struct Options {
  MiningRequest request;
  std::string epd;
  std::string endgames;
};

/// The comments at the head of the suite: its problems, and the command that reproduces them.
std::vector<std::string> head_of(const Options& options) {
  const MiningRequest& request = options.request;
  return {
      fmt::format("Mate problems made by plylab from positions of games ({}): the key is the only "
                  "one, the",
                  request.play),
      "mate (dm) is the shortest, and no piece can be taken off without changing either, as far as",
      "that can be proved. Each states the game that it comes from, the ply, and how many of the",
      "pieces on the board at that point are left.",
      fmt::format("Made again by: plylab mine --from {} --to {} --positions {} --seed {} "
                  "--play {} --pieces {} --games {} --nodes {}{} --epd FILE",
                  request.shortest, request.longest, request.problems, request.seed, request.play,
                  request.pieces, request.games, request.nodes,
                  request.endgames ? " --endgames DIR" : "")};
}

/// The suite file. It is written once a second while the suite grows, so that an interruption loses
/// only the games under way.
class SuiteFile {
 public:
  /// `head`: comments before the problems. A terminal or a pipe gets the finished suite only.
  SuiteFile(std::string path, std::vector<std::string> head)
      : path_(std::move(path)), head_(std::move(head)) {
    std::error_code error;
    is_file_ =
        !reports::is_standard_output(path_) &&
        (!std::filesystem::exists(path_, error) || std::filesystem::is_regular_file(path_, error));
  }

  /// The content of the file; an incomplete one says so.
  std::string text(const std::vector<MinedMate>& problems, bool complete) const {
    std::vector<std::string> head = head_;
    if (!complete) head.insert(head.begin(), "Incomplete: mining was stopped early.");
    return to_epd(problems, head);
  }

  /// Writes the problems found so far, at most once a second. Throws InputError.
  void keep(const std::vector<MinedMate>& problems) {
    if (!is_file_ || problems.empty() || Clock::now() - kept_ < std::chrono::seconds(1)) return;
    reports::write_text(text(problems, false), path_);
    kept_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::string path_;
  std::vector<std::string> head_;
  bool is_file_;
  Clock::time_point kept_{};
};

/// A length of problems, and their number.
using Size = std::pair<int, std::size_t>;

reports::TableOf<Size> mined_table() {
  return {
      "mined", "Problems", {{{"mate_in", "moves"}, &Size::first}, {{"problems"}, &Size::second}}};
}

/// Mines, writes the suite, and reports the number of problems of each length.
void run_mine(Options& options, cli::Session& session) {
  session.check_options();
  session.check_new_file("--epd", options.epd);
  MiningRequest& request = options.request;
  find_entry(play_styles, request.play, "--play");
  if (request.shortest > request.longest)
    throw InputError(
        fmt::format("mine: --from {} is more than --to {}", request.shortest, request.longest));
  session.declare({mined_table()});
  std::optional<chess::EndgameTables> endgames;
  if (!options.endgames.empty()) request.endgames = &endgames.emplace(options.endgames);

  SuiteFile file(options.epd, head_of(options));
  cli::Progress progress("mine", "problems", session.share());
  std::vector<MinedMate> problems;
  bool complete = session.attempt([&] {
    problems = mine_mates(request, session.stop(), [&](const std::vector<MinedMate>& found) {
      const auto number = static_cast<double>(found.size());
      progress.update(number / static_cast<double>(request.problems), number);
      problems = found;
      file.keep(found);
    });
  });
  progress.finish();
  complete &= !session.stop();
  const bool writes = complete || !problems.empty();
  if (writes)
    session.attempt(
        [&] { reports::save_text(file.text(problems, complete), options.epd, &session.stop()); });

  std::map<int, std::size_t> sizes;
  for (const MinedMate& problem : problems) ++sizes[problem.moves];
  reports::Table table = mined_table().with({sizes.begin(), sizes.end()});
  if (writes) table.notes = {"written to " + options.epd};
  session.publish({.complete = complete, .tables = {std::move(table)}}, request.threads);
}

}  // namespace

void add_mine_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<Options>();
  const cli::Command mine = app.add_subcommand(
      "mine", "Make a suite of mates with a unique key, from positions of random games");
  MiningRequest& request = options->request;
  mine.add_option("--epd FILE", options->epd, "The suite to write; the file must not exist")
      .required();
  mine.add_option("--positions", request.problems, "Number of problems").positive().show_default();
  mine.add_option("--from", request.shortest, "Length of the shortest mates, in moves")
      .range(1, 20)
      .show_default();
  mine.add_option("--to", request.longest, "Length of the longest mates, in moves")
      .range(1, 20)
      .show_default();
  mine.add_option("--games", request.games, "Most games to play").positive().show_default();
  mine.add_option("--seed", request.seed, "Seed of the games").show_default();
  mine.add_option(
          "--play", request.play,
          "How games are played: random moves from the initial position (random), or from few "
          "pieces (endings)")
      .show_default();
  mine.add_option("--pieces", request.pieces,
                  "Reduce positions to at most this many pieces besides the kings")
      .range(2, 30)
      .show_default();
  mine.add_option("--nodes N", request.nodes, "Most nodes to visit for each proof")
      .positive()
      .show_default();
  mine.add_option(
      "--endgames DIR", options->endgames,
      "Look up positions of few pieces in the endgame tables of this folder (see plylab "
      "endgame); what --nodes do not prove is left out");
  cli::add_jobs_option(mine, request.threads, "Games to play in parallel");
  session.add_options(mine);
  mine.example("plylab mine --positions 20 --to 4 --epd mine.epd");
  mine.guides({"suites"});
  mine.callback([options, &session] { run_mine(*options, session); });
}

}  // namespace plylab::suites::mine
