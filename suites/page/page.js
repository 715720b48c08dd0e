// The page: the position and what is done with it. All chess is the compiled program's.
'use strict';

const $ = (id) => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    key.startsWith('on') ? made.addEventListener(key.slice(2), value) : made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Digits in groups of three.
const grouped = (digits) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

// ---- the program, in a worker where the browser allows one ----

class Engine {
  constructor() {
    this.waiting = new Map();
    this.number = 0;
  }

  start() {
    const text = $('engine').textContent;
    try {
      const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      this.worker = new Worker(url);
      this.worker.onmessage = ({ data }) => this.take(data);
      this.worker.onerror = (event) => this.end(`the program has ended: ${event.message}`);
    } catch (error) {
      (0, eval)(text);  // the page then stands still while the program counts
      this.worker = {
        postMessage: async ({ id, request }) =>
          this.take({ id, answer: await globalThis.answer_in_worker(request, null) }),
        terminate: () => {},
      };
    }
  }

  // The answer to a question, an object; throws an Error with the program's words.
  async ask(ask, fields = {}, tell = null) {
    if (!this.worker) this.start();
    const id = ++this.number;
    const answered = new Promise((resolve) => this.waiting.set(id, { resolve, tell }));
    this.worker.postMessage({ id, request: JSON.stringify({ ask, ...fields }) });
    const answer = JSON.parse(await answered);
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  take({ id, answer, progress }) {
    const asked = this.waiting.get(id);
    if (!asked) return;
    if (progress) return asked.tell && asked.tell(progress);
    this.waiting.delete(id);
    asked.resolve(answer);
  }

  // Ends what runs; the next question starts the program anew.
  end(why = 'stopped') {
    if (this.worker) this.worker.terminate();
    this.worker = null;
    for (const { resolve } of this.waiting.values()) resolve(JSON.stringify({ error: why }));
    this.waiting.clear();
  }
}

const quick = new Engine();    // what a click asks
const counter = new Engine();  // what may take long

// ---- the position ----

const KNOWN = ['startpos', 'kiwipete', 'pos3', 'pos4', 'pos4-mirrored', 'pos5', 'pos6', 'promotions', 'chess960:0'];

const state = { text: 'startpos', moves: [], about: null, tab: 'bug' };
let board;

const position_text = () =>
  state.text + (state.moves.length ? ` moves ${state.moves.join(' ')}` : '');

function tell(text, is_error = false) {
  $('news').textContent = text;
  $('news').className = is_error ? 'error' : '';
}

// Shows a position, or says why it is none. `shown` as in Board.show().
async function set_position(text, shown = {}) {
  try {
    const about = await quick.ask('position', { position: text });
    state.text = about.start;
    state.moves = about.moves;
    state.about = about;
    show_position({ last: about.moves.at(-1), ...shown });
    return true;
  } catch (error) {
    tell(error.message, true);
    return false;
  }
}

function show_position(shown) {
  const { about } = state;
  board.show(about, shown);
  $('fen').value = about.fen;
  $('promotion').hidden = true;
  $('undo').disabled = about.moves.length === 0;
  $('line').textContent = about.line.join(' ');
  const number = about.legal.length;
  const over = number ? '' : about.check ? ' Checkmate.' : ' Stalemate.';
  tell(`${about.side} to move${about.check ? ', in check' : ''}: ` +
    `${number} legal move${number === 1 ? '' : 's'}.${over}`);
  $('moves-title').textContent = `Legal moves (${number})`;
  $('moves').replaceChildren(...about.legal.map((move) =>
    element('button', { type: 'button', title: move.uci, onclick: () => play(move.uci) }, move.san)));
  write_link();
}

const play = (uci) => set_position(`${position_text()} ${state.moves.length ? '' : 'moves '}${uci}`);

// Two squares that were chosen on the board.
async function choose(from, to) {
  const moves = state.about.legal.filter((move) => move.from === from && move.to.includes(to));
  if (moves.length === 1) return play(moves[0].uci);
  if (moves.length === 0) {
    const answer = await quick.ask('explain', { position: position_text(), move: from + to });
    return tell(answer.sentence, true);
  }
  $('promotion').replaceChildren(...moves.map((move) =>
    element('button', { type: 'button', onclick: () => play(move.uci) },
      NAMES[move.promotion] || move.san)));
  $('promotion').hidden = false;
  $('promotion').firstChild.focus();
  tell('Promote to which piece?');
}

// ---- the link ----

function write_link() {
  const link = new URLSearchParams({ position: state.text });
  if (state.moves.length) link.set('moves', state.moves.join(' '));
  link.set('tab', state.tab);
  link.set('depth', $('depth').value);
  link.set('generator', $('generator').value);
  if ($('hash').value !== '0') link.set('hash', $('hash').value);
  if ($('statistics').checked) link.set('statistics', '1');
  if (state.tab === 'search') add_searches(link);
  history.replaceState(null, '', `#${link}`);
}

async function read_link() {
  const link = new URLSearchParams(location.hash.slice(1));
  for (const name of ['depth', 'generator', 'hash']) if (link.has(name)) $(name).value = link.get(name);
  $('statistics').checked = link.has('statistics');
  read_searches(link);
  open_tab(link.get('tab') || 'bug');
  const moves = link.get('moves');
  const text = (link.get('position') || 'startpos') + (moves ? ` moves ${moves}` : '');
  const is_set = await set_position(text);
  if (!is_set && !state.about) await set_position('startpos');
}

// ---- tabs ----

const TABS = ['bug', 'perft', 'fen', 'compare', 'search'];

function open_tab(name) {
  state.tab = TABS.includes(name) ? name : 'bug';
  for (const tab of TABS) {
    const is_open = tab === state.tab;
    $(`tab-${tab}`).setAttribute('aria-selected', String(is_open));
    $(`tab-${tab}`).tabIndex = is_open ? 0 : -1;
    $(`panel-${tab}`).hidden = !is_open;
  }
  if (state.about) write_link();
}

function tab_key(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = TABS[(TABS.indexOf(state.tab) + step + TABS.length) % TABS.length];
  open_tab(next);
  $(`tab-${next}`).focus();
}

// ---- perft ----

// Shows a failure in the place of a result.
function show_error(place, error) {
  $(place).replaceChildren(element('p', { class: 'error' }, error.message));
}

function table_of(head, rows) {
  return element('div', { class: 'scroll' }, element('table', {},
    element('thead', {}, element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name)))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map((cell) => element('td', {}, cell)))))));
}

