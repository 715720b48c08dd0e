// The C functions: they pass names and texts to the tasks, and return tables and messages.
#include "suites/c/plylab.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "gen/base/input_error.h"
#include "perft/verify/generator.h"
#include "reports/formats/format.h"
#include "suites/c/tasks.h"
#include "suites/players/environment.h"

struct plylab_position {
  plylab::suites::c::Position value;
};

struct plylab_table {
  using Text = std::optional<std::string>;
  std::vector<std::string> columns;
  std::vector<std::vector<Text>> rows;
};

struct plylab_report {
  bool differs = false;
  std::map<std::string, plylab_table, std::less<>> tables = {};
  std::string json = {};
};

struct plylab_answer {
  plylab::engines::PerftAnswer value;
};

namespace {

using namespace plylab;
namespace c = suites::c;
using engines::EngineFault;
using engines::FaultKind;

thread_local std::string message;

plylab_status fail(plylab_status status, const char* what) noexcept {
  try {
    message = what;
  } catch (const std::bad_alloc&) {
    message.clear();
  }
  return status;
}

plylab_status status_of(InputErrorKind kind) {
  switch (kind) {
    case InputErrorKind::file:
      return PLYLAB_BAD_FILE;
    case InputErrorKind::memory:
      return PLYLAB_OUT_OF_MEMORY;
    case InputErrorKind::value:
      break;
  }
  return PLYLAB_BAD_INPUT;
}

/// Runs the body of a function, and turns exceptions into a status and a message.
plylab_status guarded(auto&& body) noexcept {
  try {
    return body();
  } catch (const InputError& error) {
    return fail(status_of(error.kind()), error.what());
  } catch (const EngineFault& error) {
    return fail(PLYLAB_BAD_INPUT, error.what());
  } catch (const std::bad_alloc&) {
    return fail(PLYLAB_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return fail(PLYLAB_FAILED, error.what());
  } catch (...) {
    return fail(PLYLAB_FAILED, "an unknown exception");
  }
}

/// Throws InputError if a required pointer is null.
void require(const void* pointer, const char* name) {
  if (pointer == nullptr) throw InputError(fmt::format("{} is NULL", name));
}

std::string text_or_empty(const char* text) { return text == nullptr ? "" : text; }

/// Sets a field of a job if the caller gave a text.
void choose(std::string& field, const char* text) {
  if (text != nullptr) field = text;
}

plylab_table::Text text_of(const reports::Cell& cell) {
  return std::visit(
      []<class Value>(const Value& value) -> plylab_table::Text {
        if constexpr (std::is_same_v<Value, std::monostate>)
          return std::nullopt;
        else if constexpr (std::is_same_v<Value, bool>)
          return value ? "1" : "0";
        else if constexpr (std::is_same_v<Value, Uint128>)
          return to_string(Count::from_value(value));
        else
          return fmt::format("{}", value);
      },
      cell.value());
}

plylab_table texts_of(const reports::Table& table) {
  plylab_table texts;
  for (const reports::Column& column : table.columns) texts.columns.push_back(column.name);
  for (const std::vector<reports::Cell>& row : table.rows) {
    texts.rows.emplace_back();
    for (const reports::Cell& cell : row) texts.rows.back().push_back(text_of(cell));
  }
  return texts;
}

/// Passes a copy of a table to the caller.
void give(const reports::Table& table, plylab_table** result) {
  if (result != nullptr) *result = new plylab_table(texts_of(table));
}

void clear(auto**... results) { ((results != nullptr ? void(*results = nullptr) : void()), ...); }

/// Calls the caller's callback, and remembers whether it has stopped the task.
class Progress {
 public:
  Progress(plylab_progress progress, void* context) : progress_(progress), context_(context) {}

  c::GoesOn goes_on() {
    if (progress_ == nullptr) return {};
    return [this](double share) {
      stopped_ |= progress_(context_, share) != 0;
      return !stopped_;
    };
  }
  plylab_status status() const {
    return stopped_ ? fail(PLYLAB_STOPPED, "stopped by the callback") : PLYLAB_OK;
  }

 private:
  plylab_progress progress_;
  void* context_;
  bool stopped_ = false;
};

search::Job job_of(const plylab_search_job& job) {
  search::Job result;
  choose(result.algorithm, job.algorithm);
  choose(result.evaluation, job.evaluation);
  choose(result.ordering, job.ordering);
  choose(result.generator, job.generator);
  result.switches = search::parse_switches("switches", text_or_empty(job.switches));
  suites::players::give_known_values(result);
  c::set_limits(result.limits, job.depth, job.nodes, job.seconds);
  return result;
}

// ---- the caller's generator ----

/// A position of the caller's generator.
class CallersPosition {
 public:
  CallersPosition(const plylab_generator& generator, const std::string& fen,
                  const std::atomic<bool>& stop)
      : generator_(generator), stop_(stop) {
    void* const position = generator.set_up(generator.context, fen.c_str());
    if (position == nullptr) throw std::runtime_error("set_up() has returned NULL");
    position_ = {position, [generator](void* given) {
                   if (generator.tear_down != nullptr)
                     generator.tear_down(generator.context, given);
                 }};
  }

  std::vector<std::string> moves() const {
    plylab_answer answer;
    check("moves", generator_.moves(generator_.context, position_.get(), &answer));
    std::vector<std::string> moves;
    for (auto& branch : answer.value.branches) moves.push_back(std::move(branch.move));
    return moves;
  }
  static const std::string& text(const std::string& move) { return move; }
  void make(const std::string& move) {
    check("make", generator_.make(generator_.context, position_.get(), move.c_str()));
  }
  void unmake(const std::string& move) {
    check("unmake", generator_.unmake(generator_.context, position_.get(), move.c_str()));
  }

 private:
  void check(const char* function, int returned) const {
    if (returned != 0)
      throw std::runtime_error(fmt::format("{}() has returned {}", function, returned));
    if (stop_) throw EngineFault(FaultKind::stopped, "was stopped");
  }

  const plylab_generator& generator_;
  const std::atomic<bool>& stop_;
  std::shared_ptr<void> position_;
};

std::unique_ptr<engines::GeneratorUnderTest> start(const plylab_generator& generator,
                                                   const std::atomic<bool>& stop) {
  using namespace perft::verify;
  const std::string name = "the generator";
  if (generator.count == nullptr)
    return std::make_unique<Guest<CallersPosition>>(
        name, generator.chess960 != 0,
        [&](const std::string& fen) { return CallersPosition(generator, fen, stop); });
  const auto count = [&](const engines::PerftQuestion& question) {
    const std::vector<std::string> moves = c::moves_of(question);
    std::vector<const char*> texts;
    for (const std::string& move : moves) texts.push_back(move.c_str());
    plylab_answer answer;
    const int returned = generator.count(generator.context, to_string(question.start).c_str(),
                                         texts.data(), texts.size(), question.depth, &answer);
    if (returned != 0) throw std::runtime_error(fmt::format("count() has returned {}", returned));
    if (stop) throw EngineFault(FaultKind::stopped, "was stopped");
    return std::move(answer.value);
  };
  return std::make_unique<c::CountingFunction>(name, generator.chess960 != 0, count);
}

}  // namespace

const char* plylab_message(void) { return message.c_str(); }
const char* plylab_version(void) { return PLYLAB_VERSION; }

// ---- tables ----

size_t plylab_rows(const plylab_table* table) { return table == nullptr ? 0 : table->rows.size(); }

size_t plylab_columns(const plylab_table* table) {
  return table == nullptr ? 0 : table->columns.size();
}

const char* plylab_column(const plylab_table* table, size_t column) {
  return column < plylab_columns(table) ? table->columns[column].c_str() : nullptr;
}

const char* plylab_cell(const plylab_table* table, size_t row, const char* column) {
  if (row >= plylab_rows(table) || column == nullptr) return nullptr;
  const auto found = std::find(table->columns.begin(), table->columns.end(), column);
  if (found == table->columns.end()) return nullptr;
  const auto& cell = table->rows[row][static_cast<std::size_t>(found - table->columns.begin())];
  return cell ? cell->c_str() : nullptr;
}

void plylab_table_free(plylab_table* table) { delete table; }

// ---- positions ----

plylab_status plylab_position_new(const char* game, const char* text, plylab_position** position) {
  return guarded([&] {
    require(position, "position");
    clear(position);
    *position = new plylab_position{c::Position(text_or_empty(game), text_or_empty(text))};
    return PLYLAB_OK;
  });
}

plylab_status plylab_position_copy(const plylab_position* position, plylab_position** copy) {
  return guarded([&] {
    require(copy, "copy");
    clear(copy);
    require(position, "position");
    *copy = new plylab_position(*position);
    return PLYLAB_OK;
  });
}

void plylab_position_free(plylab_position* position) { delete position; }

plylab_status plylab_position_play(plylab_position* position, const char* moves) {
  return guarded([&] {
    require(position, "position");
    require(moves, "moves");
    position->value = position->value.after(moves);
    return PLYLAB_OK;
  });
}

const char* plylab_position_text(const plylab_position* position) {
  return position == nullptr ? nullptr : position->value.start.text().c_str();
}

const char* plylab_position_game(const plylab_position* position) {
  return position == nullptr ? nullptr : position->value.info().name.c_str();
}

plylab_status plylab_position_moves(const plylab_position* position, plylab_table** moves) {
  return guarded([&] {
    require(moves, "moves");
    clear(moves);
    require(position, "position");
    give(position->value.moves(), moves);
    return PLYLAB_OK;
  });
}

plylab_status plylab_position_end(const plylab_position* position, plylab_table** end) {
  return guarded([&] {
    require(end, "end");
    clear(end);
    require(position, "position");
    give(position->value.end(), end);
    return PLYLAB_OK;
  });
}

// ---- any command of the program ----

plylab_status plylab_run(const char* const* arguments, size_t number_of_arguments,
                         plylab_progress progress, void* context, plylab_report** report) {
  return guarded([&] {
    require(report, "report");
    clear(report);
    require(arguments, "arguments");
    std::vector<std::string> words;
    for (std::size_t i = 0; i < number_of_arguments; ++i) {
      require(arguments[i], "an argument");
      words.emplace_back(arguments[i]);
    }
    Progress watch(progress, context);
    const suites::CommandRun run = c::run(words, watch.goes_on());
    auto given = std::make_unique<plylab_report>(plylab_report{.differs = run.differs});
    for (const reports::Table& table : run.report.tables)
      given->tables.emplace(table.name, texts_of(table));
    given->json = render(run.report, reports::Format::json);
    *report = given.release();
    return watch.status();
  });
}

int plylab_report_differs(const plylab_report* report) {
  return report != nullptr && report->differs ? 1 : 0;
}

const plylab_table* plylab_report_table(const plylab_report* report, const char* name) {
  if (report == nullptr || name == nullptr) return nullptr;
  const auto found = report->tables.find(std::string_view(name));
  return found == report->tables.end() ? nullptr : &found->second;
}

const char* plylab_report_json(const plylab_report* report) {
  return report == nullptr ? nullptr : report->json.c_str();
}

void plylab_report_free(plylab_report* report) { delete report; }

// ---- tasks ----

plylab_status plylab_perft(const plylab_position* position, const plylab_perft_job* job,
                           plylab_table** total, plylab_table** divide, plylab_table** statistics) {
  return guarded([&] {
    clear(total, divide, statistics);
    require(position, "position");
    require(job, "job");
    c::PerftTask task;
    task.job.depth = job->depth;
    choose(task.job.generator, job->generator);
    choose(task.job.kernel, job->kernel);
    if (job->threads != 0) task.job.threads = job->threads;
    task.job.hash_mib = job->hash_mib;
    task.job.exact = job->exact != 0;
    task.statistics = statistics != nullptr;
    choose(task.convention, job->convention);
    Progress progress(job->progress, job->context);
    const c::PerftAnswer answer = c::perft(position->value, task, progress.goes_on());
    give(answer.total, total);
    give(answer.divide, divide);
    give(answer.statistics, statistics);
    return progress.status();
  });
}

plylab_status plylab_search(const plylab_position* position, const plylab_search_job* job,
                            plylab_table** iterations) {
  return guarded([&] {
    clear(iterations);
    require(position, "position");
    require(job, "job");
    Progress progress(job->progress, job->context);
    give(c::iterations(c::search(position->value, job_of(*job), progress.goes_on())), iterations);
    return progress.status();
  });
}

plylab_status plylab_solve(const char* suite, const plylab_search_job* job, int threads,
                           plylab_table** solutions) {
  return guarded([&] {
    clear(solutions);
    require(suite, "suite");
    require(job, "job");
    Progress progress(job->progress, job->context);
    give(c::solve(suite, job_of(*job), threads == 0 ? 1 : threads, progress.goes_on()), solutions);
    return progress.status();
  });
}

plylab_status plylab_mate(const plylab_position* position, const plylab_mate_job* job,
                          plylab_table** answer) {
  return guarded([&] {
    clear(answer);
    require(position, "position");
    require(job, "job");
    c::MateTask task{.max_moves = job->moves, .nodes = job->nodes, .seconds = job->seconds};
    choose(task.solver, job->solver);
    if (job->hash_mib != 0) task.hash_mib = job->hash_mib;
    Progress progress(job->progress, job->context);
    give(c::mate(position->value, task, progress.goes_on()), answer);
    return progress.status();
  });
}

void plylab_answer_move(plylab_answer* answer, const char* move, uint64_t leaves) {
  static_cast<void>(guarded([&] {
    require(answer, "answer");
    answer->value.branches.push_back({text_or_empty(move), Count(leaves)});
    return PLYLAB_OK;
  }));
}

void plylab_answer_total(plylab_answer* answer, uint64_t leaves) {
  if (answer != nullptr) answer->value.total = leaves;
}

plylab_status plylab_verify(const plylab_generator* generator, const plylab_verify_job* job,
                            plylab_table** summary, plylab_table** faults,
                            plylab_table** wrong_moves) {
  return guarded([&] {
    clear(summary, faults, wrong_moves);
    require(generator, "generator");
    if (generator->count == nullptr &&
        (generator->set_up == nullptr || generator->moves == nullptr ||
         generator->make == nullptr || generator->unmake == nullptr))
      throw InputError("a generator needs set_up, moves, make and unmake, or count");
    c::VerifyTask task;
    task.chess960 = generator->chess960 != 0;
    Progress progress(nullptr, nullptr);
    if (job != nullptr) {
      for (std::size_t i = 0; i < job->number_of_fens; ++i)
        task.fens.push_back(text_or_empty(job->fens[i]));
      choose(task.suite, job->suite);
      task.random = job->random;
      if (job->seed != 0) task.seed = job->seed;
      task.depth = job->depth;
      if (job->faults != 0) task.max_faults = job->faults;
      if (job->jobs != 0) task.jobs = job->jobs;
      progress = Progress(job->progress, job->context);
    }
    const c::Verification result = c::verify(
        task, [&](const std::atomic<bool>& stop) { return start(*generator, stop); },
        progress.goes_on());
    give(result.table("summary"), summary);
    give(result.table("faults"), faults);
    give(result.table("wrong_moves"), wrong_moves);
    return progress.status();
  });
}
