// The forms in which the tests plant each fault: for all moves, and as in an engine that has its
// code twice, or a branch for each kind of piece, and made the mistake in one of them.
#pragma once

#include <string>
#include <vector>

#include "tests/mutants/faults.h"
#include "tests/mutants/mutant.h"

namespace plylab::chess::mutants {

/// A fault's forms of one colour, of one colour and wing, and of one colour and captor; of pawns,
/// also of one colour and file. None for faults of keys, draws, the setup, memory and chance.
std::vector<Form> one_sided_forms(const FaultInfo& row);

/// Whether the fault can show in that form: that Black never captures e.p. is no fault of White.
bool has_effect(const FaultInfo& row, const Form& form);

/// The whole fault first, then its one-sided forms that have an effect.
std::vector<Form> forms_with_effect(const FaultInfo& row);

/// "ep-wraps of White, files ah"; "rook-capture-keeps-right of Black, captor king".
std::string describe(const FaultInfo& row, const Form& form);

}  // namespace plylab::chess::mutants
