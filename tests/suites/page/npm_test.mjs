// The package for npm: node npm_test.mjs PAGE; the archive is beside the page.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { expect, expect_equal, end } = createRequire(import.meta.url)('./page.js');

const made = path.dirname(process.argv[2]);
const archive = fs.readdirSync(made).find((name) => /^plylab-.*\.tgz$/.test(name));
const project = fs.mkdtempSync(path.join(os.tmpdir(), 'plylab-npm-'));
const folder = path.join(project, 'node_modules', 'plylab');

function thrown_by(call) {
  try {
    call();
  } catch (error) {
    return `${error.constructor.name}: ${error.message}`;
  }
  return 'nothing';
}

// What a comment behind a line of the README says of its value.
function check_readme(plylab) {
  const lines = fs.readFileSync(path.join(folder, 'README.md'), 'utf8').matchAll(/^(plylab\..*);\s*\/\/ ([^[\n]+)$/gm);
  let checked = 0;
  for (const [, call, value] of lines) {
    expect_equal(String(new Function('plylab', `return ${call}`)(plylab)), String(eval(value)), call);
    ++checked;
  }
  expect_equal(checked, 4, 'lines of the README with a value');
}

// A divide without the moves for which `forgets` is true.
function divide_text(plylab, position, depth, forgets) {
  return [...plylab.divide(position, depth)].filter(([move]) => !forgets(move)).map(([move, leaves]) => `${move}: ${leaves}`).join('\n');
}

function finds_a_bug(plylab) {
  const kiwipete = plylab.position('kiwipete').fen;
  // A generator without castling, counted by asking for each move's position again.
  const count = (position, depth) => {
    if (depth === 0) return 1n;
    return plylab.moves(position).filter(({ san }) => !san.startsWith('O-O'))
      .reduce((sum, { uci }) => sum + count(`${position}${position.includes(' moves ') ? '' : ' moves'} ${uci}`, depth - 1), 0n);
  };
  const wrong_divide = ({ start, moves, depth }) => {
    const position = moves ? `${start} moves ${moves}` : start;
    return plylab.moves(position).filter(({ san }) => !san.startsWith('O-O'))
      .map(({ uci }) => `${uci}: ${count(`${position}${moves ? '' : ' moves'} ${uci}`, depth - 1)}`).join('\n');
  };
  const answers = [{ position: 'kiwipete', depth: 2, text: wrong_divide({ start: kiwipete, moves: '', depth: 2 }) }];
  for (let asked = 0; asked < 12; ++asked) {
    const { agrees, question, found } = plylab.findBug(answers);
    if (asked === 0) expect_equal(agrees, false, 'a divide without castling differs');
    if (!question) {
      expect(found !== null && found.moves.some(({ uci, wrong }) => wrong === 'missing' && /^e[18][cg][18]$/.test(uci)),
        `the missing castling is found: ${JSON.stringify(found)}`);
      return;
    }
    answers.push({ ...question, text: wrong_divide(question) });
  }
  expect(false, 'the bug is found in twelve questions');
}

function searches(plylab) {
  const tree = 'N0\n  N1\n    N3\n      N7 5\n      N8 4\n    N4\n      N9 6\n      N10 7\n  N2\n    N5\n      N11 9\n      N12 8\n    N6\n      N13 3\n      N14 2\n';
  const { searches: results, minimal } =
    plylab.searchTree(tree, { depth: 3, searches: ['minimax', 'alphabeta', 'pvs'], switches: 'no-deepening' });
  expect_equal(results.map(({ counts }) => String(counts.nodes)), ['15', '14', '13'], 'the visits of Basani\'s tree');
  expect_equal(String(minimal.nodes), '11', 'its minimal tree');
  for (const [call, what] of [
    [() => plylab.search('startpos'), 'searches: name one'], [() => plylab.perft('startpos', '3'), "depth: '3'"],
    [() => plylab.perft('startpos', 3, { hash: 1.5 }), 'hash: 1.5'], [() => plylab.perft('startpos', 3, { generator: 5 }), 'generator: 5'],
    [() => plylab.findBug(), 'answers: there is no array'], [() => plylab.findBug([{ position: 'startpos' }]), 'answers: one has no text']])
    expect(thrown_by(call).startsWith(`PlylabError: ${what}`), `${call}: ${thrown_by(call)}`);
  const { searches: chess } = plylab.search('kiwipete', { depth: 3, searches: ['minimax', 'mtdf'], evaluation: 'material' });
  expect_equal(chess[0].value, chess[1].value, 'the values of two searches');
}

function has_types() {
  try {
    execFileSync('tsc', ['--version']);
  } catch (error) {
    return;  // node-typescript is not installed
  }
  fs.writeFileSync(path.join(project, 'use.ts'), `import { load, type Move, type WrongMove } from 'plylab';
const plylab = await load();
const leaves: bigint = plylab.perft('startpos', 3, { generator: 'x88', hash: 16 });
const moves: Move[] = plylab.moves('startpos');
const wrong: WrongMove[] = plylab.compare('startpos', '8902').wrong;
// @ts-expect-error: there is no such generator
plylab.perft('startpos', 1, { generator: 'none' });
console.log(leaves, moves, wrong, plylab.findBug([{ position: 'startpos', text: '20' }]).found?.fen);
`);
  try {
    execFileSync('tsc', ['--noEmit', '--strict', '--target', 'es2022', '--module', 'es2022', '--moduleResolution', 'node', 'use.ts'], { cwd: project });
  } catch (error) {
    expect(false, `types: ${error.stdout}`);
  }
}

try {
  fs.mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['xzf', path.join(made, archive), '-C', folder, '--strip-components=1']);
  const about = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  expect_equal(archive, `plylab-${about.version}.tgz`, 'the name of the archive');
  for (const file of [...about.files, about.main, about.types, 'LICENSE'])
    expect(fs.existsSync(path.join(folder, file)), `${file} is in the archive`);
  const before = process.listenerCount('unhandledRejection');
  const { load, PlylabError } = await import(pathToFileURL(path.join(folder, about.main)));
  const plylab = await load();
  expect_equal(process.listenerCount('unhandledRejection'), before, 'the package leaves the program\'s errors alone');
  check_readme(plylab);

  for (const generator of ['bitboard', 'mailbox', 'x88'])
    expect_equal(String(plylab.perft('kiwipete', 4, { generator })), '4085603', `perft(4) of kiwipete by ${generator}`);
  expect_equal(String(plylab.perft('startpos', 5, { hash: 16 })), '4865609', 'with a table');
  const { captures, ep, mates } = plylab.statistics('kiwipete', 3);
  expect_equal([captures, ep, mates].map(String), ['17102', '45', '1'], 'statistics');
  expect_equal(plylab.position('startpos moves e4').fen, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', 'position');
  expect_equal(plylab.fen('8/8/8/8/8/8/8/8 w - - 0 1').legality, 'impossible', 'fen');
  expect_equal(plylab.moves('chess960:0').length > 15, true, 'Chess960');

  const right = divide_text(plylab, 'kiwipete', 3, () => false);
  expect_equal(plylab.compare('kiwipete', right), { ...plylab.compare('kiwipete', right, 3) }, 'the nearest depth');
  expect_equal(plylab.compare('kiwipete', right).wrong, [], 'a right divide');
  const { wrong, total } = plylab.compare('kiwipete', divide_text(plylab, 'kiwipete', 3, (move) => move === 'e1g1'), 3);
  expect_equal(wrong.map(({ move, wrong: how, right: count }) => `${move} ${how} ${count}`), ['e1g1 missing 2059'], 'a move is missing');
  expect_equal(String(total), String(97862 - 2059), 'its total');

  for (const [call, words] of [[() => plylab.perft('nonsense', 3), /^PlylabError: .*FEN/], [() => plylab.perft('startpos', 99), /^PlylabError: /],
    [() => plylab.explain('startpos moves e2e5', 'e4'), /^PlylabError: .*e2/], [() => plylab.compare('startpos', 'hello'), /no count/],
    [() => plylab.search('startpos', { depth: 3, searches: ['none'] }), /none/], [() => plylab.perft('startpos'), /PlylabError: depth/],
    [() => plylab.perft(5, 3), /PlylabError: position/], [() => plylab.perft('startpos', 1.5), /PlylabError: depth/],
    [() => plylab.findBug([]), /PlylabError: .*no answer/]])
    expect(words.test(thrown_by(call)), `${call} throws ${thrown_by(call)}`);
  expect(new PlylabError('x') instanceof Error, 'PlylabError is exported');
  // A long text, and one with a byte order mark.
  expect_equal(plylab.compare('kiwipete', `\ufeff${right}`, 3).wrong, [], 'a byte order mark');
  expect_equal(plylab.compare('kiwipete', 'info\n'.repeat(400_000) + right, 3).wrong, [], 'two megabytes of text');
  expect(/1024/.test(thrown_by(() => plylab.search('startpos', { depth: 2, searches: ['pvs'], switches: 'table=4096' }))), 'too large a table');
  for (const [call, name] of [[() => plylab.perft(undefined, 3), 'position'], [() => plylab.perft('startpos'), 'depth'],
    [() => plylab.explain('startpos'), 'move'], [() => plylab.compare('startpos'), 'printed'],
    [() => plylab.findBug([{ text: '20' }]), 'position'], [() => plylab.findBug([{ position: 'startpos', text: '20' }, { text: '3' }]), 'start'],
    [() => plylab.search('startpos', { searches: ['pvs'] }), 'depth']])
    expect_equal(thrown_by(call), `PlylabError: ${name}: missing`, `a missing ${name}`);
  expect(/1024/.test(thrown_by(() => plylab.perft('startpos', 4, { hash: 3000 }))), 'too large a table for counts');
  finds_a_bug(plylab);
  searches(plylab);
  has_types();
} catch (error) {
  expect(false, error.stack);
} finally {
  fs.rmSync(project, { recursive: true });
}
end();
