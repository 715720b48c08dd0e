#include "suites/mine/collect.h"

#include <fmt/format.h>

#include <array>

#include "gen/base/names.h"
#include "gen/base/random.h"
#include "gen/chess/board/reference.h"
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

}  // namespace

PlayStyle find_play_style(std::string_view name, std::string_view where) {
  return static_cast<PlayStyle>(find_place(names, name, where));
}

SourceGame::SourceGame(PlayStyle play, std::uint64_t seed, std::uint64_t number)
    : play_(play),
      seed_(splitmix64(seed) ^ number),
      position_(play == PlayStyle::endings ? placed(seed_) : chess::parse_fen("startpos")) {}

chess::Move SourceGame::choose(const std::vector<chess::Move>& moves) {
  constexpr int opening = 12;          // plies
  constexpr std::uint64_t plain = 16;  // moves for each random one
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

int piece_count(const chess::Setup& setup) {
  return static_cast<int>(
      std::count_if(setup.squares.begin(), setup.squares.end(),
                    [](chess::Piece piece) { return piece != chess::no_piece; }));
}

std::vector<chess::Square> shuffled_squares(const chess::Setup& setup, std::uint64_t& seed) {
  std::vector<chess::Square> squares;
  for (std::size_t s = 0; s < 64; ++s)
    if (setup.squares[s] != chess::no_piece && chess::type_of(setup.squares[s]) != chess::king)
      squares.push_back(static_cast<chess::Square>(s));
  shuffle(squares, seed);
  return squares;
}

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

SuiteText::SuiteText(const std::vector<std::string>& head) {
  for (const std::string& line : head) text_ += fmt::format("# {}\n", line);
}

void SuiteText::add(const SuiteEntry& entry, const chess::Setup& setup, const Origin& origin) {
  if (entry.heading != heading_) {
    heading_ = entry.heading;
    number_ = 0;
    text_ += fmt::format("\n# {}\n", heading_);
  }
  epd::Record record{setup, entry.operations};
  record.operations.push_back({"id", {{fmt::format("{}.{:03}", entry.id, ++number_), true}}});
  record.operations.push_back({"c0",
                               {{fmt::format("game {}, ply {}, {} of {} pieces", origin.game,
                                             origin.ply, piece_count(setup), origin.pieces),
                                 true}}});
  text_ += to_string(record) + '\n';
}

}  // namespace plylab::suites::mine
