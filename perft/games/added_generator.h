// Chess generators that a guest's program adds to plylab's (suites/lab.h): they are compiled there
// for everything that counts.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/base/names.h"
#include "gen/chess/registry.h"
#include "perft/games/countable_body.h"
#include "perft/verify/generator.h"

namespace plylab::perft {

/// Chess on a guest's board alone.
template <chess::ChessPosition Board>
struct ChessOn : chess::Chess {
  static inline std::tuple generators{Generator<Board>{}};
};

/// Chess on plylab's boards and on a guest's.
template <chess::ChessPosition Board>
struct ChessBeside : chess::Chess {
  static inline auto generators =
      std::tuple_cat(chess::Chess::generators, std::tuple{Generator<Board>{}});
};

/// A guest's board as `verify` asks it.
template <chess::ChessPosition Board>
class GuestBoard {
 public:
  static constexpr bool chess960 = true;

  explicit GuestBoard(const std::string& fen) : board_(chess::ValidSetup(fen)) {}

  chess::Moves moves() const { return board_.generate(); }
  std::string text(chess::Move move) const { return move_text(board_, move); }
  void make(chess::Move move) { undos_.push_back(board_.make(move)); }
  void unmake(chess::Move move) {
    board_.unmake(move, undos_.back());
    undos_.pop_back();
  }

 private:
  Board board_;
  std::vector<typename Board::Undo> undos_;
};

/// Adds a guest's generator to chess. `soak` then compares it with plylab's, one guest after the
/// other. Throws InputError if the name is taken or cannot be given on a command line.
template <chess::ChessPosition Board>
void add_generator(CountableGame& chess, std::string_view name, std::string_view summary) {
  require_new_name("generator", name, chess.info.generator_names());
  chess.info.generators.push_back({std::string(name), std::string(summary)});
  std::get<Generator<Board>>(ChessOn<Board>::generators) = {name, summary};
  std::get<Generator<Board>>(ChessBeside<Board>::generators) = {name, summary};

  using Own = ChessOn<Board>;
  chess.run = [name, others = chess.run](const AnyStart& position, const Job& job) {
    if (job.generator != name) return others(position, job);
    Job own = job;
    own.kernel = {};  // it has none
    return perft::run<Own>(position.as<Own>(), own);
  };
  chess.frontier = [name, others = chess.frontier](const AnyStart& position,
                                                   const FrontierJob& job) {
    if (job.how.generator != name) return others(position, job);
    FrontierJob own = job;
    own.how.kernel = {};
    return find_frontier<Own>(position.as<Own>(), own);
  };
  chess.count_units = [name, others = chess.count_units](const AnyStart& position,
                                                         const UnitJob& job) {
    if (job.how.generator != name) return others(position, job);
    UnitJob own = job;
    own.how.kernel = {};
    count_units<Own>(position.as<Own>(), own);
  };
  chess.soak = [is_first_guest = chess.guests.empty(), others = chess.soak](const soak::Job& job) {
    soak::Result all;
    if (!is_first_guest) all = others(job);
    if (all.difference || !all.complete) return all;
    const soak::Result own = soak::run<ChessBeside<Board>>(job);
    all.games += own.games;
    all.positions += own.positions;
    for (std::size_t i = 0; i < all.checked.size(); ++i) all.checked[i] += own.checked[i];
    all.seconds += own.seconds;
    all.difference = own.difference;
    all.complete = own.complete;
    return all;
  };
  chess.guests.push_back(
      {std::string(name),
       [name] { return std::make_unique<verify::Guest<GuestBoard<Board>>>(std::string(name)); }});
}

}  // namespace plylab::perft
