// Answers to "go": a search, a mate, or counts of move paths.
#pragma once

#include <string>

#include "search/run/run.h"
#include "suites/uci/go.h"
#include "suites/uci/gui_game.h"
#include "suites/uci/output.h"
#include "suites/uci/worker.h"

namespace plylab::suites::uci {

/// Everything that an answer depends on, so that the GUI may go on talking meanwhile.
struct GoRequest {
  GuiGame game;
  Go go;
  search::Job job;  ///< how to search; its limits hold besides those of `go`
  std::string mate_solver;
  bool chess960 = false;  ///< see Settings::chess960
};

/// Writes the lines "info …" as things are found, and at the end "bestmove …", whose move is always
/// legal, or what "go perft" is answered by. Never throws: what goes wrong is told by a line "info
/// string …".
void answer(const GoRequest& request, Output& output, const Worker::Signals& signals);

}  // namespace plylab::suites::uci
