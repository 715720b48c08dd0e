// Problems of every kind by the slow rules, as plainly as they can be said.
#pragma once

#include "search/mate/composition.h"
#include "tests/search/mate/mate_reference.h"

namespace plylab::testing {

/// Whether the side to move is mated or stalemated, whatever the goal is.
inline bool is_reached(const chess::Setup& setup, search::mate::Goal goal) {
  return chess::legal_moves(setup).empty() &&
         chess::in_check(setup.squares, setup.side) == (goal == search::mate::Goal::mate);
}

/// The moves of the side to move that reach the goal.
inline std::vector<chess::Move> finals(const chess::Setup& setup, search::mate::Goal goal) {
  std::vector<chess::Move> moves;
  for (const chess::Move move : chess::legal_moves(setup))
    if (is_reached(chess::after(setup, move), goal)) moves.push_back(move);
  return moves;
}

/// The moves by which the side to move forces the goal in at most so many moves: itself reaches it
/// (direct), or the other side must (self), or both must as soon as they can (reflex).
inline std::vector<chess::Move> forcing_moves(const chess::Setup& setup, search::mate::Aim aim,
                                              search::mate::Goal goal, int moves) {
  using search::mate::Aim;
  if (aim == Aim::reflex && !finals(setup, goal).empty()) return {};
  std::vector<chess::Move> keys;
  for (const chess::Move move : chess::legal_moves(setup)) {
    const chess::Setup next = chess::after(setup, move);
    if (aim == Aim::direct && is_reached(next, goal)) {
      keys.push_back(move);
      continue;
    }
    std::vector<chess::Move> replies;
    if (aim == Aim::reflex || aim == Aim::semi_reflex) replies = finals(next, goal);
    if (replies.empty())
      for (const chess::Move reply : chess::legal_moves(next)) replies.push_back(reply);
    const bool forced = std::all_of(replies.begin(), replies.end(), [&](chess::Move reply) {
      const chess::Setup then = chess::after(next, reply);
      return (aim != Aim::direct && is_reached(then, goal)) ||
             (moves > 1 && !forcing_moves(then, aim, goal, moves - 1).empty());
    });
    if (forced && !replies.empty()) keys.push_back(move);
  }
  return keys;
}

/// The lines of exactly so many half-moves whose last one reaches the goal.
inline std::uint64_t help_lines(const chess::Setup& setup, search::mate::Goal goal, int plies) {
  if (plies == 0) return is_reached(setup, goal) ? 1 : 0;
  std::uint64_t lines = 0;
  for (const chess::Move move : chess::legal_moves(setup))
    lines += help_lines(chess::after(setup, move), goal, plies - 1);
  return lines;
}

/// The lines of exactly so many half-moves whose last two are a selfmate in one, without the last.
inline std::uint64_t help_self_lines(const chess::Setup& setup, search::mate::Goal goal,
                                     int plies) {
  if (plies == 2) return forcing_moves(setup, search::mate::Aim::self, goal, 1).size();
  std::uint64_t lines = 0;
  for (const chess::Move move : chess::legal_moves(setup))
    lines += help_self_lines(chess::after(setup, move), goal, plies - 1);
  return lines;
}

/// The series of exactly so many moves of the side to move that end by the aim in one move. None
/// but the last gives check, unless it is parried, or in a reflexmate lets the other side reach the
/// goal at once.
inline std::uint64_t series_lines(const chess::Setup& setup, search::mate::Aim aim,
                                  search::mate::Goal goal, int moves, bool parry = false) {
  using search::mate::Aim;
  if (moves == 1)
    return aim == Aim::help ? help_lines(setup, goal, 2)
                            : forcing_moves(setup, aim, goal, 1).size();
  if (aim == Aim::reflex && !finals(setup, goal).empty()) return 0;
  std::uint64_t lines = 0;
  for (const chess::Move move : chess::legal_moves(setup)) {
    chess::Setup next = chess::after(setup, move);
    if (chess::in_check(next.squares, next.side)) {
      if (parry)
        for (const chess::Move reply : chess::legal_moves(next))
          lines += series_lines(chess::after(next, reply), aim, goal, moves - 1, parry);
      continue;
    }
    const bool reflex = aim == Aim::reflex || aim == Aim::semi_reflex;
    if (reflex && !finals(next, goal).empty()) continue;
    next.side = setup.side;
    next.en_passant = chess::no_square;
    lines += series_lines(next, aim, goal, moves - 1, parry);
  }
  return lines;
}

}  // namespace plylab::testing
