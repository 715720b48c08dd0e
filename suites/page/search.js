// Small searches of the board's position or of a tree of numbers: counts side by side, trees drawn.
'use strict';

const CHOSEN = ['minimax', 'alphabeta-soft', 'pvs-soft', 'negascout-1989'];
const SAMPLE_TREE = `root
  left
    a
      a1 5
      a2 4
    b
      b1 6
      b2 7
  right
    c
      c1 9
      c2 8
    d
      d1 3
      d2 2
`;

// The searches that are ticked, in the order of the list.
const chosen_searches = () =>
  [...document.querySelectorAll('#search-names input:checked')].map(({ value }) => value);

const searches_tree = () => $('search-subject').value === 'tree';

function search_request() {
  const request = { searches: chosen_searches(), depth: Number($('search-depth').value) };
  const set = [];
  if (!$('search-deepening').checked) set.push('no-deepening');
  if ($('search-table').value) set.push(`table=${$('search-table').value}`);
  if (searches_tree()) {
    request.tree = $('search-tree').value;
  } else {
    request.position = position_text();
    request.evaluation = $('search-evaluation').value;
    if ($('search-quiescence').checked) set.push('quiescence');
  }
  if (set.length) request.with = set.join(',');
  if ($('search-generated').checked) request.ordering = 'generation';
  request.drawn = ['drawn-one', 'drawn-other'].map((id) => $(id).value).filter((name) => name);
  if (request.drawn[0] === request.drawn[1]) request.drawn.pop();
  request.plies = Number($('search-plies').value);
  return request;
}

async function run_searches(event) {
  event.preventDefault();
  write_link();
  if (chosen_searches().length === 0)
    return show_error('search-result', new Error('Choose at least one search.'));
  $('search-start').disabled = true;
  $('search-stop').disabled = false;
  $('search-result').textContent = 'Searching…';
  try {
    show_searches(await counter.ask('search', search_request()));
  } catch (error) {
    show_error('search-result', error);
  }
  $('search-start').disabled = false;
  $('search-stop').disabled = true;
}

// Counters that are 0 in all searches are left out.
function show_searches({ position, searches, left_out, counters, minimal, note, svg, plies, not_drawn }) {
  const used = counters.map((counter, i) => ({ ...counter, i }))
    .filter(({ i }) => searches.some(({ counts }) => counts[i] !== '0'));
  const head = ['search', 'value', ...used.map(({ name }) => name.replace('_', ' ')), 'first move cuts, %', 'line'];
  const rows = searches.map(({ name, value, counts, first, line }) =>
    [name, value, ...used.map(({ i }) => grouped(counts[i])), first || '–', line.join(' ')]);
  const parts = [element('p', { id: 'searched' }, position), table_of(head, rows)];
  parts.push(...left_out.map((text) => element('p', { class: 'bad' }, `${text}.`)));
  if (minimal)
    parts.push(element('p', {}, 'The minimal tree, which alpha-beta without a table visits in the best order of moves (Knuth and Moore 1975): ' +
      `${grouped(minimal.nodes)} nodes, of them ${grouped(minimal.leaves)} leaves.`));
  if (note) parts.push(element('p', {}, note));
  parts.push(element('details', {}, element('summary', {}, 'What is counted'),
    element('ul', {}, ...used.map(({ name, definition }) => element('li', {}, element('b', {}, name.replace('_', ' ')), `: ${definition}`)),
      element('li', {}, element('b', {}, 'first move cuts'), ': the share of the first move in the cutoffs'))));
  if (not_drawn) parts.push(element('p', {}, not_drawn));
  if (svg) {
    if (plies && plies !== Number($('search-plies').value))
      parts.push(element('p', {}, `The picture ends at ply ${plies}: the whole tree is too large to be read.`));
    const picture = element('div', { id: 'tree-picture', class: 'scroll', tabindex: '0', role: 'group',
      'aria-label': 'The trees that the searches visited' });
    picture.innerHTML = svg;
    for (const box of picture.querySelectorAll('g[data-node]')) {
      box.tabIndex = 0;
      box.setAttribute('role', 'button');
    }
    for (const kind of ['click', 'keydown']) picture.addEventListener(kind, (event) => fold_tree(picture, event));
    parts.push(element('p', {}, 'Click on a node, or press Enter on it, to hide or to show what is below it.'));
    parts.push(picture, element('a', { download: 'tree.svg',
      href: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })) }, 'Save the picture'));
  }
  $('search-result').replaceChildren(...parts);
}

