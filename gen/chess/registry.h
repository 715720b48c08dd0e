// Chess as a plylab game, with its generators. To add one, include its header and add a line to
// `generators`; CMake finds its files, and compiles the searches on its board.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "gen/base/cpu_features.h"
#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/board/diagram.h"
#include "gen/chess/board/move_kinds.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/x88/x88.h"
#include "gen/game/game.h"
#include "gen/game/read_position.h"
#include "gen/game/referee.h"

namespace plylab::chess {

/// Chess by the Rules of gen/chess/board/setup.h. Texts, notation and endings do not depend on
/// them.
template <class Rules>
struct GameOf {
  using Start = typename Rules::Start;
  using MoveKinds = chess::MoveKinds;
  using FirstBoard = MailboxOf<Rules>;

  static constexpr std::string_view notation = "a FEN, startpos, or chess960:0 to chess960:959";
  static constexpr std::string_view start = "startpos";
  static constexpr std::string_view default_generator = "bitboard";

  static std::string to_string(const Start& position) { return chess::to_string(position.setup()); }

  /// Writes SAN; also reads UCI and long algebraic notation.
  static std::string move_words(const FirstBoard& board, Move move) { return to_san(board, move); }
  static Move move_from_words(const FirstBoard& board, std::string_view text) {
    return parse_move(board, text);
  }
  static unsigned first_ply(const Start& position) {
    return 2 * (std::max(1U, position.setup().fullmove) - 1) + index(position.setup().side);
  }

  static constexpr RuleEnding checkmate{"checkmate", "mates", "mate"};
  static constexpr RuleEnding stalemate{"stalemate", "Draw by stalemate",
                                        "no legal move, and no check"};
  static constexpr RuleEnding material{"material", "Draw by insufficient material",
                                       "neither side could ever mate"};
  static constexpr RuleEnding fifty_moves{
      "fifty_moves", "Draw by fifty-move rule",
      "fifty moves of each side without a capture or a pawn move"};
  static constexpr std::array endings{checkmate, stalemate, material, fifty_moves};
  /// Players need not claim draws.
  static std::optional<GameEnd> end(const FirstBoard& board) {
    if (board.count() == 0 && board.terminal_outcome() == Outcome::loss)
      return GameEnd{!board.side_to_move(), checkmate};
    if (board.count() == 0) return GameEnd{std::nullopt, stalemate};
    if (board.insufficient_material()) return GameEnd{std::nullopt, material};
    if (board.halfmove_clock() >= 100) return GameEnd{std::nullopt, fifty_moves};
    return std::nullopt;
  }
};

/// Chess and Chess960.
struct Chess : GameOf<Orthodox> {
  static constexpr std::string_view name = "chess";
  static constexpr std::string_view summary = "chess and Chess960";

  static constexpr std::tuple generators{
      Generator<Mailbox>{"mailbox", "12x12 board with piece lists"},
      Generator<X88>{"x88", "16x8 board, 0x88 tests, attack-delta tables"},
#ifdef __x86_64__
      Generator<Bitboard<Avx512>>{
          "bitboard", "bit planes, calm children by differences", "avx512",
          "AVX-512 F BW CD DQ VL VBMI VBMI2 BITALG VNNI VPOPCNTDQ, GFNI, BMI2", runs_avx512,
          avx512_is_fast},
      Generator<Bitboard<Avx2>>{"bitboard", "bit planes, four positions a register", "avx2",
                                "AVX2, BMI2", runs_avx2, avx2_is_fast},
      Generator<Bitboard<Pext>>{"bitboard", "bit planes, sliders by PEXT look-up", "pext", "BMI2",
                                runs_pext, pext_is_fast},
#endif
      Generator<Bitboard<Magic>>{"bitboard", "bit planes, sliders by magic look-up", "magic"},
  };

  /// All but the last are on the Perft_Results page of the Chess Programming Wiki.
  static constexpr std::array<KnownPosition, 7> positions{{
      {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
       "a middle game with all kinds of moves (Peter McKenzie)"},
      {"pos3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "an end game with pins and e.p."},
      {"pos4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
       "promotions and castling rights under fire"},
      {"pos4-mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
       "the same with the colours exchanged"},
      {"pos5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
       "a promotion by capture among castling rights"},
      {"pos6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
       "a quiet middle game (Steven Edwards)"},
      {"promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
       "three pawns a side about to promote"},
  }};

  /// Behind "position" or "fen", which other programs write, a name is one, too.
  static ValidSetup parse(std::string_view text) {
    skip_fen_prefix(text);
    return ValidSetup(parse_fen(known_text<Chess>(text)));
  }
  static ValidSetup after(const ValidSetup& position, Move move);
  static std::string why_illegal(const ValidSetup& position, std::string_view text);

  /// PGN without the tag is standard chess.
  static std::string_view variant(const ValidSetup& position) {
    return needs_chess960(position.setup()) ? "Chess960" : "";
  }
};

static_assert(Game<Chess>);

}  // namespace plylab::chess
