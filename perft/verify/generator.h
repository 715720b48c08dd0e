// Users' move generators in the same process.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"
#include "gen/engines/generator_under_test.h"

namespace plylab::perft::verify {

/// A position class that a user writes to connect a move generator with plylab.
template <class G>
concept GuestPosition = requires(G g, const G c,
                                 std::ranges::range_value_t<decltype(c.moves())> move) {
  { c.moves() } -> std::ranges::input_range;             // all legal moves
  { c.text(move) } -> std::convertible_to<std::string>;  // in UCI: e2e4, e7e8q, castling e1g1
  g.make(move);
  g.unmake(move);  // the last move made; copy-make generators keep a stack
};

/// A move generator: a GuestPosition that can be constructed from a FEN of six fields. With `static
/// constexpr bool chess960 = true` it also gets positions of Chess960.
template <class G>
concept GuestGenerator = std::constructible_from<G, const std::string&> && GuestPosition<G>;

/// The type of its moves.
template <GuestPosition G>
using GuestMove = std::ranges::range_value_t<decltype(std::declval<const G&>().moves())>;

/// Whether the generator gets positions of Chess960.
template <GuestGenerator G>
constexpr bool plays_chess960() {
  if constexpr (requires { G::chess960; }) return G::chess960;
  return false;
}

/// The number of paths of `depth` moves, at least 1. Makes and unmakes each ply but the last.
template <GuestPosition G>
std::uint64_t guest_perft(G& position, int depth) {
  assert(depth >= 1);
  std::uint64_t leaves = 0;
  for (const auto& move : position.moves()) {
    if (depth == 1) {
      ++leaves;
      continue;
    }
    position.make(move);
    leaves += guest_perft(position, depth - 1);
    position.unmake(move);
  }
  return leaves;
}

/// The answer of a user's code; exceptions become EngineFault.
engines::PerftAnswer answer_or_fault(auto&& answer) {
  try {
    return answer();
  } catch (const engines::EngineFault&) {
    throw;
  } catch (const std::exception& error) {
    throw engines::EngineFault(engines::FaultKind::died,
                               std::string("threw an exception: ") + error.what());
  }
}

/// A user's generator as a GeneratorUnderTest.
template <GuestPosition G>
class Guest : public engines::GeneratorUnderTest {
 public:
  using SetUp = std::function<G(const std::string& fen)>;

  explicit Guest(std::string name) requires GuestGenerator<G>
      : Guest(std::move(name), plays_chess960<G>(), [](const std::string& fen) { return G(fen); }) {
  }
  /// Uses `set_up` to make positions.
  Guest(std::string name, bool chess960, SetUp set_up)
      : name_(std::move(name)), chess960_(chess960), set_up_(std::move(set_up)) {}

  std::string name() const override { return name_; }
  engines::Abilities abilities() const override { return {.chess960 = chess960_}; }
  void restart() override {}

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override {
    return answer_or_fault([&] {
      G position = set_up_(to_string(question.start));
      chess::Setup setup = question.start;
      for (const chess::Move move : question.moves) {
        play(position, setup, move);
        setup = chess::after(setup, move);
      }
      return divide(position, question.depth);
    });
  }

 private:
  static void play(G& position, const chess::Setup& setup, chess::Move wanted) {
    for (const auto& move : position.moves())
      if (names(position.text(move), setup, wanted)) return position.make(move);
    throw engines::EngineFault(
        engines::FaultKind::malformed,
        "does not list the legal move " + to_uci(wanted) + " in " + to_string(setup));
  }

  static bool names(const std::string& text, const chess::Setup& setup, chess::Move move) {
    using chess::CastlingText;
    return text == to_uci(move, CastlingText::takes_rook) ||
           (!needs_chess960(setup) && text == to_uci(move, CastlingText::destination));
  }

  static engines::PerftAnswer divide(G& position, int depth) {
    engines::PerftAnswer answer{Count(0), {}, 0};
    for (const auto& move : position.moves()) {
      const std::string text = position.text(move);
      std::uint64_t leaves = 1;
      if (depth > 1) {
        position.make(move);
        leaves = guest_perft(position, depth - 1);
        position.unmake(move);
      }
      answer.branches.push_back({text, leaves});
      *answer.total += leaves;
    }
    return answer;
  }

  std::string name_;
  bool chess960_;
  SetUp set_up_;
};

/// The lines of verify's report about a generator in one position; none if nothing is wrong. Throws
/// EngineFault if it cannot be started.
std::vector<std::string> report_on(
    const chess::Setup& setup, int depth,
    const std::function<std::unique_ptr<engines::GeneratorUnderTest>()>& start);

}  // namespace plylab::perft::verify
