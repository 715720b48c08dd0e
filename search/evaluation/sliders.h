// Slider attacks for evaluations and exchanges on any board.
#pragma once

#include <type_traits>

#include "gen/chess/bitboard/fairy.h"
#include "gen/chess/bitboard/sliders.h"

namespace plylab::search {

/// The kernel for chess::attackers(), on any CPU.
struct Sliders : chess::MagicSliders<Sliders> {};

/// The same with the knights and kings of a variant.
struct FairySliders : chess::MagicSliders<FairySliders> {};

/// The one for this type of planes.
template <class Planes>
using SlidersFor =
    std::conditional_t<std::is_same_v<Planes, chess::FairyPlanes>, FairySliders, Sliders>;

}  // namespace plylab::search

template <>
struct plylab::chess::KernelRules<plylab::search::FairySliders>
    : plylab::chess::KernelRules<plylab::chess::FairyMagic> {};
