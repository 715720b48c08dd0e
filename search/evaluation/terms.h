// Splits chess evaluations into terms.
#pragma once

#include <vector>

#include "gen/chess/board/setup.h"
#include "search/evaluation/chess_evaluation.h"

namespace plylab::search {

/// The terms of the evaluation's value of a position, which add up to it.
std::vector<EvaluationTerm> evaluation_terms(const ChessEvaluation& evaluation,
                                             const chess::ValidSetup& position);

}  // namespace plylab::search
