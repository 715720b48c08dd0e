#include "perft/verify/move_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

constexpr unsigned quiet_promotions = static_cast<unsigned>(MoveKind::to_knight);
constexpr unsigned capturing_promotions = static_cast<unsigned>(MoveKind::capture_to_knight);
constexpr unsigned all_promotions = 0xff00, all_captures = 0xf0f0;

std::string_view cause_of(Rule rule) { return rule_info(rule).usual_cause; }

/// "a rook, bishop or knight" for bits in the order of MoveKind: knight, bishop, rook, queen.
std::string promoted_pieces(unsigned pieces) {
  constexpr PieceType in_order[] = {queen, rook, bishop, knight};
  std::string text = "a ";
  for (int place = 0, left = std::popcount(pieces); left > 0; ++place) {
    if (((pieces >> (3 - place)) & 1) == 0) continue;
    text += name(in_order[place]);
    if (--left > 0) text += left == 1 ? " or " : ", ";
  }
  return text;
}

/// Whether a piece other than a king shields its king from a slider.
bool is_pinned(const Setup& position, Square square) {
  if (type_of(position.squares[square]) == king) return false;
  Squares lifted = position.squares;
  lifted[square] = no_piece;
  return in_check(lifted, position.side) && !in_check(position.squares, position.side);
}

/// How another piece keeps the one that moves off a line to its king from being pinned there; 0 if
/// none does.
std::uint8_t screens_of(const Setup& position, Move move) {
  const Square king_square = find_king(position.squares, position.side);
  std::uint8_t screens = 0;
  for (int s = a1; s <= h8; ++s) {
    const auto slider = static_cast<Square>(s);
    const Piece piece = position.squares[slider];
    if (piece == no_piece || color_of(piece) == position.side) continue;
    const std::vector<Square> line = between(king_square, slider);
    const bool is_straight =
        file_of(slider) == file_of(king_square) || rank_of(slider) == rank_of(king_square);
    if (type_of(piece) != queen && type_of(piece) != (is_straight ? rook : bishop)) continue;
    std::vector<Square> pieces = line;
    std::erase_if(pieces, [&](Square square) { return position.squares[square] == no_piece; });
    if (pieces.size() != 2 || !contains(pieces, move.from()) || move.to() == slider ||
        contains(line, move.to()))
      continue;
    const bool is_nearer = pieces.front() == move.from();
    const Piece other = position.squares[is_nearer ? pieces.back() : pieces.front()];
    const bool is_own = color_of(other) == position.side;
    screens |=
        is_own ? (is_nearer ? before_own : behind_own) : (is_nearer ? before_enemy : behind_enemy);
  }
  return screens;
}

class Classes {
 public:
  Classes() {
    for (unsigned pieces = 1; pieces < 16; ++pieces) add_promotions(pieces);
    const Rule castling = Rule::castling_allowed;
    add("castling moves on the queenside", {.kinds = bit(MoveKind::castle_queenside)},
        cause_of(castling));
    add("castling moves on the kingside", {.kinds = bit(MoveKind::castle_kingside)},
        cause_of(castling));
    add("castling moves",
        {.kinds = bit(MoveKind::castle_queenside) | bit(MoveKind::castle_kingside)},
        cause_of(castling));
    add("captures e.p.", {.kinds = bit(MoveKind::en_passant)}, cause_of(Rule::en_passant_allowed));
    add("double steps", {.kinds = bit(MoveKind::double_push)}, cause_of(Rule::double_step));
    constexpr std::string_view screened =
        "a piece is pinned only if it alone stands between king and slider";
    for (const int screens : {1, 2, 3, 4, 8, 12, 15})
      add(fmt::format("moves of pieces that {} piece keeps from being pinned",
                      screens < 4    ? "an enemy"
                      : screens < 15 ? "another own"
                                     : "another"),
          {.screens = static_cast<std::uint8_t>(screens)}, screened);
    add_joining();
    const auto size = [](const NamedClass& one) {
      return std::popcount(one.moves.kinds) * (one.moves.color ? 1 : 2);
    };
    std::ranges::stable_sort(classes_, {}, size);
    // A position with one such pawn shows the class of all files as well: that goes before.
    for (int file = 0; file < 8; ++file) add_promotions(15, file);
  }

  const std::vector<NamedClass>& all() const { return classes_; }

 private:
  void add(const std::string& text, MoveClass moves, std::string_view cause, bool joins = false) {
    classes_.push_back({moves, text, cause, joins});
    for (const Color color : {white, black}) {
      moves.color = color;
      classes_.push_back({moves, fmt::format("{}'s {}", name(color), text), cause, joins});
    }
  }

