// The memory of transposition tables, which outlives them: to have it zeroed by the system takes a
// second for each gibibyte.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "gen/base/huge_page_buffer.h"

namespace plylab::search {

/// Zeroed memory of a table that is gone, or for one that is to come. Only a table of just this
/// size takes it.
struct SpareTable {
  std::size_t bytes = 0;
  std::unique_ptr<HugePageBuffer> memory = nullptr;

  /// Has the system zero so many bytes now, unless they are here already. Frees what is here first.
  void prepare(std::size_t wanted) {
    if (memory && bytes == wanted) return;
    constexpr std::size_t page = 4096;
    *this = {};
    auto zeroed = std::make_unique<HugePageBuffer>(wanted);
    auto* const start = static_cast<volatile char*>(zeroed->data());
    for (std::size_t i = 0; i < wanted; i += page) start[i] = 0;
    *this = {wanted, std::move(zeroed)};
  }

  /// The memory for a table of so many bytes; it need not have been prepared. Memory of another
  /// size is freed first. Throws InputError if it cannot be allocated.
  std::unique_ptr<HugePageBuffer> take(std::size_t wanted) {
    if (bytes != wanted) *this = {};
    return memory ? std::move(memory) : std::make_unique<HugePageBuffer>(wanted);
  }
};

/// The memory of this thread's last table.
inline thread_local SpareTable spare_table;

}  // namespace plylab::search
