// Chess as a game of the lab, with its generators. Adding one: include its header, add its line
// here and its file to gen/CMakeLists.txt.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/kernels.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/move_kinds.h"
#include "gen/chess/x88/x88.h"
#include "gen/game.h"

namespace plylab::chess {

/// Chess and Chess960.
struct Chess {
  using Start = ValidSetup;
  using MoveKinds = chess::MoveKinds;

  static constexpr std::string_view name = "chess";
  static constexpr std::string_view summary = "chess and Chess960";
  static constexpr std::string_view notation = "a FEN, startpos, or chess960:0 to chess960:959";
  static constexpr std::string_view start = "startpos";
  static constexpr std::string_view default_generator = "bitboard";

  static constexpr std::tuple generators{
      Generator<Mailbox>{"mailbox", "12x12 board with piece lists"},
      Generator<X88>{"x88", "16x8 board, 0x88 tests, attack-delta tables"},
      Generator<Bitboard<Avx512>>{
          "bitboard", "bit planes, calm children by differences", "avx512",
          "AVX-512 F BW CD DQ VL VBMI VBMI2 BITALG VNNI VPOPCNTDQ, GFNI, BMI2", runs_avx512,
          avx512_is_fast},
      Generator<Bitboard<Avx2>>{"bitboard", "bit planes, four positions a register", "avx2",
                                "AVX2, BMI2", runs_avx2, avx2_is_fast},
      Generator<Bitboard<Pext>>{"bitboard", "bit planes, sliders by PEXT look-up", "pext", "BMI2",
                                runs_pext, pext_is_fast},
      Generator<Bitboard<Magic>>{"bitboard", "bit planes, sliders by magic look-up", "magic"},
  };

  static ValidSetup parse(std::string_view text) { return ValidSetup(parse_fen(text)); }
  static std::string to_string(const ValidSetup& position) {
    return chess::to_string(position.setup());
  }

  /// In SAN, with move numbers: "1. e4", "e5", "2. Nf3".
  static std::vector<std::string> words(const ValidSetup& position, const std::vector<Move>& moves);
};

static_assert(Game<Chess>);

}  // namespace plylab::chess
