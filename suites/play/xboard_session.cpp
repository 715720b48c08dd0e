#include "suites/play/xboard_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gen/chess/notation.h"
#include "gen/text.h"
#include "suites/play/edit_mode.h"
#include "suites/play/move_request.h"

namespace plylab::suites::play {
namespace {

using engines::FaultKind;

constexpr engines::Seconds optional_reply(2);  // what xboard gives its engines for "protover 2"
constexpr engines::Seconds soon(0.5);
constexpr engines::Seconds silence(0.05);

/// The features that we make use of.
constexpr std::array known_features{"ping",   "setboard", "usermove", "san",     "colors",
                                    "time",   "done",     "memory",   "smp",     "option",
                                    "myname", "variants", "sigint",   "sigterm", "reuse"};

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
    : spec_(spec), channel_(spec, stop) {
  greet(must_tell);
  set_options();
  synchronise({});
}

void XboardSession::greet(bool must_tell) {
  channel_.send("xboard");
  channel_.send("protover 2");
  const auto end = from_now(optional_reply);
  auto deadline = from_now(soon);
  bool nudged = false, done = false;
  while (!done) {
    std::string line;
    if (channel_.read(line, deadline)) {
      for (const Feature& feature : read_features(line)) {
        take(feature);
        if (feature == Feature{"done", "0"}) deadline = from_now(spec_.timeout);
        done |= feature == Feature{"done", "1"};
      }
    } else if (!nudged) {
      channel_.send("ping 0");  // GNU Chess tells its features only when a third line comes
      nudged = true;
      deadline = end;
    } else {
      break;
    }
  }
  if (must_tell && features_.empty())
    channel_.fail(FaultKind::cannot_start,
                  fmt::format("tells no features within {:g} s", optional_reply.count()));
  channel_.set_started();
}

void XboardSession::take(const Feature& feature) {
  features_.take(feature);
  const bool known = std::find(known_features.begin(), known_features.end(), feature.first) !=
                     known_features.end();
  channel_.send(fmt::format("{} {}", known ? "accepted" : "rejected", feature.first));
}

void XboardSession::set_options() {
  const auto set_memory = [&](const std::string& value) { channel_.send("memory " + value); };
  const auto set_cores = [&](const std::string& value) { channel_.send("cores " + value); };
  if (features_.smp()) set_cores(fmt::to_string(spec_.threads));
  if (features_.memory() && spec_.hash) set_memory(fmt::to_string(*spec_.hash));
  for (const EngineOption& wish : spec_.options) {
    std::vector<std::string> names = features_.options();
    const auto place = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
      return same_name(name, wish.name);
    });
    if (place != names.end()) {
      channel_.send(wish.value.empty() ? "option " + *place
                                       : fmt::format("option {}={}", *place, wish.value));
    } else if (features_.memory() && same_name(wish.name, "Hash")) {
      set_memory(wish.value);
    } else if (features_.smp() && same_name(wish.name, "Threads")) {
      set_cores(wish.value);
    } else {
      if (features_.memory()) names.emplace_back("Hash");
      if (features_.smp()) names.emplace_back("Threads");
      refuse_option(spec_, wish.name, names);
    }
  }
}

std::string XboardSession::text_of(const chess::Mailbox& board, chess::Move move) const {
  std::string text = features_.san() ? chess::to_san(board, move) : chess::to_uci(move);
  if (in_chess960_ && move.is_castle())
    text = move.castling_side() == chess::CastlingSide::queenside ? "O-O-O" : "O-O";
  return features_.usermove() ? "usermove " + text : text;
}

void XboardSession::begin_game(const chess::ValidSetup& start) {
  const chess::Setup& setup = start.setup();
  in_chess960_ = chess::needs_chess960(setup);
  if (in_chess960_ && !features_.plays("fischerandom"))
    channel_.fail(FaultKind::no_answer, "does not play Chess960");
  channel_.send("new");
  if (in_chess960_) channel_.send("variant fischerandom");
  channel_.send("easy");
  channel_.send("post");
  channel_.send("force");
  if (setup == chess::parse_fen(chess::startpos_fen)) return;
  if (features_.setboard()) return channel_.send("setboard " + chess::to_string(setup));
  if (!can_be_edited(setup))
    channel_.fail(FaultKind::no_answer,
                  "has no setboard, and edit mode cannot tell castling rights or an e.p. square");
  for (const std::string& line : edit_lines(setup)) channel_.send(line);
}

