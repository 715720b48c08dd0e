#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "gen/input_error.h"
#include "gen/parallel.h"
#include "gen/read_file.h"
#include "gen/select_names.h"
#include "perft/cluster/certificate.h"
#include "perft/command_tables.h"
#include "perft/commands.h"
#include "perft/walk.h"
#include "reports/columns.h"
#include "reports/command_line.h"
#include "reports/game_options.h"
#include "reports/output.h"
#include "reports/progress.h"
#include "reports/session.h"

namespace plylab::perft::cluster {
namespace {

struct CertificateOptions {
  std::string manifest;     // of certify
  std::string certificate;  // written by certify, read by audit
  std::size_t sample = 1000;
  bool all = false;
  std::uint64_t seed = 1;
  std::size_t memory_mib = 1024;
  CountJob job{.threads = available_processors()};
};

void prepare(CertificateOptions& options, const reports::Session& session) {
  options.job.memory = options.memory_mib << 20;
  options.job.stop = &session.stop();
  require_threads(options.job.threads);
}

void run_certify(CertificateOptions options, const CountableGames& games,
                 reports::Session& session) {
  session.check_options();
  session.check_new_file("--certificate", options.certificate);
  if (!reports::holds_something(options.manifest))
    throw InputError(fmt::format("'{}': there is no such manifest", options.manifest));
  prepare(options, session);
  reports::Report report;
  session.attempt([&] {
    Manifest manifest(options.manifest);
    if (!manifest.plan()) throw InputError(fmt::format("'{}' has no plan yet", manifest.path()));
    const CountableGame& game = find_game(games, manifest.plan()->game, options.manifest);
    try {
      const Certificate certificate = certify(game, manifest, options.job);
      reports::write_text(to_text(certificate), options.certificate);
      reports::Table table{"certificate",
                           "Certificate",
                           {{"certificate", "", "the file"},
                            reports::columns::depth,
                            {"leaves", "", "that it certifies", 0},
                            {"units", "", "in which they were counted", 0},
                            {"root", "", "the hash of it all"}},
                           {},
                           {}};
      table.add({options.certificate, certificate.plan.depth, cell(certificate.leaves),
                 certificate.units.size(), root_of(certificate)});
      report.tables.push_back(std::move(table));
    } catch (const Stopped&) {
      report.complete = false;
    }
  });
  session.publish(std::move(report), options.job.threads);
}

/// One that has not counted any of it, if there is one.
std::string other_generator(const CountableGame& game, const Certificate& certificate) {
  const auto names = game.info.generator_names();
  const auto other = std::ranges::find_if(names, [&](const std::string& name) {
    return std::ranges::find(certificate.generators, name) == certificate.generators.end();
  });
  return other == names.end() ? game.info.default_generator : *other;
}

void run_audit(CertificateOptions options, const CountableGames& games, reports::Session& session) {
  session.check_options();
  prepare(options, session);
  CountJob& job = options.job;
  const std::string where = fmt::format("'{}'", options.certificate);
  const Certificate certificate = parse_certificate(read_file(options.certificate), where);
  const CountableGame& game = find_game(games, certificate.plan.game, where);
  if (job.generator.empty()) job.generator = other_generator(game, certificate);
  job.generator = select_names("--gen", {job.generator}, game.info.generator_names()).front();
  job.kernel = reports::chosen_kernel(game.info, job.kernel);
  const std::size_t units = certificate.units.size();
  const std::size_t sample = options.all ? units : std::min(options.sample, units);

  reports::Report report;
  session.attempt([&] {
    reports::Progress progress("audit", "units");
    job.progress = [&](double share, double counted) { progress.update(share, counted); };
    Audit result;
    try {
      result = audit(game, certificate, job, sample, options.seed);
    } catch (const Stopped&) {
      result.complete = false;
    }
    report.complete = result.complete;
    report.story = result.wrong;
    if (!result.wrong.empty()) session.note_difference();
    const std::size_t percent = std::max<std::size_t>(1, units / 100);
    reports::Table table{
        "audit",
        "Audit",
        {reports::columns::depth,
         {"leaves", "", "that are certified: the sum of all units", 0},
         {"units", "", "whose hashes, positions and paths are right, but for those that are named",
          0},
         reports::columns::generator,
         {"counted", "", "units, again by this generator", 0},
         {"wrong", "", "things that are not as certified", 0},
         {"finds_one", "%", "probability that so many units find a single wrong one", 1},
         {"finds_percent", "%", "that they find one if a hundredth of all is wrong", 1}},
        {},
        {}};
    table.add({certificate.plan.depth, cell(certificate.leaves), units, job.generator,
               result.counted, result.wrong.size(), 100 * detection(units, 1, result.counted),
               100 * detection(units, percent, result.counted)});
    report.tables.push_back(std::move(table));
  });
  session.publish(std::move(report), job.threads);
}

void add_common(const reports::Command& command, CertificateOptions& options) {
  command.add_option("-t,--threads N", options.job.threads, "Threads")
      .range(1, 1024)
      .show_default();
  command
      .add_option(
          "--memory MIB", options.memory_mib,
          "MiB that are held in memory to find the frontier; what is more goes to temporary "
          "files")
      .range(std::size_t{1}, std::size_t{1} << 30)
      .show_default();
  command.add_option("--temporary FOLDER", options.job.folder,
                     "Where temporary files are made (default: TMPDIR, or /tmp)");
}

}  // namespace

void add_certificate_commands(reports::Command app, reports::Session& session,
                              const CountableGames& games) {
  const auto options = std::make_shared<CertificateOptions>();
  const reports::Command certify =
      app.add_subcommand("certify", "Write a finished count as one file that proves itself");
  certify.add_option("MANIFEST", options->manifest, "Of plylab count, all of it counted")
      .required();
  certify.add_option("--certificate FILE", options->certificate, "The file to write, a new one")
      .required();
  add_common(certify, *options);
  session.add_options(certify);
  certify.example("plylab certify nine.count --certificate nine.certificate");
  certify.callback([options, &games, &session] { run_certify(*options, games, session); });

  const reports::Command audit = app.add_subcommand(
      "audit", "Check a certificate: every hash and sum, and units counted again");
  audit.add_option("FILE", options->certificate, "The certificate").required();
  audit.add_option("--sample N", options->sample, "Units to be counted again, drawn at random")
      .show_default();
  audit.add_flag("--all", options->all, "Count all units again");
  audit.add_option("--seed", options->seed, "Of the sample").show_default();
  audit.add_option("--gen NAME", options->job.generator,
                   "The generator (default: one that has not counted any of it)");
  reports::add_kernel_option(audit, options->job.kernel);
  add_common(audit, *options);
  session.add_options(audit);
  audit.example("plylab audit nine.certificate --sample 100");
  audit.notes(
      "Exit status: 0 all is right, 1 something is wrong, 2 no certificate, or a changed one");
  audit.callback([options, &games, &session] { run_audit(*options, games, session); });
}

}  // namespace plylab::perft::cluster
