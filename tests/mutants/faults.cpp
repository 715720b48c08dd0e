#include "tests/mutants/faults.h"

#include <algorithm>

#include "gen/base/names.h"

namespace plylab::chess::mutants {
namespace {

std::string with_hyphens(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

}  // namespace

const std::vector<FaultInfo>& all_faults() {
  static const std::vector<FaultInfo> table = {
      {Fault::none, Family::none, "none", "Nothing is wrong."},
#define FAULT(family, fault, sentence) \
  {Fault::fault, Family::family, with_hyphens(#fault), sentence},
#include "tests/mutants/faults.inc"
#undef FAULT
  };
  return table;
}

const FaultInfo& info(Fault fault) { return all_faults()[static_cast<std::size_t>(fault)]; }

Fault find_fault(std::string_view name) { return find_entry(all_faults(), name, "fault").fault; }

}  // namespace plylab::chess::mutants
