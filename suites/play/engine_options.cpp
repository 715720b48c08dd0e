#include "suites/play/engine_options.h"

#include <algorithm>
#include <utility>

#include "reports/command_line/command_line.h"

namespace plylab::suites::play {

void EngineOptions::add_to(reports::Command whole) {
  const reports::Command command = whole.group("Engines");
  const reports::Option engine =
      command.add_option("--engine CMD", engines,
                         "An engine: NAME=COMMAND, or COMMAND; may be repeated (UCI and xboard)");
  command.add_option("--option", options,
                     "An option of all engines: OPTION=VALUE; or of one: ENGINE:OPTION=VALUE");
  command
      .add_option("--protocol NAME|FILE", protocols,
                  "auto, uci or xboard; or of one engine: ENGINE:uci (default: auto)")
      .needs(engine);
  command.add_flag("--restart", restart, "Start engines anew for each position or game")
      .needs(engine);
  command
      .add_option("--timeout SECONDS", timeout,
                  "Seconds for an engine's answer where nothing limits its time")
      .positive()
      .needs(engine)
      .show_default();
}

std::vector<EngineSpec> EngineOptions::specs(int hash) const {
  std::vector<EngineSpec> list;
  for (const std::string& text : engines) {
    EngineSpec spec = parse_engine(text);
    if (hash > 0) spec.hash = hash;
    spec.restart = restart;
    spec.timeout = engines::Seconds(timeout);
    spec.grace_period = std::min(spec.grace_period, spec.timeout);
    list.push_back(std::move(spec));
  }
  for (const std::string& text : protocols) give_protocol(list, text);
  for (const std::string& text : options) give_option(list, text);
  return list;
}

}  // namespace plylab::suites::play
