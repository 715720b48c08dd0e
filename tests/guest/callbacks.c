/* A move generator in C whose bug plylab finds: C.md speaks of it. The generator only wraps
 * plylab's own positions, to keep the example short, and never castles long. */
#include <plylab.h>
#include <stdio.h>
#include <string.h>

struct board {
  plylab_position* line[64]; /* the position set up, and those after the moves made */
  int ply;
};

static void* set_up(void* context, const char* fen) {
  static struct board board; /* one is enough: positions are asked about one after the other */
  (void)context;
  board.ply = 0;
  return plylab_position_new("chess", fen, &board.line[0]) == PLYLAB_OK ? &board : NULL;
}

static void tear_down(void* context, void* position) {
  struct board* board = position;
  (void)context;
  for (; board->ply >= 0; --board->ply) plylab_position_free(board->line[board->ply]);
}

static int moves(void* context, void* position, plylab_answer* answer) {
  struct board* board = position;
  plylab_table* list;
  (void)context;
  if (plylab_position_moves(board->line[board->ply], &list) != PLYLAB_OK) return 1;
  for (size_t i = 0; i < plylab_rows(list); ++i)
    if (strcmp(plylab_cell(list, i, "words"), "O-O-O") != 0) /* the bug */
      plylab_answer_move(answer, plylab_cell(list, i, "move"), 0);
  plylab_table_free(list);
  return 0;
}

static int make(void* context, void* position, const char* move) {
  struct board* board = position;
  (void)context;
  if (plylab_position_copy(board->line[board->ply], &board->line[board->ply + 1]) != PLYLAB_OK)
    return 1;
  return plylab_position_play(board->line[++board->ply], move) != PLYLAB_OK;
}

static int unmake(void* context, void* position, const char* move) {
  struct board* board = position;
  (void)context;
  (void)move;
  plylab_position_free(board->line[board->ply--]);
  return 0;
}

int main(void) {
  const plylab_generator generator = {
      .set_up = set_up, .tear_down = tear_down, .moves = moves, .make = make, .unmake = unmake};
  const char* const fens[] = {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"};
  const plylab_verify_job job = {.fens = fens, .number_of_fens = 1};
  plylab_table* summary;
  if (plylab_verify(&generator, &job, &summary, NULL, NULL) != PLYLAB_OK) {
    fprintf(stderr, "%s\n", plylab_message());
    return 2;
  }
  puts(plylab_cell(summary, 0, "report"));
  plylab_table_free(summary);
  return 0;
}