  /// On one file, or on all of them.
  void add_promotions(unsigned pieces, std::optional<int> file = {}) {
    const std::string to = (pieces == 15 ? "" : " to " + promoted_pieces(pieces)) +
                           (file ? fmt::format(" on the {}-file", "abcdefgh"[*file]) : "");
    const std::string_view cause = cause_of(pieces == 15 ? Rule::promotion : Rule::underpromotion);
    const unsigned quiet = pieces << quiet_promotions, captures = pieces << capturing_promotions;
    const auto kinds = [&](unsigned bits) {
      return MoveClass{.kinds = static_cast<std::uint16_t>(bits),
                       .files = static_cast<std::uint8_t>(file ? 1 << *file : 0xff)};
    };
    add("promotions by capture" + to, kinds(captures), cause);
    add("promotions without capture" + to, kinds(quiet), cause);
    add("promotions" + to, kinds(quiet | captures), cause);
  }

  /// Classes to which several rules apply, because the moves answer checks or promote as well.
  void add_joining() {
    const auto captures = static_cast<std::uint16_t>(all_captures);
    const auto promotions = static_cast<std::uint16_t>(all_promotions);
    const auto sliders = static_cast<std::uint8_t>(bit(bishop) | bit(rook) | bit(queen));
    for (const auto& [by, types] : {std::pair{"knights", bit(knight)},
                                    {"bishops", bit(bishop)},
                                    {"rooks", bit(rook)},
                                    {"queens", bit(queen)},
                                    {"pawns", bit(pawn)},
                                    {"bishops, rooks and queens", sliders}}) {
      add(fmt::format("captures by {}", by), {.kinds = captures, .types = types},
          cause_of(Rule::piece_captures), true);
      add(fmt::format("answers to checks by {}", by), {.types = types, .only_in_check = true},
          kind_in_check, true);
    }
    for (int file = 0; file < 8; ++file)
      add(fmt::format("captures e.p. on the {}-file", "abcdefgh"[file]),
          {.kinds = bit(MoveKind::en_passant), .files = static_cast<std::uint8_t>(1 << file)},
          cause_of(Rule::en_passant_allowed), true);
    for (const bool en_passant : {true, false})
      for (int file = 0; file < 8; ++file)
        add(fmt::format("captures by pawns{} on the {}-file", en_passant ? "" : ", except e.p.,",
                        "abcdefgh"[file]),
            {.kinds = static_cast<std::uint16_t>(
                 en_passant ? captures : captures & ~bit(MoveKind::en_passant)),
             .types = bit(pawn),
             .files = static_cast<std::uint8_t>(1 << file)},
            cause_of(Rule::pawn_captures), true);
    for (const bool en_passant : {true, false}) {  // whose safety is often tested by itself
      const char* const except = en_passant ? "" : ", except e.p.,";
      const unsigned left_out = en_passant ? 0 : bit(MoveKind::en_passant);
      add(fmt::format("moves of pinned pieces{}", except),
          {.kinds = static_cast<std::uint16_t>(0xffff & ~left_out), .only_pinned = true},
          cause_of(Rule::moves_along_pin), true);
      add(fmt::format("captures by pinned pieces{}", except),
          {.kinds = static_cast<std::uint16_t>(captures & ~left_out), .only_pinned = true},
          cause_of(Rule::captures_pinner), true);
    }
    add("promotions that answer a check", {.kinds = promotions, .only_in_check = true},
        kind_in_check, true);
    constexpr unsigned to_less = 7U << quiet_promotions | 7U << capturing_promotions;
    add("promotions to a rook, bishop or knight that answer a check",
        {.kinds = static_cast<std::uint16_t>(to_less), .only_in_check = true},
        cause_of(Rule::underpromotion), true);
    add("double steps that answer a check",
        {.kinds = bit(MoveKind::double_push), .only_in_check = true}, kind_in_check, true);
  }

  std::vector<NamedClass> classes_;
};

}  // namespace

bool is_about_safety(Rule rule) {
  return (rule >= Rule::king_into_check && rule <= Rule::en_passant_discovers) ||
         (rule >= Rule::castling_out_of_check && rule <= Rule::castling_uncovers);
}

bool MoveClass::matches(const Setup& position, Move move) const {
  return (kinds & bit(move.kind())) != 0 && (!color || position.side == *color) &&
         (types & bit(type_of(position.squares[move.from()]))) != 0 &&
         ((files >> file_of(move.to())) & 1) != 0 &&
         (!only_in_check || in_check(position.squares, position.side)) &&
         (!only_pinned || is_pinned(position, move.from())) &&
         (screens == 0 || (screens & screens_of(position, move)) != 0) && is_alike(position, move);
}

