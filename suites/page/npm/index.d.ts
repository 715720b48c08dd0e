/**
 * A position: a FEN, also of Chess960; a name such as "startpos", "kiwipete" or "chess960:518"; each
 * possibly followed by "moves" and moves in UCI or SAN: "startpos moves e2e4 Nf6".
 */
export type Position = string;

/** Bad input: what is wrong, and where. */
export class PlylabError extends Error {}

export interface CountOptions {
  /** The move generator; bitboard, the fastest, if it is not given. */
  generator?: "bitboard" | "mailbox" | "x88";
  /** The size of a hash table in MiB, at most 1024; none if it is not given. */
  hash?: number;
}

export interface Move {
  uci: string;
  san: string;
}

export interface WrongMove {
  move: string;
  wrong: "missing" | "extra" | "repeated" | "count";
  /** What was printed for it; null if no count was printed. */
  said: bigint | null;
  /** Null if the move is illegal. */
  right: bigint | null;
}

/** What a program printed for a question. */
export interface Answer {
  /** For the first answer: the position that the program was asked about. */
  position?: Position;
  /** For each later answer, as the question before it says. */
  start?: string;
  moves?: string;
  /** The depth of perft; for the first answer 0, or none, takes the one that the text names, or the nearest. */
  depth?: number;
  /** A divide in any usual form, or the total alone. */
  text: string;
}

export interface Question {
  /** A FEN. */
  start: string;
  /** In UCI, separated by blanks. Let the program play them: a FEN in their place hides a wrong make. */
  moves: string;
  depth: number;
}

export interface Finding {
  /** Where the fault lies: in the list of moves, in reading the position, in making or unmaking moves, … */
  fault: "move_generation" | "fen" | "make" | "draw" | "early_leaves" | "unmake" | "table" | "walk" | "sum" |
    "history" | "nondeterministic";
  explanation: string;
  usualCause: string;
  /** False if only totals were seen at the wrong position: then the moves are the likeliest that fit them. */
  certain: boolean;
  /** Where the fault shows, and a way to it: a FEN, usually the first position's, and moves from there. */
  fen: string;
  start: string;
  path: string;
  moves: { wrong: string; uci: string; rule: string; sentence: string }[];
}

export interface SearchOptions {
  /** In plies. */
  depth: number;
  /** Such as "minimax", "alphabeta", "pvs", "negascout", "mtdf", or for small trees "sss". */
  searches: readonly string[];
  /** "material", "pst" (that of most searches if none is given), "mobility", "positional" or "random". */
  evaluation?: string;
  /** Such as "captures" or "generation"; each search's own if none is given. */
  ordering?: string;
  /** As for plylab search --with: "quiescence,no-deepening,table=16". */
  switches?: string;
}

export interface SearchResults {
  searches: {
    /** The exact name: "pvs-soft" for "pvs". */
    name: string;
    /** For the side to move: a number, or "win 5", "win ≤ 5", "loss 4" in plies. */
    value: string;
    /** The principal variation. */
    line: string[];
    /** Of the last iteration: nodes, interior, leaves, cutoffs, researches and others. */
    counts: Record<string, bigint>;
  }[];
  /** For each search that visits too many positions, a sentence that says so; it throws if all do. */
  leftOut: string[];
  /** What all searches got because one of them needs it, such as a table; then some visit fewer leaves. */
  note: string;
  /** The minimal tree of alpha-beta without a table (Knuth and Moore 1975). */
  minimal: { nodes: bigint; leaves: bigint } | null;
}

/** All functions throw PlylabError. They return when the work is done: use a worker for what takes long. */
export interface Plylab {
  /** The leaves `depth` plies below the position; at most 60 plies. */
  perft(position: Position, depth: number, options?: CountOptions): bigint;
  /** The leaves below each legal move, by its name in UCI. */
  divide(position: Position, depth: number, options?: CountOptions): Map<string, bigint>;
  /** `leaves`, and of them by their last move: captures, ep, castles, promos, checks, disc, double, mates. */
  statistics(position: Position, depth: number, options?: CountOptions): Record<string, bigint>;
  /** The position after its moves. `check`: the square of the king in check, or null. */
  position(position: Position): {
    start: string; moves: string[]; fen: string; side: string; chess960: boolean; check: string | null;
  };
  /** The legal moves. */
  moves(position: Position): Move[];
  /** Why a move is legal or illegal; the rule by its name. */
  explain(position: Position, move: string): { legal: boolean; rule: string; sentence: string; usualCause: string };
  /** Whether a game can lead to the position, and what speaks against it. */
  fen(position: Position): {
    legality: "legal" | "suspicious" | "impossible"; issues: { kind: string; what: string }[]; normalised: string | null;
  };
  /**
   * A divide that a program printed, beside the right one. Without a depth: the one that the text names,
   * or that with the nearest count. `wrong` lists moves; where only a total was printed, compare it with
   * `right`. `unread`: how many lines of the text, of the first 500, say nothing to the program.
   */
  compare(position: Position, printed: string, depth?: number): {
    depth: number; right: bigint; total: bigint; wrong: WrongMove[]; unread: number;
  };
  /**
   * The debugger of plylab verify, one question at a time: give it all answers so far. It returns the
   * next question, or what it has found; or neither: then the first answer is right, or `remark` says
   * what is odd about the answers, such as one ply too many. `agrees`: the last answer is right; `unread`:
   * how many of its lines say nothing to the program.
   */
  findBug(answers: readonly Answer[]): {
    agrees: boolean; question: Question | null; found: Finding | null; remark: string; unread: number;
  };
  /** The searches by their exact names. One that is not exact may find another value than minimax. */
  searches(): { name: string; source: string; exact: boolean }[];
  /**
   * Small searches of a chess position, each of at most 30 million positions, those of quiescence and of
   * all iterations included. If one needs a transposition table, all get one, unless the switches say.
   */
  search(position: Position, options: SearchOptions): SearchResults;
  /**
   * The same of a tree: "tree(width=3,depth=5,order=0.7)", or node by node, a name on each line and at a
   * leaf its value for the side to move at the root, children indented below their parent. Do not search
   * deeper than the tree: below a leaf one forced move follows another.
   */
  searchTree(tree: string, options: Omit<SearchOptions, "evaluation">): SearchResults;
}

/** Starts the program. */
export function load(): Promise<Plylab>;
