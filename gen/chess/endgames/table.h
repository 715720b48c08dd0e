// Endgame tables: the exact value of every position of an ending, in memory and in files.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/count.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/board/variants.h"
#include "gen/chess/endgames/ending.h"
#include "gen/game/retrograde.h"

namespace plylab::chess {

/// The numbers of positions that the side to move wins, draws and loses, counted as in published
/// statistics: positions that are reflections of each other count once, equal men count as
/// different, and positions in which a pawn may be captured e.p. are left out.
struct EndingCounts {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  unsigned longest_win = 0, longest_loss = 0;  ///< in moves

  friend bool operator==(const EndingCounts&, const EndingCounts&) = default;
};

/// The rules of tables: chess, or a variant in which kings move.
struct EndgameRules {
  std::string game = "chess";
  std::optional<FairyVariant> variant = {};  ///< none for chess

  const Variant& moves() const { return variant ? rules_of(*variant) : orthodox; }
};

/// The values of an ending in canonical form. Values are distances to mate. Repetition and the
/// fifty-move rule are ignored, and there is no castling.
class EndgameTable {
 public:
  /// Takes the values that a builder has found; `game` is "chess" or a variant, `maker` names the
  /// program. Uses at most two of the threads.
  EndgameTable(const Ending& ending, std::unique_ptr<RetrogradeValues> values, std::string game,
               std::string maker, int threads);

  /// Opens a file written by write(). Reads its values block by block on demand. Throws InputError
  /// if it is not such a file, or is damaged.
  explicit EndgameTable(const std::string& path);
  ~EndgameTable();

  const EndingSlots& slots() const { return slots_; }
  const Ending& ending() const { return slots_.ending(); }
  const std::string& game() const { return game_; }
  const EndingCounts& counts(Side side) const { return counts_[static_cast<unsigned>(side)]; }
  /// SHA-256 of two concatenated SHA-256 in hexadecimal digits: of the values with White to move,
  /// and with Black to move.
  const std::string& hash() const { return hash_; }
  /// The head of the file, in lines `key=value`: the ending, the game unless it is chess, the
  /// program that made the table, the number of slots, EndingCounts for each side, and hash().
  std::string certificate() const;

  /// The value of a slot. Throws InputError if the file is damaged there.
  DistanceValue value(Side side, std::size_t slot) const {
    if (file_ && !is_loaded(side, slot >> block_bits)) load(side, slot >> block_bits);
    return DistanceValue::from_byte(values_->of(side)[slot], side);
  }
  DistanceValue value(Side side, const Placement& placement) const {
    const std::size_t slot = slots_.slot(placement);
    return slot == EndingSlots::no_slot ? DistanceValue::none() : value(side, slot);
  }

  /// How often counts() counts a slot: 0 if it stands for no position, or for one in which a pawn
  /// may be captured e.p.
  unsigned weight(Side side, std::size_t slot) const {
    return value(side, slot).exists() && !is_passing_somewhere(slot) ? slots_.orders(slot) : 0;
  }

  /// Calls visit(value, weight) for the positions that counts() counts.
  template <class Visit>
  void for_each_counted(Side side, Visit&& visit) const {
    for (std::size_t slot = 0; slot < slots_.size(); ++slot)
      if (const unsigned weight = this->weight(side, slot)) visit(value(side, slot), weight);
  }

  /// Writes the file by replace_file(). Throws InputError if it cannot be written.
  void write(const std::string& path, int threads) const;

  /// Reads all blocks not yet read, with at most two of the threads. Throws InputError if the file
  /// is damaged or the hash does not match.
  void check(int threads) const;

 private:
  static constexpr unsigned block_bits = 16;
  struct File;

  std::size_t blocks() const { return (slots_.size() + (1 << block_bits) - 1) >> block_bits; }
  bool is_loaded(Side side, std::size_t block) const {
    return loaded_[static_cast<unsigned>(side) * blocks() + block].load(std::memory_order_acquire);
  }
  void load(Side side, std::size_t block) const;
  void count(int threads);
  bool is_passing_somewhere(std::size_t slot) const;
  std::string hash_of_values(int threads) const;
  /// The side to move and the first slot of the i-th block in the file.
  std::pair<Side, std::size_t> place_of(std::size_t i) const {
    return {i < blocks() ? white : black, i % blocks() << block_bits};
  }

  EndingSlots slots_;
  std::unique_ptr<RetrogradeValues> values_;
  std::array<EndingCounts, 2> counts_;
  std::string hash_, game_, maker_;
  std::unique_ptr<File> file_;
  std::unique_ptr<std::atomic<bool>[]> loaded_;  // blocks of White to move, then of Black
};

/// A set of tables by ending, all with the same rules.
class EndgameTables {
 public:
  explicit EndgameTables(EndgameRules rules = {}) : rules_(std::move(rules)) {}
  /// All tables of a folder. Throws InputError if there is none, and as open() does.
  explicit EndgameTables(const std::string& folder, EndgameRules rules = {});

  const EndgameRules& rules() const { return rules_; }

  const EndgameTable& add(std::unique_ptr<const EndgameTable> table);
  /// Opens a file and adds its table. Throws InputError if it cannot be read, is not named after
  /// its ending, or has other rules.
  const EndgameTable& open(const std::string& path);
  /// The table of the ending's canonical form; null if there is none.
  const EndgameTable* find(const Ending& ending) const;
  const std::map<Ending, std::unique_ptr<const EndgameTable>>& all() const { return tables_; }

  /// The value of a position; none if there is no table for it. The e.p. square must be one where
  /// a capture is legal, as in a ValidSetup. Throws InputError if a file is damaged.
  std::optional<DistanceValue> probe(const Setup& setup) const;

  /// Identifies the tables with at most so many men: their number, and the first 16 digits of the
  /// SHA-256 of their names and values, such as "35 tables 1a2b3c4d5e6f7a8b".
  std::string identity(unsigned men) const;

 private:
  EndgameRules rules_;
  std::map<Ending, std::unique_ptr<const EndgameTable>> tables_;
};

/// The name of an ending's file: "KQKR.endgame".
std::string file_name(const Ending& ending);

// ---- the values of a position's moves ----

/// A legal move and its value for the side that plays it; none() if no table has it.
struct RatedMove {
  Move move;
  DistanceValue value;
};

/// All legal moves: the best first, those in no table last, equal ones in canonical order.
std::vector<RatedMove> rated_moves(const EndgameTables& tables, const ValidSetup& position);
/// The same in the variant of the tables.
std::vector<RatedMove> rated_moves(const EndgameTables& tables, const VariantSetup& position);

/// The value of a position in a table, or of one whose moves all lead to positions in tables;
/// otherwise none.
std::optional<DistanceValue> probe(const EndgameTables& tables, const ValidSetup& position,
                                   const std::vector<RatedMove>& moves);

}  // namespace plylab::chess
