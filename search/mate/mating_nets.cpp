#include "search/mate/mating_nets.h"

#include <algorithm>
#include <bit>

#include "gen/base/random.h"
#include "search/evaluation/men.h"

namespace plylab::search::mate {
namespace {

using chess::Bits;
using chess::Piece;
using chess::PieceType;
using chess::Square;

constexpr std::uint8_t never = 100;  // moves
constexpr std::uint16_t whole_zone = 0x1ff, centre = 1 << 4;
constexpr std::size_t most_remembered = 20'000;  // placements of men

/// Calls visit(square, bit) for each square of the zone that is on the board.
void for_each_in_zone(Square king, auto&& visit) {
  for (int rank = -1; rank <= 1; ++rank)
    for (int file = -1; file <= 1; ++file) {
      const int r = rank_of(king) + rank, f = file_of(king) + file;
      if (r >= 0 && r < 8 && f >= 0 && f < 8)
        visit(chess::make_square(f, r),
              static_cast<std::uint16_t>(1 << (3 * (rank + 1) + file + 1)));
    }
}

/// What a piece attacks on an empty board.
Bits attacks(chess::Color color, PieceType type, Square from) {
  switch (type) {
    case chess::pawn:
      return chess::pawn_attacks(color, chess::bit(from));
    case chess::knight:
      return chess::leapers.knight[from];
    case chess::king:
      return chess::leapers.king[from];
    default:
      return (type & chess::bishop ? chess::lines.diagonal[from] : Bits{0}) |
             (type & chess::rook ? chess::lines.straight[from] : Bits{0});
  }
}

/// The moves that the men of a side need on an empty board, where pawns capture as they like.
class Distances {
 public:
  explicit Distances(chess::Color color) : color_(color) {
    for (unsigned type = chess::bishop; type <= chess::king; ++type)
      for (unsigned from = 0; from < 64; ++from)
        measure(static_cast<PieceType>(type), static_cast<Square>(from));
  }

  static const Distances& of(chess::Color color) {
    static const std::array<Distances, 2> both{Distances(chess::white), Distances(chess::black)};
    return both[color == chess::white ? 0 : 1];
  }

  /// To the square, as whatever it can become.
  int to(PieceType type, Square from, Square square) const {
    std::uint8_t least = never;
    for (unsigned now = chess::bishop; now <= chess::king; ++now)
      least =
          std::min(least, moves_[index(type, from)][index(static_cast<PieceType>(now), square)]);
    return least;
  }

  /// Calls visit(type, square) for all that it can become and where, in at most so many moves.
  void for_each_within(int moves, PieceType type, Square from, auto&& visit) const {
    const auto& row = moves_[index(type, from)];
    for (unsigned now = 0; now < row.size(); ++now)
      if (row[now] <= moves)
        visit(static_cast<PieceType>(now / 64 + chess::bishop), static_cast<Square>(now % 64));
  }

 private:
  using Row = std::array<std::uint8_t, 6 * 64>;  // by type and square

  static std::size_t index(PieceType type, Square square) {
    return (static_cast<std::size_t>(type) - chess::bishop) * 64 + square;
  }

  void measure(PieceType type, Square from) {
    Row& row = moves_[index(type, from)];
    row.fill(never);
    row[index(type, from)] = 0;
    std::vector<std::pair<PieceType, Square>> queue{{type, from}};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const auto [now, square] = queue[i];
      const auto add = [&, next = static_cast<std::uint8_t>(row[index(now, square)] + 1)](
                           PieceType then, Square to) {
        if (row[index(then, to)] != never) return;
        row[index(then, to)] = next;
        queue.emplace_back(then, to);
      };
      for (const Square to : chess::each(targets(now, square))) {
        if (now != chess::pawn || !is_last_rank(to)) {
          add(now, to);
        } else {
          for (const PieceType promoted : {chess::queen, chess::rook, chess::bishop, chess::knight})
            add(promoted, to);
        }
      }
    }
  }

  Bits targets(PieceType type, Square from) const {
    Bits targets = attacks(color_, type, from);
    if (type == chess::pawn) {
      const Bits ahead = chess::shift_forward(color_, chess::bit(from));
      targets |= ahead;
      if (rank_of(from) == (color_ == chess::white ? 1 : 6))
        targets |= chess::shift_forward(color_, ahead);
    }
    return targets;
  }

  bool is_last_rank(Square square) const {
    return rank_of(square) == (color_ == chess::white ? 7 : 0);
  }

