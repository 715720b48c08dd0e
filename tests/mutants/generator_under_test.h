// A Mutant as the generator under test, in the same process.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "gen/chess/board/notation.h"
#include "gen/engines/generator_under_test.h"
#include "gen/epd/epd.h"
#include "tests/mutants/walk.h"

namespace plylab::chess::mutants {

/// Answers as an engine with the fault would; a restart empties its table.
class MutantUnderTest : public engines::GeneratorUnderTest {
 public:
  explicit MutantUnderTest(Fault fault, engines::Abilities abilities = {}, const Form& form = {})
      : fault_(fault), abilities_(abilities), form_(form) {
    restart();
  }

  std::string name() const override { return info(fault_).name; }
  engines::Abilities abilities() const override { return abilities_; }
  void restart() override {
    walker_.emplace(fault_);
    before_ = {};
  }

  engines::PerftAnswer ask(const engines::PerftQuestion& question) override try {
    const auto castling =
        needs_chess960(question.start) ? CastlingText::takes_rook : CastlingText::destination;
    before_ = set_up_after(before_, question.start, fault_);
    Mutant mutant(before_, fault_, form_);
    for (const chess::Move wanted : question.moves) {
      const std::string text = to_uci(wanted, castling);
      const auto moves = mutant.moves();
      const auto move = std::find_if(moves.begin(), moves.end(),
                                     [&](const Move& m) { return to_text(m, castling) == text; });
      if (move == moves.end())
        throw engines::EngineFault(engines::FaultKind::malformed, "does not know the move " + text);
      mutant.make(*move);
    }
    const auto branches = walker_->divide(mutant, question.depth);
    engines::PerftAnswer answer;
    answer.total = Count(total(branches));
    if (abilities_.divides)
      for (const Branch& branch : branches)
        answer.branches.push_back({to_text(branch.move, castling), Count(branch.leaves)});
    return answer;
  } catch (const std::length_error&) {
    restart();
    throw engines::EngineFault(engines::FaultKind::died, "crashed");
  }

  /// Whether its count for a position is wrong, or it crashes.
  bool miscounts(const chess::Setup& position, const epd::PerftCount& right) try {
    return ask({.start = position, .depth = static_cast<int>(right.depth)}).total !=
           Count(right.paths);
  } catch (const engines::EngineFault&) {
    return true;
  }

 private:
  Fault fault_;
  engines::Abilities abilities_;
  Form form_;
  std::optional<Walker> walker_;
  chess::Setup before_;  ///< the position set up last
};

}  // namespace plylab::chess::mutants
