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
#include "gen/chess/board/setup.h"
#include "gen/chess/board/variants.h"
#include "gen/chess/endgames/ending.h"
#include "gen/game/retrograde.h"

namespace plylab::chess {

/// How many positions a side to move wins, draws and loses, as the published statistics count them:
/// positions that reflections turn into each other count once, equal men are told apart, and
/// positions in which a pawn may be captured e.p. are left out.
struct EndingCounts {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  unsigned longest_win = 0, longest_loss = 0;  ///< in moves

  friend bool operator==(const EndingCounts&, const EndingCounts&) = default;
};

/// By whose rules tables are: those of chess, or of a variant of it whose kings move.
struct EndgameRules {
  std::string game = "chess";
  std::optional<FairyVariant> variant = {};  ///< none for chess

  const Variant& moves() const { return variant ? rules_of(*variant) : orthodox; }
};

/// The values of an ending in canonical form. Mate counts, and neither repetition nor the
/// fifty-move rule; there is no castling.
class EndgameTable {
 public:
  /// What a builder has found by the rules of a game, "chess" or a variant. `maker` names the
  /// program; at most two of the threads are used.
  EndgameTable(const Ending& ending, std::unique_ptr<RetrogradeValues> values, std::string game,
               std::string maker, int threads);

  /// Opens a file that write() has made. Its values are read block by block as they are asked for.
  /// Throws InputError if it is no such file, or damaged.
  explicit EndgameTable(const std::string& path);
  ~EndgameTable();

  const EndingSlots& slots() const { return slots_; }
  const Ending& ending() const { return slots_.ending(); }
  const std::string& game() const { return game_; }
  const EndingCounts& counts(Side side) const { return counts_[static_cast<unsigned>(side)]; }
  /// SHA-256 of two SHA-256 in hexadecimal digits: of the values with White to move, and with
  /// Black.
  const std::string& hash() const { return hash_; }
  /// What the file begins with, a line `key=value` each: the ending, the game unless it is chess,
  /// who has made the table, how many numbers it has, for each side EndingCounts, and hash().
  std::string certificate() const;

  /// Throws InputError if the file is damaged there.
  DistanceValue value(Side side, std::size_t slot) const {
    if (file_ && !is_loaded(side, slot >> block_bits)) load(side, slot >> block_bits);
    return DistanceValue::from_byte(values_->of(side)[slot]);
  }
  DistanceValue value(Side side, const Placement& placement) const {
    const std::size_t slot = slots_.slot(placement);
    return slot == EndingSlots::no_slot ? DistanceValue::none() : value(side, slot);
  }

  /// How often counts() counts a number: 0 if there is no such position, or if a pawn may be
  /// captured e.p. in it.
  unsigned weight(Side side, std::size_t slot) const {
    return value(side, slot).exists() && !is_passing_somewhere(slot) ? slots_.orders(slot) : 0;
  }

  /// Calls visit(value, weight) for the positions that counts() counts.
  template <class Visit>
  void for_each_counted(Side side, Visit&& visit) const {
    for (std::size_t slot = 0; slot < slots_.size(); ++slot)
      if (const unsigned weight = this->weight(side, slot)) visit(value(side, slot), weight);
  }

  /// Writes the file, as replace_file() does. Throws InputError if it cannot be written.
  void write(const std::string& path, int threads) const;

  /// Reads all that has not been read; at most two of the threads are used. Throws InputError if it
  /// is damaged or does not have the hash that the file states.
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
  /// The side to move and the first slot of a block, by its place in the file.
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

/// Tables by ending, all by the same rules.
class EndgameTables {
 public:
  explicit EndgameTables(EndgameRules rules = {}) : rules_(std::move(rules)) {}
  /// All tables of a folder. Throws InputError if there is none, and as open() does.
  explicit EndgameTables(const std::string& folder, EndgameRules rules = {});

  const EndgameRules& rules() const { return rules_; }

  const EndgameTable& add(std::unique_ptr<const EndgameTable> table);
  /// Opens a file and adds its table. Throws InputError if it cannot be read, does not have the
  /// name of its ending, or is by other rules.
  const EndgameTable& open(const std::string& path);
  /// The table of the canonical form; null if there is none.
  const EndgameTable* find(const Ending& ending) const;
  const std::map<Ending, std::unique_ptr<const EndgameTable>>& all() const { return tables_; }

  /// The value of a position; none if there is no table for it. The e.p. square must be one where
  /// a capture is legal, as in a ValidSetup. Throws InputError if a file is damaged.
  std::optional<DistanceValue> probe(const Setup& setup) const;

  /// Which tables of at most so many men these are: how many, and the first 16 digits of the
  /// SHA-256 of their names and values, such as "35 tables 1a2b3c4d5e6f7a8b".
  std::string identity(unsigned men) const;

 private:
  EndgameRules rules_;
  std::map<Ending, std::unique_ptr<const EndgameTable>> tables_;
};

/// The folder of the tables: PLYLAB_ENDGAMES in the environment, else "endgames".
std::string endgame_folder();

/// The tables of that folder, opened once. Throws InputError if there are none.
const EndgameTables& endgame_tables();

/// The name of an ending's file: "KQKR.endgame".
std::string file_name(const Ending& ending);

}  // namespace plylab::chess
