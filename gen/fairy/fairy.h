// Fairy chess as plylab games: the variants of J. B. Nielsen's program Dabbaba (1999).
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "gen/chess/bitboard/fairy.h"
#include "gen/chess/board/board.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/board/variants.h"
#include "gen/chess/registry.h"
#include "gen/chess/x88/x88.h"
#include "gen/game/game.h"

namespace plylab::fairy {

using chess::FairyVariant;

/// The members that all variants share.
struct FairyChess : chess::GameOf<chess::Fairy> {
  static constexpr std::tuple generators{
      Generator<chess::MailboxOf<chess::Fairy>>{"mailbox", "12x12 board with piece lists"},
      Generator<chess::X88Of<chess::Fairy>>{"x88", "16x8 board, 0x88 tests, attack-delta tables"},
      Generator<chess::Bitboard<chess::FairyMagic>>{"bitboard", "bit planes, rays of the riders"},
  };

  static Start after(const Start& position, chess::Move move) {
    return {position.number(), chess::after(position.setup(), move, position.variant())};
  }
};

/// One variant. Variants differ only in their Start, so all use the compiled searches of the first.
template <FairyVariant variant>
struct GameOfVariant : FairyChess {
  static Start parse(std::string_view text) { return {variant, chess::parse_fen(text)}; }
};

struct Stationary : GameOfVariant<FairyVariant::stationary> {
  static constexpr std::string_view name = "stationary";
  static constexpr std::string_view summary = "chess with kings that never move";
};
struct Nightrider : GameOfVariant<FairyVariant::nightrider> {
  using Family = Stationary;
  static constexpr std::string_view name = "nightrider";
  static constexpr std::string_view summary =
      "chess with knights that go on along the line of a leap";
};
struct Dabbaba : GameOfVariant<FairyVariant::dabbaba> {
  using Family = Stationary;
  static constexpr std::string_view name = "dabbaba";
  static constexpr std::string_view summary =
      "chess with knights that also leap two squares straight";
};
struct Alfil : GameOfVariant<FairyVariant::alfil> {
  using Family = Stationary;
  static constexpr std::string_view name = "alfil";
  static constexpr std::string_view summary =
      "chess with knights that also leap two squares diagonally";
};
struct Ferz : GameOfVariant<FairyVariant::ferz> {
  using Family = Stationary;
  static constexpr std::string_view name = "ferz";
  static constexpr std::string_view summary =
      "chess with knights that also step one square diagonally";
};
struct Wazir : GameOfVariant<FairyVariant::wazir> {
  using Family = Stationary;
  static constexpr std::string_view name = "wazir";
  static constexpr std::string_view summary =
      "chess with knights that also step one square straight";
};

/// The move in SAN. It must be legal in the position.
std::string san(const chess::VariantSetup& position, chess::Move move);

/// The moves of a line in SAN with move numbers: "1. e4 e5 2. Nf3".
std::string san_line(const chess::VariantSetup& position, std::span<const chess::Move> line);

}  // namespace plylab::fairy
