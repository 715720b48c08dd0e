// The page's program in Node: node program_test.js PLYLAB.HTML
'use strict';

const { program_of, expect, expect_equal, end } = require('./page.js');

const SIX = {
  startpos: '197281', kiwipete: '4085603', pos3: '43238', pos4: '422333', pos5: '2103487', pos6: '3894594',
};

// A divide in the forms that programs print.
const FORMS = {
  colon: (moves, total) => moves.map(([move, n]) => `${move}: ${n}`).join('\n') + `\n\nNodes searched: ${total}\n`,
  plain: (moves, total) => moves.map(([move, n]) => `${move} ${n}`).join('\n') + `\n\n${total}\n`,
  numbered: (moves, total) => moves.map(([move, n], i) => `${i + 1}. ${move} - ${n}`).join('\n') + `\nTotal: ${total}`,
  bars: (moves, total) => moves.map(([move, n]) => `${move} | ${n}`).join('\n') + `\ntotal | ${total}`,
  json: (moves, total) => JSON.stringify({ depth: 3, nodes: total, divide: Object.fromEntries(moves) }),
  pretty: (moves) => JSON.stringify(moves.map(([move, nodes]) => ({ nodes, move, ms: 0.5 })), null, 2),
  pairs: (moves) => JSON.stringify(moves, null, 1),
  csv: (moves) => `"move","nodes"\n${moves.map(([move, n]) => `"${move}","${n}"`).join('\n')}`,
  markdown: (moves) => `| move | nodes |\n|---|---|\n${moves.map(([move, n]) => `| ${move} | ${n} |`).join('\n')}`,
  one_line: (moves) => moves.map(([move, n]) => `${move} ${n}`).join(' '),
  go_map: (moves) => `map[${moves.map(([move, n]) => `${move}:${n}`).join(' ')}]`,
  rust: (moves) => `[\n${moves.map(([move, n]) => `    (\n        "${move}",\n        ${n},\n    ),\n`).join('')}]`,
  nested: (moves, total) => JSON.stringify({ depth: 3, nodes: total, ms: 12, moves: Object.fromEntries(moves.map(([move, n]) => [move, { nodes: n, ms: 1 }])) }),
  squares: (moves) => JSON.stringify(moves.map(([move, nodes]) => ({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: null, nodes }))),
  columns: (moves) => `move,captures,nodes,ms\n${moves.map(([move, n], i) => `${move},${i},${n},${100 + i}`).join('\n')}`,
  counts_first: (moves) => moves.map(([move, n]) => `${n} ${move}`).join('\n'),
  windows: (moves, total) => moves.map(([move, n]) => `${move}: ${n}\r\n`).join('') + `\r\nNodes searched: ${total}\r\n`,
};

