// The sessions with a GUI, over standard input and output.
#pragma once

#include <atomic>
#include <string>

#include "search/run/run.h"
#include "suites/play/gui/channel.h"

namespace plylab::suites::play::gui {

/// Runs a session until "quit", the end of the input, or until `stop` is set. `name` is the
/// engine's name for the GUI; the job and `keeps_table` give the defaults of the options (see
/// Settings). Throws reports::BrokenPipe or InputError if the output cannot be written.
using Session = void (*)(const std::string& name, const search::Job& job, bool keeps_table,
                         const Log& log, const std::atomic<bool>& stop);

void run_uci(const std::string& name, const search::Job& job, bool keeps_table, const Log& log,
             const std::atomic<bool>& stop);
void run_xboard(const std::string& name, const search::Job& job, bool keeps_table, const Log& log,
                const std::atomic<bool>& stop);

}  // namespace plylab::suites::play::gui
