#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/board.h"
#include "gen/chess/text.h"
#include "gen/popeye/popeye.h"
#include "reports/text/terminal.h"
#include "suites/mate/mate.h"

namespace plylab::suites::mate {
namespace {

using chess::ProblemPosition;
using search::mate::Aim;
using search::mate::Stipulation;

/// The position in which the stipulation must be met. Without a side to move, the side that begins
/// by the stipulation is to move. A helpmate without a length gets half a move more if White is to
/// move. Throws InputError if the wrong side is to move, or if the position is not legal.
MateTask task_of(std::string name, ProblemPosition position, Stipulation stipulation) {
  chess::Setup& setup = position.setup;
  if (!position.side_given) {
    setup.side = stipulation.begins();
  } else if (stipulation.is_help() && setup.side != stipulation.begins()) {
    if (stipulation.series || stipulation.has_length())
      throw InputError(fmt::format("{} begins with {}, but {} is to move in {}",
                                   to_string(stipulation), chess::name(stipulation.begins()),
                                   chess::name(setup.side), to_string(setup)));
    stipulation.half = true;
  }
  return {std::move(name), {chess::ValidSetup(setup), stipulation}};
}

/// The task with the parts of the sides exchanged: the other side begins. Throws InputError if it
/// cannot, because the first side is in check.
MateTask duplex_of(MateTask task) {
  chess::Setup setup = task.position().setup();
  setup.side = !setup.side;
  setup.en_passant = chess::no_square;
  task.name += " duplex";
  try {
    task.composition.position = chess::ValidSetup(setup);
  } catch (const chess::FenError&) {
    throw InputError(fmt::format("{}: {} cannot begin, because {} is in check", task.name,
                                 chess::name(setup.side), chess::name(!setup.side)));
  }
  return task;
}

/// Whether a record states a mate or another goal of problems.
bool states_problem_or_mate(const epd::Record& record) {
  if (record.states_mate_distance() || record.find("stipulation") || record.find("solutions"))
    return true;
  const std::vector<std::string> moves = words_of(record.text("bm").value_or(""), " ,");
  return std::any_of(moves.begin(), moves.end(),
                     [](const std::string& move) { return move.ends_with('#'); });
}

/// The stipulation demanded, else the record's, else a direct mate. A missing length is the
/// record's dm. Throws InputError if that is too long.
Stipulation stipulation_of(const epd::Record& record, const std::optional<Stipulation>& demanded) {
  Stipulation stipulation = demanded.value_or(Stipulation());
  if (const auto text = record.text("stipulation"); text && !demanded)
    stipulation = search::mate::parse_stipulation(*text);
  if (const auto moves = record.mate_distance(); moves && !stipulation.has_length()) {
    if (*moves > static_cast<std::uint64_t>(search::mate::longest_mate))
      throw InputError(fmt::format("dm {}: mates in more than {} moves are not looked for", *moves,
                                   search::mate::longest_mate));
    stipulation.moves = static_cast<int>(*moves);
  }
  return stipulation;
}

/// The stipulation of a diagram. Throws InputError if it is none, or if WhiteToPlay does not apply.
Stipulation stipulation_of(const popeye::Diagram& diagram, const popeye::Options& options) {
  Stipulation stipulation = search::mate::parse_stipulation(diagram.stipulation);
  if (!options.white_to_play) return stipulation;
  if (stipulation.aim != Aim::help || stipulation.series || stipulation.half)
    throw InputError(fmt::format("WhiteToPlay is for helpmates of whole moves, not for {}",
                                 to_string(stipulation)));
  stipulation.half = true;
  if (stipulation.has_length()) --stipulation.moves;
  return stipulation;
}

/// The kings and rooks at home that may not castle, as the FEN says.
std::vector<chess::Square> moved_pieces(const chess::Setup& setup) {
  std::vector<chess::Square> moved;
  const auto at_home = chess::castling_at_home(setup.squares);
  for (std::size_t color = 0; color < 2; ++color)
    for (std::size_t side = 0; side < 2; ++side)
      if (at_home[color][side] != setup.castling[color][side])
        moved.push_back(at_home[color][side]);
  return moved;
}

/// The diagram as a position with the same side to move as `like`.
ProblemPosition position_of(const popeye::Diagram& diagram,
                            const std::vector<chess::Square>& no_castling,
                            const ProblemPosition& like = {}) {
  ProblemPosition position{popeye::setup_of(diagram.squares, no_castling), like.side_given};
  position.setup.side = like.setup.side;
  return position;
}

class Loader {
 public:
  explicit Loader(const Options& options) : options_(options) {}

  Tasks load() {
    for (const std::string& text : options_.positions.named()) add(text);
    for (const auto& record : options_.positions.load_suites()) add(record);
    if (options_.popeye)
      for (const popeye::Problem& problem : popeye::load(*options_.popeye)) add(problem);
    if (tasks_.empty()) fail();
    tell_skipped();
    if (const std::size_t number = records_without_mate_; number > 0)
      reports::tell(
          fmt::format("{}: {} skipped; --stipulation, --time or --nodes looks for one there",
                      options_.positions.suites.front(),
                      number == 1 ? "1 record that states no mate is"
                                  : fmt::format("{} records that state no mate are", number)));
    return {std::move(tasks_), std::move(skipped_), any_unread_};
  }

 private:
  void tell_skipped() const {
    for (const SkippedProblem& one : skipped_)
      reports::tell(fmt::format("{}; problem {} is skipped", one.why, one.name));
  }