function copy_button(label, text) {
  return element('button', {
    type: 'button',
    onclick: async ({ target }) => {
      try {
        await navigator.clipboard.writeText(text);
      } catch (error) {  // a page from a file may not be allowed to
        const area = element('textarea', {}, text);
        document.body.append(area);
        area.select();
        document.execCommand('copy');
        area.remove();
        target.focus();
      }
      target.textContent = 'Copied';
      setTimeout(() => { target.textContent = label; }, 1200);
    },
  }, label);
}

async function count(event) {
  event.preventDefault();
  write_link();
  const depth = Number($('depth').value);
  const chosen = $('generator').value;
  const generators = chosen === 'all' ? ['mailbox', 'x88', 'bitboard'] : [chosen];
  const position = position_text();
  $('count').disabled = true;
  $('stop').disabled = false;
  $('progress').hidden = false;
  $('perft-result').replaceChildren();
  const results = [];
  try {
    for (const generator of generators) {
      const tell = ({ share, leaves }) => {
        $('progress').value = share;
        $('so-far').textContent = `${generator}: ${grouped(String(Math.round(leaves)))} leaves so far`;
      };
      tell({ share: 0, leaves: 0 });
      const fields = { position, depth, generator, statistics: $('statistics').checked, hash: Number($('hash').value) };
      const result = await counter.ask('count', fields, tell);
      results.push({ generator, ...result });
    }
    show_count(position, depth, results);
  } catch (error) {
    show_error('perft-result', error);
  }
  $('count').disabled = false;
  $('stop').disabled = true;
  $('progress').hidden = true;
  $('so-far').textContent = '';
}

function show_count(position, depth, results) {
  const [first] = results;
  const rate = ({ leaves, seconds }) => (seconds < 0.01 ? '' : (Number(leaves) / seconds / 1e6).toFixed(1));
  const agree = results.every(({ leaves, branches, kinds }) =>
    leaves === first.leaves && JSON.stringify([branches, kinds]) === JSON.stringify([first.branches, first.kinds]));
  const parts = [element('p', {}, `perft(${depth}) = `, element('strong', { id: 'total' }, grouped(first.leaves)))];
  if (results.length > 1)
    parts.push(element('p', { class: agree ? 'good' : 'bad' },
      agree ? `All three generators agree, move by move${first.kinds ? ', and in the statistics' : ''}.` : 'The generators disagree: please report this position.'));
  parts.push(table_of(['generator', 'leaves', 's', 'M/s'],
    results.map((result) => [result.generator, grouped(result.leaves), result.seconds.toFixed(3), rate(result)])));
  if (first.kinds) {
    parts.push(table_of(['last moves', 'number'],
      first.kinds.map(({ name, meaning, count }) => [element('span', { title: meaning }, name), grouped(count)])));
    parts.push(element('small', {}, first.convention));
  }
  if (depth > 0) {
    const text = first.branches.map(({ move, leaves }) => `${move}: ${leaves}\n`).join('');
    parts.push(copy_button('Copy the divide', `${text}\nNodes searched: ${first.leaves}\n`));
    parts.push(table_of(['move', 'leaves'], first.branches.map(({ move, leaves }) => [
      element('button', { type: 'button', title: 'Play this move, and count one ply less', onclick: () => descend(move) }, move),
      grouped(leaves)])));
  }
  $('perft-result').replaceChildren(...parts);
}

async function descend(move) {
  await play(move);
  $('depth').value = Math.max(1, Number($('depth').value) - 1);
  $('perft-form').requestSubmit();
}

// ---- checks and comparisons ----

