// Players for a match, from how they are named.
#pragma once

#include <atomic>

#include "suites/match/match.h"
#include "suites/play/engine_spec.h"
#include "suites/play/search_spec.h"

namespace plylab::suites::match {

/// A built-in search in a game, which must outlive the match.
Contestant contestant(const search::SearchableGame& game, const play::SearchSpec& search,
                      const PlayerLimits& limits);

/// An engine. It is started once to learn its name and whether it can be started, and for each game
/// at the same time once more; if that fails, it loses the game and is tried again in the next one.
/// Throws InputError, and EngineFault if `stop`, which must outlive the match, goes up meanwhile.
Contestant contestant(play::EngineSpec engine, const PlayerLimits& limits,
                      const std::atomic<bool>& stop);

}  // namespace plylab::suites::match