// Fields of the form by their name in the link.
const SEARCH_FIELDS = { subject: 'search-subject', to: 'search-depth', eval: 'search-evaluation',
  table: 'search-table', draw: 'drawn-one', beside: 'drawn-other', ply: 'search-plies' };
const SEARCH_BOXES = { quiescence: 'search-quiescence', generated: 'search-generated', deepening: 'search-deepening' };

function add_searches(link) {
  link.set('searches', chosen_searches().join(','));
  for (const [name, id] of Object.entries(SEARCH_FIELDS)) link.set(name, $(id).value);
  for (const [name, id] of Object.entries(SEARCH_BOXES)) if ($(id).checked) link.set(name, '1');
  if (searches_tree()) link.set('tree', $('search-tree').value);
}

function read_searches(link) {
  if (!link.has('searches')) return;
  const names = link.get('searches').split(',');
  for (const box of document.querySelectorAll('#search-names input')) box.checked = names.includes(box.value);
  for (const [name, id] of Object.entries(SEARCH_FIELDS)) if (link.has(name)) $(id).value = link.get(name);
  for (const [name, id] of Object.entries(SEARCH_BOXES)) $(id).checked = link.has(name);
  if (link.has('tree')) $('search-tree').value = link.get('tree');
  show_subject();
}

// A click on a node, or Enter, hides what is below it in all trees, or shows it again.
function fold_tree(picture, event) {
  const box = event.target.closest('g[data-node]');
  if (!box || (event.type === 'keydown' && event.key !== 'Enter')) return;
  const parts = [...picture.querySelectorAll('[data-node]')];
  if (!parts.some(({ dataset }) => dataset.parent === box.dataset.node)) return;  // a leaf
  const folded = !box.classList.contains('folded');
  for (const { dataset, classList } of parts)
    if (dataset.node === box.dataset.node) classList.toggle('folded', folded);
  const hidden = new Set();
  const closed = new Set(parts.filter(({ classList }) => classList.contains('folded')).map(({ dataset }) => dataset.node));
  // A parent's number is smaller than those of its children.
  for (const { dataset } of [...parts].sort((a, b) => a.dataset.node - b.dataset.node))
    if (closed.has(dataset.parent) || hidden.has(dataset.parent)) hidden.add(dataset.node);
  for (const part of parts) part.style.display = hidden.has(part.dataset.node) ? 'none' : '';
}

function show_subject() {
  $('search-tree-box').hidden = !searches_tree();
  $('search-chess').hidden = searches_tree();
}

async function begin_search() {
  $('search-tree').value = SAMPLE_TREE;
  $('search-plies').replaceChildren(element('option', { value: 0 }, 'the last'),
    ...[1, 2, 3, 4, 5, 6].map((ply) => element('option', { value: ply }, ply)));
  $('search-subject').addEventListener('change', show_subject);
  $('search-form').addEventListener('submit', run_searches);
  $('search-form').addEventListener('change', write_link);
  $('search-stop').addEventListener('click', () => counter.end());
  const { searches, evaluations } = await quick.ask('searches');
  $('search-evaluation').replaceChildren(...evaluations.map(({ name, summary }) => element('option', { title: summary }, name)));
  $('search-evaluation').value = 'pst';
  $('search-names').replaceChildren(...searches.map(({ name, source, exact }) => {
    const box = element('input', { type: 'checkbox', value: name });
    box.checked = CHOSEN.includes(name);
    return element('label', { title: source }, box, ` ${name}${exact ? '' : ' (not exact)'}`);
  }));
  for (const id of ['drawn-one', 'drawn-other'])
    $(id).replaceChildren(element('option', { value: '' }, 'none'),
      ...searches.map(({ name }) => element('option', {}, name)));
  $('drawn-one').value = 'alphabeta-soft';
  $('drawn-other').value = 'pvs-soft';
}
