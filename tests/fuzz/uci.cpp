// UCI: what a GUI tells plylab, line by line, and what engines tell it.
#include "gen/engines/uci.h"

#include "gen/engines/engine_info.h"
#include "gen/epd/epd.h"
#include "search/run/searchable_game.h"
#include "suites/play/gui/go.h"
#include "suites/play/gui/settings.h"
#include "tests/fuzz/target.h"

namespace plylab::fuzz {
namespace {

/// A GUI's words, without the work that they ask for.
class Listener {
 public:
  void hear(std::string_view line) {
    suites::play::gui::Tokens tokens(line);
    const std::string_view command = tokens.take();
    if (command == "setoption") {
      const std::string name = tokens.take_until("value");
      settings_.set(name, tokens.take_until({}));
    }
    if (command == "position") game_ = suites::play::gui::parse_position(tokens);
    if (command == "d") game_.picture();
    if (command == "go")
      suites::play::gui::parse_go(tokens, game_).seconds(game_.board().side_to_move(), true);
  }

 private:
  static search::Job usual() {
    const auto& chess = search::searchable_chess();
    search::Job job;
    job.generator = chess.info.default_generator;
    job.algorithm = "selective";
    job.ordering = chess.default_ordering(job.algorithm);
    job.evaluation = chess.default_evaluation(job.algorithm);
    return job;
  }

  suites::play::gui::Settings settings_{usual(), true};
  suites::play::gui::GuiGame game_;
};

}  // namespace

void run(std::string_view text) {
  Listener listener;
  const auto lines = lines_of(text);
  for (const std::string& line : lines) {
    attempt([&] { listener.hear(line); });
    engines::read_info(line);
  }
  for (const engines::UciOption& option : engines::read_uci_options(lines))
    engines::setoption_line(option, "1");
}

std::vector<std::string> seeds() {
  std::vector<std::string> talks{
      "uci\nsetoption Hash value 16\nsetoption Keep Table value true\nucinewgame\n"
      "position startpos moves e2e4 e7e5\nd\ngo wtime 1000 btime 1000 winc 1 movestogo 3\n",
      "position startpos\ngo searchmoves e2e4 d2d4 depth 5 nodes 100 movetime 9 mate 3 infinite\n",
      "go perft 3\ngo ponder\nstop\nponderhit\n", "setoption Algorithm value pvs\n",
      "option name Hash type spin default 16 min 1 max 1024\noption name Clear type button\n"
      "info depth 12 seldepth 20 multipv 1 score cp -31 nodes 4000000000 nps 1 time 7 pv e2e4\n"
      "info score mate -3 upperbound depth 9 pv a7a8q\nbestmove e2e4 ponder e7e5\n"};
  for (const epd::Record& record : epd::parse_suite(shipped("perft.epd"), "perft").records)
    talks.push_back("position fen " + to_string(record.setup) + "\nd\ngo depth 1\n");
  return talks;
}

}  // namespace plylab::fuzz
