// The page's debugger beside plylab verify, on planted faults: a "person" pastes what the wrong engine
// prints to the questions that the page asks. node verify_test.js PLYLAB.HTML PLYLAB WRONG_ENGINE
'use strict';

const { execFileSync } = require('child_process');
const { program_of, expect, end } = require('./page.js');

const [page, plylab, wrong_engine] = process.argv.slice(2);
const MAX_QUESTIONS = 14;
// Here each question starts the engine anew, so that it has neither a table nor a second answer.
const NEED_A_PAST = ['branches-lost-at-random', 'counts-at-random', 'key-ignores-side', 'key-not-restored', 'table-ignores-depth'];

function run(command, options) {
  try {
    return execFileSync(command, options, { encoding: 'utf8', input: options.input, stdio: ['pipe', 'pipe', 'ignore'] });
  } catch (error) {
    return error.stdout;  // verify ends with 1 when it has found a fault
  }
}

function printed(fault, commands) {
  return execFileSync(wrong_engine, ['--fault', fault], { encoding: 'utf8', input: `uci\n${commands}\nquit\n` })
    .split('uciok\n')[1];
}

// The first wrong move and its rule, as verify tells them; none if it finds nothing in kiwipete.
function by_verify(fault, position, depth) {
  const report = JSON.parse(run(plylab, ['verify', '--engine', `${wrong_engine} --fault ${fault}`,
    '--fen', position, '--depth', String(depth), '--format', 'json']));
  const table = (name) => (report.tables.find((one) => one.name === name) || { rows: [] }).rows;
  return { faults: table('faults'), moves: table('wrong_moves') };
}

// What the page says in the end, and how many answers it took.
async function by_page(ask, fault, position, depth) {
  const start = (await ask('position', { position })).start;
  const answers = [{ position, depth, text: printed(fault, `position fen ${start}\ngo perft ${depth}`) }];
  for (;;) {
    const reply = await ask('bug', { answers });
    if (reply.error) return { error: reply.error };
    if (!reply.question || answers.length > MAX_QUESTIONS) return { ...reply, questions: answers.length };
    const { start: from, moves, depth: next, commands } = reply.question;
    answers.push({ start: from, moves, depth: next, text: printed(fault, commands) });
  }
}

(async () => {
  const ask = program_of(page);
  const faults = execFileSync(wrong_engine, ['--list'], { encoding: 'utf8' }).trim().split('\n')
    .map((line) => line.split(' ')[0]).filter((name) => name !== 'none');
  let compared = 0, same = 0;
  for (const fault of faults)
    for (const [position, depth] of [['kiwipete', 3], ['pos3', 4], ['pos4', 3]]) {
      const verified = by_verify(fault, position, depth);
      if (verified.faults.length === 0) continue;
      if (NEED_A_PAST.includes(fault)) continue;
      ++compared;
      const said = await by_page(ask, fault, position, depth);
      const move = (list) => list.map((one) => `${one.wrong} ${one.move} ${one.rule}`).sort().join(', ');
      const one = { kind: verified.faults[0].kind, moves: move(verified.moves.filter((row) => row.fault === 1)) };
      const other = said.found ? { kind: said.found.fault, moves: move(said.found.moves) } : { kind: said.remark || said.error };
      console.log(`${fault}, ${position}: ${said.questions} answers`);
      const is_same = one.moves === other.moves && (one.kind === other.kind || one.kind === 'fen');
      same += is_same;
      expect(said.questions <= MAX_QUESTIONS, `${fault}, ${position}: asks too much`);
      expect(is_same, `${fault}, ${position}, ${said.questions} answers:\n  verify ${JSON.stringify(one)}\n  page   ${JSON.stringify(other)}`);
      break;
    }
  console.log(`${compared} faults, ${same} alike`);
  expect(compared >= 140, 'at least 140 faults show in the three positions');
  end();
})();
