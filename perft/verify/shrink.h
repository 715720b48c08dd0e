// The fewest pieces that still show a fault of move generation.
#pragma once

#include <functional>

#include "gen/chess/board/setup.h"

namespace plylab::perft::verify {

/// Takes pieces, castling rights and the e.p. square away one after the other as long as
/// `still_shows(position)` holds, until none can be spared; kings stay. Only legal positions are
/// tried. The predicate is asked at most `most_questions` times.
chess::Setup shrink(chess::Setup position,
                    const std::function<bool(const chess::Setup&)>& still_shows,
                    int most_questions = 200);

}  // namespace plylab::perft::verify
