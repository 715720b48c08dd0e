#include "gen/engines/move_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/engines/process.h"
#include "gen/engines/uci.h"
#include "gen/engines/xboard.h"

namespace plylab::engines {
namespace {

constexpr std::array<std::string_view, 3> play_protocols{"auto", "uci", "xboard"};

/// The moves of a line in the game's notation, and whether they end in mate.
struct ReplayedLine {
  std::vector<std::string> moves;
  bool mates = false;
};

/// Replays the moves; none unless every move is legal.
std::optional<ReplayedLine> replay(chess::Mailbox board, const std::vector<std::string>& texts) {
  ReplayedLine line;
  try {
    for (const std::string& text : texts) {
      const chess::Move move = chess::parse_move(board, text);
      line.moves.push_back(chess::move_text(board, move));
      board.make(move);
    }
  } catch (const chess::MoveError&) {
    return {};
  }
  line.mates = board.checkers() != 0 && board.count() == 0;
  return line;
}

/// The number of moves to mate if the line ends in mate and the score is that of a mate for the
/// same side.
std::optional<int> mate_at_the_end(const ReplayedLine& line, std::optional<int> centipawns) {
  constexpr int high = 9000;  // above any material; mates are at 10000 or beyond everywhere
  if (!line.mates || !centipawns || std::abs(*centipawns) < high) return {};
  const auto plies = static_cast<int>(line.moves.size());
  if ((plies % 2 == 1) != (*centipawns > 0)) return {};
  return plies % 2 == 1 ? (plies + 1) / 2 : -plies / 2;
}

}  // namespace

const EngineLine* Reply::finished_line() const {
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (line->depth <= depth) return &*line;  // none is less than any
  return nullptr;
}

namespace {

/// Fills a reply. Its time runs until this object is destroyed, also by an exception.
class ReplyBuilder {
 public:
  ReplyBuilder(const MoveQuestion& question, Reply& reply) : question_(question), reply_(reply) {}
  ~ReplyBuilder() {
    reply_.seconds = seconds();
    reply_.missing = missing();
    leave_finished_depths();
  }
  ReplyBuilder(const ReplyBuilder&) = delete;
  ReplyBuilder& operator=(const ReplyBuilder&) = delete;

  /// Takes a line of thinking output. Returns false, and ignores the line, if the engine exceeds
  /// the depth limit or twice the node limit: it does not support the limit and must be told to
  /// stop.
  bool add(const EngineInfo& info) {
    has_lines_ = true;
    has_depth_ |= info.depth.has_value();
    deepest_ = std::max(deepest_, info.depth.value_or(0));
    if (question_.depth && info.depth > *question_.depth) return false;
    if (question_.nodes && info.nodes.value_or(0) / 2 >= *question_.nodes) return false;
    write(info);
    return true;
  }

  /// Takes the move that the engine plays. It becomes the last line unless that line begins with
  /// it.
  void play(chess::Move move) {
    reply_.move = chess::move_text(question_.board, move);
    EngineLines& lines = reply_.lines;
    if (!lines.empty() && lines.back().move == *reply_.move) return;
    EngineLine line{lines.empty() ? std::nullopt : lines.back().depth, *reply_.move};
    line.nodes = reply_.nodes;
    line.seconds = seconds();
    lines.push_back(std::move(line));
  }

 private:
  void write(const EngineInfo& info) {
    reply_.nodes = std::max(reply_.nodes, info.nodes);
    if (info.pv.empty()) return;
    has_moves_ = true;
    auto replayed = replay(question_.board, info.pv);
    if (!replayed) return;
    has_legal_moves_ = true;
    EngineLines& lines = reply_.lines;
    const std::string& move = replayed->moves.front();
    if (info.bound && !lines.empty() && lines.back().move == move) return;
    EngineLine line{info.depth ? info.depth : reply_.depth, move};
    if (!info.bound) {
      line.mate = info.mate ? info.mate : mate_at_the_end(*replayed, info.centipawns);
      if (!line.mate) line.centipawns = info.centipawns;
      reply_.depth = std::max(reply_.depth, line.depth);
    }
    line.pv = std::move(replayed->moves);
    line.nodes = reply_.nodes;
    line.seconds = seconds();
    lines.push_back(std::move(line));
  }

  /// An engine that is stopped, or stops by its clock, may have reported a line of a depth that it
  /// did not finish. So its last depth counts only if a line of a greater one has come, or if
  /// nothing can have stopped it: there is no limit but the depth, or much of its time was left.
  void leave_finished_depths() {
    if (!reply_.depth || deepest_ > *reply_.depth) return;
    const bool has_time = !question_.seconds || reply_.seconds < *question_.seconds / 2;
    if (has_time && !question_.nodes && !question_.clocks) return;
    std::optional<int> finished;
    for (const EngineLine& line : reply_.lines)
      if (line.depth < reply_.depth) finished = std::max(finished, line.depth);
    reply_.depth = finished;
  }

  /// What the thinking output lacks; empty if it has lines of legal moves, depths and nodes.
  std::string missing() const {
    if (!has_lines_) return "it sent no line of thinking that can be read";
    std::vector<std::string> lacks;
    if (!has_moves_)
      lacks.emplace_back("moves");
    else if (!has_legal_moves_)
      lacks.emplace_back("moves that are legal here");
    if (!has_depth_) lacks.push_back(fmt::format("a depth from 0 to {}", max_depth));
    if (!reply_.nodes) lacks.emplace_back("a number of nodes");
    return lacks.empty() ? "" : fmt::format("no line of thinking has {}", fmt::join(lacks, " or "));
  }

