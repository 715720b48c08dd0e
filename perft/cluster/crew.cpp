#include "perft/cluster/crew.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/base/text.h"

namespace plylab::perft::cluster {
namespace {

using namespace std::chrono_literals;

// What a helper asks, apart from Ranks::last_question, begins with a line:
//
//   table MACHINE NAME      the address of memory for it follows, and that of the memory to be used
//                           is the answer
//   units N                 finished units follow, each in lines; up to N more are the answer, each
//                           a line of its number, and its records
//
// Each unit has a line with its size before it.
constexpr std::string_view table_question = "table", units_question = "units";

/// Units that are counted in this time are asked for in advance: it is long beside what a message
/// takes, and short beside what remains to be counted when others have run out of units.
constexpr std::chrono::duration<double> ahead = 100ms;

constexpr std::size_t most_at_once = 1024;

void append_piece(std::string& text, std::string_view piece) {
  text += fmt::format("{}\n", piece.size());
  text += piece;
}

std::string_view take_piece(std::string_view& text) {
  const auto size = parse_number<std::size_t>(take_line(text)).value();
  const std::string_view piece = text.substr(0, size);
  text.remove_prefix(piece.size());
  return piece;
}

std::string to_text(const UnitWork& work) {
  std::string text = fmt::format("{}\n", work.number);
  return text.append(work.records.begin(), work.records.end());
}

UnitWork unit_work_of(std::string_view text) {
  const auto number = parse_number<std::size_t>(take_line(text)).value();
  return {number, Bytes(text.begin(), text.end())};
}

std::string question_for(const TableKind& table, int machine) {
  return fmt::format("{} {} {}\n", table_question, machine, table.name);
}

}  // namespace

Crew::~Crew() {
  if (ranks_ && !started_) ranks_->broadcast("");
}

void Crew::start(const Plan& plan) {
  started_ = true;
  if (ranks_) ranks_->broadcast(to_lines(fields_of(plan)));
}

std::size_t Crew::size() const {
  return ranks_ ? static_cast<std::size_t>(ranks_->size()) : std::size_t{1};
}

int Crew::neighbours() const { return ranks_ ? ranks_->neighbours() : 1; }

std::optional<SharedMemory> Crew::share(const TableKind& table) {
  if (neighbours() == 1 || table.bytes == 0) return std::nullopt;
  return agreed_memory(table.bytes, [&](const std::string& address) {
    return tables_.try_emplace(question_for(table, ranks_->first_neighbour()), address)
        .first->second;
  });
}

void Crew::serve(const std::function<std::optional<UnitWork>(std::size_t)>& next,
                 const Take& take) {
  if (!ranks_) return;
  ranks_->serve([&](int rank, const std::string& question) -> std::string {
    if (question == Ranks::last_question) return {};
    std::string_view rest = question;
    std::string_view line = take_line(rest);
    if (line.starts_with(table_question))
      return tables_.try_emplace(std::string(line) + '\n', rest).first->second;
    take_word(line);
    while (!rest.empty()) {
      const auto [unit, worker] = unit_of(parse_lines(take_piece(rest)));
      take(unit, worker);
    }
    std::string answer;
    for (auto left = parse_number<std::size_t>(take_word(line)).value(); left > 0; --left) {
      const auto work = next(static_cast<std::size_t>(rank));
      if (!work) break;
      append_piece(answer, to_text(*work));
    }
    return answer;
  });
}

Helper::Helper(Ranks& ranks) : ranks_(ranks) {
  const std::string text = ranks.broadcast({});
  if (!text.empty()) plan_ = plan_of(parse_lines(text));
}

Helper::~Helper() {
  if (!plan_) return;
  {
    const std::lock_guard lock(mutex_);
    leaves_ = true;
  }
  few_left_.notify_one();
  if (messenger_.joinable()) messenger_.join();
  ranks_.ask(Ranks::last_question);
}

std::optional<SharedMemory> Helper::share(const TableKind& table) {
  if (ranks_.neighbours() == 1 || table.bytes == 0) return std::nullopt;
  return agreed_memory(table.bytes, [&](const std::string& address) {
    return ranks_.ask(question_for(table, ranks_.first_neighbour()) + address);
  });
}

std::optional<UnitWork> Helper::next() {
  std::unique_lock lock(mutex_);
  if (!messenger_.joinable()) {
    begin_ = std::chrono::steady_clock::now();
    messenger_ = std::jthread([this] { ask_for_units(); });
  }
  ++waiting_;
  if (wanted() > 0) few_left_.notify_one();
  arrived_.wait(lock, [&] { return !units_.empty() || is_over_; });
  --waiting_;
  if (failure_) std::rethrow_exception(failure_);
  if (units_.empty()) return std::nullopt;
  UnitWork work = std::move(units_.front());
  units_.pop_front();
  return work;
}

void Helper::take(const Unit& unit, const Worker& worker) {
  const std::lock_guard lock(mutex_);
  append_piece(finished_, to_lines(fields_of(unit, worker)));
  ++taken_;
}

/// How many units are to be asked for now.
std::size_t Helper::wanted() const {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  const double in_advance = static_cast<double>(taken_) * (ahead / std::max(passed, ahead));
  const std::size_t right = waiting_ + std::min(static_cast<std::size_t>(in_advance), most_at_once);
  return units_.size() < (right + 1) / 2 ? right - units_.size() : 0;
}

/// The messenger's work: until there are no more units and all that are finished have been told.
void Helper::ask_for_units() {
  std::unique_lock lock(mutex_);
  try {
    for (;;) {
      std::size_t number = 0;
      few_left_.wait(lock, [&] {
        number = is_over_ || leaves_ ? 0 : wanted();
        return number > 0 || leaves_;
      });
      if (number == 0 && finished_.empty()) break;
      const std::string question =
          fmt::format("{} {}\n{}", units_question, number, std::exchange(finished_, {}));
      lock.unlock();
      const std::string answer = ranks_.ask(question);
      lock.lock();
      for (std::string_view rest = answer; !rest.empty();)
        units_.push_back(unit_work_of(take_piece(rest)));
      is_over_ = is_over_ || answer.empty();
      arrived_.notify_all();
    }
  } catch (...) {
    failure_ = std::current_exception();
    is_over_ = true;
    arrived_.notify_all();
  }
}

}  // namespace plylab::perft::cluster
