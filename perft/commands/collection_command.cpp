#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/parallel.h"
#include "gen/chess/board/notation.h"
#include "perft/games/countable_game.h"
#include "perft/verify/collection.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/formats/output.h"

namespace plylab::perft::verify {
namespace {

using reports::Cell;
using reports::Role;
using reports::TableOf;

struct CollectionOptions {
  std::string file;
  CollectionRequest request{.threads = available_processors()};
};

/// A tag, and how many positions of each kind of arrays have it.
struct TagCount {
  TagInfo info;
  std::array<std::size_t, 3> positions{};
};

TableOf<TagCount> tag_table() {
  const auto column = [](Arrays arrays, std::string help) {
    return reports::ColumnOf<TagCount>{
        {std::string(column_name_of(arrays)), "", std::move(help)},
        [=](const TagCount& row) { return row.positions[static_cast<std::size_t>(arrays)]; }};
  };
  return {"tags",
          "Tags",
          {{{"tag"}, [](const TagCount& row) { return row.info.name; }},
           column(Arrays::normal, "positions of chess that have it"),
           column(Arrays::chess960, "positions of Chess960"),
           column(Arrays::double_chess960,
                  "positions of double Chess960, in which each side has an array of its own"),
           {{"meaning"}, [](const TagCount& row) { return row.info.meaning; }}}};
}

std::vector<TagCount> count_tags(const std::vector<CollectedPosition>& collection) {
  std::vector<TagCount> counts;
  for (const TagInfo& tag : position_tags()) counts.push_back({tag});
  for (const CollectedPosition& position : collection)
    for (const Tag tag : position.tags)
      ++counts[static_cast<std::size_t>(tag)].positions[static_cast<std::size_t>(position.arrays)];
  return counts;
}

TableOf<CollectedPosition> position_table() {
  using Row = CollectedPosition;
  TableOf<Row> table{
      "collection",
      "Collection",
      {{{"id", "", "the tag for which it was taken, and a number", 0, Role::position},
        [](const Row& row) { return *row.record.id(); }},
       {{"fen", "", "", 0, Role::about_position},
        [](const Row& row) { return to_string(row.record.setup); }},
       {{"arrays", "", "chess, chess960 or double_chess960"},
        [](const Row& row) { return column_name_of(row.arrays); }},
       {{"tags", "", "separated by blanks"},
        [](const Row& row) { return row.record.text("c0").value_or(""); }}},
      {},
      reports::Readers::programs};
  for (unsigned depth = 1; depth <= greatest_depth; ++depth)
    table.columns.push_back(
        {{fmt::format("d{}", depth), "", "legal move paths of that length"}, [=](const Row& row) {
           const auto counts = epd::perft_counts(row.record);
           return depth <= counts.size() ? Cell(counts[depth - 1].paths) : Cell();
         }});
  table.columns.push_back(
      {{"divide", "", "each move with the paths below it, at the greatest depth"},
       [](const Row& row) {
         std::vector<std::string> moves;
         for (const CountedMove& one : row.divide)
           moves.push_back(
               fmt::format("{} {}", chess::move_text(row.record.setup, one.move), one.leaves));
         return fmt::format("{}", fmt::join(moves, " "));
       }});
  return table;
}

void run_collection(const CollectionOptions& options, cli::Session& session) {
  session.check_options();
  if (!options.file.empty()) session.check_new_file("--epd", options.file);
  require_threads(options.request.threads);
  session.declare({tag_table(), position_table()});
  cli::Progress progress("collection", "%", session.share());
  CollectionRequest request = options.request;
  request.stop = &session.stop();
  request.progress = [&](double share) { progress.update(share, 100 * share); };
  std::vector<CollectedPosition> collection = make_collection(request);
  progress.finish();
  reports::Report report{.complete = !session.stop()};
  if (!report.complete) collection.clear();
  report.tables = {tag_table().with(count_tags(collection)), position_table().with(collection)};
  std::vector<std::string>& notes = report.tables.front().notes;
  const std::string text = to_suite(collection, CollectionForm::epd);
  notes.push_back(
      fmt::format("{} positions; the SHA-256 of their EPD is {}", collection.size(), sha256(text)));
  if (report.complete && !options.file.empty()) {
    const bool is_blocks = options.file.ends_with(".perft");
    session.attempt([&] {
      reports::save_text(is_blocks ? to_suite(collection, CollectionForm::blocks) : text,
                         options.file, &session.stop());
    });
    notes.push_back("written to " + options.file);
  }
  session.publish(std::move(report), request.threads);
}

}  // namespace

void add_collection_command(cli::Command app, cli::Session& session, const CountableGames& games) {
  if (!has_chess(games)) return;
  const auto options = std::make_shared<CollectionOptions>();
  const cli::Command collection = app.add_subcommand(
      "collection", "Make the collection of legal positions with perft counts and tags");
  collection.add_option("--epd FILE", options->file,
                        "The suite to write, as EPD or, by the ending .perft, in blocks as "
                        "python-chess has them; the file must not exist");
  collection
      .add_option("--seed", options->request.seed,
                  "Seed of the games; another one makes other positions of the same kinds")
      .show_default();
  cli::add_jobs_option(collection, options->request.threads,
                       "Games to play in parallel; the positions do not depend on it");
  session.add_options(collection);
  collection.example("plylab collection --epd positions.epd");
  collection.example("plylab collection --table collection --out positions.json");
  collection.guides({"verify"});
  collection.callback([options, &session] { run_collection(*options, session); });
}

}  // namespace plylab::perft::verify
