#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/board.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/text.h"
#include "reports/text/terminal.h"
#include "suites/mate/mate.h"

namespace plylab::suites::mate {
namespace {

using chess::ProblemPosition;
using search::mate::Stipulation;

/// Throws InputError if the stipulation needs a king that is missing.
void check_kings(const chess::ProblemSetup& position, const Stipulation& stipulation) {
  if (position.has_both_kings()) return;
  if (!stipulation.has_lines()) static_cast<void>(position.in_chess());
  const chess::Color mated = stipulation.mated_side(position.setup().side);
  if (!position.has_king(mated))
    throw InputError(fmt::format(
        "{}: {} is to be {}, but has no king in {}", to_string(stipulation), chess::name(mated),
        stipulation.goal == search::mate::Goal::mate ? "mated" : "stalemated",
        to_string(position.setup())));
}

/// The position in which the stipulation must be met. If the FEN names no side to move, the
/// stipulation decides which side begins. Help play without a length gets half a move more if the
/// other side is to move. Throws InputError if the wrong side is to move, if it has no move, or if
/// the position is not legal.
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
  const chess::ProblemSetup valid(setup);
  check_kings(valid, stipulation);
  if (chess::legal_moves(setup).empty())
    throw InputError(fmt::format("the game is over: {} has no legal move in {}",
                                 chess::name(setup.side), to_string(setup)));
  return {std::move(name), {valid, stipulation}};
}

/// The task with the sides' roles exchanged: the other side begins. Throws InputError if that is
/// impossible because the first side is in check, or a king is missing.
MateTask duplex_of(MateTask task) {
  chess::Setup setup = task.position().setup();
  setup.side = !setup.side;
  setup.en_passant = chess::no_square;
  task.name += " duplex";
  task.stated = {};  // it is about the side that does not begin now
  try {
    task.composition.position = chess::ProblemSetup(setup);
    check_kings(task.position(), task.stipulation());
  } catch (const chess::FenError&) {
    throw InputError(fmt::format("{}: {} cannot begin, because {} is in check", task.name,
                                 chess::name(setup.side), chess::name(!setup.side)));
  }
  return task;
}

/// Whether a record states a mate of either side or another goal of problems. With dm 0 the game is
/// over.
bool states_problem_or_mate(const epd::Record& record) {
  const bool is_over = record.mate_distance() == 0;
  if ((record.states_mate_distance() && !is_over) || record.find("stipulation") ||
      record.find("solutions"))
    return true;
  const std::vector<std::string> moves = words_of(record.text("bm").value_or(""), " ,");
  return std::any_of(moves.begin(), moves.end(),
                     [](const std::string& move) { return move.ends_with('#'); });
}

/// The stipulation demanded, else the record's, else a direct mate. A missing length is the
/// record's dm. Throws InputError if that is too long, for either side.
Stipulation stipulation_of(const epd::Record& record, const std::optional<Stipulation>& demanded) {
  Stipulation stipulation = demanded.value_or(Stipulation());
  if (const auto text = record.text("stipulation"); text && !demanded)
    stipulation = search::mate::parse_stipulation(*text);
  const auto moves = record.mate_distance().value_or(0);
  constexpr int longest = search::mate::longest_mate;
  if ((moves > longest || moves < -longest) && !stipulation.has_length())
    throw InputError(
        fmt::format("dm {}: mates in more than {} moves are not supported", moves, longest));
  const bool is_of_record = !demanded || stipulation.is_direct_mate();  // dm is about those
  if (moves > 0 && !stipulation.has_length() && is_of_record)
    stipulation.moves = static_cast<int>(moves);
  return stipulation;
}

/// Whether a solution to the stipulation says anything about what the record states.
bool is_of_kind_stated(const epd::Record& record, const Stipulation& stipulation) {
  const auto own = record.text("stipulation");
  return stipulation.is_kind_of(own ? search::mate::parse_stipulation(*own) : Stipulation());
}

class Loader {
 public:
  explicit Loader(const Options& options) : options_(options) {}

  Tasks load() {
    std::size_t place = 0;
    for (const std::string& text : options_.positions.named()) add(++place, text);
    std::vector<epd::Issue> unread;
    for (const auto& record : options_.positions.load_suites(nullptr, &unread)) add(record);
    any_unread_ |= !unread.empty();
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

  /// Throws InputError: there is nothing to solve.
  [[noreturn]] void fail() const {
    if (skipped_.size() == 1) throw InputError(skipped_.front().why);
    if (!skipped_.empty()) {
      tell_skipped();
      throw InputError(fmt::format("{}: all {} problems are skipped",
                                   options_.positions.suites.front(), skipped_.size()));
    }
    const std::string_view why =
        records_without_mate_ > 0
            ? "no record states a mate: give --stipulation, --time or --nodes to look for one"
            : "no usable position";
    throw InputError(fmt::format("{}: {}", options_.positions.suites.front(), why));
  }

  void add(std::size_t number, const std::string& fen) {
    const auto position = chess::parse_problem_position(fen);
    const Stipulation stipulation = options_.demanded.value_or(Stipulation());
    const std::size_t before = tasks_.size();
    const std::string name = fmt::format("{}", number);
    try {
      add(task_of(name, position, stipulation), stipulation.has_length());
    } catch (const InputError& error) {
      if (tasks_.size() == before) throw;
      skipped_.push_back({name + " duplex", error.what(), tasks_.size()});
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
    const std::string& name = record.name;
    const std::size_t before = tasks_.size();
    try {
      if (record.states_mate_distance() && !record.mate_distance())
        throw InputError("the stated mate distance cannot be used");
      const auto solutions = record.number("solutions");
      if (record.find("solutions") && !solutions)
        throw InputError(fmt::format("solutions: '{}' is not a whole number",
                                     record.text("solutions").value_or("")));
      MateTask task =
          task_of(name, {record.setup, true}, stipulation_of(record, options_.demanded));
      if (options_.by_solvers && !task.stipulation().is_direct_mate())
        throw InputError(fmt::format("{}: solvers and engines look for direct mates only",
                                     to_string(task.stipulation())));
      std::vector<std::string> problems;
      task.stated = solve::goal_of(record, problems);
      if (!is_of_kind_stated(record, task.stipulation())) task.stated = {};
      task.solutions = solutions;
      task.states_problem = record.text("stipulation") || solutions;
      add(std::move(task), options_.demanded && options_.demanded->has_length());
      for (const std::string& problem : problems) reports::tell(at_record(problem));
      any_unread_ |= !problems.empty();
    } catch (const InputError& error) {
      const bool only_duplex = tasks_.size() > before;  // its first half is there
      skipped_.push_back(
          {only_duplex ? name + " duplex" : name, at_record(error.what()), tasks_.size()});
    }
  }

  /// Adds the task with the common options, and, with --duplex, the one with the sides exchanged.
  void add(MateTask task, bool length_demanded) {
    task.stipulation_demanded = options_.demanded.has_value();
    task.length_demanded = length_demanded && task.stipulation().has_length();
    options_.apply(task);
    tasks_.push_back(task);
    if (options_.duplex) tasks_.push_back(duplex_of(std::move(task)));
  }

  const Options& options_;
  std::vector<MateTask> tasks_;
  std::vector<SkippedProblem> skipped_;
  bool any_unread_ = false;
  std::size_t records_without_mate_ = 0;
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