/// Gives the position in which it asks for a move.
chess::Mailbox XboardSession::set_up(const MoveRequest& request) {
  const auto known_part = [&] {
    return known_ && known_->start == request.start.setup() &&
           known_->moves.size() <= request.moves.size() &&
           std::equal(known_->moves.begin(), known_->moves.end(), request.moves.begin());
  };
  const bool continues = known_part();
  if (!continues) {
    begin_game(request.start);
    known_ = Game{request.start.setup(), {}};
  }
  std::vector<std::string> sent;
  chess::Mailbox board(request.start);
  for (std::size_t i = 0; i < request.moves.size(); ++i) {
    if (i >= known_->moves.size()) {
      sent.push_back(text_of(board, request.moves[i]));
      channel_.send(sent.back());
    }
    board.make(request.moves[i]);
  }
  known_->moves = request.moves;
  const chess::Color mover = board.side_to_move();
  if (request.clocks && !continues)
    channel_.send(fmt::format("level {} {} {:g}", request.clocks->moves_to_control.value_or(0),
                              minutes_and_seconds(request.clocks->left[chess::index(mover)]),
                              request.clocks->increment[chess::index(mover)]));
  set_limits(request, mover);
  synchronise(sent);
  return board;
}

void XboardSession::set_limits(const MoveRequest& request, chess::Color mover) {
  if (std::isfinite(request.limits.seconds))
    channel_.send(fmt::format("st {:.0f}", std::ceil(request.limits.seconds)));
  if (const auto depth = depth_allowed(request)) channel_.send(fmt::format("sd {}", *depth));
  if (!request.clocks || !features_.time()) return;
  const auto& left = request.clocks->left;
  channel_.send(fmt::format("time {:.0f}", left[chess::index(mover)] * 100));
  channel_.send(fmt::format("otim {:.0f}", left[chess::index(!mover)] * 100));
}

void XboardSession::expect_no_refusal(const std::string& line,
                                      const std::vector<std::string>& sent) {
  const bool position = line.find("llegal position") != line.npos || refuses(line, "setboard");
  if (position || std::any_of(sent.begin(), sent.end(),
                              [&](const std::string& move) { return refuses(line, move); }))
    channel_.fail(FaultKind::malformed,
                  fmt::format("says '{}' when a position is set up", engines::printable(line)));
}

void XboardSession::synchronise(const std::vector<std::string>& sent) {
  channel_.begin_answer();
  const std::string ping = fmt::format("ping {}", ++pings_);
  const std::string pong = fmt::format("pong {}", pings_);
  if (features_.ping()) channel_.send(ping);
  const auto deadline = from_now(spec_.timeout);
  for (std::string line;;) {
    const auto limit = features_.ping() ? deadline : std::min(deadline, from_now(silence));
    if (channel_.read(line, limit)) {
      if (line.ends_with(pong)) return;  // a prompt may stand before it
      expect_no_refusal(line, sent);
    } else if (!features_.ping() && limit < deadline) {
      return;
    } else {
      channel_.fail_silent(ping, spec_.timeout);
    }
  }
}

void XboardSession::play(const MoveRequest& request, Reply& reply) {
  const chess::Mailbox board = set_up(request);
  channel_.begin_answer();
  channel_.send("go");
  ReplyBuilder builder(request, board, reply);
  const std::string text = best_move(request, builder);
  const chess::Move move = channel_.legal_move(board, text);
  builder.play(move);
  known_->moves.push_back(move);
  channel_.send("force");
}

std::string XboardSession::best_move(const MoveRequest& request, ReplyBuilder& builder) {
  const auto allowed = time_allowed(request);
  const engines::Seconds limit = allowed ? engines::Seconds(*allowed) : spec_.timeout;
  auto deadline = from_now(limit);
  bool stopped = false, late = false;
  const auto stop = [&] {
    channel_.send("?");
    stopped = true;
    deadline = from_now(spec_.grace_period);
  };
  while (true) {
    std::string line;
    if (!channel_.read(line, deadline)) {
      if (stopped) channel_.fail_silent("go", limit + spec_.grace_period);
      late = true;
      stop();
      continue;
    }
    if (const auto move = move_in(line)) {
      if (late && !allowed) channel_.fail_silent("go", limit);
      return *move;
    }
    if (ends_game(line))
      channel_.fail(FaultKind::resigned,
                    fmt::format("does not move but says '{}'", engines::printable(line)));
    const auto info = read_thinking(line);
    if (info && !builder.hear(*info) && !stopped) stop();
  }
}

}  // namespace plylab::suites::play