  /// There is nothing to solve.
  [[noreturn]] void fail() const {
    if (skipped_.size() == 1) throw InputError(skipped_.front().why);
    if (!skipped_.empty()) {
      tell_skipped();
      throw InputError(fmt::format(
          "{}: all {} problems are skipped",
          options_.popeye ? *options_.popeye : options_.positions.suites.front(), skipped_.size()));
    }
    const std::string_view why =
        records_without_mate_ > 0
            ? "no record states a mate: give --stipulation, --time or --nodes to look for one"
            : "no usable position";
    throw InputError(fmt::format("{}: {}", options_.positions.suites.front(), why));
  }

  void add(const std::string& fen) {
    const auto position = chess::parse_problem_position(fen);
    const Stipulation stipulation = options_.demanded.value_or(Stipulation());
    const std::string name = fmt::format("{}", tasks_.size() + 1);
    const bool twins = !options_.twins.empty();
    const bool demanded = stipulation.has_length();
    add(task_of(twins ? name + " " + popeye::label_of(0) : name, position, stipulation), demanded);
    for (std::size_t i = 0; i < options_.twins.size(); ++i) {
      const popeye::Diagram twin = popeye::twin_of({"", position.setup.squares}, options_.twins[i]);
      add(task_of(name + " " + popeye::label_of(i + 1),
                  position_of(twin, moved_pieces(position.setup), position),
                  twin.stipulation.empty() ? stipulation
                                           : search::mate::parse_stipulation(twin.stipulation)),
          demanded);
    }
  }

  void add(const epd::Record& record) {
    if (!options_.demanded && options_.seconds == 0 && options_.nodes == 0 &&
        !states_problem_or_mate(record)) {
      ++records_without_mate_;
      return;
    }
    const auto at_record = [&](std::string_view what) {
      return fmt::format("{}:{}: {}", options_.positions.suites.front(), record.line, what);
    };
    const std::string name = solve::name_of(record);
    try {
      if (record.states_mate_distance() && !record.mate_distance())
        throw InputError("the stated mate distance cannot be used");
      const auto solutions = record.number("solutions");
      if (record.find("solutions") && !solutions)
        throw InputError(fmt::format("solutions: '{}' is not a whole number",
                                     record.text("solutions").value_or("")));
      MateTask task =
          task_of(name, {record.setup, true}, stipulation_of(record, options_.demanded));
      std::vector<std::string> problems;
      task.stated = solve::goal_of(record, problems);
      task.solutions = solutions;
      task.states_problem = record.text("stipulation") || solutions;
      add(std::move(task), options_.demanded && options_.demanded->has_length());
      for (const std::string& problem : problems) reports::tell(at_record(problem));
      any_unread_ |= !problems.empty();
    } catch (const InputError& error) {
      skipped_.push_back({name, at_record(error.what()), tasks_.size()});
    }
  }

  void add(const popeye::Problem& problem) {
    const std::string number = fmt::format("{}", ++popeye_problems_);
    if (!problem.refused.empty()) skipped_.push_back({number, problem.refused, tasks_.size()});
    for (const popeye::Diagram& diagram : problem.diagrams) {
      const std::string name = diagram.label.empty() ? number : number + " " + diagram.label;
      const auto skip = [&](std::size_t line, const InputError& error) {
        const std::string& path = *options_.popeye;
        skipped_.push_back(
            {name,
             fmt::format("{}:{}: {}", path == "-" ? "standard input" : path, line, error.what()),
             tasks_.size()});
      };
      try {
        ProblemPosition position = position_of(diagram, problem.options.no_castling);
        position.setup.en_passant = problem.options.en_passant;
        MateTask task = task_of(name, position, stipulation_of(diagram, problem.options));
        task.letters = problem.letters;
        if (&diagram == &problem.diagrams.front()) task.heading = problem.heading;
        task.with_board = !problem.options.no_board;
        apply(problem.options, task.composition);
        add(std::move(task), true, problem.options);
      } catch (const chess::FenError& error) {
        skip(diagram.position_line, error);
      } catch (const InputError& error) {
        skip(diagram.line, error);
      }
    }
  }

  static void apply(const popeye::Options& options, search::mate::Composition& composition) {
    composition.tree = options.variations;
    composition.set_play = options.set_play;
    composition.tries = options.tries;
    if (options.most_refutations) composition.most_refutations = *options.most_refutations;
    if (options.most_solutions) composition.most_solutions = *options.most_solutions;
    if (options.most_seconds) composition.limits.seconds = *options.most_seconds;
  }

  /// Adds the task, with the options that hold for all, and if asked for the one with the sides
  /// exchanged.
  void add(MateTask task, bool length_demanded, const popeye::Options& own = {}) {
    task.length_demanded = length_demanded && task.stipulation().has_length();
    options_.apply(task);
    const bool duplex = options_.duplex || own.duplex || own.half_duplex;
    if (!own.half_duplex) {
      tasks_.push_back(task);
      task.heading.clear();  // shown once
    }
    if (duplex) tasks_.push_back(duplex_of(std::move(task)));
  }

  const Options& options_;
  std::vector<MateTask> tasks_;
  std::vector<SkippedProblem> skipped_;
  bool any_unread_ = false;
  std::size_t records_without_mate_ = 0;
  std::size_t popeye_problems_ = 0;
};

}  // namespace

Tasks load(const Options& options) { return Loader(options).load(); }

bool states_mate(const solve::Goal& stated) {
  return stated.mate || !stated.best.empty() || !stated.avoid.empty();
}

bool allows_key(const solve::Goal& stated, chess::Move key) {
  const auto has = [key](const std::vector<chess::Move>& moves) {
    return std::find(moves.begin(), moves.end(), key) != moves.end();
  };
  return (stated.best.empty() || has(stated.best)) && !has(stated.avoid);
}

}  // namespace plylab::suites::mate
