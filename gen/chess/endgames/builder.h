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

/// The positions of an ending as retrograde analysis needs them: moves forwards, counted, and
/// backwards. A model of RetrogradeGraph.
class EndingGraph {
 public:
  /// An ending in canonical form, by the rules of `tables`, which must have its successors, those
  /// from files after check(): several threads read them, and none may fail. In a variant there
  /// must be no pawns. Throws InputError if a table is missing.
  EndingGraph(const Ending& ending, const EndgameTables& tables);

  std::size_t slots() const { return slots_.size(); }

  bool is_position(Side side, std::size_t slot) const;
  RetrogradeStart start(Side side, std::size_t slot, auto&& exists) const;
  void for_each_predecessor(Side side, std::size_t slot, auto&& exists, auto&& visit) const;

  /// The positions that for_each_predecessor() finds, where a solved table says which exist.
  std::vector<std::size_t> predecessors(const EndgameTable& table, Side side,
                                        std::size_t slot) const;

 private:
  using Squares = std::array<Square, most_men>;

  /// The men of a number, and where they stand.
  struct Board {
    Placement placement;
    Squares at;
    std::array<Bits, 2> of{};
    Bits occupied() const { return of[0] | of[1]; }
  };

  /// How men of this ending become those of another one.
  struct Conversion {
    const EndgameTable* table = nullptr;
    bool mirrored = false;
    std::array<std::uint8_t, most_men> from{};  ///< by man there: the man here
  };

  /// Different numbers of positions. Two moves can lead to one position, or from one, only where a
  /// reflection leaves the king of the side that does not move where he is.
  class Slots;

  static constexpr unsigned nobody = most_men;

  Board board(std::size_t slot) const;
  Bits attacks(Piece piece, Square square, Bits occupied) const;
  bool is_attacked(const Board& board, unsigned king_man, Color by) const;
  unsigned man_on(const Board& board, Square square) const;
  /// The value, for the side that moves next, of what capturing a man, promoting, or both lead to.
  DistanceValue converted(const Squares& at, Side next, unsigned captured, unsigned promoted,
                          PieceType to) const;
  bool can_capture_passing(const Board& board, unsigned passing) const;
  std::size_t after_move(std::size_t slot, const Placement& now, unsigned man, Square to) const;
  bool may_reflect(const Board& board, Color still) const;

  EndingSlots slots_;
  bool has_en_passant_;
  FairyAttacks leaps_;
  /// By the man captured, or nobody; the man promoted, or nobody; and what to.
  std::array<std::array<std::array<Conversion, 8>, most_men + 1>, most_men + 1> conversions_{};
};

/// The bytes of memory that building an ending takes beyond the tables of its successors.
std::size_t memory_to_build(const Ending& ending);

/// Solves an ending in canonical form from the tables of its successors. Null if `stop` has ended
/// it; `stop` may be null. `maker` names the program; `seconds`, if not null, gets how long each
/// phase took. Throws as EndingGraph does, and InputError if
/// memory or threads cannot be had.
std::unique_ptr<EndgameTable> build_table(const Ending& ending, const EndgameTables& tables,
                                          int threads, const std::atomic<bool>* stop,
                                          std::string maker, RetrogradeSeconds* seconds = nullptr);

}  // namespace plylab::chess
