#include <fmt/format.h>

#include <memory>
#include <string>

#include "gen/base/input_error.h"
#include "reports/command_line/command_line.h"
#include "reports/session.h"
#include "search/run/options.h"
#include "suites/uci/uci_loop.h"

namespace plylab::suites::uci {
namespace {

/// The search that plays if nothing else is chosen.
constexpr const char* usual = "selective";

void run_uci(search::Options options, reports::Session& session) {
  options.check(search::searchable_chess());
  const auto jobs = options.jobs(search::searchable_chess(),
                                 options.limits(search::Limits().depth, session.stop()));
  if (jobs.size() > 1) throw InputError("uci: one --algo and one --gen, please");
  const auto made_by = session.provenance(1);
  UciLoop loop(fmt::format("plylab {} ({})", made_by.version, made_by.commit), jobs.front());
  loop.run(session.stop());
}

}  // namespace

void add_uci_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<search::Options>();
  options->algorithms = {usual};
  const reports::Command uci =
      app.add_subcommand("uci", "Play and analyse for a GUI or a match program, by UCI");
  options->add_to(uci, true);
  uci.example("plylab uci --algo mtdf --with table=128,killers,history,quiescence");
  uci.example("plylab uci --nodes 100000");
  uci.notes("The options say what the GUI finds set; limits hold besides the GUI's own.");
  uci.callback([options, &session] { run_uci(*options, session); });
}

}  // namespace plylab::suites::uci
