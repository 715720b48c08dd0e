// Chess as a game of the lab, with its generators. Adding one: include its header, add its line
// here and its file to gen/CMakeLists.txt.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/move_kinds.h"
#include "gen/chess/x88/x88.h"
#include "gen/cpu_features.h"
#include "gen/game.h"
#include "gen/game_end.h"

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

  /// SAN; what is read may be UCI or long algebraic, too.
  static std::string move_words(const Mailbox& board, Move move) { return to_san(board, move); }
  static Move move_from_words(const Mailbox& board, std::string_view text) {
    return parse_move(board, text);
  }
  static unsigned first_ply(const ValidSetup& start) {
    return 2 * (std::max(1U, start.setup().fullmove) - 1) + index(start.setup().side);
  }
  /// PGN without the tag is of standard chess.
  static std::string_view variant(const ValidSetup& start) {
    return needs_chess960(start.setup()) ? "Chess960" : "";
  }

  static constexpr RuleEnding checkmate{"checkmate", "mates", "mate"};
  static constexpr RuleEnding stalemate{"stalemate", "Draw by stalemate",
                                        "no legal move, and no check"};
  static constexpr RuleEnding material{"material", "Draw by insufficient material",
                                       "nobody could ever mate"};
  static constexpr RuleEnding fifty_moves{
      "fifty_moves", "Draw by fifty-move rule",
      "fifty moves of each side without a capture or a pawn move"};
  static constexpr std::array endings{checkmate, stalemate, material, fifty_moves};
  /// Draws need nobody's claim.
  static std::optional<GameEnd> end(const Mailbox& board);
};

static_assert(Game<Chess>);

}  // namespace plylab::chess
