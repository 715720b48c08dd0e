#include "reports/cli/game_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "gen/chess/text.h"
#include "gen/epd/epd.h"
#include "gen/game/read_position.h"
#include "reports/text/terminal.h"
#include "reports/text/utf8.h"

namespace plylab::cli {
namespace {

constexpr std::string_view chess_name = "chess";

std::uint64_t parse_seed(std::string_view text) {
  if (const auto seed = parse_number<std::uint64_t>(text)) return *seed;
  throw InputError(fmt::format("'{}' is neither a seed nor a range of seeds such as 1..20", text));
}

/// Throws InputError if the text begins with the name of a known position that the game itself
/// defines wrongly: the user's text is not at fault.
void check_known(const GameInfo& info, std::string_view text) {
  for (const KnownPosition& known : info.positions)
    if (known.name == cut_at_moves(text).first) try {
        info.parse(known.text);
      } catch (const InputError& error) {
        throw InputError(fmt::format("the position '{}' of {}, which is '{}': {}", known.name,
                                     info.name, known.text, error.what()));
      }
}

/// The moves of a record's bm, in SAN.
std::vector<std::string> best_moves_in(const epd::Record& record) {
  const chess::Mailbox board(chess::ValidSetup(record.setup));
  std::vector<std::string> moves;
  for (const chess::Move move : epd::best_moves(record, board.generate()).moves)
    moves.push_back(chess::to_san(board, move));
  return moves;
}

/// The position in the convention of that name. Throws InputError if the text itself names a
/// convention other than the usual one.
AnyStart with_convention(const GameInfo& info, const std::string& text, const std::string& name) {
  const std::size_t wanted = find_place(info.conventions, name, "--convention");
  const AnyStart start = info.parse(text);
  const std::size_t said = info.convention_of(start);
  if (said != 0 && said != wanted)
    throw InputError(fmt::format("--convention: '{}' says {}, not {}", reports::one_line(text),
                                 info.conventions[said].name, name));
  return info.with_convention(start, wanted);
}

}  // namespace

bool is_chess(const GameInfo& info) { return info.name == chess_name; }

// ---- positions of chess ----

Option add_moves_option(Command command, std::string& moves) {
  return command.add_option("--moves MOVES", moves, "Moves to play first, such as \"e2e4 e7e5\"");
}

void PositionOptions::add_to(Command command, std::string_view otherwise) {
  command = command.group("Positions");
  const auto names = chess::position_names();
  command
      .add_option(
          "--fen FEN", fens,
          fmt::format(
              "A FEN or the name of a position (see plylab list positions), optionally followed by "
              "\"moves …\"; may be repeated (default: {})",
              otherwise))
      .offers({names.begin(), names.end()});
  add_moves_option(command, moves);
  add_suites_to(command);
}

Option PositionOptions::add_suites_to(Command command) {
  return command
      .add_option("--suite FILE|NAME", suites,
                  "A file of positions (EPD, FEN, .perft, CSV, PGN), or the name of a shipped "
                  "suite; may be repeated")
      .offers(shipped_names(".epd"));
}

void PositionOptions::drop_repeated_suites(std::string_view done) {
  std::vector<std::filesystem::path> files;
  std::erase_if(suites, [&](const std::string& suite) {
    const std::filesystem::path& file = files.emplace_back(epd::find_suite_file(suite));
    const bool repeated = std::any_of(files.begin(), files.end() - 1, [&](const auto& other) {
      std::error_code error;
      return other == file || std::filesystem::equivalent(other, file, error);
    });
    if (repeated) reports::tell(fmt::format("{} is given twice, and {} once", suite, done));
    return repeated;
  });
}

namespace {

/// The name of each file of the records: empty if there is only one; its stem, or the whole path if
/// another one has the same stem.
std::map<std::string, std::string> suite_names(const std::vector<epd::Record>& records) {
  const auto stem = [](const std::string& file) {
    return std::filesystem::path(file).stem().string();
  };
  std::map<std::string, std::string> names;
  for (const epd::Record& record : records) names.emplace(record.file, "");
  if (names.size() < 2) return names;
  for (auto& [file, name] : names) {
    const auto same = std::ranges::count_if(
        names, [&, ours = stem(file)](const auto& other) { return stem(other.first) == ours; });
    name = same > 1 ? file : stem(file);
  }
  return names;
}

/// Names what cannot be read in a suite, unless it is very much.
void tell_issues(const epd::Suite& suite) {
  constexpr std::size_t most = 20;
  const std::size_t all = suite.issues.size(), told = all > most ? most / 2 : all;
  for (const epd::Issue& issue : std::span(suite.issues).first(told))
    reports::tell(to_string(issue));
  if (told < all)
    reports::tell(fmt::format("{}: {} more parts cannot be read: plylab lint {} lists them",
                              suite.path, all - told, suite.path));
}

}  // namespace

std::vector<epd::Record> PositionOptions::load_suites(std::vector<reports::Source>* sources,
                                                      std::vector<epd::Issue>* unread) const {
  if (!suites.empty() && !moves.empty())
    throw InputError("--moves cannot be combined with --suite");
  std::vector<epd::Suite> loaded;  // loads all before any message
  for (const std::string& name : suites) {
    loaded.push_back(epd::find_suite(name));
    if (sources != nullptr) sources->push_back(reports::source_of(loaded.back()));
  }
  std::vector<epd::Record> records;
  for (epd::Suite& suite : loaded) {
    tell_issues(suite);
    if (suite.records.empty()) throw InputError(fmt::format("{}: no usable position", suite.path));
    if (unread != nullptr) {
      for (const epd::Unreadable& one : suite.unreadable)
        unread->push_back({suite.path, one.line, one.what});
      for (const epd::Record& record : suite.records) {
        for (const auto& [line, what] : record.problems)
          unread->push_back({suite.path, line, what});
        for (const epd::Operation& operation : record.operations)
          if (epd::perft_depth(operation.opcode) && !epd::count_in(operation))
            unread->push_back({suite.path, record.line, operation.opcode + ": no count"});
          else if (epd::is_misspelt_count(operation.opcode))
            unread->push_back(
                {suite.path, record.line, operation.opcode + ": not a perft count such as D2 400"});
      }
    }
    std::ranges::move(suite.records, std::back_inserter(records));
  }
  const auto names = suite_names(records);
  NumberedNames distinct;  // a suite may be given twice
  for (epd::Record& record : records) {
    const std::string& suite = names.at(record.file);
    record.name = distinct(suite.empty() ? record.name : fmt::format("{}: {}", suite, record.name));
  }
  return records;
}

std::vector<std::string> PositionOptions::named() const {
  std::vector<std::string> texts;
  for (const std::string& fen : fens) texts.push_back(with_moves(fen, moves));
  if (fens.empty() && !moves.empty()) texts.push_back(with_moves("startpos", moves));
  return texts;
}

std::vector<epd::Record> PositionOptions::load_named() const {
  std::vector<epd::Record> records;
  NumberedNames distinct;
  for (const std::string& text : named()) {
    epd::Record record;
    record.setup = chess::read_setup(text);
    chess::ValidSetup{record.setup};
    record.operations.push_back({"id", {{text, true}}});
    record.name = distinct(text);
    records.push_back(record);
  }
  return records;
}

// ---- positions of any game ----

void GameOptions::add_to(Command command, const std::vector<std::string>& games) {
  command = command.group("Positions");
  add_game_option(command, game, games);
  command.add_option(
      "--position TEXT", positions,
      "A position in the game's notation (see plylab list games) or the name of one (see "
      "plylab list positions), optionally followed by \"moves …\"; may be repeated");
  command.add_option("--seeds N..N", seeds, "Seeds, such as 1..20, for random game trees")
      .delimiter(',');
  command.add_option(
      "--convention NAME", convention,
      "Which moves are different, or how statistics are counted, in games with several "
      "conventions (see plylab list conventions; default: the game's first)");
  if (std::find(games.begin(), games.end(), chess_name) != games.end())
    chess.add_to(command);
  else
    add_moves_option(command, chess.moves).help("Moves to play first");
}

std::vector<NamedPosition> GameOptions::load(const GameInfo& info,
                                             std::vector<reports::Source>* sources,
                                             std::vector<epd::Issue>* unread) const {
  if (!is_chess(info) && !chess.fens.empty())
    throw InputError(
        fmt::format("--fen is for chess; give a position of {} by --position", info.name));
  if (!is_chess(info) && !chess.suites.empty())
    throw InputError(
        fmt::format("--suite is for chess; give positions of {} by --position", info.name));
  if (!seeds.empty() && !info.with_seed)
    throw InputError(fmt::format("{} has no seeds: it is not a random game", info.name));

  if (!convention.empty() && info.conventions.empty())
    throw InputError(fmt::format("--convention: {} has only one convention", info.name));

  std::vector<NamedPosition> loaded;
  const auto add = [&](const std::string& given) {
    check_known(info, given);
    const std::string text = with_moves(given, chess.moves);
    const AnyStart position =
        convention.empty() ? info.parse(text) : with_convention(info, text, convention);
    if (seeds.empty()) loaded.push_back({reports::one_line(text), position, {}, text});
    for (const std::uint64_t seed : parse_seeds(seeds))
      loaded.push_back({fmt::format("seed {}", seed), info.with_seed(position, seed)});
  };
  for (const std::string& text : positions) add(text);
  for (const std::string& fen : chess.fens) add(fen);
  for (const epd::Record& record : chess.load_suites(sources, unread)) {
    loaded.push_back({.name = record.name,
                      .start = AnyStart::of<chess::Chess>(chess::ValidSetup(record.setup)),
                      .counts = epd::perft_counts(record),
                      .given = chess::to_string(record.setup),
                      .file = record.file,
                      .line = record.line,
                      .best = best_moves_in(record)});
  }
  if (loaded.empty()) add(info.start);
  NumberedNames distinct;
  for (NamedPosition& position : loaded) position.name = distinct(position.name);
  return loaded;
}

std::vector<std::string> convention_notes(const GameInfo& info,
                                          const std::vector<AnyStart>& positions) {
  std::vector<std::string> notes;
  for (std::size_t place = 0; place < info.conventions.size(); ++place) {
    const Convention& convention = info.conventions[place];
    if (std::any_of(positions.begin(), positions.end(),
                    [&](const AnyStart& start) { return info.convention_of(start) == place; }))
      notes.push_back(fmt::format("convention {}: {}", convention.name, convention.note));
  }
  return notes;
}

std::vector<std::string> convention_notes(const GameInfo& info,
                                          const std::vector<NamedPosition>& positions) {
  std::vector<AnyStart> starts;
  for (const NamedPosition& position : positions) starts.push_back(position.start);
  return convention_notes(info, starts);
}

std::vector<std::uint64_t> parse_seeds(const std::vector<std::string>& texts) {
  constexpr std::uint64_t max = 1'000'000;
  std::vector<std::uint64_t> seeds;
  for (const std::string_view text : texts) {
    const std::size_t dots = text.find("..");
    const std::uint64_t first = parse_seed(text.substr(0, dots));
    const std::uint64_t last =
        dots == std::string_view::npos ? first : parse_seed(text.substr(dots + 2));
    if (last < first || last - first >= max)
      throw InputError(fmt::format("{}: a range has 1 to {} seeds", text, max));
    for (std::uint64_t i = 0; i <= last - first; ++i) seeds.push_back(first + i);
  }
  return seeds;
}

void add_game_option(Command command, std::string& game, const std::vector<std::string>& games) {
  game = games.front();
  command.add_option("--game NAME", game, fmt::format("The game: {}", fmt::join(games, ", ")))
      .offers(games)
      .show_default();
}

namespace {
constexpr int max_threads = 1024;
}

Option add_jobs_option(Command command, int& jobs, const std::string& help) {
  return command.add_option("-j,--jobs N", jobs, help).range(1, max_threads).show_default();
}

Option add_threads_option(Command command, int& threads, const std::string& help) {
  return command.add_option("-t,--threads N", threads, help).range(1, max_threads).show_default();
}

Option add_kernel_option(Command command, std::string& kernel) {
  return command.add_option(
      "--kernel NAME", kernel,
      "The generator's kernel (see plylab list kernels; default: the environment variable "
      "PLYLAB_KERNEL, or else the fastest on this CPU)");
}

std::string chosen_kernel(const GameInfo& info, const std::string& option,
                          const std::vector<std::string>& generators) {
  if (!option.empty()) {
    info.check_kernel("--kernel", option);
    if (!generators.empty() && std::ranges::all_of(generators, [&](const std::string& generator) {
          return info.kernel_of(generator, option).empty();
        }))
      throw InputError(
          fmt::format("--kernel: no kernels to choose from in {}", fmt::join(generators, ", ")));
    return option;
  }
  const char* variable = std::getenv("PLYLAB_KERNEL");
  if (variable == nullptr || info.kernels.empty()) return {};
  info.check_kernel("PLYLAB_KERNEL", variable);
  return variable;
}

}  // namespace plylab::cli
