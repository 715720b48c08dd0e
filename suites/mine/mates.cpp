#include "suites/mine/mates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "gen/base/random.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/legality/legality.h"
#include "gen/chess/text.h"
#include "gen/epd/epd.h"
#include "perft/verify/random_positions.h"
#include "search/mate/solvers.h"

namespace plylab::suites::mine {
namespace {

constexpr std::array<std::string_view, 2> names{"random", "endings"};

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
  SourceGame(PlayStyle play, std::uint64_t seed, std::uint64_t number)
      : longest_(play == PlayStyle::endings ? 40 : 200),
        seed_(splitmix64(seed) ^ number),
        position_(play == PlayStyle::endings ? placed(seed_) : chess::parse_fen("startpos")) {}

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

/// The position with two to `most` pieces besides the kings, chosen at random, without castling
/// rights, e.p. square and clocks. On a full board long solutions are rare and expensive to prove.
chess::Setup remove_random_pieces(chess::Setup setup, int most, std::uint64_t& seed) {
  constexpr std::uint64_t fewest = 2;
  const auto squares = shuffled_squares(setup, seed);
  const std::uint64_t spread = static_cast<std::uint64_t>(most) - fewest + 1;
  const auto left = std::min<std::uint64_t>(fewest + splitmix64(seed) % spread, squares.size());
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

/// For each number of moves, whether problems are still wanted.
using Wanted = std::map<int, bool>;

search::mate::MateProblem problem_of(const chess::Setup& setup, int most_moves, std::uint64_t nodes,
                                     const std::atomic<bool>& stop) {
  search::mate::MateProblem problem{chess::ValidSetup(setup)};
  problem.most_moves = most_moves;
  problem.limits.nodes = nodes;
  problem.limits.stop = &stop;
  problem.table_bytes = std::size_t{16} << 20;
  return problem;
}

/// Whether proof-number search finds a mate soon. Most positions have none, and to refute all of
/// them exhaustively would take most of the time.
bool may_mate(const chess::Setup& setup, const MiningRequest& request,
              const std::atomic<bool>& stop) {
  constexpr std::uint64_t share = 200;
  return search::mate::solve_by_proof_numbers(
             problem_of(setup, request.longest, request.nodes / share, stop))
      .mates();
}

/// The position's problem of a wanted length, minimized, if there is one.
std::optional<MinedMate> find_problem(const chess::Setup& position, const MiningRequest& request,
                                      const Wanted& wanted, std::uint64_t& seed,
                                      const std::atomic<bool>& stop) {
  if (!may_mate(position, request, stop)) return {};
  const auto mate =
      search::mate::shortest_mate(problem_of(position, request.longest, request.nodes, stop));
  if (mate.keys.size() != 1) return {};
  const auto length = wanted.find(mate.moves);
  if (length == wanted.end() || !length->second) return {};
  MinedMate problem{position, mate.keys.front(), mate.moves};
  minimize(problem.setup, problem.key.from(), seed, [&](const chess::Setup& fewer) {
    const auto same =
        search::mate::shortest_mate(problem_of(fewer, mate.moves, request.nodes, stop));
    return same.moves == mate.moves && same.keys == mate.keys;
  });
  return problem;
}

/// The first problem of each wanted length in a game. What it returns after `stop` is of no use.
std::vector<MinedMate> mine_game(const MiningRequest& request, std::uint64_t number, Wanted wanted,
                                 const std::atomic<bool>& stop) {
  constexpr int first_ply = 20;
  std::vector<MinedMate> found;
  SourceGame game(request.play, request.seed, number);
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
    wanted[problem->moves] = false;
    found.push_back(*problem);
  }
  return found;
}

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

std::vector<MinedMate> shortest_first(std::vector<MinedMate> problems) {
  std::ranges::stable_sort(problems, {}, &MinedMate::moves);
  return problems;
}

}  // namespace

PlayStyle find_play_style(std::string_view name, std::string_view where) {
  return static_cast<PlayStyle>(find_place(names, name, where));
}

std::vector<MinedMate> mine_mates(
    const MiningRequest& request, const std::atomic<bool>& stop,
    const std::function<void(const std::vector<MinedMate>&)>& progress) {
  constexpr std::uint64_t games_at_once = 32;
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
    Wanted wanted;
    for (const auto& [length, number] : missing) wanted[length] = number > 0;
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

}  // namespace plylab::suites::mine
