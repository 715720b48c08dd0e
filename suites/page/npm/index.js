// Chess by plylab for Node and browsers: index.d.ts says what each function does.
import start from './program.js';

const as_count = (digits) => BigInt(digits);

export class PlylabError extends Error {
  name = 'PlylabError';
}

const is_natural = (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 31;
const TEXTS = ['position', 'tree', 'move', 'one', 'text', 'start', 'moves', 'generator', 'evaluation', 'ordering', 'with'];
const SAID = { one: 'printed', with: 'switches' };

// Arguments are checked here, because the program would not say which of them is wrong.
function check(fields, required = []) {
  const fail = (name, value, what) => {
    throw new PlylabError(`${SAID[name] ?? name}: ${typeof value === 'string' ? `'${value}'` : String(value)} is not a ${what}`);
  };
  for (const name of required)
    if (fields[name] === undefined) throw new PlylabError(`${SAID[name] ?? name}: missing`);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (TEXTS.includes(name) && typeof value !== 'string') fail(name, value, 'string');
    if (['depth', 'hash'].includes(name) && !is_natural(value)) fail(name, value, 'whole number of at least 0');
  }
}

class Plylab {
  #module;

  constructor(module) {
    this.#module = module;
  }

  #ask(ask, fields, required = []) {
    check(fields, required);
    const request = JSON.stringify({ ask, ...fields });
    const text = this.#module.allocateUTF8(request);  // not on the stack, which long texts do not fit
    const answer = JSON.parse(this.#module.UTF8ToString(this.#module._plylab_answer(text)));
    this.#module._free(text);
    if (answer.error) throw new PlylabError(answer.error);
    return answer;
  }

  perft(position, depth, options = {}) {
    return as_count(this.#ask('count', { ...options, position, depth }, ['position', 'depth']).leaves);
  }

  divide(position, depth, options = {}) {
    const { branches } = this.#ask('count', { ...options, position, depth }, ['position', 'depth']);
    return new Map(branches.map(({ move, leaves }) => [move, as_count(leaves)]));
  }

  statistics(position, depth, options = {}) {
    const { leaves, kinds } = this.#ask('count', { ...options, position, depth, statistics: true }, ['position', 'depth']);
    return Object.fromEntries([['leaves', leaves], ...kinds.map(({ name, count }) => [name, count])]
      .map(([name, count]) => [name, as_count(count)]));
  }

  position(position) {
    const { start, moves, fen, side, chess960, check = null } = this.#ask('position', { position }, ['position']);
    return { start, moves, fen, side, chess960, check };
  }

  moves(position) {
    return this.#ask('position', { position }, ['position']).legal.map(({ uci, san }) => ({ uci, san }));
  }

  explain(position, move) {
    const { legal, rule, sentence, usual_cause } = this.#ask('explain', { position, move }, ['position', 'move']);
    return { legal, rule, sentence, usualCause: usual_cause };
  }

  fen(position) {
    const { legality, issues, normalised = null } = this.#ask('fen', { position }, ['position']);
    return { legality, issues, normalised };
  }

  compare(position, printed, depth = 0) {
    const { depth: found, right, one } =
      this.#ask('compare', { position, one: printed, depth }, ['position', 'one']);
    return {
      depth: found,
      right: as_count(right),
      total: as_count(one.total),
      unread: one.unread.lines,
      wrong: one.rows.filter(({ wrong }) => wrong).map(({ move, said, right: count, wrong }) => ({
        move,
        wrong,
        said: /^\d+$/.test(said) ? as_count(said) : null,
        right: count === '' ? null : as_count(count),
      })),
    };
  }

  findBug(answers) {
    if (!Array.isArray(answers)) throw new PlylabError('answers: there is no array');
    for (const [i, answer] of answers.entries()) {
      if (typeof answer?.text !== 'string') throw new PlylabError('answers: one has no text');
      check(answer, i === 0 ? ['position'] : ['start', 'depth']);
    }
    const { question = null, found = null, remark = '', agrees, unread } = this.#ask('bug', { answers });
    return {
      agrees,
      unread: unread.lines,
      question: question && { start: question.start, moves: question.moves, depth: question.depth },
      found: found && {
        fault: found.fault,
        explanation: found.explanation,
        usualCause: found.usual_cause,
        certain: !found.deduced,
        fen: found.fen,
        start: found.start,
        path: found.path_uci,
        moves: found.moves.map(({ wrong, uci, rule, sentence }) => ({ wrong, uci, rule, sentence })),
      },
      remark,
    };
  }

  searches() {
    return this.#ask('searches', {}).searches;
  }

  search(position, options) {
    return this.#search({ position, evaluation: options?.evaluation }, options, 'position');
  }

  searchTree(tree, options) {
    return this.#search({ tree }, options, 'tree');
  }

  #search(what, options, required) {
    const { depth, searches: names, ordering, switches } = options ?? {};
    if (!Array.isArray(names) || names.length === 0) throw new PlylabError('searches: name one at least');
    if (!names.every((name) => typeof name === 'string')) throw new PlylabError('searches: one is not a string');
    const { searches, left_out, note, counters, minimal = null } =
      this.#ask('search', { ...what, depth, searches: names, ordering, with: switches }, [required, 'depth']);
    return {
      searches: searches.map(({ name, value, line, counts }) => ({
        name,
        value,
        line,
        counts: Object.fromEntries(counters.map((counter, i) => [counter.name, as_count(counts[i])])),
      })),
      leftOut: left_out,
      note,
      minimal: minimal && { nodes: as_count(minimal.nodes), leaves: as_count(minimal.leaves) },
    };
  }
}

export async function load() {
  return new Plylab(await start({}));
}
