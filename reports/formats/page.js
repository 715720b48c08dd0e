'use strict';
const value = cell => {
  const text = cell.title || cell.textContent.trim();
  const number = text === '-' ? NaN : Number(text.replace('<', ''));
  return { text, number };
};
// Unknown values come last, whichever way; equal rows stay as they were.
const sort = (table, column, down) => {
  const rows = [...table.tBodies[0].rows].map(row => [value(row.cells[column]), row]);
  rows.sort(([a], [b]) => {
    if (a.text === '-' || b.text === '-') return (a.text === '-') - (b.text === '-');
    const order = Number.isNaN(a.number) || Number.isNaN(b.number)
      ? a.text.localeCompare(b.text, 'en', { numeric: true }) : a.number - b.number;
    return down ? -order : order;
  });
  table.tBodies[0].append(...rows.map(([, row]) => row));
};
// "pvs solved=no nodes>1000": all must hold. A name's spaces are written as _.
const test = (word, names) => {
  const parts = /^([^<>=]+)(<=|>=|<|>|=)(.+)$/.exec(word);
  const column = parts ? names.indexOf(parts[1]) : -1;
  if (column < 0) return row => row.textContent.toLowerCase().includes(word);
  const [, , sign, wanted] = parts;
  return row => {
    const { text, number } = value(row.cells[column]);
    const shown = row.cells[column].textContent.trim().toLowerCase();
    if (sign === '=') return shown === wanted || text.toLowerCase() === wanted || number === Number(wanted);
    return sign === '<' ? number < wanted : sign === '>' ? number > wanted
      : sign === '<=' ? number <= wanted : number >= wanted;
  };
};
const columnOf = (table, role) =>
  [...table.tHead.rows[0].cells].findIndex(head => head.dataset.role === role);
// The rows of each position's board, from the table that has them. A name that two positions share
// has no board.
const boards = new Map();
const unclear = new Set();
for (const table of document.querySelectorAll('table')) {
  const place = columnOf(table, 'board'), position = columnOf(table, 'position');
  if (position >= 0 && place >= 0)
    for (const { cells } of table.tBodies[0].rows) {
      const rows = cells[place].textContent.trim();
      const name = cells[position].textContent.trim();
      if (boards.has(name) && boards.get(name) !== rows) unclear.add(name);
      if (rows !== '-') boards.set(name, rows);
    }
}
for (const name of unclear) boards.delete(name);
for (const section of document.querySelectorAll('section')) {
  const table = section.querySelector('table');
  if (!table) continue;
  const heads = [...table.tHead.rows[0].cells];
  const names = heads.map(head =>
    head.querySelector('button').firstChild.textContent.toLowerCase().replace(/\s+/g, '_'));
  heads.forEach((head, column) => head.addEventListener('click', () => {
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    sort(table, column, down);
  }));
  const shown = section.querySelector('output');
  section.querySelector('input').addEventListener('input', event => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(word => word);
    const tests = words.map(word => test(word, names));
    const rows = [...table.tBodies[0].rows];
    let count = 0;
    for (const row of rows) {
      row.hidden = !tests.every(holds => holds(row));
      count += !row.hidden;
    }
    shown.textContent = count === rows.length ? `${count} rows` : `${count} of ${rows.length} rows`;
    const unknown = words.map(word => /^([^<>=]+)(?:[<>]=?|=)./.exec(word)?.[1])
      .filter(name => name && !names.includes(name));
    if (count === 0 && unknown.length) shown.textContent += `; no column '${unknown[0]}'`;
  });
  const position = columnOf(table, 'position');
  const reach = () => {
    if (position < 0) return;
    for (const { cells } of table.tBodies[0].rows) {
      if (!boards.has(cells[position].textContent.trim())) continue;
      cells[position].className = 'p';
      cells[position].tabIndex = 0;
    }
  };
  const details = section.querySelector('details');
  if (details) details.addEventListener('toggle', reach, { once: true });
  else reach();
}
// A link into what is folded unfolds it.
const unfold = () => {
  const details = location.hash.length > 1 && document.querySelector(`${location.hash} details`);
  if (details) details.open = true;
};
addEventListener('hashchange', unfold);
unfold();
document.getElementById('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
});
const board = document.getElementById('board');
const figures = { K: '\u2654', Q: '\u2655', R: '\u2656', B: '\u2657', N: '\u2658', P: '\u2659',
  k: '\u265A', q: '\u265B', r: '\u265C', b: '\u265D', n: '\u265E', p: '\u265F', '.': '' };
const show = cell => {
  const rows = boards.get(cell.textContent.trim()).split('/');
  board.replaceChildren(...rows.map((row, y) => {
    const line = document.createElement('div');
    [...row].forEach((letter, x) => {
      const square = document.createElement('span');
      square.textContent = figures[letter] ?? letter;
      if ((x + y) % 2) square.className = 'd';
      line.append(square);
    });
    return line;
  }), Object.assign(document.createElement('small'), { textContent: cell.textContent }));
  board.setAttribute('aria-label', `${cell.textContent}: ${rows.join(' / ')}`);
  board.hidden = false;
};
for (const type of ['click', 'focusin', 'mouseover'])
  document.addEventListener(type, event => {
    const cell = event.target.closest('td.p');
    if (cell) show(cell);
    else if (type !== 'mouseover' && !board.contains(event.target)) board.hidden = true;
  });
document.addEventListener('keydown', event => { if (event.key === 'Escape') board.hidden = true; });
