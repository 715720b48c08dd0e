#include "suites/mate/answer_store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "reports/formats/stored_json.h"

namespace plylab::suites::mate {
namespace {

using reports::Json;
using search::mate::MateAnswer;
using search::mate::MateStatus;

constexpr reports::JournalKind answers_kind{"plylab-mates", 1, "answers of mate solvers"};

/// A line of the file. The moves of the mate's line are written as in UCI.
struct StoredAnswer {
  Asked asked;
  std::string status;
  int moves, refuted;
  std::string line;
  std::optional<int> gain;
  bool perpetual;
  std::optional<search::mate::CheckRound> round;
  std::uint64_t nodes;
  double seconds;

  static constexpr Fields<&StoredAnswer::asked, &StoredAnswer::status, &StoredAnswer::moves,
                          &StoredAnswer::refuted, &StoredAnswer::line, &StoredAnswer::gain,
                          &StoredAnswer::perpetual, &StoredAnswer::round, &StoredAnswer::nodes,
                          &StoredAnswer::seconds>
      fields = {};
};

std::string key_of(const Asked& asked) { return Json(asked).dump(); }

/// Throws InputError for a status that no answer has.
MateStatus status_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(MateStatus::shortest); ++i)
    if (name_of(static_cast<MateStatus>(i)) == name) return static_cast<MateStatus>(i);
  throw InputError(fmt::format("there is no status '{}'", name));
}

std::string text_of(const std::vector<chess::Move>& line, const std::string& fen) {
  chess::Mailbox board{chess::ValidSetup(fen)};
  std::string text;
  for (const chess::Move move : line) {
    text += (text.empty() ? "" : " ") + move_text(board, move);
    board.make(move);
  }
  return text;
}

/// Throws InputError if a move is not legal.
std::vector<chess::Move> line_in(const std::string& text, const std::string& fen) {
  chess::Mailbox board{chess::ValidSetup(fen)};
  std::vector<chess::Move> line;
  for (const std::string& word : words_of(text)) {
    const auto move = move_from_text(board, word);
    if (!move) throw InputError(fmt::format("line: '{}' is not legal", word));
    board.make(line.emplace_back(*move));
  }
  return line;
}

}  // namespace

Asked asked(const MateQuestion& question, const chess::ValidSetup& position,
            std::string_view solver, const Options& options) {
  const search::mate::CheckSearch& checks = options.checks;
  std::string settings;
  if (solver == "checks")
    settings = fmt::format("stages {} effort {}{}{}{}", fmt::join(checks.stages, ","),
                           checks.effort, checks.quiet_captures ? " quiet-captures" : "",
                           checks.perpetual ? " perpetual" : "",
                           checks.tie_seed ? fmt::format(" ties {}", *checks.tie_seed) : "");
  if (solver == "dfpn" && options.threads > 1)
    settings = fmt::format("threads {}", options.threads);
  return asked(question, position, std::string(solver), settings, options.hash);
}

Asked asked(const MateQuestion& question, const chess::ValidSetup& position,
            const std::string& engine, const std::string& settings, std::size_t hash) {
  return {engine,
          chess::to_string(position.setup()),
          question.max_moves,
          question.is_mated,
          question.limits.nodes,
          question.limits.seconds,
          hash,
          settings};
}

AnswerStore::AnswerStore(std::string path, const reports::Provenance& made_by)
    : file_(std::move(path), answers_kind, made_by) {
  for (const auto& [number, line] : file_.lines())
    reports::reading(fmt::format("{}:{}: not an answer", file_.path(), number), [&, &text = line] {
      auto one = reports::parse_json(text).get<StoredAnswer>();
      kept_.insert_or_assign(key_of(one.asked),
                             MateAnswer{status_named(one.status), one.moves, one.refuted,
                                        line_in(one.line, one.asked.fen), one.gain, one.perpetual,
                                        one.round, one.nodes, one.seconds});
    });
  const bool is_described = !file_.header().empty() && file_.is_made_here();
  file_.go_on(is_described ? "" : "\"content\":\"answers of mate solvers\"");
}

MateAnswer AnswerStore::answer(const Asked& asked, const std::atomic<bool>& stop,
                               const std::function<MateAnswer()>& solve) {
  if (const auto kept = kept_.find(key_of(asked)); kept != kept_.end()) return kept->second;
  MateAnswer answer = solve();
  if (!stop)
    file_.add(Json(StoredAnswer{asked, std::string(name_of(answer.status)), answer.moves,
                                answer.refuted, text_of(answer.line, asked.fen), answer.gain,
                                answer.perpetual, answer.round, answer.nodes, answer.seconds})
                  .dump());
  return answer;
}

std::vector<std::string> AnswerStore::notes() const {
  std::vector<std::string> notes{reports::note_on_machines(file_.cpus()),
                                 reports::note_on_builds(file_.builds())};
  std::erase(notes, "");
  return notes;
}

}  // namespace plylab::suites::mate
