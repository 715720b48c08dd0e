/* plylab from C, and from every language that can call C: positions, counts, searches, mates, and
 * the debugger of move generators. C.md is the guide; link with libplylab (plylab::c in CMake).
 *
 * - A function that can fail returns a status; plylab_message() says what was wrong, in one line.
 *   After a failure nothing has changed, and what would have been returned is NULL.
 * - Results are tables of text with named columns, whose numbers are decimal: a count may have 39
 *   digits. An empty cell is unknown or has no meaning there.
 * - What a function returns through a pointer to a pointer belongs to the caller, who frees it by
 *   the function of that name; NULL may be freed too. Texts belong to the object that they came
 *   from, and live as long as it does and is not changed.
 * - Texts are UTF-8 and end with a zero byte. In a struct, 0 and NULL stand for the usual choice.
 * - Any thread may call any function. Threads may share an object as long as none of them changes
 *   or frees it.
 * - No exception leaves the library. None may leave a callback either; nor may longjmp.
 */
#ifndef PLYLAB_H
#define PLYLAB_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PLYLAB_API __attribute__((visibility("default")))
#else
#define PLYLAB_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** How a call ended. */
typedef enum plylab_status {
  PLYLAB_OK = 0,
  PLYLAB_BAD_INPUT = 1, /**< a name, text or number that makes no sense: the message says which */
  PLYLAB_STOPPED = 2,   /**< by the caller's callback; results have what was known by then */
  PLYLAB_OUT_OF_MEMORY = 3,
  PLYLAB_FAILED = 4,  /**< anything else */
  PLYLAB_BAD_FILE = 5 /**< a file that cannot be read or written: the message says which and why */
} plylab_status;

/** What was wrong with the last call of this thread that failed: one line, valid until this thread
 * calls another function that can fail. */
PLYLAB_API const char* plylab_message(void);

/** The version of the library, such as "0.2.0". */
PLYLAB_API const char* plylab_version(void);

/* ---- tables ---- */

/** Rows of texts under named columns. */
typedef struct plylab_table plylab_table;

/** The number of rows. */
PLYLAB_API size_t plylab_rows(const plylab_table* table);

/** The number of columns. */
PLYLAB_API size_t plylab_columns(const plylab_table* table);

/** The name of a column, counted from 0; NULL if there is none. */
PLYLAB_API const char* plylab_column(const plylab_table* table, size_t column);

/** The text in a row, counted from 0, and the column of that name; NULL if there is no such row or
 * column, or if the cell is empty. */
PLYLAB_API const char* plylab_cell(const plylab_table* table, size_t row, const char* column);

/** Frees a table. */
PLYLAB_API void plylab_table_free(plylab_table* table);

/* ---- positions ---- */

/** A position of some game. */
typedef struct plylab_position plylab_position;

/** The position of a game (NULL: chess) that a text says (NULL: where games begin): in the game's
 * notation, a name such as "kiwipete", or either with "moves e2e4 e7e5" behind it. */
PLYLAB_API plylab_status plylab_position_new(const char* game, const char* text,
                                             plylab_position** position);

/** An equal position, which is changed and freed by itself. */
PLYLAB_API plylab_status plylab_position_copy(const plylab_position* position,
                                              plylab_position** copy);

/** Frees a position. */
PLYLAB_API void plylab_position_free(plylab_position* position);

/** Plays one or more legal moves, with blanks between them: all of them or, if one is not legal,
 * none. */
PLYLAB_API plylab_status plylab_position_play(plylab_position* position, const char* moves);

/** The position in its game's notation: the FEN in chess. */
PLYLAB_API const char* plylab_position_text(const plylab_position* position);

/** The name of its game. */
PLYLAB_API const char* plylab_position_game(const plylab_position* position);

/** The legal moves: columns move (such as e2e4) and words (as people write it: e4). */
PLYLAB_API plylab_status plylab_position_moves(const plylab_position* position,
                                               plylab_table** moves);

/** How the game has ended here: no row if it has not; else columns ending and winner, "first",
 * "second" or empty for a draw. */
PLYLAB_API plylab_status plylab_position_end(const plylab_position* position, plylab_table** end);

/* ---- while a task runs ---- */

/** Called some twenty times a second while a task runs, by the thread that called the task. `share`
 * of the work is done, 0 where that is unknown. Not 0 stops the task. */
