#include "perft/engine_divide.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "gen/base/input_error.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/text.h"
#include "perft/verify/comparison.h"

namespace plylab::perft {
namespace {

using Branch = EngineDivide::Branch;

engines::PerftAnswer ask(engines::GeneratorUnderTest& engine, const chess::Setup& start,
                         const std::vector<chess::Move>& moves, int depth, Count expected) {
  engines::PerftQuestion question{start, moves, depth, expected};
  if (!engine.abilities().plays_moves) {
    question.start = play(start, moves);
    question.moves.clear();
  }
  if (needs_chess960(question.start) && !engine.abilities().chess960)
    throw InputError(fmt::format("{} cannot set up Chess960 castling rights", engine.name()));
  return engine.ask(question);
}

std::string difference(const std::optional<Count>& reported, Count right) {
  if (!reported) return "differs";
  if (*reported == right) return "";
  return *reported > right ? fmt::format("+{}", *reported - right)
                           : fmt::format("-{}", right - *reported);
}

bool contains(const auto& list, const auto& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// The branches of an answer that has some.
void add_listed(EngineDivide& divide, const chess::Setup& position,
                const verify::Comparison& comparison,
                const std::vector<verify::CountedMove>& right) {
  std::vector<std::optional<Count>> listed;  // as the moves of comparison.order
  std::vector<Branch> extra;
  for (const auto& [text, leaves] : comparison.answer.branches)
    if (contains(comparison.extra, text))
      extra.push_back({text, leaves, "extra"});
    else
      listed.push_back(leaves);
  for (const auto& [move, leaves] : right) {
    Branch branch{move_text(position, move), {}, ""};
    const auto place = std::find(comparison.order.begin(), comparison.order.end(), move);
    if (place != comparison.order.end())
      branch.leaves = listed[static_cast<std::size_t>(place - comparison.order.begin())];
    if (branch.leaves) branch.difference = difference(branch.leaves, leaves);
    if (!branch.difference.empty() && !divide.next) divide.next = move;
    if (contains(comparison.missing, move)) branch.difference = "missing";
    if (contains(comparison.repeated, move)) branch.difference = "repeated";
    divide.branches.push_back(std::move(branch));
  }
  std::ranges::move(extra, std::back_inserter(divide.branches));
  divide.wrong_moves = verify::wrong_moves(position, comparison);
}

/// The branches for an engine that only says totals: each is a question of its own.
void add_asked(EngineDivide& divide, engines::GeneratorUnderTest& engine,
               const chess::PlayedSetup& position, int depth,
               const std::vector<verify::CountedMove>& right) {
  std::vector<chess::Move> moves = position.moves;
  for (const auto& [move, leaves] : right) {
    moves.push_back(move);
    const std::optional<Count> total = ask(engine, position.start, moves, depth - 1, leaves).total;
    moves.pop_back();
    divide.branches.push_back(
        {move_text(position.end.setup(), move), total, difference(total, leaves)});
    if (total != leaves && !divide.next) divide.next = move;
  }
}

}  // namespace

bool EngineDivide::agrees() const {
  return total.difference.empty() &&
         std::all_of(branches.begin(), branches.end(),
                     [](const Branch& branch) { return branch.difference.empty(); });
}

EngineDivide divide_by(engines::GeneratorUnderTest& engine, const chess::PlayedSetup& position,
                       int depth, const std::vector<verify::CountedMove>& right) {
  const chess::Setup& setup = position.end.setup();
  const Count sum = verify::total_of(right);
  const engines::PerftAnswer answer = ask(engine, position.start, position.moves, depth, sum);
  EngineDivide divide;
  divide.total = {"total", answer.total, difference(answer.total, sum)};
  if (!answer.branches.empty())
    add_listed(divide, setup, verify::compare(setup, answer, right), right);
  else if (depth > 1)
    add_asked(divide, engine, position, depth, right);
  if (depth == 1) divide.next.reset();
  return divide;
}

}  // namespace plylab::perft
