#include "gen/engines/xboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/engines/uci.h"

namespace plylab::engines {
namespace {

/// How long to wait for the reply to a ping from an engine that has not announced pings.
constexpr Seconds optional_pong(1);

/// "0:30" for half a minute.
std::string minutes_and_seconds(double seconds) {
  const auto whole = static_cast<int>(std::ceil(seconds));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// The move in "move e2e4", "My move is: e2e4" or "My move is : e2e4"; none in another line.
std::optional<std::string> move_in(const std::string& line) {
  for (const std::string_view label : {"move ", "My move is: ", "My move is : "})
    if (line.starts_with(label)) {
      const auto words = words_of(std::string_view(line).substr(label.size()));
      return words.empty() ? "" : words.front();
    }
  return {};
}

/// Whether a line ends the game instead of playing a move.
bool ends_game(const std::string& line) {
  for (const char* end : {"resign", "1-0", "0-1", "1/2-1/2"})
    if (line.starts_with(end)) return true;
  return false;
}

}  // namespace

Handshake xboard_handshake() {
  return {.greeting = {"xboard", "protover 2"},
          .greeted = "done=1",
          .must_greet = false,
          .has_features = true,
          .name_label = "myname=",
          .ping = "ping {ping}",
          .pong = "pong {ping}"};
}

PerftProtocol xboard_perft(const std::string& name, const std::string& question) {
  return {.name = name,
          .handshake = xboard_handshake(),
          .opening = {"new", "force"},
          .setup = {"setboard {fen}"},
          .move = "{move}",
          .move_offer = "usermove=1",
          .offered_move = "usermove {move}",
          .question = question,
          .chess960_castling = CastlingStyle::letters,
          .chess960 = Chess960::offered,
          .chess960_offer = "fischerandom",
          .chess960_on = {"new", "variant fischerandom", "force"},
          .chess960_off = {"new", "force"}};
}

bool can_be_edited(const chess::Setup& setup) {
  if (setup.en_passant != chess::no_square) return false;
  for (const chess::Color color : {chess::white, chess::black})
    for (const chess::CastlingSide castling_side :
         {chess::CastlingSide::queenside, chess::CastlingSide::kingside}) {
      const int rank = color == chess::white ? 0 : 7;
      const chess::Square corner =
          chess::make_square(castling_side == chess::CastlingSide::queenside ? 0 : 7, rank);
      const bool at_home =
          setup.squares[chess::make_square(4, rank)] == chess::make_piece(color, chess::king) &&
          setup.squares[corner] == chess::make_piece(color, chess::rook);
      const chess::Square rook = setup.castling[chess::index(color)][index(castling_side)];
      if (rook != (at_home ? corner : chess::no_square)) return false;
    }
  return true;
}

std::vector<std::string> edit_lines(const chess::Setup& setup) {
  std::vector<std::string> lines;
  if (setup.side == chess::black) lines.emplace_back("a2a3");
  lines.insert(lines.end(), {"edit", "#"});
  for (const chess::Color color : {chess::white, chess::black}) {
    if (color == chess::black) lines.emplace_back("c");
    for (int i = 0; i < 64; ++i) {
      const auto square = static_cast<chess::Square>(i);
      const chess::Piece piece = setup.squares[square];
      if (piece == chess::no_piece || chess::color_of(piece) != color) continue;
      const char letter = chess::letter(chess::type_of(piece));
      lines.push_back(fmt::format("{}{}", letter, chess::to_string(square)));
    }
  }
  lines.emplace_back(".");
  return lines;
}

XboardSession::XboardSession(const EngineSpec& spec, bool must_send, const std::atomic<bool>& stop)
    : spec_(spec),
      session_(command_words(spec.command), xboard_handshake(),
               {spec.timeout, spec.grace_period, spec.timeout}, stop, spec.log) {
  if (must_send && session_.features().empty())
    session_.fail(FaultKind::cannot_start,
                  fmt::format("sends no features within {:g} s",
                              std::min(optional_reply, spec_.timeout).count()));
  set_options();
  const bool must_pong = session_.features().ping();
  if (session_.try_ping(must_pong ? spec_.timeout : optional_pong)) return;
  if (must_pong) session_.fail_silent("ping", spec_.timeout);
  session_.synchronise([](const std::string&) {});
}

void XboardSession::set_options() {
  const Features& features = session_.features();
  const auto set_memory = [&](const std::string& value) { session_.send("memory " + value); };
  const auto set_cores = [&](const std::string& value) { session_.send("cores " + value); };
  if (features.smp()) set_cores(fmt::to_string(spec_.threads));
  if (features.memory() && spec_.hash) set_memory(fmt::to_string(*spec_.hash));
  for (const EngineOption& wish : spec_.options) {
    std::vector<std::string> names = features.options();
    const auto place = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
      return same_name(name, wish.name);
    });
    if (place != names.end()) {
      session_.send(wish.value.empty() ? "option " + *place
                                       : fmt::format("option {}={}", *place, wish.value));
    } else if (features.memory() && same_name(wish.name, "Hash")) {
      set_memory(wish.value);
    } else if (features.smp() && same_name(wish.name, "Threads")) {
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
  session_.send(spec_.ponder ? "hard" : "easy");
  session_.send("post");
  session_.send("force");
  if (setup == chess::parse_fen(chess::startpos_fen)) return;
  if (session_.features().setboard()) return session_.send("setboard " + chess::to_string(setup));
  if (!can_be_edited(setup))
    session_.fail(FaultKind::no_answer,
                  "has no setboard, and edit mode has no e.p. square, and no castling rights but "
                  "those of all kings and rooks on their original squares");
  for (const std::string& line : edit_lines(setup)) session_.send(line);
}

void XboardSession::new_game() {
  known_.reset();
  if (std::exchange(plays_, false)) session_.send("force");
}

std::string XboardSession::set_up(const MoveQuestion& question) {
  const auto known_part = [&] {
    return known_ && known_->start == question.start.setup() &&
           known_->moves.size() <= question.moves.size() &&
           std::equal(known_->moves.begin(), known_->moves.end(), question.moves.begin());
  };
  const bool continues = known_part();
  const bool goes_on = plays_ && continues && question.moves.size() == known_->moves.size() + 1;
  if (plays_ && !goes_on) session_.send("force");
  std::string asks = "go";
  std::vector<std::string> sent{"setboard"};
  if (!continues) {
    begin_game(question.start);
    known_ = BoardState{question.start.setup(), {}};
  }
  chess::Mailbox board(question.start);
  for (std::size_t i = 0; i < question.moves.size(); ++i) {
    if (i >= known_->moves.size()) {
      sent.push_back(text_of(board, question.moves[i]));
      const std::string line =
          session_.features().usermove() ? "usermove " + sent.back() : sent.back();
      if (goes_on)
        asks = line;
      else
        session_.send(line);
    }
    board.make(question.moves[i]);
  }
  known_->moves = question.moves;
  const chess::Color mover = question.board.side_to_move();
  const bool begins = !continues || (question.clocks && question.clocks->period != period_);
  if (question.clocks && begins) {
    period_ = question.clocks->period;
    session_.send(fmt::format("level {} {} {:g}", question.clocks->moves_to_control.value_or(0),
                              minutes_and_seconds(question.clocks->left[chess::index(mover)]),
                              question.clocks->increment[chess::index(mover)]));
  }
  set_limits(question, mover);
  // A pondering engine without pings is never silent.
  if (!goes_on || session_.has_ping())
    session_.synchronise([&](const std::string& line) {
      if (refuses_position(line, sent)) session_.fail_set_up(line);
    });
  return asks;
}

void XboardSession::set_limits(const MoveQuestion& question, chess::Color mover) {
  // An engine observes its clock beside a depth, and that which it has by itself may be short
  // (Fairy-Max: a quarter of a second for a move).
  constexpr double a_day = 24 * 60 * 60;
  const bool by_depth_alone = question.depth && !question.clocks;
  if (question.seconds || by_depth_alone)
    session_.send(fmt::format("st {:.0f}", std::ceil(question.seconds.value_or(a_day))));
  if (question.depth) session_.send(fmt::format("sd {}", *question.depth));
  if (!question.clocks || !session_.features().time()) return;
  const auto& left = question.clocks->left;
  session_.send(fmt::format("time {:.0f}", left[chess::index(mover)] * 100));
  session_.send(fmt::format("otim {:.0f}", left[chess::index(!mover)] * 100));
}

void XboardSession::play(const MoveQuestion& question, Reply& reply) {
  const MoveDialect dialect{.question = set_up(question),
                            .stop = "?",
                            .read_info = read_thinking,
                            .read_move = move_in,
                            .ends_game = ends_game};
  const chess::Move move = ask_for_move(session_, question, dialect, reply);
  known_->moves.push_back(move);
  plays_ = spec_.ponder;
  if (!plays_) session_.send("force");
}

}  // namespace plylab::engines
