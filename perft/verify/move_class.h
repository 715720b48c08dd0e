// Classes of moves that one mistake in a generator makes wrong all at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/explain/explain.h"
#include "perft/verify/usual_causes.h"

namespace plylab::perft::verify {

/// An illegal move that a generator may list. It need not have a chess::Move, such as a pawn's move
/// to the last rank without promotion.
struct IllegalMove {
  std::string text;  ///< UCI
  chess::PieceType type;
  chess::Reason reason;
  bool breaks_one_rule;  ///< as far as the king's safety and pieces in the way show

  /// The bits of the kinds that it may have: those of its promotion, or all others.
  std::uint16_t kinds() const;
};

/// The illegal moves of a position by rules that generators break.
std::vector<IllegalMove> plausible_illegal_moves(const chess::Setup& position);

/// A move with the rule that makes it legal or illegal.
struct JudgedMove {
  chess::Move move;
  chess::Rule rule;
  bool breaks_more = false;  ///< castling that other rules forbid, too
};

/// Whether only the king's safety makes moves illegal by this rule.
bool is_about_safety(chess::Rule rule);

/// The illegal moves of a position that would be legal but for the king's safety, the rules of
/// castling, or a man before a pawn: those that generators get wrong.
std::vector<JudgedMove> nearly_legal_moves(const chess::Setup& position);

/// Moves with common properties. A property that is not set does not matter.
struct MoveClass {
  std::uint16_t kinds = 0xffff;  ///< bits by MoveKind
  std::optional<chess::Color> color = {};
  std::uint8_t types = 0xff;  ///< of the piece that moves: bits by PieceType
  std::uint8_t files = 0xff;  ///< of the target squares; bit 0 is the a-file
  bool only_in_check = false;
  bool only_pinned = false;
  /// If not 0: only moves off the line between king and slider by a piece that one other piece on
  /// it keeps from being pinned. Bits of Screen: how the two stand.
  std::uint8_t screens = 0;
  bool only_unsafe = false;              ///< illegal because of the king's safety alone
  std::optional<chess::Rule> rule = {};  ///< why the moves are legal or illegal
  /// What its moves have in common, as a cause of wrong moves by the rule (usual_causes.h) sees it.
  Likeness (*likeness)(const PlacedMove& placed) = nullptr;
  std::size_t likeness_hash = 0;

  /// Whether a move belongs to the class, if the rule fits.
  bool matches(const chess::Setup& position, chess::Move move) const;
  bool matches(const chess::Setup& position, const JudgedMove& judged) const;
  /// Whether it has any of these moves that break only the one rule.
  bool has_illegal(const std::vector<IllegalMove>& moves) const;

  friend bool operator==(const MoveClass&, const MoveClass&) = default;

 private:
  bool is_alike(const chess::Setup& position, chess::Move move) const;
};

/// Bits of MoveClass::screens: which piece stands nearer to the king, and whose the other is.
enum Screen : std::uint8_t {
  before_enemy = 1,  ///< the piece that moves is nearer than an enemy piece
  behind_enemy = 2,
  before_own = 4,
  behind_own = 8
};

/// The bit of a kind in MoveClass::kinds.
constexpr std::uint16_t bit(chess::MoveKind kind) {
  return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind));
}

/// The bit of a type in MoveClass::types.
constexpr std::uint8_t bit(chess::PieceType type) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(type));
}

/// A class of legal moves that a generator may forget or repeat.
struct NamedClass {
  MoveClass moves;
  std::string text;        ///< in the plural: "Black's double steps"
  std::string_view cause;  ///< the usual cause if all are missing
  /// Whether it is worth naming only if it explains wrong moves that different rules make legal.
  bool joins_rules = false;
};

/// The most specific first.
std::span<const NamedClass> named_classes();

/// Classes of moves for which a generator may fail to test the king's safety; the text continues
/// "the king's safety is not tested".
std::span<const NamedClass> unsafe_classes();

}  // namespace plylab::perft::verify
