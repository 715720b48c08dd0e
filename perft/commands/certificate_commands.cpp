#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "perft/cluster/audit.h"
#include "perft/commands/cluster_tables.h"
#include "perft/commands/options.h"
#include "perft/commands/tables.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/formats/output.h"
#include "reports/tables/columns.h"

namespace plylab::perft::cluster {
namespace {

struct CertificateOptions {
  std::string manifest;     // of certify
  std::string certificate;  // written by certify, read by audit
  std::uint64_t sample = 1000;
  bool all = false;
  std::optional<std::uint64_t> seed;
  std::string convention;  // of the statistics
  JobOptions how;
};

/// A certificate, and the names of its file and position.
struct CertificateRow {
  std::string file, position;
  const Certificate* certificate;
};

/// A table with one row for the certificate. An audit marks figures that it does not check "as
/// stated".
reports::TableOf<CertificateRow> certificate_table(bool is_stated) {
  using Row = CertificateRow;
  const std::string stated = is_stated ? ", as stated" : "";
  return {"certificate",
          "Certificate",
          {{{"certificate", "", "the file"}, &Row::file},
           {{"game", "", ""}, [](const Row& row) { return row.certificate->plan.game; }},
           {reports::columns::position, &Row::position},
           {reports::columns::depth, [](const Row& row) { return row.certificate->plan.depth; }},
           {{"leaves", "", "the sum of all units", 0, reports::Role::cost},
            [](const Row& row) { return row.certificate->leaves; }},
           {{"positions", "", "distinct positions of the frontier", 0},
            [](const Row& row) { return row.certificate->plan.positions; }},
           {{"units", "", "number of units that the positions are divided into", 0},
            [](const Row& row) { return row.certificate->plan.units; }},
           {{"twice", "", "units counted by at least two generators" + stated, 0},
            [](const Row& row) { return row.certificate->counted_twice(); }},
           {{"generators", "", "generators that counted at least one unit" + stated, 0},
            [](const Row& row) {
              return fmt::format("{}", fmt::join(row.certificate->generators(), ", "));
            }},
           {{"root", "", "the hash of the whole certificate"},
            [](const Row& row) { return root_of(*row.certificate); }}}};
}

/// The same table, filled.
reports::Table table_of(const std::string& file, const CountableGame& game,
                        const Certificate& certificate, bool is_stated) {
  const std::string& position = certificate.plan.position;
  reports::Table table =
      certificate_table(is_stated).with({{file, position_name(game, position), &certificate}});
  table.notes = cli::convention_notes(game.info, {game.info.parse(position)});
  return table;
}

reports::Schema audit_table() {
  return {"audit",
          "Audit",
          {reports::columns::generator,
           {"seed", "", "seed of the random sample; empty if all positions are recounted", 0},
           {"counted", "", "positions that this generator recounted", 0},
           {"wrong", "", "differences from the certificate, each in a note", 0},
           {"finds_one_wrong", "%",
            "probability that the sample finds the error if a single position is wrong", 1},
           {"finds_hundredth_wrong", "%",
            "probability that the sample finds an error if 1 % of the positions are wrong", 1}}};
}

void run_certify(const CertificateOptions& options, const CountableGames& games,
                 cli::Session& session) {
  session.check_options();
  session.declare({certificate_table(false)});
  session.check_new_file("--certificate", options.certificate);
  Manifest manifest(options.manifest, Database::Copy{options.how.folder});
  if (!manifest.plan()) throw no_frontier_in(manifest.path());
  const CountableGame& game =
      find_stored_game(games, manifest.plan()->game, fmt::format("'{}'", options.manifest));
  const Certificate certificate = certify(game, manifest);
  reports::write_text(to_text(certificate), options.certificate, &session.stop());
  session.publish({.tables = {table_of(options.certificate, game, certificate, false)}}, 1);
}

/// A generator that has counted no unit, or else the default one.
std::string other_generator(const CountableGame& game, const Certificate& certificate) {
  const auto names = game.info.generator_names();
  const auto known = certificate.generators();
  const auto other =
      std::ranges::find_if(names, [&](const std::string& name) { return !known.contains(name); });
  return other == names.end() ? game.info.default_generator : *other;
}

/// A note on the certificate's figures; empty if all positions were counted again and are right.
std::string note_of_stated(const Audit& result, const Plan& plan) {
  constexpr std::string_view stated = "as the certificate states";
  if (result.wrong_positions > 0)
    return fmt::format("{}, which is wrong for {} of the {} positions recounted", stated,
                       result.wrong_positions, result.counted);
  if (!result.wrong.empty()) return fmt::format("{}, which is wrong: see the table above", stated);
  if (result.counted < plan.positions)
    return fmt::format("{}; of its {} positions {} were recounted", stated, plan.positions,
                       result.counted);
  return "";
}

void run_audit(CertificateOptions options, const CountableGames& games, cli::Session& session) {
  session.check_options();
  options.how.check();
  const std::string where = fmt::format("'{}'", options.certificate);
  // That of perft(11) with a frontier at ply 7 has 706 MB.
  constexpr std::size_t longest_certificate = std::size_t{64} << 30;
  const Certificate certificate =
      parse_certificate(read_file(options.certificate, {.bytes = longest_certificate}), where);
  const Plan& plan = certificate.plan;
  const CountableGame& game = find_stored_game(games, plan.game, where);
  std::vector<reports::Schema> tables{certificate_table(true), audit_table(), divide_table(plan)};
  if (plan.statistics) tables.push_back(perft::statistics_table(game));
  session.declare(tables);
  validate(certificate, game, where);
  if (!options.convention.empty() && !plan.statistics)
    throw InputError(fmt::format("--convention: {} has no statistics", where));
  const std::size_t convention = game.find_convention("--convention", options.convention);
  options.how.choose_generator(game, other_generator(game, certificate));
  const std::string& generator = options.how.job.generator;
  // A forger who knew the seed in advance would know which positions the audit skips.
  const std::uint64_t seed =
      options.seed ? *options.seed
                   : (std::uint64_t{std::random_device()()} << 16) ^ std::random_device()();
  CountJob job{.how = options.how.job, .workspace = options.how.workspace()};
  job.how.stop = &session.stop();
  const std::uint64_t sample =
      options.all ? plan.positions : std::min(options.sample, plan.positions);

  reports::Report report;
  session.attempt([&] {
    cli::Progress progress("audit", "positions", session.share());
    job.how.progress = [&](double share, double counted) { progress.update(share, counted); };
    const Audit result = audit(game, certificate, job, sample, seed);
    report.complete = result.complete;
    if (!result.wrong.empty()) session.note_difference();
    const std::uint64_t percent = std::max<std::uint64_t>(1, plan.positions / 100);
    reports::Table table(audit_table());
    table.notes = result.wrong;
    const bool is_drawn = sample < plan.positions;
    table.add({generator, is_drawn ? reports::Cell(std::to_string(seed)) : reports::Cell(),
               result.counted, result.wrong.size(),
               100 * detection(plan.positions, 1, result.counted),
               100 * detection(plan.positions, percent, result.counted)});
    if (certificate.generators().contains(generator))
      table.notes.push_back(
          fmt::format("not independent: {} is among the certificate's generators", generator));
    report.tables.push_back(table_of(options.certificate, game, certificate, true));
    report.tables.push_back(std::move(table));
    const PartialCount count = sum_of(certificate);
    std::vector<reports::Table> stated{divide_table(plan, count)};
    if (plan.statistics) stated.push_back(statistics_table(game, plan, count, convention));
    const std::string note = note_of_stated(result, plan);
    for (reports::Table& figures : stated) {
      if (!note.empty()) figures.notes.push_back(note);
      report.tables.push_back(std::move(figures));
    }
  });
  session.publish(std::move(report), options.how.job.threads);
}

}  // namespace

void add_certificate_commands(cli::Command app, cli::Session& session,
                              const CountableGames& games) {
  const auto options = std::make_shared<CertificateOptions>();
  const cli::Command certify = app.add_subcommand(
      "certify", "Write the certificate of a finished count: one file that anybody can check");
  certify.add_option("MANIFEST", options->manifest, "The manifest of a finished plylab count")
      .required();
  certify
      .add_option("--certificate FILE", options->certificate,
                  "The certificate to write; the file must not exist")
      .required();
  options->how.add_folder(certify);
  session.add_options(certify);
  certify.example("plylab certify nine.count --certificate nine.certificate");
  certify.notes(
      "Exit status: 0 if the certificate is written; 2 for wrong usage, or if the manifest "
      "has been tampered with or is unfinished");
  certify.guides({"cluster", "certificate"});
  certify.callback([options, &games, &session] {
    if (cli::refuse_mpi_ranks()) run_certify(*options, games, session);
  });

  const cli::Command audit = app.add_subcommand(
      "audit", "Check a certificate: verify every hash and sum, and recount a sample of positions");
  audit.add_option("FILE", options->certificate, "The certificate").required();
  const cli::Option sample = audit
                                 .add_option("--sample N", options->sample,
                                             "The number of positions, drawn at random, to recount")
                                 .range(std::size_t{1}, std::size_t{1} << 30)
                                 .show_default();
  audit.add_flag("--all", options->all, "Recount all positions").excludes(sample);
  audit.add_option("--seed N", options->seed,
                   "The seed of the sample (default: a new one each time)");
  audit.add_option("--convention NAME", options->convention,
                   "The convention for statistics, in games that have several (see plylab list "
                   "conventions; default: the game's first)");
  options->how.add_generator(audit, games, "one that the certificate does not name");
  options->how.add_table(audit);
  options->how.add_threads(audit);
  options->how.add_workspace(audit);
  session.add_options(audit);
  audit.example("plylab audit nine.certificate --sample 100");
  audit.notes(
      "Exit status: 0 if nothing is wrong, 1 if something is; 2 for wrong usage, or if the "
      "file is not a certificate or has been tampered with; 130 after Ctrl-C");
  audit.guides({"cluster", "certificate"});
  audit.callback([options, &games, &session] {
    if (cli::refuse_mpi_ranks()) run_audit(*options, games, session);
  });
}

}  // namespace plylab::perft::cluster
