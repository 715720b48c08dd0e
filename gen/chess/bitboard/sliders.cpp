#include "gen/chess/bitboard/sliders.h"

#include <array>

#include "gen/chess/bitboard/tables.h"

namespace plylab::chess {
namespace {

// Multipliers that map each square's relevant occupations to 2^n indices without a harmful
// collision. Found by trying sparse random numbers (three SplitMix64 values and-ed, seed 20260117);
// the tests check them against walk_rook() and walk_bishop().
constexpr std::array<Bits, 64> rook_magics = {
    0x1080005489204000, 0x1040100020004000, 0x2080200008100080, 0x0200102004400a00,
    0x2a00100804820020, 0x0500020b00040028, 0x0400120084411008, 0x4300048020410002,
    0x0100800040008024, 0x1022802004400082, 0x0201004020010010, 0x0001000820100100,
    0x2080800400080080, 0x0002001008040200, 0x0003000900040a00, 0x020a0001120c4384,
    0x002d21800180400a, 0x0810044020044000, 0x0044110041002000, 0x0648090010010021,
    0x0801010010040802, 0x0024808002000400, 0x094a040008100201, 0x0228520004841441,
    0x0810400080102086, 0x0400400080200080, 0x2010110100200040, 0x0000280180300080,
    0x04a8010100081005, 0x0644010040400200, 0x0400810400021008, 0x0081209200004409,
    0x8408488001002100, 0x0400402004401000, 0x8010008018802001, 0x0200210009001000,
    0x0400080085001100, 0x80020008220010c4, 0x2010800100800200, 0x8008008062000401,
    0x0144308040008008, 0x1000201000404002, 0x0149002000410010, 0x4210010080080800,
    0x1e60080100110004, 0x4000020004008080, 0x1080181130840002, 0x0042009051020014,
    0x014002d920800080, 0x04c0008040200080, 0x0001061020004100, 0x1008008010000880,
    0x0910800400080080, 0x0104020080040080, 0x0002020801108400, 0x6100184100840200,
    0x2040128002422701, 0x0180804003012017, 0x040010200141000d, 0x0412080500100121,
    0x4003000800102205, 0x4402000884100102, 0x1c80080220900104, 0x2a4004408410210a,
};
constexpr std::array<Bits, 64> bishop_magics = {
    0x0140080084208020, 0x502008010108206b, 0x03210808a0808a58, 0x00080a0221000800,
    0x000404201020800e, 0x8411100804082101, 0x0009080804840001, 0x00a0440420880400,
    0x4201400208022081, 0x10800202420c0110, 0x4000106100410200, 0x0080844040800843,
    0x08000404200c0003, 0x2801150422400022, 0x0082108a0b212028, 0x8200824110901000,
    0x0810000850900080, 0x011080200210c101, 0x0a180084820400c9, 0x1484042022408021,
    0xca01000290400000, 0x3011002090081108, 0x0040400129082000, 0x0402401100580401,
    0x0110048088093000, 0x4002280002080841, 0x0005b20110048a00, 0x4004004414010002,
    0x2100840008802000, 0x0000408004100410, 0x200402400c290408, 0xc084212800c10c00,
    0x1110100408084816, 0x4000900804040802, 0x8c8c002080340100, 0x0005200900200900,
    0x0000408020020200, 0x3070211040420050, 0x5401085200290121, 0x0004308200008842,
    0x0100841040860822, 0x0000880110400800, 0x68a0212028081000, 0x0056084202200800,
    0x82106000a2800401, 0x2804200800400209, 0x20201204004c0502, 0x0108024080209600,
    0x200429081a10a500, 0x2000840108020020, 0xd200009048081000, 0x0800402084040288,
    0x0000091002088201, 0x8002042004010c40, 0x004a200102020801, 0x200450024641000a,
    0x0001040600844c10, 0x0480084318115000, 0x0004044100880480, 0x0220024000840400,
    0x5380804044904400, 0x0840045102104104, 0x0001210244110404, 0x20c0440800530822,
};

Bits walk(Square square, Bits occupied, const std::array<std::array<int, 2>, 4>& steps) {
  Bits reached = 0;
  for (auto [file_step, rank_step] : steps) {
    int file = file_of(square) + file_step;
    int rank = rank_of(square) + rank_step;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += file_step, rank += rank_step) {
      reached |= bit(make_square(file, rank));
      if (occupied & bit(make_square(file, rank))) break;
    }
  }
  return reached;
}

/// The edges of the board that a slider on the square can only reach as its last square.
Bits far_edges(Square square) {
  const Bits own_rank = rank_bits(rank_of(square));
  const Bits own_file = file_a << file_of(square);
  return ((rank_bits(0) | rank_bits(7)) & ~own_rank) | ((file_a | file_h) & ~own_file);
}

using Walk = Bits (*)(Square, Bits);

/// Fills one square's attack sets and returns the end. Enumerates the subsets of the mask in the
/// order of their PEXT index (carry-rippler).
template <bool Magic>
Bits* fill(SliderEntry& entry, Square square, Walk walk_piece, Bits magic, Bits* place) {
  entry.mask = walk_piece(square, 0) & ~far_edges(square);
  entry.magic = magic;
  entry.attacks = place;
  entry.shift = 64 - static_cast<unsigned>(std::popcount(entry.mask));
  Bits occupied = 0;
  Bits rank_of_subset = 0;
  do {
    place[Magic ? occupied * magic >> entry.shift : rank_of_subset] = walk_piece(square, occupied);
    ++rank_of_subset;
    occupied = (occupied - entry.mask) & entry.mask;
  } while (occupied != 0);
  return place + rank_of_subset;
}

// The sums of 2^popcount(mask) over the 64 squares.
constexpr std::size_t rook_sets = 102400;
constexpr std::size_t bishop_sets = 5248;

template <bool Magic>
SliderTables make_tables() {
  static std::array<Bits, rook_sets + bishop_sets> attacks;
  SliderTables tables{};
  Bits* place = attacks.data();
  for (std::size_t s = 0; s < 64; ++s) {
    const auto square = static_cast<Square>(s);
    place = fill<Magic>(tables.rook[s], square, walk_rook, rook_magics[s], place);
    place = fill<Magic>(tables.bishop[s], square, walk_bishop, bishop_magics[s], place);
  }
  return tables;
}

Lines make_lines() {
  Lines table{};
  for (int a = a1; a <= h8; ++a) {
    table.straight[static_cast<Square>(a)] = walk_rook(static_cast<Square>(a), 0);
    table.diagonal[static_cast<Square>(a)] = walk_bishop(static_cast<Square>(a), 0);
    for (int b = a1; b <= h8; ++b) {
      const auto from = static_cast<Square>(a);
      const auto to = static_cast<Square>(b);
      for (Walk walk_piece : {walk_rook, walk_bishop})
        if (a != b && (walk_piece(from, 0) & bit(to))) {
          table.between[from][to] = walk_piece(from, bit(to)) & walk_piece(to, bit(from));
          table.through[from][to] = (walk_piece(from, 0) & walk_piece(to, 0)) | bit(from) | bit(to);
        }
    }
  }
  return table;
}

}  // namespace

Bits walk_rook(Square square, Bits occupied) {
  return walk(square, occupied, {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}});
}

Bits walk_bishop(Square square, Bits occupied) {
  return walk(square, occupied, {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}});
}

const SliderTables pext_tables = make_tables<false>();
const SliderTables magic_tables = make_tables<true>();
const Lines lines = make_lines();

}  // namespace plylab::chess
