// What chess and its variants have in common as games of the lab.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "gen/chess/board/move_kinds.h"
#include "gen/chess/board/rules.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/game/game_end.h"

namespace plylab::chess {

/// By the Rules of gen/chess/board/rules.h. Texts, notation and endings do not depend on them.
template <class Rules>
struct GameOf {
  using Start = typename Rules::Start;
  using MoveKinds = chess::MoveKinds;
  using FirstBoard = MailboxOf<Rules>;

  static constexpr std::string_view notation = "a FEN, startpos, or chess960:0 to chess960:959";
  static constexpr std::string_view start = "startpos";
  static constexpr std::string_view default_generator = "bitboard";

  static std::string to_string(const Start& position) { return chess::to_string(position.setup()); }

  /// SAN; what is read may be UCI or long algebraic, too.
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
                                       "nobody could ever mate"};
  static constexpr RuleEnding fifty_moves{
      "fifty_moves", "Draw by fifty-move rule",
      "fifty moves of each side without a capture or a pawn move"};
  static constexpr std::array endings{checkmate, stalemate, material, fifty_moves};
  /// Draws need nobody's claim.
  static std::optional<GameEnd> end(const FirstBoard& board) {
    if (board.count() == 0 && board.terminal_outcome() == Outcome::loss)
      return GameEnd{!board.side_to_move(), checkmate};
    if (board.count() == 0) return GameEnd{std::nullopt, stalemate};
    if (board.insufficient_material()) return GameEnd{std::nullopt, material};
    if (board.halfmove_clock() >= 100) return GameEnd{std::nullopt, fifty_moves};
    return std::nullopt;
  }
};

}  // namespace plylab::chess