bool MoveClass::matches(const Setup& position, const JudgedMove& judged) const {
  // Who forgets one rule is kept from the move by the others.
  return (!rule || (judged.rule == *rule && !judged.breaks_more)) &&
         (!only_unsafe || is_about_safety(judged.rule)) && matches(position, judged.move);
}

bool MoveClass::is_alike(const Setup& position, Move move) const {
  if (likeness == nullptr) return true;
  const Likeness found = likeness({position, move});
  return found && std::hash<std::string>()(*found) == likeness_hash;
}

bool MoveClass::has_illegal(const std::vector<IllegalMove>& moves) const {
  return std::ranges::any_of(moves, [&](const IllegalMove& move) {
    return move.breaks_one_rule && move.reason.rule == rule && (types & bit(move.type)) != 0 &&
           (kinds & move.kinds()) != 0;
  });
}

std::uint16_t IllegalMove::kinds() const {
  constexpr std::string_view letters = "nbrq";
  if (text.size() < 5) return static_cast<std::uint16_t>(~all_promotions);
  return static_cast<std::uint16_t>(0x1100U << letters.find(text[4]));
}

namespace {

/// Whether castling without the right would be legal with it.
bool lacks_only_right(const Setup& position, CastlingSide castling_side) {
  Setup with_right = position;
  const Square king_square = find_king(position.squares, position.side);
  const Square corner =
      make_square(castling_side == CastlingSide::queenside ? 0 : 7, position.side == white ? 0 : 7);
  if (position.squares[corner] != make_piece(position.side, rook)) return false;
  with_right.castling[index(position.side)][index(castling_side)] = corner;
  return std::ranges::any_of(legal_moves(with_right), [&](Move move) {
    return move.is_castle() && move.from() == king_square && move.to() == corner;
  });
}

/// Whether an illegal move breaks no other rule about pieces in the way or the king's safety. Of
/// castling that is told only where the right is missing.
bool breaks_one_rule(const Setup& position, std::string_view text, Rule rule) {
  const auto parsed = read_move(position, text);
  if (!parsed) return false;
  if (parsed->castle)
    return rule == Rule::castling_no_right && lacks_only_right(position, *parsed->castle);
  if (in_check(after(position, as_move(position, *parsed)).squares, position.side)) return false;
  if (rule == Rule::own_piece_on_target || rule == Rule::way_blocked ||
      rule == Rule::pawn_blocked || rule == Rule::pawn_captures_straight)
    return true;
  const Piece target = position.squares[parsed->to];
  const bool ahead = type_of(position.squares[parsed->from]) == pawn &&
                     file_of(parsed->from) == file_of(parsed->to);
  return (target == no_piece || (!ahead && color_of(target) != position.side)) &&
         std::ranges::all_of(between(parsed->from, parsed->to),
                             [&](Square s) { return position.squares[s] == no_piece; });
}

}  // namespace

std::vector<IllegalMove> plausible_illegal_moves(const Setup& position) {
  std::set<std::string> legal;
  for (const Move move : legal_moves(position))
    for (const CastlingText castling : {CastlingText::destination, CastlingText::takes_rook})
      legal.insert(to_uci(move, castling));
  std::vector<IllegalMove> moves;
  for (int from = a1; from <= h8; ++from)
    for (int to = a1; to <= h8; ++to)
      for (const char* promotion : {"", "q", "r", "b", "n"}) {
        const PieceType type = type_of(position.squares[static_cast<Square>(from)]);
        // Only a pawn promotes, and only on the last rank.
        const bool may_promote =
            type == pawn && rank_for(position.side, static_cast<Square>(to)) == 7;
        if (*promotion != 0 && !may_promote) continue;
        const Piece taken = position.squares[static_cast<Square>(to)];
        // Castling is tried only by the king's destination.
        const bool takes_own_rook = taken == make_piece(position.side, rook);
        if (type == no_type || (takes_own_rook && !needs_chess960(position))) continue;
        const std::string text =
            to_string(static_cast<Square>(from)) + to_string(static_cast<Square>(to)) + promotion;
        if (legal.contains(text)) continue;
        if (const Reason reason = why_illegal(position, text);
            rule_info(reason.rule).plausibility != Plausibility::absurd)
          moves.push_back({text, type, reason, breaks_one_rule(position, text, reason.rule)});
      }
  return moves;
}

