// Builds endgame tables by retrograde analysis.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "gen/chess/bitboard/fairy.h"
#include "gen/chess/endgames/table.h"

namespace plylab::chess {

/// The positions of an ending for retrograde analysis: the number of moves forwards, and moves
/// backwards. A model of RetrogradeGraph.
class EndingGraph {
 public:
  /// The ending must be in canonical form; the rules are those of `tables`. `tables` must have all
  /// successors of the ending, and check() must have been called on those from files, because
  /// several threads read them and a read must not fail. In a variant there must be no pawns.
  /// Throws InputError if a table is missing.
  EndingGraph(const Ending& ending, const EndgameTables& tables);

  std::size_t slots() const { return slots_.size(); }

  bool is_position(Side side, std::size_t slot) const;
  RetrogradeStart start(Side side, std::size_t slot, auto&& exists) const;
  void for_each_predecessor(Side side, std::size_t slot, auto&& exists, auto&& visit) const;

  /// The positions that for_each_predecessor() finds; a solved table tells which exist.
  std::vector<std::size_t> predecessors(const EndgameTable& table, Side side,
                                        std::size_t slot) const;

 private:
  using Squares = std::array<Square, max_men>;

  /// The men of a slot, and where they stand.
  struct Board {
    Placement placement;
    Squares at;
    std::array<Bits, 2> of{};
    Bits occupied() const { return of[0] | of[1]; }
  };

  /// How the men of this ending map to those of another one.
  struct Conversion {
    const EndgameTable* table = nullptr;
    bool mirrored = false;
    std::array<std::uint8_t, max_men> from{};  ///< by man of the other ending: the man of this one
  };

  /// A set of different slots. Two moves can lead to the same slot, or from the same one, only if a
  /// reflection keeps the king of the side not to move on its square.
  class Slots;

  static constexpr unsigned nobody = max_men;

  Board board(std::size_t slot) const;
  Bits attacks(Piece piece, Square square, Bits occupied) const;
  bool is_attacked(const Board& board, unsigned king_man, Color by) const;
  unsigned man_on(const Board& board, Square square) const;
  /// The value, for the side to move next, of the position after capturing a man, promoting, or
  /// both.
  DistanceValue converted(const Squares& at, Side next, unsigned captured, unsigned promoted,
                          PieceType to) const;
  bool can_capture_passing(const Board& board, unsigned passing) const;
  std::size_t after_move(std::size_t slot, const Placement& now, unsigned man, Square to) const;
  bool may_reflect(const Board& board, Color still) const;

  EndingSlots slots_;
  bool has_en_passant_;
  FairyAttacks leaps_;
  /// By the man captured or none; the man promoted or none; and the piece that it becomes.
  std::array<std::array<std::array<Conversion, 8>, max_men + 1>, max_men + 1> conversions_{};
};

/// The bytes of memory that building an ending takes beyond the tables of its successors.
std::size_t memory_to_build(const Ending& ending);

/// Solves an ending in canonical form from the tables of its successors. Null if `stop` ended it;
/// `stop` may be null. `maker` names the program; `seconds`, if not null, receives the time of each
/// phase. Throws as EndingGraph does, and InputError if there is not enough memory or threads
/// cannot be started.
std::unique_ptr<EndgameTable> build_table(const Ending& ending, const EndgameTables& tables,
                                          int threads, const std::atomic<bool>* stop,
                                          std::string maker, RetrogradeSeconds* seconds = nullptr);

}  // namespace plylab::chess
