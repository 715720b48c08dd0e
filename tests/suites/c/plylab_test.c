/* The C functions, from C: what they give, and what they say to bad input. */
#include <math.h>
#include <plylab.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void expect(int holds, const char* what, int line) {
  if (holds) return;
  printf("line %d: %s; the last message is '%s'\n", line, what, plylab_message());
  ++failures;
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

static int equal(const char* a, const char* b) { return a != NULL && strcmp(a, b) == 0; }

/* Whether a call has failed as bad input does, with one line that has this in it. */
static int refused(plylab_status status, const char* with) {
  return status == PLYLAB_BAD_INPUT && strstr(plylab_message(), with) != NULL &&
         strchr(plylab_message(), '\n') == NULL;
}

static plylab_position* position_of(const char* game, const char* text) {
  plylab_position* position = NULL;
  EXPECT(plylab_position_new(game, text, &position) == PLYLAB_OK);
  return position;
}

static void positions(void) {
  plylab_report* list;
  plylab_table *moves, *end;
  EXPECT(plylab_run((const char*[]){"list", "games"}, 2, NULL, NULL, &list) == PLYLAB_OK);
  const plylab_table* games = plylab_report_table(list, "games");
  EXPECT(plylab_rows(games) > 10);
  for (size_t i = 0; i < plylab_rows(games); ++i) { /* each game, from where it begins */
    plylab_position* start = position_of(plylab_cell(games, i, "name"), NULL);
    EXPECT(plylab_position_moves(start, &moves) == PLYLAB_OK && plylab_rows(moves) > 0);
    plylab_table_free(moves);
    plylab_position_free(start);
  }
  EXPECT(plylab_cell(games, 0, "weight") == NULL && plylab_cell(games, 99, "name") == NULL);
  EXPECT(equal(plylab_column(games, 0), "name") && plylab_column(games, 4) == NULL);
  plylab_report_free(list);

  plylab_position* position = position_of(NULL, "startpos moves e2e4");
  plylab_position* copy;
  EXPECT(plylab_position_copy(position, &copy) == PLYLAB_OK);
  EXPECT(plylab_position_play(position, "e5 Nf3") == PLYLAB_OK);
  EXPECT(equal(plylab_position_text(position),
               "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
  EXPECT(equal(plylab_position_game(position), "chess"));
  EXPECT(refused(plylab_position_play(position, "Nc6 Ke3"), "Ke3"));
  EXPECT(strstr(plylab_position_text(position), " b KQkq - 1 2") != NULL); /* as it was */
  EXPECT(plylab_position_moves(copy, &moves) == PLYLAB_OK && plylab_rows(moves) == 20);
  size_t knight = 0;
  while (knight < 20 && !equal(plylab_cell(moves, knight, "move"), "b8a6")) ++knight;
  EXPECT(equal(plylab_cell(moves, knight, "words"), "Na6"));
  plylab_table_free(moves);
  EXPECT(plylab_position_end(copy, &end) == PLYLAB_OK && plylab_rows(end) == 0);
  plylab_table_free(end);
  EXPECT(plylab_position_play(position, "d6 d4") == PLYLAB_OK);
  plylab_position_free(position);
  plylab_position_free(copy);

  position = position_of(NULL, "startpos moves f3 e5 g4 Qh4");
  EXPECT(plylab_position_end(position, &end) == PLYLAB_OK && plylab_rows(end) == 1);
  EXPECT(equal(plylab_cell(end, 0, "winner"), "second"));
  plylab_table_free(end);
  plylab_position_free(position);

  EXPECT(refused(plylab_position_new("go", NULL, &position), "go") && position == NULL);
  EXPECT(refused(plylab_position_new(NULL, "rubbish\n\x1b", &position), "FEN"));
  EXPECT(refused(plylab_position_new(NULL, NULL, NULL), "position is NULL"));
  EXPECT(refused(plylab_position_play(NULL, "e4"), "position is NULL"));
  EXPECT(plylab_position_text(NULL) == NULL && plylab_rows(NULL) == 0);
  plylab_position_free(NULL);
  plylab_table_free(NULL);
}

static int stop_at_once(void* context, double share) {
  ++*(int*)context;
  return share >= 0;
}

static void counts(void) {
  plylab_position* position = position_of(NULL, "kiwipete");
  plylab_table *total, *divide, *statistics;
  plylab_perft_job job = {.depth = 3};
  EXPECT(plylab_perft(position, &job, &total, &divide, &statistics) == PLYLAB_OK);
  EXPECT(equal(plylab_cell(total, 0, "leaves"), "97862"));
  EXPECT(equal(plylab_cell(total, 0, "complete"), "1"));
  EXPECT(plylab_rows(divide) == 48 && equal(plylab_cell(divide, 0, "move"), "a1b1"));
  EXPECT(equal(plylab_cell(statistics, 0, "name"), "captures"));
  EXPECT(equal(plylab_cell(statistics, 0, "count"), "17102"));
  plylab_table_free(total);
  plylab_table_free(divide);
  plylab_table_free(statistics);

  int asked = 0;
  job = (plylab_perft_job){.depth = 9, .progress = stop_at_once, .context = &asked};
  EXPECT(plylab_perft(position, &job, &total, NULL, NULL) == PLYLAB_STOPPED && asked == 1);
  EXPECT(equal(plylab_cell(total, 0, "complete"), "0"));
  plylab_table_free(total);

  job = (plylab_perft_job){.depth = -1};
  EXPECT(refused(plylab_perft(position, &job, &total, NULL, NULL), "depth") && total == NULL);
  job = (plylab_perft_job){.depth = 2, .generator = "fast"};
  EXPECT(refused(plylab_perft(position, &job, NULL, NULL, NULL), "fast"));
  job = (plylab_perft_job){.depth = 2, .threads = -1};
  EXPECT(refused(plylab_perft(position, &job, NULL, NULL, NULL), "threads"));
  job = (plylab_perft_job){.depth = 2, .hash_mib = SIZE_MAX};
  EXPECT(plylab_perft(position, &job, NULL, NULL, NULL) != PLYLAB_OK);
  EXPECT(refused(plylab_perft(position, NULL, NULL, NULL, NULL), "job is NULL"));
  plylab_position_free(position);
}

static void searches(void) {
  plylab_position* position = position_of("tictactoe", NULL);
  plylab_table* iterations;
  plylab_search_job job = {.depth = 9, .algorithm = "mtdf"};
  EXPECT(plylab_search(position, &job, &iterations) == PLYLAB_OK);
  EXPECT(equal(plylab_cell(iterations, plylab_rows(iterations) - 1, "value"), "0"));
  plylab_table_free(iterations);
  job.switches = "tabel=64";
  EXPECT(refused(plylab_search(position, &job, &iterations), "tabel") && iterations == NULL);
  job = (plylab_search_job){.algorithm = "pvs"};
  EXPECT(refused(plylab_search(position, &job, &iterations), "limit"));
  job.seconds = NAN;
  EXPECT(refused(plylab_search(position, &job, &iterations), "no finite number"));
  job = (plylab_search_job){.depth = 128};
  EXPECT(refused(plylab_search(position, &job, &iterations), "depth: 128 is not from 0 to 127"));
  job = (plylab_search_job){.depth = 4, .algorithm = "deepest"};
  EXPECT(refused(plylab_search(position, &job, &iterations), "deepest"));
  plylab_position_free(position);

  plylab_table* solutions;
  job = (plylab_search_job){.depth = 3};
  EXPECT(plylab_solve("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";", &job, 1,
                      &solutions) == PLYLAB_OK);
  EXPECT(plylab_rows(solutions) == 1 && equal(plylab_cell(solutions, 0, "solved"), "1"));
  EXPECT(equal(plylab_cell(solutions, 0, "record"), "back rank"));
  EXPECT(equal(plylab_cell(solutions, 0, "move"), "Rd8#"));
  plylab_table_free(solutions);
  EXPECT(plylab_solve("no-such-suite", &job, 1, &solutions) == PLYLAB_BAD_FILE);
  EXPECT(strstr(plylab_message(), "no-such-suite") != NULL);
  EXPECT(refused(plylab_solve("8/8/8 w", &job, 1, &solutions), "FEN"));
  EXPECT(refused(plylab_solve("demo", &job, -1, &solutions), "threads: -1 is less than 1"));

  position = position_of(NULL, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
  plylab_table* answer;
  plylab_mate_job mate = {.moves = 3};
  EXPECT(plylab_mate(position, &mate, &answer) == PLYLAB_OK);
  EXPECT(equal(plylab_cell(answer, 0, "status"), "shortest"));
  EXPECT(strstr(plylab_cell(answer, 0, "line"), "Ra6") == plylab_cell(answer, 0, "line"));
  plylab_table_free(answer);
  mate = (plylab_mate_job){.solver = "oracle", .moves = 3};
  EXPECT(refused(plylab_mate(position, &mate, &answer), "oracle"));
  mate = (plylab_mate_job){.moves = 0};
  EXPECT(refused(plylab_mate(position, &mate, &answer), "limit"));
  mate.seconds = NAN;
  EXPECT(refused(plylab_mate(position, &mate, &answer), "no finite number"));
  plylab_position_free(position);
  position = position_of("reversi", NULL);
  mate = (plylab_mate_job){.moves = 3};
  EXPECT(refused(plylab_mate(position, &mate, &answer), "reversi"));
  plylab_position_free(position);
}

static void commands(void) {
  plylab_report* report;
  const char* search[] = {"search", "--fen", "kiwipete", "--algo", "pvs,mtdf", "--depth", "3"};
  EXPECT(plylab_run(search, 7, NULL, NULL, &report) == PLYLAB_OK);
  const plylab_table* searches = plylab_report_table(report, "search");
  EXPECT(plylab_rows(searches) == 2 && plylab_report_differs(report) == 0);
  EXPECT(equal(plylab_cell(searches, 0, "value"), plylab_cell(searches, 1, "value")));
  EXPECT(strstr(plylab_report_json(report), "\"complete\": true") != NULL);
  EXPECT(plylab_report_table(report, "seach") == NULL && plylab_report_table(report, NULL) == NULL);
  plylab_report_free(report);

  const char* wrong[] = {"fen", "8/8/8/8/8/8/8/4K3 w - - 0 1"};
  EXPECT(plylab_run(wrong, 2, NULL, NULL, &report) == PLYLAB_OK && plylab_report_differs(report));
  plylab_report_free(report);

  int asked = 0;
  const char* long_perft[] = {"perft", "--depth", "9"};
  EXPECT(plylab_run(long_perft, 3, stop_at_once, &asked, &report) == PLYLAB_STOPPED);
  EXPECT(asked == 1 && strstr(plylab_report_json(report), "\"complete\": false") != NULL);
  plylab_report_free(report);

  EXPECT(refused(plylab_run(long_perft, 0, NULL, NULL, &report), "no command") && report == NULL);
  EXPECT(refused(plylab_run((const char*[]){"uci"}, 1, NULL, NULL, &report), "uci"));
  EXPECT(refused(plylab_run((const char*[]){"perft", "--dept", "3"}, 3, NULL, NULL, &report),
                 "--depth?"));
  EXPECT(refused(plylab_run((const char*[]){"perft", NULL}, 2, NULL, NULL, &report), "is NULL"));
  EXPECT(refused(plylab_run(NULL, 1, NULL, NULL, &report), "arguments is NULL"));
  plylab_report_free(NULL);
}

/* ---- a generator as a function that counts, with a fault of choice ---- */

enum fault { none, counts_one_more, fails, says_nothing, says_rubbish };

static int count(void* context, const char* fen, const char* const* moves, size_t played, int depth,
                 plylab_answer* answer) {
  const enum fault fault = *(enum fault*)context;
  if (fault == fails) return 7;
  if (fault == says_nothing) return 0;
  if (fault == says_rubbish) {
    plylab_answer_move(answer, "\x01 rubbish", 1);
    plylab_answer_move(answer, NULL, 1);
    return 0;
  }
  plylab_position* position = position_of(NULL, fen);
  for (size_t i = 0; i < played; ++i) EXPECT(plylab_position_play(position, moves[i]) == PLYLAB_OK);
  plylab_table* divide;
  EXPECT(plylab_perft(position, &(plylab_perft_job){.depth = depth}, NULL, &divide, NULL) ==
         PLYLAB_OK);
  uint64_t total = fault == counts_one_more && depth == 2;
  for (size_t i = 0; i < plylab_rows(divide); ++i)
    total += strtoull(plylab_cell(divide, i, "leaves"), NULL, 10);
  plylab_answer_total(answer, total);
  plylab_table_free(divide);
  plylab_position_free(position);
  return 0;
}

static void verifies(void) {
  enum fault fault = none;
  plylab_generator generator = {.context = &fault, .count = count};
  plylab_table *summary, *faults;
  EXPECT(plylab_verify(&generator, NULL, &summary, &faults, NULL) == PLYLAB_OK);
  EXPECT(equal(plylab_cell(summary, 0, "report"), "") && plylab_rows(faults) == 0);
  EXPECT(equal(plylab_cell(summary, 0, "differs"), "0"));
  EXPECT(equal(plylab_cell(summary, 0, "unsupported"), "0") == 0); /* it plays no Chess960 */
  plylab_table_free(summary);
  plylab_table_free(faults);

  const char* const fens[] = {"startpos"};
  const plylab_verify_job job = {.fens = fens, .number_of_fens = 1};
  fault = counts_one_more;
  EXPECT(plylab_verify(&generator, &job, &summary, &faults, NULL) == PLYLAB_OK);
  EXPECT(plylab_rows(faults) == 1 && equal(plylab_cell(faults, 0, "reported"), "401"));
  plylab_table_free(summary);
  plylab_table_free(faults);
  fault = fails;
  EXPECT(plylab_verify(&generator, &job, &summary, NULL, NULL) == PLYLAB_OK);
  EXPECT(strstr(plylab_cell(summary, 0, "report"), "count() has returned 7") != NULL);
  EXPECT(equal(plylab_cell(summary, 0, "failed"), "1"));
  plylab_table_free(summary);
  for (fault = says_nothing; fault <= says_rubbish; ++fault) {
    EXPECT(plylab_verify(&generator, &job, &summary, NULL, NULL) == PLYLAB_OK);
    EXPECT(equal(plylab_cell(summary, 0, "differs"), "1"));
    plylab_table_free(summary);
  }

  const char* const bad_fens[] = {"no position", NULL};
  const plylab_verify_job bad = {.fens = bad_fens, .number_of_fens = 2};
  EXPECT(refused(plylab_verify(&generator, &bad, &summary, NULL, NULL), "FEN") && summary == NULL);
  generator.count = NULL;
  EXPECT(refused(plylab_verify(&generator, NULL, &summary, NULL, NULL), "set_up"));
  EXPECT(refused(plylab_verify(NULL, NULL, &summary, NULL, NULL), "generator is NULL"));
}

int main(void) {
  positions();
  counts();
  searches();
  commands();
  verifies();
  if (failures == 0) puts("all as it should be");
  return failures != 0;
}
