#include "gen/chess/book/polyglot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/chess/book/polyglot_numbers.h"

namespace plylab::chess {
namespace {

constexpr std::size_t castling_at = 768, en_passant_at = 772, turn_at = 780;
constexpr std::size_t entry_size = 16;

/// Polyglot's number of a piece: twice its kind, counted from the pawn, plus 1 for White.
std::size_t number_of(Piece piece) {
  constexpr std::array<std::size_t, 7> kinds = {0, 2, 3, 4, 0, 1, 5};  // by PieceType
  return 2 * kinds[type_of(piece)] + (color_of(piece) == white);
}

/// Whether a pawn of the side to move stands beside the pawn that has just passed.
bool may_be_captured(const Setup& setup) {
  if (setup.en_passant == no_square) return false;
  const int file = file_of(setup.en_passant), rank = setup.side == white ? 4 : 3;
  const auto is_pawn = [&](int beside) {
    return beside >= 0 && beside < 8 &&
           setup.squares[make_square(beside, rank)] == make_piece(setup.side, pawn);
  };
  return is_pawn(file - 1) || is_pawn(file + 1);
}

/// Files store numbers with the most significant byte first.
template <class Number>
void append(Number number, std::string& bytes) {
  for (int shift = 8 * sizeof(Number) - 8; shift >= 0; shift -= 8)
    bytes += static_cast<char>(number >> shift);
}

template <class Number>
Number take(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes.substr(0, sizeof(Number)))
    number = (number << 8) | static_cast<unsigned char>(byte);
  bytes.remove_prefix(sizeof(Number));
  return static_cast<Number>(number);
}

constexpr std::string_view promotions = " nbrq";  // by code

}  // namespace

std::uint64_t polyglot_key(const Setup& setup) {
  std::uint64_t key = 0;
  for (std::size_t square = 0; square < 64; ++square)
    if (const Piece piece = setup.squares[square]; piece != no_piece)
      key ^= polyglot_numbers[64 * number_of(piece) + square];
  for (const Color color : {white, black})
    for (const CastlingSide side : {CastlingSide::kingside, CastlingSide::queenside})
      if (setup.castling[index(color)][index(side)] != no_square)
        key ^= polyglot_numbers[castling_at + 2 * index(color) + (side == CastlingSide::queenside)];
  if (may_be_captured(setup))
    key ^= polyglot_numbers[en_passant_at + static_cast<std::size_t>(file_of(setup.en_passant))];
  if (setup.side == white) key ^= polyglot_numbers[turn_at];
  return key;
}

std::uint64_t key_after(Setup setup, std::optional<Move> last) {
  if (last && last->kind() == MoveKind::double_push)
    setup.en_passant = forward(!setup.side, last->from());
  return polyglot_key(setup);
}

std::uint16_t polyglot_move(Move move) {
  const int promotion =
      move.is_promotion()
          ? static_cast<int>(promotions.find(letter(make_piece(black, move.promoted()))))
          : 0;
  return static_cast<std::uint16_t>(move.to() | (move.from() << 6) | (promotion << 12));
}

std::optional<Move> find_polyglot_move(const Moves& legal, std::uint16_t code) {
  for (const Move move : legal)
    if (polyglot_move(move) == code) return move;
  return std::nullopt;
}

std::string polyglot_text(std::uint16_t code) {
  std::string text =
      to_string(static_cast<Square>((code >> 6) & 63)) + to_string(static_cast<Square>(code & 63));
  if (const unsigned promotion = (code >> 12) & 7; promotion > 0 && promotion < promotions.size())
    text += promotions[promotion];
  return text;
}

std::optional<std::uint16_t> parse_polyglot_text(std::string_view text) {
  const Square from = parse_square(text.substr(0, 2));
  const Square to = text.size() < 4 ? no_square : parse_square(text.substr(2, 2));
  const std::size_t promotion = text.size() == 5 ? promotions.find(text[4]) : 0;
  if (from == no_square || to == no_square || text.size() > 5 || promotion == promotions.npos ||
      (text.size() == 5 && promotion == 0))
    return std::nullopt;
  return static_cast<std::uint16_t>(to | (from << 6) | (static_cast<int>(promotion) << 12));
}

std::vector<PolyglotEntry> read_polyglot(const std::string& path) {
  const std::string file = read_file(path, {.bytes = std::numeric_limits<std::size_t>::max()});
  if (file.size() % entry_size != 0)
    throw InputError(
        fmt::format("'{}' is not a book: neither of plylab nor of Polyglot, whose entries have 16 "
                    "bytes; it has {}",
                    path, file.size()));
  std::vector<PolyglotEntry> entries;
  entries.reserve(file.size() / entry_size);
  for (std::string_view rest = file; !rest.empty();) {
    PolyglotEntry& entry = entries.emplace_back();
    entry.key = take<std::uint64_t>(rest);
    entry.move = take<std::uint16_t>(rest);
    entry.weight = take<std::uint16_t>(rest);
    entry.learn = take<std::uint32_t>(rest);
    if (entries.size() > 1 && entries[entries.size() - 2].key > entry.key)
      throw InputError(fmt::format(
          "'{}' is not a book of Polyglot: its entry {} has a smaller key than the one before",
          path, entries.size()));
  }
  return entries;
}

std::string to_polyglot(const std::vector<PolyglotEntry>& entries) {
  std::string bytes;
  bytes.reserve(entries.size() * entry_size);
  for (const PolyglotEntry& entry : entries) {
    append(entry.key, bytes);
    append(entry.move, bytes);
    append(entry.weight, bytes);
    append(entry.learn, bytes);
  }
  return bytes;
}

}  // namespace plylab::chess
