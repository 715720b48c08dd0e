#include "perft/external/engine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "gen/chess/board/notation.h"
#include "gen/engines/engine_command.h"
#include "perft/external/call.h"
#include "perft/external/detect.h"
#include "perft/external/perft_protocols.h"

namespace plylab::perft::external {
namespace {

std::string text_of(chess::Move move, CastlingStyle style) {
  using chess::CastlingText;
  if (!move.is_castle() || style == CastlingStyle::king_destination) return to_uci(move);
  if (style == CastlingStyle::king_takes_rook) return to_uci(move, CastlingText::takes_rook);
  return move.castling_side() == chess::CastlingSide::queenside ? "O-O-O" : "O-O";
}

}  // namespace

Engine::Engine(const std::string& command, const PerftProtocol& protocol, engines::Seconds timeout,
               const std::atomic<bool>& stop)
    : protocol_(protocol),
      command_(engines::command_words(command)),
      timeout_(timeout),
      stop_(stop),
      name_(command),
      knows_chess960_(protocol.chess960 == Chess960::always) {
  if (protocol_.launch == Launch::call) return;
  session_.emplace(
      [this] { return std::make_unique<PerftSession>(protocol_, command_, timeout_, stop_); });
  const PerftSession& session = *session_->get();
  if (!session.name().empty()) name_ = session.name();
  knows_chess960_ = session.knows_chess960();
}

Abilities Engine::abilities() const {
  return {.plays_moves = protocol_.plays_moves(),
          .divides = protocol_.divides,
          .counts = protocol_.reading != Reading::exit_status,
          .chess960 = knows_chess960_};
}

PerftAnswer Engine::ask(const PerftQuestion& question) {
  const bool chess960 = chess::needs_chess960(question.start);
  const CastlingStyle style = chess960 ? protocol_.chess960_castling : protocol_.castling;
  TextQuestion texts{chess::to_string(question.start), {}, question.depth, question.expected};
  for (const chess::Move move : question.moves) texts.moves.push_back(text_of(move, style));
  return ask(texts, chess960);
}

PerftAnswer Engine::ask(const TextQuestion& question, bool chess960) {
  if (!question.moves.empty() && !protocol_.plays_moves())
    throw std::invalid_argument(protocol_.name + ": takes no moves");
  if (!question.expected && protocol_.reading == Reading::exit_status)
    throw std::invalid_argument(protocol_.name + ": needs the expected count");
  const Filling filling{.fen = question.position,
                        .moves = fmt::format("{}", fmt::join(question.moves, " ")),
                        .depth = question.depth,
                        .expected = question.expected};
  if (protocol_.launch == Launch::call) return call(protocol_, command_, filling, timeout_, stop_);
  return session_->with(
      [&](PerftSession& session) { return session.ask(filling, question.moves, chess960); });
}

std::unique_ptr<Engine> start_engine(const std::string& command, const std::string& protocol,
                                     engines::Seconds timeout, const std::atomic<bool>& stop) {
  return std::make_unique<Engine>(
      command,
      protocol == "auto" ? detect_protocol(command, timeout, stop) : find_protocol(protocol),
      timeout, stop);
}

}  // namespace plylab::perft::external
