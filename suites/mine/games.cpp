#include "suites/mine/games.h"

#include <algorithm>
#include <array>

#include "gen/base/names.h"
#include "gen/base/random.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/legality/legality.h"
#include "gen/chess/registry.h"
#include "perft/verify/random_positions.h"
#include "search/run/run.h"

namespace plylab::suites::mine {
namespace {

constexpr std::array<std::string_view, 3> names{"random", "searched", "endings"};

chess::Move searched(const chess::Setup& position) {
  search::Job job;
  job.algorithm = "pvs";
  job.switches.quiescence = 1;
  job.limits.depth = 2;
  return *search::run<chess::Chess>(chess::ValidSetup(position), job).best_move();
}

/// White, to move, with king and one to three pieces against king and at most two.
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

}  // namespace

std::vector<std::string> play_style_names() { return {names.begin(), names.end()}; }

PlayStyle find_play_style(std::string_view name, std::string_view where) {
  return static_cast<PlayStyle>(find_place(names, name, where));
}

SourceGame::SourceGame(PlayStyle play, std::uint64_t seed, std::uint64_t number)
    : play_(play),
      seed_(splitmix64(seed) ^ number),
      position_(play == PlayStyle::endings ? placed(seed_) : chess::parse_fen("startpos")) {}

chess::Move SourceGame::choose(const std::vector<chess::Move>& moves) {
  constexpr int opening = 12;          // plies
  constexpr std::uint64_t plain = 16;  // moves to one at random
  const bool at_random =
      play_ != PlayStyle::searched || ply_ < opening || splitmix64(seed_) % plain == 0;
  return at_random ? perft::verify::draw_move(position_, moves, seed_) : searched(position_);
}

bool SourceGame::advance() {
  const int longest = play_ == PlayStyle::endings ? 40 : 200;  // plies
  const auto moves = chess::legal_moves(position_);
  if (moves.empty() || ply_ == longest) return false;
  position_ = chess::after(position_, choose(moves));
  ++ply_;
  return true;
}

}  // namespace plylab::suites::mine