typedef int (*plylab_progress)(void* context, double share);

/* ---- any command of the program ---- */

/** What a command reports: tables, with the columns that SCHEMA.md and the command's --legend
 * explain. */
typedef struct plylab_report plylab_report;

/** Runs a command of the program plylab in this process, with its arguments as in a shell:
 * {"experiment", "switches"}, or {"search", "--algo", "pvs,mtdf", "--depth", "5"}. There are all
 * commands that make a report; `plylab help` lists them, `plylab COMMAND --help` their options.
 * What a command would print is in the report; files are written only where options name them, and
 * notes for people go to standard error. PLYLAB_STOPPED: the report has what was known by then. */
PLYLAB_API plylab_status plylab_run(const char* const* arguments, size_t number_of_arguments,
                                    plylab_progress progress, void* context,
                                    plylab_report** report);

/** 1 if something that the command compared or checked differs; else 0. */
PLYLAB_API int plylab_report_differs(const plylab_report* report);

/** The table of that name, which belongs to the report; NULL if it has none. */
PLYLAB_API const plylab_table* plylab_report_table(const plylab_report* report, const char* name);

/** The whole report, as --format json writes it (SCHEMA.md). */
PLYLAB_API const char* plylab_report_json(const plylab_report* report);

/** Frees a report, with its tables. */
PLYLAB_API void plylab_report_free(plylab_report* report);

/* ---- counting ---- */

/** A perft. */
typedef struct plylab_perft_job {
  int depth;              /**< plies, 0 to 60 */
  const char* generator;  /**< of the game, such as "mailbox" */
  const char* kernel;     /**< of the generator, such as "avx2"; usually the fastest here */
  int threads;            /**< usually 1 */
  size_t hash_mib;        /**< a transposition table of that size; usually none */
  int exact;              /**< 1: it stores whole positions in place of keys */
  const char* convention; /**< of statistics: "wiki", "split", "all" */
  plylab_progress progress;
  void* context; /**< handed to progress */
} plylab_perft_job;

/** Counts the legal move paths of a length. Each result may be NULL if it is not wanted:
 * - `total`: one row, columns leaves, early (paths that end before the depth, in games that count
 *   them), seconds, kernel, complete;
 * - `divide`: columns move, leaves;
 * - `statistics`: columns name, count: captures, checks and so on, which take longer. */
PLYLAB_API plylab_status plylab_perft(const plylab_position* position, const plylab_perft_job* job,
                                      plylab_table** total, plylab_table** divide,
                                      plylab_table** statistics);

/* ---- searching ---- */

/** A search, which needs one of the limits. */
typedef struct plylab_search_job {
  const char* algorithm; /**< such as "pvs" or "mtdf" (plylab list searches); usually "alphabeta" */
  const char* evaluation; /**< such as "pst"; usually what the search prefers */
  const char* ordering;   /**< of moves, such as "see"; usually what the search prefers */
  const char* switches;   /**< such as "table=64,killers" */
  const char* generator;  /**< of the game */
  int depth;              /**< limit in plies, to 127 */
  uint64_t nodes;         /**< limit in positions visited */
  double seconds;         /**< limit of time */
  plylab_progress progress;
  void* context; /**< handed to progress */
} plylab_search_job;

/** Searches. `iterations` has a row for each depth: depth, value (centipawns for the side to move;
 * beyond 31000 a win, 32000 less the plies until then; none if the iteration is not complete),
 * line, nodes, leaves, cutoffs, first_move_cutoffs, researches, quiescence, table_cutoffs, seconds,
 * complete, obstacle (why it is not complete, unless because of a limit). The first move of the
 * last complete row's line is the move to play. */
PLYLAB_API plylab_status plylab_search(const plylab_position* position,
                                       const plylab_search_job* job, plylab_table** iterations);

/** Has a search solve records of EPD with bm, am or dm: a suite by name ("bratko-kopec") or path,
 * or records themselves. `solutions`: columns record, fen, goal, solved, move, depth, nodes,
 * seconds. The limits are those of each record. PLYLAB_BAD_INPUT if a line cannot be read, a best
 * move is not legal, or there are fewer threads than one. */
PLYLAB_API plylab_status plylab_solve(const char* suite, const plylab_search_job* job, int threads,
                                      plylab_table** solutions);

