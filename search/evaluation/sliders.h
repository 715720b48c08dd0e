// Slider attacks for evaluations and exchanges, whatever the board: by magic multiplication, which
// needs no special instruction.
#pragma once

#include "gen/chess/bitboard/sliders.h"

namespace plylab::search {

/// What chess::attackers() asks of a kernel.
struct Sliders {
  static chess::Bits rook(chess::Square square, chess::Bits occupied) {
    return look_up(chess::magic_tables.rook[square], occupied);
  }
  static chess::Bits bishop(chess::Square square, chess::Bits occupied) {
    return look_up(chess::magic_tables.bishop[square], occupied);
  }

 private:
  static chess::Bits look_up(const chess::SliderEntry& entry, chess::Bits occupied) {
    return entry.attacks[(occupied & entry.mask) * entry.magic >> entry.shift];
  }
};

}  // namespace plylab::search
