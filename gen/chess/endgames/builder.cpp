#include "gen/chess/endgames/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/chess/bitboard/sliders.h"

namespace plylab::chess {
namespace {

struct BuilderSliders : MagicSliders<BuilderSliders> {};

/// The squares of both long diagonals.
constexpr Bits diagonals = 0x8040201008040201 | 0x0102040810204080;

}  // namespace

class EndingGraph::Slots {
 public:
  void add(std::size_t slot) { slots_[size_++] = slot; }
  std::span<const std::size_t> all() const { return {slots_.data(), size_}; }
  std::span<const std::size_t> different() {
    const auto end = slots_.begin() + size_;
    std::sort(slots_.begin(), end);
    return {slots_.begin(), std::unique(slots_.begin(), end)};
  }

 private:
  std::size_t size_ = 0;
  std::array<std::size_t, 128> slots_;  // four queens have 4 · 27 moves, the king 8
};

EndingGraph::EndingGraph(const Ending& ending, const EndgameTables& tables)
    : slots_(ending), has_en_passant_(ending.has_en_passant()), leaps_(tables.rules().moves()) {
  const auto add = [&](unsigned captured, unsigned promoted, PieceType to) {
    std::vector<Piece> men;
    std::vector<std::uint8_t> from;
    for (unsigned i = 0; i < ending.size(); ++i) {
      if (i == captured) continue;
      men.push_back(i == promoted ? make_piece(color_of(ending[i]), to) : ending[i]);
      from.push_back(static_cast<std::uint8_t>(i));
    }
    const Ending plain(men), goal = canonical(plain);
    Conversion conversion;
    conversion.table = tables.find(goal);
    conversion.mirrored = !plain.is_canonical();
    if (!conversion.table)
      throw InputError(fmt::format("{} needs the table of {}", ending.name(), goal.name()));
    for (unsigned place = 0; place < goal.size(); ++place) {
      const Piece wanted = conversion.mirrored
                               ? make_piece(!color_of(goal[place]), type_of(goal[place]))
                               : goal[place];
      const auto man = std::ranges::find(men, wanted);
      conversion.from[place] = from[static_cast<std::size_t>(man - men.begin())];
      *man = no_piece;
    }
    conversions_[captured][promoted][to] = conversion;
  };
  for (unsigned captured = 2; captured < ending.size(); ++captured) add(captured, nobody, no_type);
  for (unsigned promoted = 2; promoted < ending.size(); ++promoted) {
    if (type_of(ending[promoted]) != pawn) continue;
    for (const PieceType to : {queen, rook, bishop, knight}) {
      add(nobody, promoted, to);
      for (unsigned captured = 2; captured < ending.size(); ++captured)
        if (color_of(ending[captured]) != color_of(ending[promoted])) add(captured, promoted, to);
    }
  }
}

EndingGraph::Board EndingGraph::board(std::size_t slot) const {
  Board board;
  board.placement = slots_.placement(slot);
  board.at.fill(no_square);
  const Ending& ending = slots_.ending();
  for (unsigned i = 0; i < ending.size(); ++i) {
    board.at[i] = stands_on(ending[i], board.placement.squares[i]);
    board.of[index(color_of(ending[i]))] |= bit(board.at[i]);
  }
  return board;
}

Bits EndingGraph::attacks(Piece piece, Square square, Bits occupied) const {
  switch (type_of(piece)) {
    case king:
      return leaps_.king[square];
    case queen:
      return BuilderSliders::rook(square, occupied) | BuilderSliders::bishop(square, occupied);
    case rook:
      return BuilderSliders::rook(square, occupied);
    case bishop:
      return BuilderSliders::bishop(square, occupied);
    case knight:
      return leaps_.knight(square, occupied);
    default:
      return pawn_attacks(color_of(piece), bit(square));
  }
}

bool EndingGraph::is_attacked(const Board& board, unsigned king_man, Color by) const {
  const Ending& ending = slots_.ending();
  for (unsigned i = 0; i < ending.size(); ++i)
    if (color_of(ending[i]) == by &&
        attacks(ending[i], board.at[i], board.occupied()) & bit(board.at[king_man]))
      return true;
  return false;
}

unsigned EndingGraph::man_on(const Board& board, Square square) const {
  return static_cast<unsigned>(std::ranges::find(board.at, square) - board.at.begin());
}

DistanceValue EndingGraph::converted(const Squares& at, Side next, unsigned captured,
                                     unsigned promoted, PieceType to) const {
  const Conversion& conversion = conversions_[captured][promoted][to];
  Placement there;
  for (unsigned place = 0; place < conversion.table->ending().size(); ++place) {
    const Square square = at[conversion.from[place]];
    there.squares[place] = conversion.mirrored ? static_cast<Square>(square ^ 56) : square;
  }
  return conversion.table->value(conversion.mirrored ? !next : next, there);
}

bool EndingGraph::can_capture_passing(const Board& board, unsigned passing) const {
  const Ending& ending = slots_.ending();
  const Color by = !color_of(ending[passing]);
  const Square target = forward(by, board.at[passing]);
  for (unsigned i = 2; i < ending.size(); ++i) {
    if (ending[i] != make_piece(by, pawn) || !(pawn_attacks(by, bit(board.at[i])) & bit(target)))
      continue;
    Squares after = board.at;
    after[i] = target;
    if (converted(after, !by, passing, nobody, no_type).exists()) return true;
  }
  return false;
}

std::size_t EndingGraph::after_move(std::size_t slot, const Placement& now, unsigned man,
                                    Square to) const {
  if (man >= 2) return slots_.moved(slot, now, man, to);
  Placement after = now;
  after.squares[man] = to;
  return slots_.slot(after);
}

bool EndingGraph::may_reflect(const Board& board, Color still) const {
  return !slots_.ending().has_pawns() && (bit(board.at[index(still)]) & diagonals);
}

bool EndingGraph::is_position(Side side, std::size_t slot) const {
  const Ending& ending = slots_.ending();
  const Board board = this->board(slot);
  if (static_cast<unsigned>(std::popcount(board.occupied())) != ending.size()) return false;
  unsigned passing = nobody;
  for (unsigned i = 2; i < ending.size(); ++i) {
    if (type_of(ending[i]) != pawn || !is_passing(board.placement.squares[i])) continue;
    const Color color = color_of(ending[i]);
    const bool on_own_rank = rank_for(color, board.placement.squares[i]) == 0;
    if (!on_own_rank || color == side || passing != nobody) return false;
    passing = i;
  }
  if (!slots_.is_own(slot, board.placement) || is_attacked(board, index(!side), side)) return false;
  if (passing == nobody) return true;
  const Square behind = forward(side, board.at[passing]);
  return !(board.occupied() & (bit(behind) | bit(forward(side, behind)))) &&
         can_capture_passing(board, passing);
}

RetrogradeStart EndingGraph::start(Side side, std::size_t slot, auto&& exists) const {
  const Ending& ending = slots_.ending();
  const Board board = this->board(slot);
  const Bits own = board.of[index(side)], theirs = board.of[index(!side)];
  const Bits occupied = own | theirs;
  Placement now;
  now.squares = board.at;  // e.p. captures are possible only directly after the double step
  Slots reached;
  bool any = false;
  DistanceValue best = DistanceValue::none();
  const auto leave = [&](DistanceValue value) {
    if (!value.exists()) return;
    any = true;
    if (const auto mine = value.before(); !best.exists() || mine.better_than(best)) best = mine;
  };
  const std::size_t base = slots_.slot(now);
  const auto stay = [&](unsigned man, Square square) {
    const std::size_t to = after_move(base, now, man, square);
    if (to == EndingSlots::no_slot || !exists(!side, to)) return;
    any = true;
    reached.add(to);
  };
  for (unsigned i = 0; i < ending.size(); ++i) {
    if (color_of(ending[i]) != side) continue;
    const Square from = board.at[i];
    const auto move = [&](Square to) {
      const unsigned captured = theirs & bit(to) ? man_on(board, to) : nobody;
      Squares after = board.at;
      after[i] = to;
      if (type_of(ending[i]) == pawn && rank_for(side, to) == 7) {
        for (const PieceType type : {queen, rook, bishop, knight})
          leave(converted(after, !side, captured, i, type));
      } else if (captured != nobody) {
        leave(converted(after, !side, captured, nobody, no_type));
      } else {
        stay(i, to);
      }
    };
    const Bits hits = attacks(ending[i], from, occupied);
    const Bits king_there = bit(board.at[index(!side)]);
    if (type_of(ending[i]) != pawn) {
      for (const Square to : each(hits & ~own & ~king_there)) move(to);
      continue;
    }
    for (const Square to : each(hits & theirs & ~king_there)) move(to);
    const Square ahead = forward(side, from);
    if (!(occupied & bit(ahead))) {
      move(ahead);
      if (const Square two = forward(side, ahead);
          rank_for(side, from) == 1 && !(occupied & bit(two))) {
        const Square passing = make_square(file_of(from), side == white ? 0 : 7);
        stay(i,
             has_en_passant_ && exists(!side, slots_.moved(base, now, i, passing)) ? passing : two);
      }
    }
    for (unsigned k = 2; k < ending.size(); ++k) {
      if (color_of(ending[k]) == side || board.placement.squares[k] == board.at[k]) continue;
      const Square target = forward(side, board.at[k]);
      if (!(hits & bit(target))) continue;
      Squares after = board.at;
      after[i] = target;
      leave(converted(after, !side, k, nobody, no_type));
    }
  }
  if (!any)
    return {
        0, is_attacked(board, index(side), !side) ? DistanceValue::loss(0) : DistanceValue::draw()};
  RetrogradeStart start;
  start.open = static_cast<unsigned>(
      (may_reflect(board, !side) ? reached.different() : reached.all()).size());
  if (best.exists()) {
    start.known = best;
    if (best.is_draw()) ++start.open;
  }
  return start;
}

void EndingGraph::for_each_predecessor(Side side, std::size_t slot, auto&& exists,
                                       auto&& visit) const {
  const Ending& ending = slots_.ending();
  const Board board = this->board(slot);
  const Bits occupied = board.occupied();
  const Color mover = !side;
  Slots found;
  Placement now;
  now.squares = board.at;  // a pawn that can be captured e.p. stood elsewhere before
  const std::size_t base = slots_.slot(now);
  const auto add = [&](unsigned man, Square square) {
    const std::size_t from = after_move(base, now, man, square);
    if (from == EndingSlots::no_slot) return;
    found.add(from);
    // Before the move, a pawn of the other side may have been open to capture e.p.
    if (!has_en_passant_) return;
    for (unsigned k = 2; k < ending.size(); ++k) {
      if (ending[k] != make_piece(side, pawn) || rank_for(side, board.at[k]) != 3) continue;
      Placement passing = now;
      passing.squares[man] = square;
      passing.squares[k] = make_square(file_of(board.at[k]), side == white ? 0 : 7);
      if (exists(mover, slots_.slot(passing))) found.add(slots_.slot(passing));
    }
  };
  unsigned passing = nobody;
  if (has_en_passant_)
    for (unsigned i = 2; i < ending.size(); ++i)
      if (board.placement.squares[i] != board.at[i]) passing = i;
  for (unsigned i = 0; i < ending.size(); ++i) {
    if (color_of(ending[i]) != mover || (passing != nobody && passing != i)) continue;
    const Square to = board.at[i];
    if (type_of(ending[i]) != pawn) {
      for (const Square from : each(attacks(ending[i], to, occupied) & ~occupied)) add(i, from);
      continue;
    }
    const Square one = forward(side, to);
    if (rank_for(mover, to) < 2 || occupied & bit(one)) continue;
    if (passing == nobody) add(i, one);
    if (const Square two = forward(side, one); rank_for(mover, to) == 3 && !(occupied & bit(two))) {
      // If the pawn can be captured e.p., the double step leads to another number.
      const Square noted = make_square(file_of(to), mover == white ? 0 : 7);
      if (passing == nobody && has_en_passant_ && exists(side, slots_.moved(base, now, i, noted)))
        continue;
      add(i, two);
    }
  }
  for (const std::size_t from : may_reflect(board, side) ? found.different() : found.all())
    visit(from);
}

std::vector<std::size_t> EndingGraph::predecessors(const EndgameTable& table, Side side,
                                                   std::size_t slot) const {
  const auto exists = [&](Side mover, std::size_t one) { return table.value(mover, one).exists(); };
  std::vector<std::size_t> all;
  for_each_predecessor(side, slot, exists, [&](std::size_t before) {
    if (exists(!side, before)) all.push_back(before);
  });
  return all;
}

std::size_t memory_to_build(const Ending& ending) { return 4 * EndingSlots(ending).size(); }

std::unique_ptr<EndgameTable> build_table(const Ending& ending, const EndgameTables& tables,
                                          int threads, const std::atomic<bool>* stop,
                                          std::string maker, RetrogradeSeconds* seconds) {
  const EndingGraph graph(ending, tables);
  require_memory(memory_to_build(ending));
  Retrograde solver(graph, threads, stop);
  if (!solver.solve()) return nullptr;
  if (seconds != nullptr) *seconds = solver.seconds();
  return std::make_unique<EndgameTable>(ending, std::move(solver.values()), tables.rules().game,
                                        std::move(maker), threads);
}

}  // namespace plylab::chess
