#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "gen/base/names.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/session.h"
#include "reports/tables/columns.h"
#include "search/evaluation/terms.h"

namespace plylab::search {
namespace {

using reports::Cell;

struct EvalOptions {
  cli::PositionOptions positions;
  std::vector<std::string> evaluations = {"positional"};
};

/// A term of an evaluation of a position, or their sum.
struct Row {
  std::string position, evaluation;
  EvaluationTerm term;
};

/// A side's score for the middlegame or the endgame.
auto part(std::optional<Score> EvaluationTerm::*side, int (*of)(Score)) {
  return [=](const Row& row) {
    const auto& score = row.term.*side;
    return score ? Cell(of(*score)) : Cell();
  };
}

reports::TableOf<Row> terms_table() {
  return {"terms",
          "Terms of the evaluation in centipawns, value for the side to move",
          {{reports::columns::position, &Row::position},
           {{"evaluation", "", "", 1, reports::Role::contestant}, &Row::evaluation},
           {{"term"}, [](const Row& row) { return std::string(row.term.name); }},
           {{"white_middle", "", "White's score in the middle game", 0},
            part(&EvaluationTerm::white, middle_of)},
           {{"white_end", "", "and in the endgame", 0}, part(&EvaluationTerm::white, end_of)},
           {{"black_middle", "", "Black's score in the middle game", 0},
            part(&EvaluationTerm::black, middle_of)},
           {{"black_end", "", "and in the endgame", 0}, part(&EvaluationTerm::black, end_of)},
           {{"value", "",
             "the term's contribution for the side to move, interpolated by game phase", 0},
            [](const Row& row) { return row.term.value; }}}};
}

void run_eval(const EvalOptions& options, cli::Session& session) {
  session.check_options();
  session.declare({terms_table()});
  std::vector<epd::Record> records = options.positions.load_named();
  for (epd::Record& record : options.positions.load_suites()) records.push_back(std::move(record));
  if (records.empty()) records = cli::PositionOptions{.fens = {"startpos"}}.load_named();
  std::vector<Row> rows;
  for (const epd::Record& record : records)
    for (const std::string& name : options.evaluations) {
      const ChessEvaluation evaluation = parse_evaluation("--eval", name);
      Value sum = 0;
      const auto add = [&](const EvaluationTerm& term) {
        rows.push_back({record.name, name, term});
      };
      for (const EvaluationTerm& term :
           evaluation_terms(evaluation, chess::ValidSetup(record.setup))) {
        sum += term.value;
        add(term);
      }
      add({"total", {}, {}, sum});
    }
  session.publish({.tables = {terms_table().with(rows)}}, 1);
}

}  // namespace

void add_eval_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<EvalOptions>();
  const cli::Command eval = app.add_subcommand("eval", "Evaluate chess positions term by term");
  options->positions.add_to(eval);
  eval.add_option("--eval NAME", options->evaluations, "Evaluations (see plylab list evaluations)")
      .offers(EvaluationKind::names())
      .delimiter(',')
      .show_default();
  session.add_options(eval);
  eval.example("plylab eval --fen kiwipete");
  eval.example("plylab eval --suite bratko-kopec --eval pst,positional --format json");
  eval.guides({"search"});
  eval.callback([options, &session] { run_eval(*options, session); });
}

}  // namespace plylab::search