/** A task for a mate solver, which needs one of the limits. */
typedef struct plylab_mate_job {
  const char* solver; /**< "exhaustive", "dfpn" or "checks"; usually the first */
  int moves;          /**< limit: the longest mate to look for */
  uint64_t nodes;     /**< limit in positions visited */
  double seconds;     /**< limit of time */
  size_t hash_mib;    /**< tables; usually 64 */
  plylab_progress progress;
  void* context; /**< handed to progress */
} plylab_mate_job;

/** Looks for a mate by the side to move, in chess and its variants. `answer` has one row: status
 * ("unknown", "none within", "found", "line valid", "shortest"), moves, refuted (there is no mate
 * in so many), line, nodes, seconds. */
PLYLAB_API plylab_status plylab_mate(const plylab_position* position, const plylab_mate_job* job,
                                     plylab_table** answer);

/* ---- verifying a move generator of chess ---- */

/** What a callback of a generator writes its answer into. */
typedef struct plylab_answer plylab_answer;

/** A legal move, in UCI: e2e4, e7e8q, castling e1g1. From plylab_generator::count with the leaves
 * below it; else `leaves` is ignored. */
PLYLAB_API void plylab_answer_move(plylab_answer* answer, const char* move, uint64_t leaves);

/** The total of plylab_generator::count; without it, it is the sum of the moves' leaves. */
PLYLAB_API void plylab_answer_total(plylab_answer* answer, uint64_t leaves);

/** Your move generator: either `set_up`, `moves`, `make` and `unmake`, or `count` alone.
 *
 * The functions that return int return 0, or another number if they fail: that is reported as a
 * failure of the generator in this position, and plylab goes on with the next one. They are called
 * on other threads than that of plylab_verify(): by one at a time unless plylab_verify_job::jobs
 * says otherwise. */
typedef struct plylab_generator {
  void* context; /**< handed to every function */
  int chess960;  /**< 1: it plays Chess960 too */

  /** A position of yours, set up from a FEN of six fields; NULL if that fails. */
  void* (*set_up)(void* context, const char* fen);
  /** Gives it back. */
  void (*tear_down)(void* context, void* position);
  /** Writes all legal moves by plylab_answer_move(). */
  int (*moves)(void* context, void* position, plylab_answer* answer);
  /** Makes one of the moves that it has just listed. */
  int (*make)(void* context, void* position, const char* move);
  /** Takes back the move made last. */
  int (*unmake)(void* context, void* position, const char* move);

  /** Counts the paths of that length from the FEN after `played` legal moves, by
   * plylab_answer_move() for each move, or by plylab_answer_total() alone. */
  int (*count)(void* context, const char* fen, const char* const* moves, size_t played, int depth,
               plylab_answer* answer);
} plylab_generator;

/** What a generator is asked. Without positions it is the suite `verify`. */
typedef struct plylab_verify_job {
  const char* const* fens; /**< positions */
  size_t number_of_fens;
  const char* suite; /**< EPD by name or path */
  size_t random;     /**< so many positions of random games, those of Chess960 if it plays them */
  uint64_t seed;     /**< of these games */
  int depth;         /**< usually as far as the suite states counts */
  size_t faults;     /**< ends after so many different faults; usually 10 */
  int jobs;          /**< positions at the same time; usually 1 */
  plylab_progress progress;
  void* context; /**< handed to progress */
} plylab_verify_job;

/** Asks the generator, and finds out what is wrong with it. Returns PLYLAB_OK also if it is wrong;
 * job may be NULL. Each result may be NULL if it is not wanted:
 * `summary`: one row, columns report (the diagnosis for people, in lines; empty if all is right),
 *            positions, agrees, differs, failed, unsupported, unasked and more;
 * `faults`: a row for each different fault: kind, explanation, fen, right, reported and more;
 * `wrong_moves`: a row for each wrong move: fault, move, wrong ("extra", "missing", "repeated"),
 *            rule, why.
 * VERIFY.md describes the columns. */
PLYLAB_API plylab_status plylab_verify(const plylab_generator* generator,
                                       const plylab_verify_job* job, plylab_table** summary,
                                       plylab_table** faults, plylab_table** wrong_moves);

#ifdef __cplusplus
}
#endif

#endif
