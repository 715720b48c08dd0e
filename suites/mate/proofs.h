// One mate for each position, and how well it is known.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "gen/chess/board/setup.h"
#include "suites/mate/options.h"

namespace plylab::suites::mate {

/// A position of chess, or of a variant, in which solvers look for a mate.
struct MateQuestion {
  std::string name;
  std::variant<chess::ValidSetup, chess::VariantSetup> position;
  int most_moves = 0;  ///< as in MateProblem
  search::mate::MateLimits limits = {};
  solve::Goal stated = {};
};

/// The tasks as questions.
std::vector<MateQuestion> questions_of(const std::vector<MateTask>& tasks);

/// The positions of a variant as questions. Throws InputError for what is no position.
std::vector<MateQuestion> questions_in_variant(const Options& options);

/// Has each solver look for the mate of each question and publishes what they find.
void look_for_mates(const Options& options, const std::vector<MateQuestion>& questions,
                    reports::Session& session);

}  // namespace plylab::suites::mate
