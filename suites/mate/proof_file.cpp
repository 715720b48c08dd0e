#include "suites/mate/proof_file.h"

#include <algorithm>

#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "reports/formats/stored_json.h"
#include "search/mate/proof.h"

namespace plylab::suites::mate {
namespace {

using reports::Json;
using search::mate::Proof;

/// Adds the attacker's answers from here on, each position once. Returns the moves to the mate: a
/// step of the proof may have a larger bound.
int add_answers(chess::Mailbox& board, const Proof& proof, Json& answers) {
  const std::string position = chess::epd_fields(board.setup());
  if (const auto known = answers.find(position); known != answers.end()) return known->at(1);
  const chess::Move move = proof.find(board.key())->move;
  const std::string text = move_text(board, move);
  int longest = 0;
  const auto undo = board.make(move);
  for (const chess::Move reply : board.generate()) {
    const auto undo_reply = board.make(reply);
    longest = std::max(longest, add_answers(board, proof, answers));
    board.unmake(reply, undo_reply);
  }
  board.unmake(move, undo);
  answers[position] = {text, longest + 1};
  return longest + 1;
}

}  // namespace

std::string proofs_header() {
  return Json{{"schema", "plylab-mate-proofs"}, {"schema_version", 1}}.dump();
}

std::string proof_line(const MateQuestion& question, const chess::ValidSetup& position,
                       std::string_view solver, const search::mate::MateAnswer& answer) {
  Json answers = Json::object();
  chess::Mailbox board(position);
  if (!question.is_mated) {
    add_answers(board, *answer.proof, answers);
  } else {
    for (const chess::Move first : board.generate()) {
      const auto undo = board.make(first);
      add_answers(board, *answer.proof, answers);
      board.unmake(first, undo);
    }
  }
  return Json{{"position", question.name},
              {"solver", solver},
              {"fen", chess::to_string(position.setup())},
              {"mate", question.shown(answer.moves)},
              {"positions", answers.size()},
              {"answers", std::move(answers)}}
      .dump();
}

}  // namespace plylab::suites::mate
