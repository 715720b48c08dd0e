// The rules that a kernel of the bitboard generator plays by.
#pragma once

#include <type_traits>

#include "gen/chess/board/rules.h"

namespace plylab::chess {

struct Planes;

/// The rules and the type of its planes. A kernel for fairy chess specialises this
/// (gen/chess/bitboard/fairy.h).
template <class Kernel>
struct KernelRules {
  using Rules = Orthodox;
  using Planes = chess::Planes;
};

template <class Kernel>
inline constexpr bool is_fairy = std::is_same_v<typename KernelRules<Kernel>::Rules, Fairy>;

}  // namespace plylab::chess