std::span<const NamedClass> unsafe_classes() {
  constexpr auto castling =
      static_cast<std::uint16_t>(bit(MoveKind::castle_kingside) | bit(MoveKind::castle_queenside));
  constexpr auto but_castling = static_cast<std::uint16_t>(~castling);
  static constexpr std::string_view cause =
      "moves are listed by how the pieces go: make each, and drop it if the king can be taken";
  const auto of = [](std::string text, MoveClass moves) {
    moves.only_unsafe = true;
    return NamedClass{moves, std::move(text), cause, true};
  };
  static const std::vector<NamedClass> classes = {
      of("", {}),
      of(" except in castling", {.kinds = but_castling}),
      of(" for promotions", {.kinds = all_promotions}),
      of(" for captures e.p.", {.kinds = bit(MoveKind::en_passant)}),
      of(" for double steps", {.kinds = bit(MoveKind::double_push)}),
      of(" for pawns' moves", {.types = bit(pawn)}),
      of(" for knights' moves", {.types = bit(knight)}),
      of(" for the king's moves", {.kinds = but_castling, .types = bit(king)}),
      of(" but for the king's moves",
         {.kinds = but_castling, .types = static_cast<std::uint8_t>(~bit(king))}),
  };
  return classes;
}

std::span<const NamedClass> named_classes() {
  static const Classes classes;
  return classes.all();
}

namespace {

/// How many of these rules forbid castling, for which there is the right: the squares on the way
/// are empty; the king is not in check; it passes no attacked square; it does not come to one. What
/// attacks through the king gives check.
int castling_rules_broken(const Setup& position, Move castling) {
  const Color side = position.side;
  const Square king_square = castling.from(), rook_square = castling.to();
  const Square goal = castled_king(side, castling.castling_side());
  const auto is_in_the_way = [&](Square square) {
    return square != king_square && square != rook_square && position.squares[square] != no_piece;
  };
  const auto is_attacked = [&](Square square) { return attacked(position.squares, square, !side); };
  std::vector<Square> passed = way(king_square, goal);
  const bool is_blocked =
      std::ranges::any_of(passed, is_in_the_way) ||
      std::ranges::any_of(way(rook_square, castled_rook(side, castling.castling_side())),
                          is_in_the_way);
  std::erase(passed, goal);
  return (is_blocked ? 1 : 0) + (is_attacked(king_square) ? 1 : 0) +
         (std::ranges::any_of(passed, is_attacked) ? 1 : 0) +
         (goal != king_square && is_attacked(goal) ? 1 : 0);
}

/// The advances of a pawn that men in the way forbid: straight onto an enemy piece, and double
/// steps over a man to an empty square.
void add_blocked_advances(const Setup& position, Square from, std::vector<Move>& moves) {
  const Color side = position.side;
  const Square one = forward(side, from);
  const Piece ahead = position.squares[one];
  if (ahead == no_piece) return;
  if (color_of(ahead) != side && type_of(ahead) != king) {
    if (rank_for(side, one) < 7)
      moves.emplace_back(from, one, MoveKind::quiet);
    else
      for (unsigned kind = quiet_promotions; kind < quiet_promotions + 4; ++kind)
        moves.emplace_back(from, one, static_cast<MoveKind>(kind));
  }
  if (rank_for(side, from) != 1) return;
  const Square two = forward(side, one);
  if (position.squares[two] == no_piece) moves.emplace_back(from, two, MoveKind::double_push);
}

}  // namespace

std::vector<JudgedMove> nearly_legal_moves(const Setup& position) {
  std::vector<Move> moves = pseudo_legal_moves(position);
  std::vector<Move> blocked;
  for (int square = a1; square <= h8; ++square)
    if (position.squares[static_cast<Square>(square)] == make_piece(position.side, pawn))
      add_blocked_advances(position, static_cast<Square>(square), blocked);
  // A generator that forgets the men in the way still keeps its king safe.
  std::erase_if(blocked,
                [&](Move move) { return in_check(after(position, move).squares, position.side); });
  moves.insert(moves.end(), blocked.begin(), blocked.end());
  const Square king_square = find_king(position.squares, position.side);
  for (const CastlingSide side : {CastlingSide::queenside, CastlingSide::kingside}) {
    const Square rook_square = position.castling[index(position.side)][index(side)];
    if (rook_square != no_square)
      moves.emplace_back(
          king_square, rook_square,
          side == CastlingSide::queenside ? MoveKind::castle_queenside : MoveKind::castle_kingside);
  }
  const std::vector<Move> legal = legal_moves(position);
  std::vector<JudgedMove> judged;
  for (const Move move : moves)
    if (std::ranges::find(legal, move) == legal.end())
      judged.push_back({move, why_illegal(position, to_uci(move, CastlingText::takes_rook)).rule,
                        move.is_castle() && castling_rules_broken(position, move) > 1});
  return judged;
}

}  // namespace plylab::perft::verify
