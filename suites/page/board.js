// The board: draws a position, and lets mouse, finger and keyboard choose moves.
'use strict';

const SVG = 'http://www.w3.org/2000/svg';

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Outlines in a square of 50 by 50.
const OUTLINES = {
  P: ['M25 10a6 6 0 0 1 4.5 10c4 3 5 8 5.500 13H15c.5-5 1.500-10 5.500-13A6 6 0 0 1 25 10z', 'M13 35h24v6H13z'],
  N: ['M15 35c0-8 7-10 8-16l-7 6-5-4 8-11 3-4 2 4c9 1 14 9 13 25z', 'M13 35h26v6H13z'],
  B: ['M25 7l2 3c6 5 8 10 7 15-1 4-4 6-4 10H20c0-4-3-6-4-10-1-5 1-10 7-15z', 'M25 15v10M20 20h10', 'M13 36h24v5H13z'],
  R: ['M14 9h5v4h4V9h4v4h4V9h5v9l-4 3v12H18V21l-4-3z', 'M13 35h24v6H13z'],
  Q: ['M10 14l6 9 3-13 6 12 6-12 3 13 6-9-4 20H14z', 'M14 36h22v5H14z'],
  K: ['M25 6v8M21 10h8', 'M25 15c3 0 4 3 4 5 8-4 13 3 7 10l-2 4H16l-2-4c-6-7-1-14 7-10 0-2 1-5 4-5z', 'M15 36h20v5H15z'],
};
const NAMES = { P: 'pawn', N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' };

function piece_name(letter) {
  const color = letter === letter.toUpperCase() ? 'white' : 'black';
  return `${color} ${NAMES[letter.toUpperCase()]}`;
}

function piece_svg(letter) {
  const color = letter === letter.toUpperCase() ? 'white' : 'black';
  return svg('g', { class: `piece ${color}` },
    ...OUTLINES[letter.toUpperCase()].map((d) => svg('path', { d })));
}

class Board {
  // `choose(from, to)` is called for two squares that the user has chosen.
  constructor(element, choose) {
    this.element = element;
    this.choose = choose;
    this.flipped = false;
    this.cursor = 'e2';
    element.addEventListener('click', (event) => {
      const cell = event.target.closest('[data-square]');
      if (cell) this.press(cell.dataset.square);
    });
    element.addEventListener('keydown', (event) => this.key(event));
  }

  // `about`: an answer to "position"; `shown`: {wrong: [moves], last: move}.
  show(about, shown = {}) {
    this.about = about;
    this.shown = shown;
    this.selected = null;
    this.draw();
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw();
  }

  square_at(row, column) {
    const [file, rank] = this.flipped ? [7 - column, row + 1] : [column, 8 - row];
    return 'abcdefgh'[file] + rank;
  }

  place_of(square) {
    const file = 'abcdefgh'.indexOf(square[0]), rank = Number(square[1]);
    return this.flipped ? [rank - 1, 7 - file] : [8 - rank, file];
  }

  letter_on(square) {
    return this.about.squares['abcdefgh'.indexOf(square[0]) + 8 * (Number(square[1]) - 1)];
  }

  moves_from(square) {
    return this.about.legal.filter((move) => move.from === square);
  }

  draw() {
    const had_focus = this.element.contains(document.activeElement);
    const targets = this.selected
      ? new Set(this.moves_from(this.selected).flatMap((move) => move.to)) : new Set();
    const last = this.shown.last || '';
    const rows = [];
    for (let row = 0; row < 8; ++row) {
      const cells = [];
      for (let column = 0; column < 8; ++column)
        cells.push(this.cell(row, column, targets, last));
      rows.push(svg('g', { role: 'row' }, ...cells));
    }
    const head = svg('marker', { id: 'head', viewBox: '0 0 4 4', refX: 2.5, refY: 2, markerWidth: 3,
      markerHeight: 3, orient: 'auto' }, svg('path', { d: 'M0 0L4 2L0 4z' }));
    this.element.replaceChildren(svg('defs', {}, head), ...rows, ...this.arrows());
    if (had_focus) this.element.querySelector(`[data-square="${this.cursor}"]`).focus();
  }

  cell(row, column, targets, last) {
    const square = this.square_at(row, column);
    const letter = this.letter_on(square);
    const area = { x: 50 * column, y: 50 * row, width: 50, height: 50 };
    const is = [letter === '.' ? 'empty' : piece_name(letter)];
    const parts = [svg('rect', { ...area, class: (row + column) % 2 ? 'dark' : 'light' })];
    const mark = (kind) => parts.push(svg('rect', { ...area, class: kind }));
    if (last.slice(0, 2) === square || last.slice(2, 4) === square) mark('last');
    if (this.about.check === square) mark('check'), is.push('in check');
    if (this.selected === square) mark('selected'), is.push('selected');
    if (row === 7) parts.push(svg('text', { x: 50 * column + 41, y: 397 }, square[0]));
    if (column === 0) parts.push(svg('text', { x: 2, y: 50 * row + 10 }, square[1]));
    if (letter !== '.') {
      const piece = piece_svg(letter);
      piece.setAttribute('transform', `translate(${50 * column} ${50 * row})`);
      parts.push(piece);
    }
    if (targets.has(square)) {
      parts.push(svg('circle', { cx: 50 * column + 25, cy: 50 * row + 25, r: 8, class: 'target' }));
      is.push('can be reached');
    }
    parts.push(svg('rect', { x: area.x + 2, y: area.y + 2, width: 46, height: 46, class: 'focus' }));
    return svg('g', {
      role: 'gridcell', 'data-square': square, 'aria-label': `${square}, ${is.join(', ')}`,
      'aria-selected': String(this.selected === square),
      tabindex: square === this.cursor ? 0 : -1,
    }, ...parts);
  }

  // The wrong moves of a finding.
  arrows() {
    const middle = (square) => this.place_of(square).map((place) => 50 * place + 25);
    return (this.shown.wrong || []).filter((uci) => /^[a-h][1-8][a-h][1-8]/.test(uci)).map((uci) => {
      const [y1, x1] = middle(uci.slice(0, 2)), [y2, x2] = middle(uci.slice(2, 4));
      return svg('line', { x1, y1, x2, y2, class: 'arrow', 'marker-end': 'url(#head)' });
    });
  }

  press(square) {
    this.cursor = square;
    const own = this.letter_on(square) !== '.' &&
      (this.letter_on(square) === this.letter_on(square).toUpperCase()) === (this.about.side === 'White');
    const from = this.selected;
    const is_target = from && this.moves_from(from).some((move) => move.to.includes(square));
    this.selected = from === square || (from && (!own || is_target)) ? null : square;
    if (!from && !own) this.selected = null;
    this.draw();
    if (from && from !== square && (!own || is_target)) this.choose(from, square);
  }

  key(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const [row, column] = this.place_of(this.cursor);
      const clip = (place) => Math.min(7, Math.max(0, place));
      this.cursor = this.square_at(clip(row + step[0]), clip(column + step[1]));
      this.draw();
      this.element.querySelector(`[data-square="${this.cursor}"]`).focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.press(this.cursor);
    } else if (event.key === 'Escape') {
      this.selected = null;
      this.draw();
    } else {
      return;
    }
    event.preventDefault();
  }
}
