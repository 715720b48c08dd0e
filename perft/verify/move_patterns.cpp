#include "perft/verify/move_patterns.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

constexpr std::uint16_t bit(MoveKind kind) {
  return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind));
}

struct Kinds {
  std::string_view text;
  unsigned kinds;
};

/// What pawns may become, by the order of the kinds of promotions: knight, bishop, rook, queen.
constexpr Kinds promotions[] = {{" to a knight", 1},
                                {" to a bishop", 2},
                                {" to a rook", 4},
                                {" to a queen", 8},
                                {" to a rook, bishop or knight", 7},
                                {"", 15}};
constexpr unsigned quiet_promotions = static_cast<unsigned>(MoveKind::to_knight);
constexpr unsigned capturing_promotions = static_cast<unsigned>(MoveKind::capture_to_knight);

constexpr Kinds others[] = {
    {"castling moves on the queenside", bit(MoveKind::castle_queenside)},
    {"castling moves on the kingside", bit(MoveKind::castle_kingside)},
    {"castling moves", bit(MoveKind::castle_queenside) | bit(MoveKind::castle_kingside)},
    {"captures e.p.", bit(MoveKind::en_passant)},
    {"double steps", bit(MoveKind::double_push)}};

std::vector<MovePattern> all_patterns() {
  std::vector<MovePattern> patterns;
  const auto add = [&](const std::string& text, unsigned kinds) {
    const auto bits = static_cast<std::uint16_t>(kinds);
    patterns.push_back({"White's " + text, bits, white});
    patterns.push_back({"Black's " + text, bits, black});
    patterns.push_back({text, bits, std::nullopt});
  };
  for (const auto& [text, kinds] : promotions) {
    add(fmt::format("promotions by capture{}", text), kinds << capturing_promotions);
    add(fmt::format("promotions without capture{}", text), kinds << quiet_promotions);
    add(fmt::format("promotions{}", text),
        kinds << capturing_promotions | kinds << quiet_promotions);
  }
  for (const auto& [text, kinds] : others) add(std::string(text), kinds);
  const auto size = [](const MovePattern& pattern) {
    return std::popcount(pattern.kinds) * (pattern.color ? 1 : 2);
  };
  std::stable_sort(patterns.begin(), patterns.end(),
                   [&](const MovePattern& a, const MovePattern& b) { return size(a) < size(b); });
  return patterns;
}

/// The legal moves at the end of a diagnosis, those that are wrong and those that are right.
struct Listed {
  Setup position;
  std::vector<Move> wrong, right;
};

Listed listed(const Diagnosis& diagnosis) {
  Listed moves{diagnosis.counterexample.reached.position(), {}, {}};
  std::set<std::string> wrong;
  for (const WrongMove& move : diagnosis.moves) wrong.insert(move.text);
  for (const Move move : legal_moves(moves.position))
    (wrong.contains(move_text(moves.position, move)) ? moves.wrong : moves.right).push_back(move);
  return moves;
}

bool matches_any(const MovePattern& pattern, const Setup& position,
                 const std::vector<Move>& moves) {
  return std::any_of(moves.begin(), moves.end(),
                     [&](Move move) { return pattern.matches(position, move); });
}

template <class Condition>
std::vector<std::size_t> indices_where(const Condition& condition) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < move_patterns().size(); ++i)
    if (condition(move_patterns()[i])) indices.push_back(i);
  return indices;
}

/// Whether a diagnosis tells which moves of a position are listed wrongly, and nothing else.
bool is_about_moves(const Diagnosis& diagnosis) {
  return diagnosis.fault == Fault::generation && !diagnosis.deduced && !diagnosis.moves.empty();
}

}  // namespace

bool MovePattern::matches(const Setup& position, Move move) const {
  return (kinds & bit(move.kind())) != 0 && (!color || position.side == *color);
}

std::span<const MovePattern> move_patterns() {
  static const std::vector<MovePattern> patterns = all_patterns();
  return patterns;
}

std::vector<std::size_t> patterns_of(const Diagnosis& diagnosis) {
  if (!is_about_moves(diagnosis)) return {};
  const Wrong wrong = diagnosis.moves.front().wrong;
  if (diagnosis.hypothesis && wrong != Wrong::missing) return {};
  for (const WrongMove& move : diagnosis.moves)
    if (move.wrong != wrong || wrong == Wrong::extra) return {};
  const Listed moves = listed(diagnosis);
  return indices_where([&](const MovePattern& pattern) {
    return std::all_of(moves.wrong.begin(), moves.wrong.end(),
                       [&](Move move) { return pattern.matches(moves.position, move); }) &&
           !matches_any(pattern, moves.position, moves.right);
  });
}

std::vector<std::size_t> refuted_by(const Diagnosis& diagnosis) {
  if (!is_about_moves(diagnosis)) return {};
  const Listed moves = listed(diagnosis);
  return indices_where([&](const MovePattern& pattern) {
    return matches_any(pattern, moves.position, moves.right);
  });
}

std::vector<std::size_t> patterns_in(const Setup& position) {
  const std::vector<Move> legal = legal_moves(position);
  return indices_where(
      [&](const MovePattern& pattern) { return matches_any(pattern, position, legal); });
}

}  // namespace plylab::perft::verify
