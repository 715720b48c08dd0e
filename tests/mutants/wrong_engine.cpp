// An engine whose move generator has a fault of one's choice, for trying out what finds faults.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "reports/command_line/command_line.h"
#include "tests/mutants/talk.h"

namespace {

using namespace plylab::chess::mutants;
using plylab::InputError;

constexpr int wrong_use = 2;

struct Options {
  std::string fault = "none";
  std::string protocol = "uci";
  Dialect dialect = Dialect::colon;
  bool list = false;
  std::vector<std::string> arguments;
};

int list_faults() {
  for (const FaultInfo& row : all_faults()) fmt::print("{:<38} {}\n", row.name, row.sentence);
  return 0;
}

/// Sets the game up from a FEN, and says how castling is written in such a position.
void set_up(Game& game, const std::string& fen) {
  game.set_up(fen);
  if (needs_chess960(plylab::chess::parse_fen(fen)))
    game.use(plylab::chess::CastlingText::takes_rook);
}

/// The protocols of programs that are started for each question: DEPTH FEN [MOVES] for perftree,
/// FEN DEPTH for count, FEN DEPTH COUNT for expect.
int answer_once(Game& game, const Options& options) {
  const auto& arguments = options.arguments;
  const auto expect_arguments = [&](std::size_t least, std::size_t most, const char* names) {
    if (arguments.size() < least || arguments.size() > most)
      throw InputError(
          fmt::format("the protocol {} has the arguments {}", options.protocol, names));
  };
  if (options.protocol == "perftree") {
    expect_arguments(2, 3, "DEPTH FEN [MOVES]");
    set_up(game, arguments[1]);
    std::istringstream moves(arguments.size() > 2 ? arguments[2] : "");
    for (std::string move; moves >> move;) game.play(move);
    fmt::print("{}", game.divide(parse_depth(arguments[0]), Dialect::plain));
    return 0;
  }
  const bool counts = options.protocol == "count";
  counts ? expect_arguments(2, 2, "FEN DEPTH") : expect_arguments(3, 3, "FEN DEPTH COUNT");
  set_up(game, arguments[0]);
  const std::string count = std::to_string(game.perft(parse_depth(arguments[1])));
  if (!counts) return count == arguments[2] ? 0 : 1;
  fmt::print("{}\n", count);
  return 0;
}

int run(const Options& options) {
  if (options.list) return list_faults();
  Game game(find_fault(options.fault));
  const std::map<std::string, std::string> uci_questions = {
      {"uci", "go perft"}, {"uci-perft", "perft"}, {"uci-divide", "divide"}};
  if (const auto found = uci_questions.find(options.protocol); found != uci_questions.end()) {
    talk_uci(game, found->second, options.dialect, std::cin, std::cout);
    return 0;
  }
  if (options.protocol == "xboard") {
    talk_xboard(game, options.dialect, std::cin, std::cout);
    return 0;
  }
  return answer_once(game, options);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string dialect = "colon";
  plylab::reports::CommandLine line("wrong_engine",
                                    "A chess engine whose move generator has a planted fault");
  const plylab::reports::Command engine = line.program();
  engine.add_option("--fault NAME", options.fault, "Its fault; see --list").show_default();
  engine.add_option("--protocol NAME", options.protocol, "What it speaks")
      .one_of({"uci", "uci-perft", "uci-divide", "xboard", "perftree", "count", "expect"})
      .show_default();
  engine.add_option("--dialect NAME", dialect, "How it writes root moves and totals")
      .one_of({"colon", "plain", "total"})
      .show_default();
  engine.add_flag("--list", options.list, "Name all faults and say what is wrong");
  engine.add_option("arguments", options.arguments, "The question, for perftree, count and expect");
  engine.example("wrong_engine --fault ep-rank-pin-ignored --protocol count startpos 4");
  int status = 0;
  engine.callback([&] {
    options.dialect = dialect == "plain"   ? Dialect::plain
                      : dialect == "total" ? Dialect::total
                                           : Dialect::colon;
    seed_chance(std::random_device()());
    status = run(options);
  });
  try {
    line.run(argc, argv);
    return status;
  } catch (const InputError& error) {
    fmt::print(stderr, "wrong_engine: {}\n", error.what());
    return wrong_use;
  }
}