async function check_fen(event) {
  event.preventDefault();
  try {
    const { legality, issues, normalised } = await quick.ask('fen', { position: $('fen-text').value });
    $('fen-result').replaceChildren(
      element('p', { class: legality === 'legal' ? 'good' : 'bad' }, legality),
      element('ul', {}, ...issues.map(({ what }) => element('li', {}, what))),
      ...(normalised ? [element('pre', {}, normalised),
        element('button', { type: 'button', onclick: () => set_position(normalised) }, 'Show it on the board')] : []));
  } catch (error) {
    show_error('fen-result', error);
  }
}

async function explain(event) {
  event.preventDefault();
  try {
    const { legal, sentence, rule, usual_cause } =
      await quick.ask('explain', { position: position_text(), move: $('explain-text').value });
    $('explain-result').replaceChildren(
      element('p', { class: legal ? 'good' : 'bad' }, sentence),
      element('p', {}, 'rule: ', element('code', {}, rule)),
      ...(usual_cause ? [element('p', {}, `Usual cause, when a generator gets this wrong: ${usual_cause}.`)] : []));
  } catch (error) {
    show_error('explain-result', error);
  }
}

async function compare(event) {
  event.preventDefault();
  try {
    const { depth, right, one, other } = await counter.ask('compare', {
      position: position_text(), depth: Number($('compare-depth').value),
      one: $('one').value, other: $('other').value });
    const moves = new Map();
    for (const [place, { rows }] of [[0, one], [1, other]])
      for (const row of rows) {
        const known = moves.get(row.move) || { right: row.right, said: ['', ''], wrong: ['', ''] };
        known.said[place] = row.said;
        known.wrong[place] = row.wrong;
        moves.set(row.move, known);
      }
    const differs = ({ said, wrong }) => said[0] !== said[1] || wrong[0] || wrong[1];
    const cell = (text, wrong) => element('span', { class: wrong ? 'bad' : '' }, wrong === 'missing' ? 'missing' : grouped(text));
    const both_list = one.lists && other.lists;
    const rows = [...moves].filter(([, move]) => both_list && differs(move)).map(([name, { right: count, said, wrong }]) =>
      [name, cell(said[0], wrong[0]), cell(said[1], wrong[1]), count ? grouped(count) : 'illegal']);
    $('compare-result').replaceChildren(
      element('p', {}, `perft(${depth}): ${grouped(one.total)} and ${grouped(other.total)}; it should be ${grouped(right)}.`),
      ...unread_note(one.unread), ...unread_note(other.unread),
      rows.length ? table_of(['move', 'one', 'other', 'right'], rows)
        : element('p', { class: one.total === other.total && one.total === right ? 'good' : 'bad' },
          both_list ? 'No move differs.' : 'Only totals can be compared: paste two divides to see the moves.'));
  } catch (error) {
    show_error('compare-result', error);
  }
}

// ---- the page ----

function on_submit(form, action) {
  $(form).addEventListener('submit', (event) => {
    event.preventDefault();
    action();
  });
}

function set_theme(theme) {
  document.documentElement.dataset.theme = theme;
}

async function begin() {
  const prefers_dark = matchMedia('(prefers-color-scheme: dark)');
  set_theme(prefers_dark.matches ? 'dark' : 'light');
  prefers_dark.addEventListener('change', ({ matches }) => set_theme(matches ? 'dark' : 'light'));
  $('theme').addEventListener('click', () =>
    set_theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
  $('known').replaceChildren(...KNOWN.map((value) => element('option', { value })));
  for (const select of ['bug-depth', 'compare-depth'])
    $(select).replaceChildren(element('option', { value: 0 }, 'the nearest'),
      ...[1, 2, 3, 4, 5, 6, 7].map((depth) => element('option', { value: depth }, depth)));
  board = new Board($('board'), choose);
  on_submit('position-form', () => set_position($('fen').value));
  on_submit('move-form', async () => {
    const answer = await quick.ask('explain', { position: position_text(), move: $('move').value });
    if (!answer.legal) return tell(answer.sentence, true);
    await play($('move').value);
    $('move').value = '';
  });
  $('undo').addEventListener('click', () =>
    set_position([state.text, ...(state.moves.length > 1 ? ['moves', ...state.moves.slice(0, -1)] : [])].join(' ')));
  $('flip').addEventListener('click', ({ target }) => {
    board.flip();
    target.setAttribute('aria-pressed', String(board.flipped));
  });
  for (const tab of TABS) $(`tab-${tab}`).addEventListener('click', () => open_tab(tab));
  document.querySelector('[role="tablist"]').addEventListener('keydown', tab_key);
  $('perft-form').addEventListener('submit', count);
  $('perft-form').addEventListener('change', write_link);
  $('stop').addEventListener('click', () => counter.end());
  $('fen-form').addEventListener('submit', check_fen);
  $('fen-here').addEventListener('click', () => { $('fen-text').value = state.about.fen; });
  $('explain-form').addEventListener('submit', explain);
  $('compare-form').addEventListener('submit', compare);
  begin_bug();
  addEventListener('hashchange', read_link);
  await begin_search();
  return read_link();
}