  double seconds() const { return Seconds(std::chrono::steady_clock::now() - start_).count(); }

  const MoveQuestion& question_;
  Reply& reply_;
  int deepest_ = 0;                                                       ///< of all lines
  bool has_lines_ = false;                                                ///< of thinking
  bool has_moves_ = false, has_legal_moves_ = false, has_depth_ = false;  ///< one of these
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The text of the move that the engine plays.
std::string await_move(EngineSession& session, const MoveQuestion& question,
                       const MoveDialect& dialect, ReplyBuilder& builder) {
  const auto allowed = question.time_allowed();
  const Seconds limit = allowed ? Seconds(*allowed) + dialect.leeway : session.limits().timeout;
  const Seconds grace_period = session.limits().grace_period;
  const auto start = std::chrono::steady_clock::now();
  auto deadline = from_now(limit);
  bool stopped = false;
  Seconds waits = limit;
  const auto stop = [&] {
    session.send(std::string(dialect.stop));
    stopped = true;
    deadline = from_now(grace_period);
    const Seconds passed = std::chrono::steady_clock::now() - start;
    waits = Seconds(std::round(10 * passed.count()) / 10) + grace_period;
  };
  while (true) {
    std::string line;
    if (!session.read(line, deadline)) {
      if (stopped || !allowed) session.fail_silent(dialect.question, waits);
      stop();
      continue;
    }
    if (const auto move = dialect.read_move(line)) return *move;
    if (dialect.ends_game(line))
      session.fail(FaultKind::resigned,
                   fmt::format("does not move but says '{}'", printable(line)));
    const auto info = dialect.read_info(line);
    if (info && !builder.add(*info) && !stopped) stop();
  }
}

std::unique_ptr<MoveSession> detect_protocol(const EngineSpec& spec,
                                             const std::atomic<bool>& stop) {
  constexpr Seconds ample(10);  // for "uci", to which engines reply before they load anything
  try {
    return std::make_unique<UciSession>(spec, std::min(ample, spec.timeout), stop);
  } catch (const EngineFault& not_uci) {
    if (not_uci.kind() == FaultKind::stopped) throw;
    try {
      return std::make_unique<XboardSession>(spec, true, stop);
    } catch (const EngineFault& not_xboard) {
      if (not_xboard.kind() == FaultKind::stopped) throw;
      if (std::string(not_uci.what()) == not_xboard.what()) throw;
      throw EngineFault(
          FaultKind::cannot_start,
          fmt::format("speaks neither UCI ({}) nor xboard ({})", not_uci.what(), not_xboard.what()),
          not_xboard.output());
    }
  }
}

}  // namespace

std::string definition(const EngineSpec& engine, std::string_view own_name) {
  std::string text =
      fmt::format("{} by '{}' in {}", own_name.empty() ? "an engine" : own_name, engine.command,
                  play_protocols[static_cast<std::size_t>(engine.protocol)]);
  if (engine.hash) text += fmt::format(", hash {}", *engine.hash);
  if (engine.threads > 1) text += fmt::format(", {} threads", engine.threads);
  for (const EngineOption& option : engine.options)
    text += fmt::format(", {}={}", option.name, option.value);
  if (engine.restart) text += ", restarted";
  if (engine.ponder) text += ", pondering";
  return text;
}

Protocol find_play_protocol(std::string_view name) {
  return static_cast<Protocol>(find_place(play_protocols, name, "--protocol"));
}

void refuse_option(const EngineSpec& engine, const std::string& option,
                   const std::vector<std::string>& names) {
  refuse_name(fmt::format("--engine '{}'", engine.command), option, names);
}

std::string fingerprint(const EngineSpec& engine) {
  std::vector<std::string> names = command_words(engine.command);
  const auto program = names.empty() ? std::nullopt : find_engine(names.front());
  if (!program) return {};
  names.front() = *program;
  for (const EngineOption& option : engine.options) names.push_back(option.value);
  std::string hashes;
  std::error_code ignored;
  for (const std::string& name : names)
    if (std::filesystem::is_regular_file(name, ignored) && ::access(name.c_str(), R_OK) == 0)
      hashes += sha256(read_file(name));
  return sha256(hashes).substr(0, 16);
}

std::optional<double> MoveQuestion::time_allowed() const {
  if (!clocks) return seconds;
  const double left = clocks->left[chess::index(board.side_to_move())];
  return seconds ? std::min(*seconds, left) : left;
}

std::unique_ptr<MoveSession> start_session(const EngineSpec& spec, const std::atomic<bool>& stop) {
  switch (spec.protocol) {
    case Protocol::uci:
      return std::make_unique<UciSession>(spec, spec.timeout, stop);
    case Protocol::xboard:
      return std::make_unique<XboardSession>(spec, false, stop);
    default:
      return detect_protocol(spec, stop);
  }
}

chess::Move ask_for_move(EngineSession& session, const MoveQuestion& question,
                         const MoveDialect& dialect, Reply& reply) {
  session.begin_answer(dialect.question);
  session.send(dialect.question);
  ReplyBuilder builder(question, reply);
  const std::string text = await_move(session, question, dialect, builder);
  try {
    const chess::Move move = chess::parse_move(question.board, text);
    builder.play(move);
    return move;
  } catch (const chess::MoveError&) {
    session.fail(FaultKind::illegal_move,
                 fmt::format("plays '{}', which is not a legal move", printable(text)));
  }
}

}  // namespace plylab::engines