  chess::Color color_;
  std::array<Row, 6 * 64> moves_;
};

/// The squares that a king reaches in at most so many moves.
Bits within_king_moves(Square king, int moves) {
  Bits squares = chess::bit(king);
  for (int i = 0; i < std::min(moves, 7); ++i) {
    squares |= chess::shift_east(squares) | chess::shift_west(squares);
    squares |= squares << 8 | squares >> 8;
  }
  return squares;
}

/// A set of zones, of which those that another contains do not count.
class ZoneSet {
 public:
  void add(unsigned zone) { words_[zone / 64] |= Bits{1} << zone % 64; }

  std::vector<std::uint16_t> greatest() const {
    std::vector<std::uint16_t> kept;
    for (std::size_t word = words_.size(); word-- > 0;)  // no zone is contained in a lesser number
      for (Bits rest = words_[word]; rest != 0;) {
        const unsigned top = 63 - static_cast<unsigned>(std::countl_zero(rest));
        rest ^= Bits{1} << top;
        const auto zone = static_cast<std::uint16_t>(64 * word + top);
        if (std::none_of(kept.begin(), kept.end(),
                         [&](std::uint16_t other) { return (zone & ~other) == 0; }))
          kept.push_back(zone);
      }
    return kept;
  }

 private:
  std::array<Bits, 8> words_{};
};

}  // namespace

bool MatingNets::may_mate(const chess::Planes& planes, int own_moves, int other_moves) {
  constexpr int most = 12;  // moves: nets take time by their square, and rule out little then
  if (own_moves > most) return true;
  const Bits own = planes.of(mating_);
  std::uint64_t places = static_cast<std::uint64_t>(own_moves);
  for (const Bits plane : {planes.diagonal, planes.orthogonal, planes.leaper})
    places = splitmix64(places) ^ (plane & own);
  if (men_.size() >= most_remembered) men_.clear();
  Men& men = men_[places];
  const Square king = planes.king(!mating_);
  const Bits blockers = planes.of(!mating_) & ~planes.kings();
  const Distances& distances = Distances::of(!mating_);
  const auto moves_to_block = [&](Square square) {
    int least = never;
    for (const Square from : chess::each(blockers))
      least = std::min(least, distances.to(chess::type_of(planes.on(from)), from, square));
    return least;
  };
  for (const Square there : chess::each(within_king_moves(king, other_moves))) {
    const int spare = other_moves - king_distance(king, there);
    for (const Zone net : nets(men, planes, own_moves, there)) {
      int needed = 0;
      for_each_in_zone(there, [&](Square square, Zone bit) {
        if ((net & bit) == 0 && needed <= spare) needed += moves_to_block(square);
      });
      if (needed <= spare) return true;
    }
  }
  return false;
}

/// The greatest zones around the square that the men can attack, each with the square itself.
const MatingNets::Zones& MatingNets::nets(Men& men, const chess::Planes& planes, int moves,
                                          Square king) {
  Zones& nets = men.around[king];
  if (men.known & chess::bit(king)) return nets;
  men.known |= chess::bit(king);
  Zone outside = whole_zone;
  for_each_in_zone(king, [&](Square, Zone bit) { outside &= static_cast<Zone>(~bit); });
  std::vector<Zones> within(static_cast<std::size_t>(moves) + 1);  // by the moves of the men so far
  for (Zones& zones : within) zones = {outside};
  for (const Square from : chess::each(planes.of(mating_))) {
    for (std::size_t all = within.size(); all-- > 0;) {
      ZoneSet zones;
      for (std::size_t own = 0; own <= all; ++own)
        for (const Zone attacked : reach_of(planes.on(from), from, static_cast<int>(own), king))
          for (const Zone zone : within[all - own]) zones.add(zone | attacked);
      within[all] = zones.greatest();
    }
  }
  for (const Zone zone : within.back())
    if (zone & centre) nets.push_back(zone);
  return nets;
}

/// The greatest zones that the piece can attack within so many moves.
const MatingNets::Zones& MatingNets::reach_of(Piece piece, Square from, int moves, Square king) {
  const PieceType type = chess::type_of(piece);
  const auto name = static_cast<std::uint32_t>(((type * 64 + from) * 64 + king) * 16 +
                                               static_cast<std::uint32_t>(moves));
  const auto [known, is_new] = reach_.try_emplace(name);
  if (!is_new) return known->second;
  ZoneSet zones;
  if (type != chess::king) zones.add(0);  // it may be captured: then it attacks nothing
  Distances::of(mating_).for_each_within(moves, type, from, [&](PieceType now, Square at) {
    if (at == king || (now == chess::king && king_distance(at, king) == 1)) return;
    const Bits attacked = attacks(mating_, now, at);
    Zone zone = 0;
    for_each_in_zone(king, [&](Square square, Zone bit) {
      if (attacked & chess::bit(square)) zone |= bit;
    });
    zones.add(zone);
  });
  return known->second = zones.greatest();
}

}  // namespace plylab::search::mate
