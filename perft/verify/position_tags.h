// What makes a position of chess a test of move generators: kinds of positions, by the rules that
// their moves touch.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/mailbox/mailbox.h"

namespace plylab::perft::verify {

/// A kind of position; position_tags() says what each means.
enum class Tag : std::uint8_t {
  check,
  double_check,
  only_move,
  few_moves,
  checkmate,
  stalemate,
  pin,
  gives_discovered_check,
  gives_double_check,
  gives_mate,
  gives_stalemate,
  ep,
  ep_by_two,
  ep_pinned,
  ep_bares_king,
  ep_answers_check,
  ep_no_answer,
  ep_gives_check,
  ep_discovers_check,
  ep_gives_double_check,
  ep_blocks_line,
  ep_past_rook,
  ep_square_by_piece,
  ep_square_no_answer,
  ep_square_alone,
  ep_few_moves,
  castling,
  castling_gives_check,
  castling_in_check,
  castling_through_attack,
  castling_into_attack,
  castling_past_attack,
  castling_bares_king,
  castling_rook_blocked,
  castling_king_blocked,
  castling_without_right,
  castling_inner_rook,
  castling_few_moves,
  rights_by_capture,
  rights_recaptured,
  rights_by_promotion,
  rook_without_right,
  promotion,
  promotion_gives_check,
  promotion_answers_check,
  promotion_pinned,
  clock_100,
  insufficient_material,
  four_queens,
  number
};

/// A tag as users see it.
struct TagInfo {
  std::string_view name;  ///< "ep-pinned"
  std::string_view meaning;
};

/// All tags, each at the index of its enumerator.
std::span<const TagInfo> position_tags();
const TagInfo& info(Tag tag);

/// A tag, and for which colour and part of the board or kind of piece the position has it. What a
/// part is depends on the tag: a file, a wing, a type of piece, ….
struct Trait {
  Tag tag;
  chess::Color color;
  std::uint8_t part = 0;

  friend constexpr auto operator<=>(const Trait&, const Trait&) = default;
};

/// Where kings and rooks with castling rights stood at the start of a game.
struct CastlingHomes {
  std::array<chess::Square, 2> kings;
  chess::CastlingRooks rooks;

  explicit CastlingHomes(const chess::Setup& start);
};

/// The square that the move passes if it is a double step, else no_square.
constexpr chess::Square passed_by(chess::Move move) {
  return move.kind() == chess::MoveKind::double_push
             ? static_cast<chess::Square>((move.from() + move.to()) / 2)
             : chess::no_square;
}

/// The pawns of `color` beside a pawn of the other side that has just passed the square by a double
/// step, whether they may legally capture it or not.
std::vector<chess::Square> pawns_beside(const chess::Mailbox& board, chess::Color color,
                                        chess::Square passed);

/// The traits of a position of a game, sorted and without repeats. `passed` is the square that the
/// last move has passed if that was a double step.
std::vector<Trait> traits_of(const chess::Mailbox& board, chess::Square passed,
                             const CastlingHomes& homes);

}  // namespace plylab::perft::verify
