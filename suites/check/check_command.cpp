#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/cli/command_line.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "search/lab/paired_statistics.h"
#include "suites/check/check.h"
#include "suites/players/engine_player.h"

namespace plylab::suites::check {
namespace {

using reports::CheckResult;

struct Options {
  std::string engine, against, protocol = "uci";
  std::vector<std::string> options, only, skip;
  int depth = 6, rounds = 12;
  std::optional<std::uint64_t> signature;
  double timeout = 10;
  std::string log;
};

constexpr std::string_view word_for(CheckResult result) {
  switch (result) {
    case CheckResult::passed:
      return "passed";
    case CheckResult::failed:
      return "FAILED";
    default:
      return "skipped";
  }
}

const reports::TableOf<Verdict>& checks_table() {
  static const reports::TableOf<Verdict> table{
      "checks",
      "Checks",
      {{{"part", "", "the part of the command", 0}, [](const Verdict& v) { return v.check.part; }},
       {{"check", "", "its name for --only and --skip", 0, reports::Role::position},
        [](const Verdict& v) { return v.check.name; }},
       {{"result", "", "passed, FAILED, or skipped because it does not apply"},
        [](const Verdict& v) { return word_for(v.result); }},
       {{"remark", "", "why the check is skipped, or what it has measured"},
        [](const Verdict& v) {
          return v.result == CheckResult::failed || v.came.empty() ? reports::Cell()
                                                                   : reports::Cell(v.came);
        }},
       {{"seconds", "s", "wall time", 2}, [](const Verdict& v) { return v.seconds; }}}};
  return table;
}

const reports::TableOf<Verdict>& faults_table() {
  static const reports::TableOf<Verdict> table{
      .name = "faults",
      .title = "Faults",
      .columns = {{{"check", "", "its name", 0, reports::Role::position},
                   [](const Verdict& v) { return v.check.name; }},
                  {{"sent", "", "the lines that the engine was sent"},
                   [](const Verdict& v) { return v.sent; }},
                  {{"came", "", "what the engine did"}, [](const Verdict& v) { return v.came; }},
                  {{"rule", "", "the rule that this breaks, in plylab's words"},
                   [](const Verdict& v) { return v.check.rule; }},
                  {{"source", "", "where the rule stands"},
                   [](const Verdict& v) { return v.check.source; }}},
      .readers = reports::Readers::programs};
  return table;
}

const reports::TableOf<PositionSpeed>& speed_table() {
  static const reports::TableOf<PositionSpeed> table{
      .name = "speed",
      .title = "Speed",
      .columns =
          {{{"position", "", "FEN", 0, reports::Role::position}, &PositionSpeed::position},
           {{"depth", "", "of each search, in plies"}, &PositionSpeed::depth},
           {{"nodes", "", "of a search by --engine, as it counts them"}, &PositionSpeed::nodes},
           {{"nodes_against", "", "the same by --against"}, &PositionSpeed::nodes_against},
           {{"seconds", "s", "wall time of a search by --engine, the median of the rounds", 4},
            &PositionSpeed::seconds},
           {{"seconds_against", "s", "the same by --against", 4}, &PositionSpeed::seconds_against}},
      .readers = reports::Readers::programs};
  return table;
}

/// A fault for people.
std::vector<std::string> lines_about(const Verdict& verdict) {
  return {fmt::format("{} ({}) FAILED", verdict.check.name, verdict.check.part),
          fmt::format("  sent: {}", verdict.sent), fmt::format("  came: {}", verdict.came),
          fmt::format("  rule: {} ({})", verdict.check.rule, verdict.check.source), ""};
}

reports::Check as_check(const Verdict& verdict) {
  std::string message = verdict.came;
  if (verdict.result == CheckResult::failed)
    message += fmt::format("\nsent: {}\nrule: {} ({})", verdict.sent, verdict.check.rule,
                           verdict.check.source);
  return {.name = fmt::format("{}/{}", verdict.check.part, verdict.check.name),
          .result = verdict.result,
          .message = std::move(message),
          .seconds = verdict.seconds};
}

/// Throws InputError.
engines::Protocol protocol_of(const Options& options) {
  const engines::Protocol protocol = engines::find_play_protocol(options.protocol);
  if (protocol == engines::Protocol::auto_detect)
    throw InputError("--protocol: checks are of one protocol, uci or xboard");
  return protocol;
}

/// An engine to be started with the same options as the other. Throws InputError if `option` names
/// no program: that is no fault of an engine.
engines::EngineSpec spec_of(std::string_view option, const std::string& command,
                            const Options& options, const std::shared_ptr<engines::LineLog>& log) {
  std::vector<engines::EngineSpec> one{players::parse_engine(command)};
  for (const std::string& text : options.options) players::give_option(one, text);
  engines::EngineSpec& engine = one.front();
  engine.protocol = protocol_of(options);
  engine.timeout = Seconds(options.timeout);
  engine.grace_period = std::min(engine.grace_period, engine.timeout);
  engine.log = log;
  try {
    static_cast<void>(engines::program_to_start(engines::command_words(engine.command)));
  } catch (const engines::EngineFault& fault) {
    throw InputError(fmt::format("{} '{}' {}", option, engine.command, fault.what()));
  }
  return engine;
}

/// Throws InputError unless the other build starts: it is not the one that is checked.
void require_start(Client& against, const std::string& command) {
  const auto refuse = [&](const std::exception& error) {
    return InputError(fmt::format("--against '{}' {}", command, error.what()));
  };
  try {
    against.start();
    against.end();
  } catch (const Broken& broken) {
    throw refuse(broken);
  } catch (const engines::EngineFault& fault) {
    if (fault.kind() == engines::FaultKind::stopped) throw;
    throw refuse(fault);
  }
}

void run_check_command(const Options& options, cli::Session& session) {
  session.check_options();
  session.declare({checks_table(), faults_table(), speed_table()});
  const auto checks = chosen_checks(protocol_of(options), options.only, options.skip);
  if (checks.empty()) throw InputError("--skip: no check is left");
  if (options.signature && std::ranges::find(checks, "signature", &CheckRule::name) == checks.end())
    throw InputError("--signature: the check signature is not among those chosen");
  if (!options.against.empty() &&
      std::ranges::find(checks, "speed", &CheckRule::name) == checks.end())
    throw InputError("--against: the check speed is not among those chosen");
  if (!options.log.empty()) session.check_output("--log", options.log);
  const auto log = engines::begin_log(options.log);
  Examination exam{
      .client = Client(spec_of("--engine", options.engine, options, log), session.stop()),
      .rounds = options.rounds,
      .depth = options.depth,
      .signature = options.signature};
  if (!options.against.empty()) {
    exam.against.emplace(spec_of("--against", options.against, options, log), session.stop());
    require_start(*exam.against, options.against);
  }
  std::vector<Verdict> verdicts;
  bool complete = true;
  cli::Progress progress("check", "checks", session.share());
  session.attempt([&] {
    complete = run_checks(checks, exam, [&](const Verdict& verdict) {
      verdicts.push_back(verdict);
      const auto done = static_cast<double>(verdicts.size());
      progress.update(done / static_cast<double>(checks.size()), done);
    });
  });
  progress.finish();

  reports::Report report{.complete = complete};
  std::vector<Verdict> faults;
  std::size_t skipped = 0;
  for (const Verdict& verdict : verdicts) {
    report.checks.push_back(as_check(verdict));
    skipped += verdict.result == CheckResult::skipped;
    if (verdict.result != CheckResult::failed) continue;
    faults.push_back(verdict);
    for (std::string& line : lines_about(verdict)) report.text.push_back(std::move(line));
  }
  const std::string& name = exam.client.name().empty() ? options.engine : exam.client.name();
  report.text.push_back(fmt::format("{}: {} checks, {} passed, {} failed, {} skipped", name,
                                    verdicts.size(), verdicts.size() - faults.size() - skipped,
                                    faults.size(), skipped));
  report.tables = {checks_table().with(verdicts), faults_table().with(faults)};
  if (!exam.speeds.empty()) report.tables.push_back(speed_table().with(exam.speeds));
  session.publish(std::move(report), 1);
}

}  // namespace

void add_check_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<Options>();
  const cli::Command command = app.add_subcommand("check", "Check an engine before a release");
  command.add_option("--engine CMD", options->engine, "The engine: a program with its arguments")
      .required();
  command.add_option("--protocol NAME", options->protocol, "uci or xboard").show_default();
  const cli::Option against =
      command.add_option("--against CMD", options->against,
                         "Another build, whose nodes per second are compared with the engine's");
  command.add_option("--rounds N", options->rounds, "Rounds of that comparison")
      .range(static_cast<int>(search::lab::min_for_interval), 10'000)
      .show_default()
      .needs(against);
  command.add_option("--option OPTION=VALUE", options->options,
                     "Set an option of the engine, or of both; may be repeated");
  command
      .add_option("--only NAME", options->only,
                  fmt::format("Only these parts ({}) or checks, separated by commas",
                              fmt::join(parts, ", ")))
      .delimiter(',');
  command.add_option("--skip NAME", options->skip, "Leave out these parts or checks")
      .delimiter(',');
  command
      .add_option("--depth N", options->depth,
                  "Plies of the searches that are compared and of the signature")
      .range(1, 60)
      .show_default();
  command.add_option("--signature N", options->signature,
                     "The nodes that the searches of the signature must visit together");
  command
      .add_option("--timeout SECONDS", options->timeout,
                  "Seconds to wait for the start, and for the end of a small search")
      .positive()
      .show_default();
  command.add_option("--log FILE", options->log, engines::log_help);
  session.add_options(command, cli::Session::Contents::tables_and_checks);
  command.example("plylab check --engine ./mine");
  command.example("plylab check --engine ./mine --only protocol,lines");
  command.example("plylab check --engine ./mine --only signature --signature 123456");
  command.example("plylab check --engine ./mine --protocol xboard");
  command.example("plylab check --engine ./new --against ./old --only speed --rounds 30");
  command.example("plylab check --engine ./mine --skip nodes --log lines.txt --out check.xml");
  command.notes(
      "Exit status: 0 if no check has failed, 1 if one has, 2 for wrong usage or a program that "
      "does not exist");
  command.guides({"check", "ci", "protocols"});
  command.callback([options, &session] { run_check_command(*options, session); });
}

}  // namespace plylab::suites::check
