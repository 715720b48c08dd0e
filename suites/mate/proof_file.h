// Files of proofs, which other programs can check: MATE.md has their format.
#pragma once

#include <string>
#include <string_view>

#include "search/mate/problem.h"
#include "suites/mate/mate.h"

namespace plylab::suites::mate {

/// The first line of a file of proofs.
std::string proofs_header();

/// A line of it: the proof of an answer that has one, in a position of chess. It has the attacker's
/// answer in each position that the defence can reach, with the moves within which it mates.
std::string proof_line(const MateQuestion& question, const chess::ValidSetup& position,
                       std::string_view solver, const search::mate::MateAnswer& answer);

}  // namespace plylab::suites::mate
