// The parts of the positional evaluation, each for one colour and from its view.
#pragma once

#include "search/evaluation/eval_info.h"
#include "search/evaluation/score.h"

namespace plylab::search {

/// Mobility, and what depends on where a piece stands among the pawns. Notes the pieces' attacks,
/// on which the parts below rest: call it for both colours before them.
Score pieces_score(EvalInfo& info, chess::Color us);

/// The pawns' structure, passed pawns apart.
Score pawns_score(const EvalInfo& info, chess::Color us);

/// The passed pawns: how far they are and what stands in their way.
Score passed_score(const EvalInfo& info, chess::Color us);

/// How safe the colour's king is.
Score king_score(const EvalInfo& info, chess::Color us);

/// What the colour attacks of the other side's pieces.
Score threats_score(const EvalInfo& info, chess::Color us);

}  // namespace plylab::search