(async () => {
  const ask = program_of(process.argv[2]);

  for (const [position, leaves] of Object.entries(SIX))
    for (const generator of ['mailbox', 'x88', 'bitboard']) {
      const told = [];
      const result = await ask('count', { position, depth: 4, generator }, (progress) => told.push(progress));
      expect_equal(result.leaves, leaves, `perft(4) of ${position} by ${generator}`);
      const sum = result.branches.reduce((all, { leaves: some }) => all + BigInt(some), 0n);
      expect_equal(String(sum), leaves, `divide(4) of ${position} by ${generator}`);
    }
  expect_equal((await ask('count', { position: 'startpos', depth: 5, hash: 64 })).leaves, '4865609', 'with a table');
  const { kinds } = await ask('count', { position: 'kiwipete', depth: 3, statistics: true });
  expect_equal(kinds.map(({ name, count }) => `${name} ${count}`),
    ['captures 17102', 'ep 45', 'castles 3162', 'promos 0', 'checks 993', 'disc 0', 'double 0', 'mates 1'],
    'statistics of kiwipete, depth 3');

  const start = await ask('position', { position: 'startpos moves e2e4 e5' });
  expect_equal(start.moves, ['e2e4', 'e7e5'], 'moves are given in UCI');
  expect_equal(start.line, ['1. e4', 'e5'], 'and in SAN');
  expect_equal(start.legal.length, 29, 'legal moves after 1. e4 e5');
  const castling = (await ask('position', { position: 'kiwipete' })).legal.find(({ san }) => san === 'O-O');
  expect_equal(castling.to, ['h1', 'g1'], 'the king may be put on its rook or on its destination');
  const shuffled = await ask('position', { position: 'chess960:0' });
  expect(shuffled.chess960 && shuffled.legal.length > 15, 'Chess960');
  expect((await ask('position', { position: 'nonsense' })).error.includes('FEN'), 'an unreadable FEN is refused');
  expect((await ask('position', { position: 'startpos moves e2e5' })).error.includes('e2'), 'an illegal move is explained');

  expect_equal((await ask('fen', { position: 'startpos' })).legality, 'legal', 'fen');
  const three = await ask('fen', { position: 'rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/1NBQKBNR w Kkq - 0 1' });
  expect_equal(three.legality, 'suspicious', 'three knights beside eight pawns');
  expect_equal((await ask('fen', { position: '8/8/8/8/8/8/8/8 w - - 0 1' })).legality, 'impossible', 'no kings');

  const pinned = await ask('explain', { position: '4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1', move: 'Nf4' });
  expect_equal([pinned.legal, pinned.rule], [false, 'pinned'], 'explain an illegal move');
  expect((await ask('explain', { position: 'kiwipete', move: 'O-O-O' })).legal, 'explain a legal move');

  // Every search finds minimax's value, and the numbers of Basani's report.
  const names = (await ask('searches')).searches.map(({ name }) => name);
  const exact = names.filter((name) => !['selective', 'negascout-misprint'].includes(name));
  const { searches } = await ask('search', { position: 'kiwipete', depth: 3, searches: exact, evaluation: 'pst' });
  expect_equal([...new Set(searches.map(({ value }) => value))].length, 1, 'one value');
  const tree = 'N0\n N1\n  N3\n   N7 5\n   N8 4\n  N4\n   N9 6\n   N10 7\n N2\n  N5\n   N11 9\n   N12 8\n  N6\n   N13 3\n   N14 2';
  const report = { tree, depth: 3, searches: ['minimax', 'alphabeta', 'pvs'], with: 'no-deepening' };
  const drawn = await ask('search', { ...report, drawn: ['alphabeta-hard', 'pvs-soft'] });
  expect_equal(drawn.searches.map(({ counts }) => counts[0]), ['15', '14', '13'], 'visits of the tree of the report');
  expect_equal([drawn.minimal.nodes, drawn.plies, /^<svg/.test(drawn.svg)], ['11', 0, true], 'minimal tree and picture');
  const large = await ask('search', { position: 'startpos', depth: 3, searches: ['minimax'], drawn: ['alphabeta-soft'], with: 'no-deepening' });
  expect_equal([large.searches[0].counts[0], large.plies], ['9323', 2], 'of a large tree the first plies are drawn');
  const partly = await ask('search', { position: 'startpos', depth: 6, searches: ['minimax', 'pvs'] });
  expect_equal([partly.searches.map(({ name }) => name), partly.left_out.length], [['pvs-soft'], 1], 'a search that is too large takes no other with it');
  expect((await ask('search', { position: 'startpos', depth: 30, searches: ['minimax'] })).error.includes('smaller depth'), 'a search that is too large ends');
  expect((await ask('search', { tree: 'a\n b x', depth: 2, searches: ['minimax'] })).error.includes('tree:2'), 'a tree that cannot be read');

  // A right divide in every form, at the nearest depth.
  const { branches, leaves } = await ask('count', { position: 'kiwipete', depth: 3 });
  const moves = branches.map(({ move, leaves: count }) => [move, Number(count)]);
  for (const [form, text_of] of Object.entries(FORMS)) {
    const reply = await ask('bug', { answers: [{ position: 'kiwipete', text: text_of(moves, leaves) }] });
    expect_equal([reply.error, reply.agrees, reply.asked && reply.asked.depth], [undefined, true, 3], `a right divide, ${form}`);
    const wrong = moves.map(([move, count]) => [move, move === 'e1g1' ? count - 1 : count]);
    const next = await ask('bug', { answers: [{ position: 'kiwipete', depth: 3, text: text_of(wrong, leaves - 1) }] });
    expect_equal(next.question && next.question.depth, 2, `a wrong divide, ${form}: first the smaller depth`);
    expect_equal(next.rows.filter((row) => row.wrong).map(({ move }) => move), ['e1g1'], `the wrong move, ${form}`);
  }
  expect_equal((await ask('bug', { answers: [{ position: 'kiwipete', text: '97862' }] })).agrees, true, 'a total alone');
  for (const [text, depth, agrees] of [['perft(2) = 2039', 2, true], ['perft(1) = 48\nperft(2) = 2038', 2, false],
    ['depth 2 nodes 2039', 2, true], ['2039n', 2, true], ['Depth: 2\nNodes: 2039', 2, true], ['{"depth": 2, "nodes": 2039}', 2, true],
    ['perft 2\n2038', 2, false], ['depth,nodes\n1,48\n2,2039\n3,97862', 3, true], ['{"1":48,"2":2039,"3":97861}', 3, false]]) {
    const reply = await ask('bug', { answers: [{ position: 'kiwipete', text }] });
    expect_equal([reply.error, reply.asked && reply.asked.depth, reply.agrees], [undefined, depth, agrees], text);
  }
  const foreign = moves.map(([move, n]) => `${move} ergibt ${n}`).join('\n');
  expect((await ask('bug', { answers: [{ position: 'kiwipete', text: foreign }] })).error.includes('ergibt'), 'a form that is not read');
  for (const text of ['e2e4: 8 902', `${'['.repeat(5000)}1${']'.repeat(5000)}`, 'perft(12) = 5'])
    expect(!!(await ask('bug', { answers: [{ position: 'kiwipete', text }] })).error, `refused: ${text.slice(0, 20)}`);
  const elsewhere = await ask('count', { position: 'startpos', depth: 3 });
  expect((await ask('bug', { answers: [{ position: 'kiwipete', text: elsewhere.branches.map(({ move, leaves: n }) => `${move}: ${n}`).join('\n') }] }))
    .error.includes('perft(3) of the starting position'), 'the answer for another position');
  expect((await ask('bug', { answers: [{ position: 'kiwipete', depth: 2, text: '2038' }, { start: elsewhere.start ?? 'startpos', moves: '', depth: 0, text: '1' }] }))
    .error.includes('perft(0)'), 'a later depth is checked');
  const half = await ask('bug', { answers: [{ position: 'kiwipete', text: `${leaves} nodes\n${foreign}` }] });
  expect_equal([half.agrees, half.lists, half.unread.lines], [true, false, 48], 'lines that are not read are told');
  const seventh = await ask('bug', { answers: [{ position: 'startpos', text: '3195901860' }] });
  expect((seventh.error || '').includes('perft(7) of this position is too large'), 'perft(7) is not taken for perft(6)');
  const deep = await ask('bug', { answers: [{ position: 'kiwipete', depth: 6, text: '8031647685' }] });
  expect((deep.error || '').includes('too large'), 'perft(6) of kiwipete takes too long');

  // What answers another question is no fault of the move generation.
  const total = async (position, depth) => (await ask('count', { position, depth })).leaves;
  for (const [text_of, remark] of [
    [() => '20', 'it answers 20 whatever it is asked'],
    [(position) => total(position, 1), 'as if it did not read the depth'],
    [(position, depth) => total(position, depth + 1), 'it counts one ply too many']]) {
    const answers = [{ position: 'kiwipete', depth: 3, text: await text_of('kiwipete', 3) }];
    let reply = await ask('bug', { answers });
    for (; reply.question && answers.length < 8; reply = await ask('bug', { answers })) {
      const { start, moves, depth: next } = reply.question;
      answers.push({ start, moves, depth: next, text: await text_of(`${start} moves ${moves}`, next) });
    }
    expect((reply.remark || '').includes(remark) && !reply.found, `${remark}: ${JSON.stringify(reply)}`);
  }
  expect((await ask('bug', { answers: [{ position: 'kiwipete', text: 'hello' }] })).error.includes('no count'), 'no count');

  const compared = await ask('compare', { position: 'kiwipete', one: FORMS.colon(moves, leaves),
    other: FORMS.plain(moves.slice(1), leaves - moves[0][1]) });
  expect_equal(compared.other.rows.filter((row) => row.wrong).map((row) => [row.move, row.wrong]),
    [[moves[0][0], 'missing']], 'compare');
  end();
})();
