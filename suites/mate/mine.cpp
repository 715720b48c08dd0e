#include "suites/mate/mine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "gen/chess/keys.h"
#include "gen/chess/line.h"
#include "gen/chess/plausible.h"
#include "gen/chess/rulebook.h"
#include "gen/chess/rules.h"
#include "suites/epd/epd.h"
#include "suites/mate/dfpn.h"
#include "suites/mate/run.h"
#include "suites/verify/random_positions.h"

namespace plylab::mate {
namespace {

using chess::Fen;
using chess::Move;

constexpr std::size_t table_bytes = std::size_t{16} << 20;

std::optional<UniqueMate> solve(const Fen& fen, int most_moves, std::uint64_t nodes) {
  try {
    Problem problem{chess::Setup(fen)};
    problem.most_moves = most_moves;
    problem.limits.nodes = nodes;
    problem.table_bytes = table_bytes;
    return unique_mate(problem);
  } catch (const chess::FenError&) {  // a man taken off has bared a king
    return std::nullopt;
  }
}

/// Whether proof numbers find a mate with little work: most positions have none, and to refute all
/// of them exhaustively would take most of the time.
bool may_mate(const Fen& fen, const Claim& claim) {
  constexpr std::uint64_t share = 200;
  if (chess::in_check(fen.squares, !fen.side)) return false;
  Problem problem{chess::Setup(fen)};
  problem.most_moves = claim.longest;
  problem.limits.nodes = claim.nodes / share;
  problem.table_bytes = table_bytes;
  return solve_by_proof_numbers(problem).mates();
}

int men_of(const Fen& fen) {
  return static_cast<int>(std::count_if(fen.squares.begin(), fen.squares.end(),
                                        [](chess::Piece piece) { return piece != 0; }));
}

std::vector<chess::Square> men_but_kings(const Fen& fen) {
  std::vector<chess::Square> men;
  for (std::size_t s = 0; s < 64; ++s)
    if (fen.squares[s] != chess::no_piece && chess::type_of(fen.squares[s]) != chess::king)
      men.push_back(static_cast<chess::Square>(s));
  return men;
}

void shuffle(std::vector<chess::Square>& squares, std::uint64_t& seed) {
  for (std::size_t i = squares.size(); i > 1; --i)
    std::swap(squares[i - 1], squares[chess::split_mix(seed) % i]);
}

/// The position with only some men left, drawn at random, and nothing but the men: on a full board
/// long mates are rare and cost much to prove.
Fen thinned_out(Fen fen, std::uint64_t& seed) {
  constexpr std::uint64_t fewest = 2, spread = 9;
  auto men = men_but_kings(fen);
  shuffle(men, seed);
  const auto left = std::min<std::uint64_t>(fewest + chess::split_mix(seed) % spread, men.size());
  for (std::size_t i = left; i < men.size(); ++i) fen.squares[men[i]] = chess::no_piece;
  fen.castling = chess::no_castling;
  fen.en_passant = chess::no_square;
  fen.halfmove_clock = 0;
  fen.fullmove = 1;
  return fen;
}

/// Takes off, in random order and until nothing changes, every man that the mate does not need.
void pare_down(Mined& mined, std::uint64_t nodes, std::uint64_t& seed) {
  bool changed = true;
  while (changed) {
    changed = false;
    auto men = men_but_kings(mined.fen);
    shuffle(men, seed);
    for (const chess::Square square : men) {
      Fen fewer = mined.fen;
      fewer.squares[square] = chess::no_piece;
      if (square == mined.mate.key.from() || solve(fewer, mined.mate.moves, nodes) != mined.mate)
        continue;
      mined.fen = fewer;
      changed = true;
    }
  }
}

/// What two problems must not have in common.
using Pattern = std::tuple<int, std::string, chess::PieceType, bool, bool>;

Pattern pattern_of(const Mined& mined) {
  const auto& [fen, mate, game, ply, men] = mined;
  std::string material;
  for (const chess::Piece piece : fen.squares)
    if (piece != chess::no_piece)
      material += chess::to_char(
          fen.side == chess::white ? piece : make_piece(!color_of(piece), type_of(piece)));
  std::sort(material.begin(), material.end());
  const Fen then = chess::after(fen, mate.key);
  return {mate.moves, material, type_of(fen.squares[mate.key.from()]), mate.key.is_capture(),
          chess::in_check(then.squares, then.side)};
}

/// Whether the problems of each length are still wanted.
using Wanted = std::map<int, bool>;

/// The first problem of each wanted length that a game has.
std::vector<Mined> mine_game(const Claim& claim, std::uint64_t game, Wanted wanted) {
  constexpr int first_ply = 20, longest_game = 200;
  std::uint64_t seed = claim.seed;
  seed = chess::split_mix(seed) ^ game;
  std::vector<Mined> found;
  Fen fen = chess::parse_fen("startpos");
  for (int ply = 0; ply < longest_game; ++ply) {
    const auto moves = chess::legal_moves(fen);
    if (moves.empty()) break;
    fen = chess::after(fen, suites::draw_move(fen, moves, seed));
    if (ply < first_ply) continue;
    Mined mined;
    mined.fen = thinned_out(fen, seed);
    if (!may_mate(mined.fen, claim)) continue;
    const auto mate = solve(mined.fen, claim.longest, claim.nodes);
    if (!mate || !wanted[mate->moves]) continue;
    mined.mate = *mate;
    mined.game = game;
    mined.ply = ply + 1;
    mined.men = men_of(fen);
    pare_down(mined, claim.nodes, seed);
    if (!chess::examine(mined.fen).empty()) continue;
    wanted[mate->moves] = false;
    found.push_back(mined);
  }
  return found;
}

}  // namespace

std::vector<Mined> mine(const Claim& claim, int threads, const std::atomic<bool>& stop,
                        const std::function<void(std::size_t)>& progress) {
  constexpr std::uint64_t games_at_once = 32;
  const auto lengths = static_cast<std::size_t>(claim.longest - claim.shortest + 1);
  std::map<int, std::size_t> missing;
  for (std::size_t i = 0; i < lengths; ++i)
    missing[claim.shortest + static_cast<int>(i)] =
        claim.problems / lengths + (i < claim.problems % lengths ? 1 : 0);

  std::vector<Mined> problems;
  std::set<Pattern> patterns;
  for (std::uint64_t game = 0; problems.size() < claim.problems && game < claim.games && !stop;
       game += games_at_once) {
    Wanted wanted;
    for (const auto& [moves, number] : missing) wanted[moves] = number > 0;
    const auto games = static_cast<std::size_t>(std::min(games_at_once, claim.games - game));
    std::vector<std::vector<Mined>> found(games);
    in_parallel(games, threads, stop,
                [&](std::size_t i) { found[i] = mine_game(claim, game + i, wanted); });
    if (stop) break;
    for (const auto& of_game : found)
      for (const Mined& mined : of_game)
        if (missing[mined.mate.moves] > 0 && patterns.insert(pattern_of(mined)).second) {
          --missing[mined.mate.moves];
          problems.push_back(mined);
        }
    progress(problems.size());
  }
  std::sort(problems.begin(), problems.end(), [](const Mined& a, const Mined& b) {
    return std::tie(a.mate.moves, a.game) < std::tie(b.mate.moves, b.game);
  });
  return problems;
}

std::string to_epd(const std::vector<Mined>& problems, const std::vector<std::string>& head) {
  std::string text;
  for (const std::string& line : head) text += fmt::format("# {}\n", line);
  int moves = 0, number = 0;
  for (const auto& [fen, mate, game, ply, men] : problems) {
    if (mate.moves != moves) {
      moves = mate.moves;
      number = 0;
      text += fmt::format("\n# mates in {}\n", moves);
    }
    const suites::Record record{
        fen,
        {{"bm", {{chess::san(chess::Setup(fen), mate.key), false}}},
         {"dm", {{fmt::format("{}", moves), false}}},
         {"id", {{fmt::format("mate {}.{:03}", moves, ++number), true}}},
         {"c0",
          {{fmt::format("game {}, ply {}, {} of {} men", game, ply, men_of(fen), men), true}}}}};
    text += to_string(record) + '\n';
  }
  return text;
}

}  // namespace plylab::mate
