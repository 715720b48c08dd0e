#include "suites/play/xboard_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/engines/engine_command.h"
#include "gen/engines/uci_options.h"
#include "suites/play/await_move.h"
#include "suites/play/edit_mode.h"

namespace plylab::suites::play {
namespace {

using engines::FaultKind;

/// For the reply to a ping of an engine that has not said that it knows pings.
constexpr engines::Seconds optional_pong(1);

/// "0:30" for half a minute.
std::string minutes_and_seconds(double seconds) {
  const auto whole = static_cast<int>(std::ceil(seconds));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// The move in "move e2e4", "My move is: e2e4" or "My move is : e2e4"; nothing in another line.
std::optional<std::string> move_in(const std::string& line) {
  for (const std::string_view label : {"move ", "My move is: ", "My move is : "})
    if (line.starts_with(label)) {
      const auto words = words_of(std::string_view(line).substr(label.size()));
      return words.empty() ? "" : words.front();
    }
  return {};
}

/// Whether a line ends the game in place of a move.
bool ends_game(const std::string& line) {
  for (const char* end : {"resign", "1-0", "0-1", "1/2-1/2"})
    if (line.starts_with(end)) return true;
  return false;
}

}  // namespace

XboardSession::XboardSession(const EngineSpec& spec, bool must_tell, const std::atomic<bool>& stop)
    : spec_(spec),
      session_(engines::command_words(spec.command), engines::xboard_handshake(),
               {spec.timeout, spec.grace_period, spec.timeout}, stop) {
  if (must_tell && session_.features().empty())
    session_.fail(FaultKind::cannot_start,
                  fmt::format("tells no features within {:g} s",
                              std::min(engines::optional_reply, spec_.timeout).count()));
  set_options();
  const bool must_pong = session_.features().ping();
  if (session_.try_ping(must_pong ? spec_.timeout : optional_pong)) return;
  if (must_pong) session_.fail_silent("ping", spec_.timeout);
  session_.synchronise([](const std::string&) {});
}

void XboardSession::set_options() {
  const engines::Features& features = session_.features();
  const auto set_memory = [&](const std::string& value) { session_.send("memory " + value); };
  const auto set_cores = [&](const std::string& value) { session_.send("cores " + value); };
  if (features.smp()) set_cores(fmt::to_string(spec_.threads));
  if (features.memory() && spec_.hash) set_memory(fmt::to_string(*spec_.hash));
  for (const EngineOption& wish : spec_.options) {
    std::vector<std::string> names = features.options();
    const auto place = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
      return engines::same_name(name, wish.name);
    });
    if (place != names.end()) {
      session_.send(wish.value.empty() ? "option " + *place
                                       : fmt::format("option {}={}", *place, wish.value));
    } else if (features.memory() && engines::same_name(wish.name, "Hash")) {
      set_memory(wish.value);
    } else if (features.smp() && engines::same_name(wish.name, "Threads")) {
      set_cores(wish.value);
    } else {
      if (features.memory()) names.emplace_back("Hash");
      if (features.smp()) names.emplace_back("Threads");
      refuse_option(spec_, wish.name, names);
    }
  }
}

std::string XboardSession::text_of(const chess::Mailbox& board, chess::Move move) const {
  std::string text = session_.features().san() ? chess::to_san(board, move) : chess::to_uci(move);
  if (in_chess960_ && move.is_castle())
    text = move.castling_side() == chess::CastlingSide::queenside ? "O-O-O" : "O-O";
  return text;
}

void XboardSession::begin_game(const chess::ValidSetup& start) {
  const chess::Setup& setup = start.setup();
  in_chess960_ = chess::needs_chess960(setup);
  if (in_chess960_ && !session_.features().plays("fischerandom"))
    session_.fail(FaultKind::no_answer, "does not play Chess960");
  session_.send("new");
  if (in_chess960_) session_.send("variant fischerandom");
  session_.send("easy");
  session_.send("post");
  session_.send("force");
  if (setup == chess::parse_fen(chess::startpos_fen)) return;
  if (session_.features().setboard()) return session_.send("setboard " + chess::to_string(setup));
  if (!can_be_edited(setup))
    session_.fail(FaultKind::no_answer,
                  "has no setboard, and edit mode cannot tell castling rights or an e.p. square");
  for (const std::string& line : edit_lines(setup)) session_.send(line);
}

void XboardSession::set_up(const ChessRequest& request) {
  const auto known_part = [&] {
    return known_ && known_->start == request.start.setup() &&
           known_->moves.size() <= request.moves.size() &&
           std::equal(known_->moves.begin(), known_->moves.end(), request.moves.begin());
  };
  const bool continues = known_part();
  std::vector<std::string> sent{"setboard"};
  if (!continues) {
    begin_game(request.start);
    known_ = BoardState{request.start.setup(), {}};
  }
  chess::Mailbox board(request.start);
  for (std::size_t i = 0; i < request.moves.size(); ++i) {
    if (i >= known_->moves.size()) {
      sent.push_back(text_of(board, request.moves[i]));
      session_.send(session_.features().usermove() ? "usermove " + sent.back() : sent.back());
    }
    board.make(request.moves[i]);
  }
  known_->moves = request.moves;
  const chess::Color mover = request.board.side_to_move();
  if (request.clocks && !continues)
    session_.send(fmt::format("level {} {} {:g}", request.clocks->moves_to_control.value_or(0),
                              minutes_and_seconds(request.clocks->left[chess::index(mover)]),
                              request.clocks->increment[chess::index(mover)]));
  set_limits(request, mover);
  session_.synchronise([&](const std::string& line) {
    if (engines::refuses_position(line, sent)) session_.fail_set_up(line);
  });
}

void XboardSession::set_limits(const ChessRequest& request, chess::Color mover) {
  if (std::isfinite(request.limits.seconds))
    session_.send(fmt::format("st {:.0f}", std::ceil(request.limits.seconds)));
  if (const auto depth = request.depth_allowed()) session_.send(fmt::format("sd {}", *depth));
  if (!request.clocks || !session_.features().time()) return;
  const auto& left = request.clocks->left;
  session_.send(fmt::format("time {:.0f}", left[chess::index(mover)] * 100));
  session_.send(fmt::format("otim {:.0f}", left[chess::index(!mover)] * 100));
}

void XboardSession::play(const ChessRequest& request, Reply& reply) {
  set_up(request);
  const MoveDialect dialect{.question = "go",
                            .stop = "?",
                            .read_info = read_thinking,
                            .read_move = move_in,
                            .ends_game = ends_game};
  session_.begin_answer(dialect.question);
  session_.send(dialect.question);
  ReplyBuilder builder(request, reply);
  const chess::Move move =
      legal_move(session_, request.board, await_move(session_, request, dialect, builder));
  builder.play(move);
  known_->moves.push_back(move);
  session_.send("force");
}

}  // namespace plylab::suites::play
