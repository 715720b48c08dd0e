// All chess generators, by name. Adding one: include its header, add its line here and its file to
// CMakeLists.txt.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/kernels.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/x88/x88.h"

namespace plylab::chess {

/// A registry entry. Entries of one name are kernels of one generator: the first whose runs_well()
/// holds is taken, unless another is forced.
template <ChessPosition B>
struct Generator {
  using Board = B;
  std::string_view name;
  std::string_view kernel;  ///< empty where there is only one
  std::string_view needs;   ///< instruction sets beyond the baseline
  std::string_view summary;
  bool (*runs)();       ///< this CPU can execute it
  bool (*runs_well)();  ///< and does so fast
};

inline constexpr std::tuple generators{
    Generator<Mailbox>{"mailbox", "", "", "12x12 board with piece lists", runs_anywhere,
                       runs_anywhere},
    Generator<X88>{"x88", "", "", "16x8 board, 0x88 tests, attack-delta tables", runs_anywhere,
                   runs_anywhere},
    Generator<Bitboard<Avx512>>{"bitboard", "avx512", "AVX-512 F BW CD DQ VL VBMI2 VPOPCNTDQ, BMI2",
                                "bit planes, eight siblings a register", runs_avx512,
                                avx512_is_fast},
    Generator<Bitboard<Avx2>>{"bitboard", "avx2", "AVX2, BMI2",
                              "bit planes, four siblings a register", runs_avx2, avx2_is_fast},
    Generator<Bitboard<Pext>>{"bitboard", "pext", "BMI2", "bit planes, sliders by PEXT look-up",
                              runs_pext, pext_is_fast},
    Generator<Bitboard<Magic>>{"bitboard", "magic", "", "bit planes, sliders by magic look-up",
                               runs_anywhere, runs_anywhere},
};

/// The names, each once, in the registry's order.
std::vector<std::string> generator_names();

/// Calls visit(entry) for every entry that this CPU can run.
template <class F>
void for_each_generator(F&& visit) {
  std::apply([&](const auto&... entry) { ((entry.runs() ? visit(entry) : void()), ...); },
             generators);
}

/// Calls visit(entry) for the entry that the name stands for on this machine and returns what it
/// returns. The name must be one of generator_names().
template <class F>
auto with_generator(std::string_view name, F&& visit) {
  using Result = std::invoke_result_t<F, const Generator<Mailbox>&>;
  const std::string forced = forced_kernel();
  std::optional<Result> result;
  const auto try_entry = [&](const auto& entry) {
    const bool wanted =
        entry.kernel.empty() || forced.empty() ? entry.runs_well() : entry.kernel == forced;
    if (!result && entry.name == name && wanted) result.emplace(visit(entry));
  };
  std::apply([&](const auto&... entry) { (try_entry(entry), ...); }, generators);
  return std::move(result).value();
}

}  // namespace plylab::chess
