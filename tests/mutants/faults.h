// The faults that can be planted in a Mutant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::chess::mutants {

/// One programming mistake each; faults.inc says what is wrong.
enum class Fault : std::uint8_t {
  none,
#define FAULT(family, fault, sentence) fault,
#include "tests/mutants/faults.inc"
#undef FAULT
};

/// The part of a generator in which a fault lies.
enum class Family : std::uint8_t {
  none,
  pins,
  checks,
  en_passant,
  castling,
  chess960,
  promotion,
  pawns,
  pieces,
  duplicates,
  unmake,
  ends,
  limits,
  keys,
  draws,
  setup,
  memory,
  chance
};

struct FaultInfo {
  Fault fault;
  Family family;
  std::string name;  ///< "pins-on-files-forgotten"
  std::string_view sentence;
};

/// All faults with Fault::none first, each at the index of its enumerator.
const std::vector<FaultInfo>& all_faults();

const FaultInfo& info(Fault fault);

/// The fault of that name. Throws InputError.
Fault find_fault(std::string_view name);

}  // namespace plylab::chess::mutants
