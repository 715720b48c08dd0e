#include "gen/engines/engine.h"

#include <stdexcept>

#include "gen/chess/notation.h"
#include "gen/engines/call.h"
#include "gen/engines/detect.h"
#include "gen/engines/perft_protocols.h"

namespace plylab::engines {
namespace {

std::string text_of(chess::Move move, CastlingStyle style) {
  using chess::CastlingText;
  if (!move.is_castle() || style == CastlingStyle::king_destination) return to_uci(move);
  if (style == CastlingStyle::king_takes_rook) return to_uci(move, CastlingText::takes_rook);
  return move.castling_side() == chess::CastlingSide::queenside ? "O-O-O" : "O-O";
}

}  // namespace

Engine::Engine(const std::string& command, const PerftProtocol& protocol, Seconds timeout,
               const std::atomic<bool>& stop)
    : protocol_(protocol),
      command_(command_words(command)),
      timeout_(timeout),
      stop_(stop),
      name_(command),
      knows_chess960_(protocol.chess960 == Chess960::always) {
  if (protocol_.launch == Launch::call) return;
  start();
  if (!session_->name().empty()) name_ = session_->name();
  knows_chess960_ = session_->knows_chess960();
}

void Engine::start() {
  session_ = std::make_unique<PerftSession>(protocol_, command_, timeout_, stop_);
}

Abilities Engine::abilities() const {
  return {.plays_moves = protocol_.plays_moves(),
          .divides = protocol_.divides,
          .counts = protocol_.reading != Reading::exit_status,
          .chess960 = knows_chess960_};
}

PerftAnswer Engine::ask(const PerftQuestion& question) {
  if (!question.moves.empty() && !protocol_.plays_moves())
    throw std::invalid_argument(protocol_.name + ": takes no moves");
  if (!question.expected && protocol_.reading == Reading::exit_status)
    throw std::invalid_argument(protocol_.name + ": needs the expected count");
  const bool chess960 = chess::needs_chess960(question.start);
  const CastlingStyle style = chess960 ? protocol_.chess960_castling : protocol_.castling;
  Filling filling{.fen = chess::to_string(question.start),
                  .depth = question.depth,
                  .expected = question.expected};
  std::vector<std::string> moves;
  for (const chess::Move move : question.moves) {
    moves.push_back(text_of(move, style));
    filling.moves += (filling.moves.empty() ? "" : " ") + moves.back();
  }
  if (protocol_.launch == Launch::call) return call(protocol_, command_, filling, timeout_, stop_);
  if (!session_) start();
  try {
    return session_->ask(filling, moves, chess960);
  } catch (const EngineFault&) {
    session_.reset();
    throw;
  }
}

std::unique_ptr<Engine> start_engine(const std::string& command, const std::string& protocol,
                                     Seconds timeout, const std::atomic<bool>& stop) {
  return std::make_unique<Engine>(
      command, protocol == "auto" ? detect_protocol(command, stop) : find_protocol(protocol),
      timeout, stop);
}

}  // namespace plylab::engines
