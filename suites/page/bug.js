// Find my bug: the user pastes what a program printed, and the page asks the next question, until
// the debugger of plylab verify has found the wrong move.
'use strict';

// The answers so far: the first {position, depth, text}, then {start, moves, depth, text}.
const bug = { answers: [], question: null, replies: [] };

// Where a question is about, beside the first one.
function place_of({ start, line }) {
  return line ? ` after ${line}` : start === bug.replies[0].asked.start ? '' : ' of another position';
}

// What the page asks next, with buttons that copy it.
function show_question() {
  const { question } = bug;
  $('bug-depth-row').hidden = bug.answers.length > 0;
  $('bug-undo').hidden = bug.answers.length === 0;
  $('bug-form').hidden = bug.answers.length > 0 && !question;
  if (!question) {
    $('question').replaceChildren();
    return;
  }
  $('question').replaceChildren(
    element('h2', {}, `Ask your program for perft(${question.depth})`,
      place_of(question) || ' of the same position'),
    element('pre', { id: 'commands' }, question.commands),
    element('div', { class: 'row' },
      copy_button('Copy for UCI', `${question.commands}\n`),
      // Below its moves the program must play them: after a FEN, other state may be wrong.
      ...(question.moves ? [] : [copy_button('Copy the FEN', question.start)])));
}

// How many lines of a pasted text could not be read, and the first of them.
function unread_note({ lines, first }) {
  if (!lines) return [];
  const texts = first.map((line) => element('code', {}, line.slice(0, 60)));
  return [element('small', {}, `Not read: ${lines} ${lines === 1 ? 'line' : 'lines'}, `,
    ...(lines > first.length ? ['such as '] : []), ...texts.flatMap((text, i) => (i ? [', ', text] : [text])))];
}

function difference(said, right) {
  if (!said || !right) return '';
  const by = BigInt(said) - BigInt(right);
  return by === 0n ? '' : by > 0n ? `+${by}` : String(by);
}

function show_step({ asked, said, right, rows, agrees, lists, but, unread }) {
  const wrong = rows.filter((row) => row.wrong && lists);
  const result = agrees
    ? element('span', { class: 'good' }, `${grouped(said)}, right`)
    : element('span', { class: 'bad' }, `${grouped(said)}; it should be ${grouped(right)}`);
  const parts = [`perft(${asked.depth})${place_of(asked)}: `, result];
  if (wrong.length)
    parts.push(table_of(['move', 'yours', 'right', ''], wrong.slice(0, 12).map((row) => [
      row.move, row.said ? grouped(row.said) : '–', row.right ? grouped(row.right) : '–',
      row.wrong === 'count' ? difference(row.said, row.right) : row.wrong === 'extra' ? 'illegal' : row.wrong])));
  if (wrong.length > 12) parts.push(element('p', {}, `and ${wrong.length - 12} more`));
  if (but) parts.push(element('p', { class: 'bad' }, `But ${but}.`));
  parts.push(...unread_note(unread));
  return element('li', {}, ...parts);
}

function show_finding({ found, remark, agrees, asked, lists }) {
  const parts = [];
  if (found) {
    parts.push(element('h2', {}, `The fault ${found.deduced ? 'probably lies' : 'lies'} in ${found.explanation}.`));
    parts.push(element('p', {}, `There perft(${found.depth}) gives ${grouped(found.said || '?')} instead of ${grouped(found.right)}.`));
    if (found.path) parts.push(element('p', {}, 'Path: ', element('code', {}, found.path)));
    parts.push(element('pre', {}, found.fen));
    if (found.moves.length)
      parts.push(element('ul', { id: 'wrong-moves' }, ...found.moves.map((move) =>
        element('li', { 'data-rule': move.rule }, element('strong', {}, `${move.wrong} ${move.move}`),
          `: ${move.sentence} `, element('code', {}, move.rule)))));
    if (found.deduced) parts.push(element('p', {},
      'Your program printed only a total there, so this is the likeliest cause. Paste a divide to be sure.'));
    if (found.usual_cause) parts.push(element('p', {}, `Usually: ${found.usual_cause}.`));
    const wrong = found.moves.map(({ uci }) => uci);
    parts.push(element('button', { type: 'button', onclick: () => set_position(found.fen, { wrong }) }, 'Show it on the board'));
    set_position(found.fen, { wrong });
  } else if (agrees && bug.answers.length === 1) {
    parts.push(element('h2', {}, `perft(${asked.depth}) is right${lists ? ', move by move' : ''}.`));
    parts.push(element('p', {}, 'Ask one ply deeper, or another position: kiwipete and pos3 to pos6 show many faults.'));
  }
  if (remark) parts.push(element(found ? 'p' : 'h2', {}, `${remark[0].toUpperCase()}${remark.slice(1)}.`));
  $('finding').replaceChildren(...parts);
  $('finding').className = agrees && !found ? 'agrees' : '';
  $('finding').hidden = parts.length === 0;
}

function show_bug() {
  const last = bug.replies.at(-1);
  bug.question = last ? last.question || null : null;
  $('steps').replaceChildren(...bug.replies.map(show_step));
  $('finding').hidden = true;
  if (last && !last.question) show_finding(last);
  show_question();
}

async function check_bug() {
  const text = $('bug-text').value;
  const { question } = bug;
  const answer = question
    ? { start: question.start, moves: question.moves, depth: question.depth, text }
    : { position: position_text(), depth: Number($('bug-depth').value), text };
  const answers = [...bug.answers, answer];
  $('bug-check').disabled = true;
  $('bug-check').textContent = 'Counting …';
  try {
    const reply = await counter.ask('bug', { answers });
    if (!question) answers[0].depth = reply.asked.depth;
    bug.answers = answers;
    bug.replies.push(reply);
    $('bug-text').value = '';
    show_bug();
    if (reply.question) $('bug-text').focus();
  } catch (error) {
    $('finding').replaceChildren(element('p', { class: 'error' }, error.message));
    $('finding').hidden = false;
  }
  $('bug-check').disabled = false;
  $('bug-check').textContent = 'Check';
}

function begin_bug() {
  on_submit('bug-form', check_bug);
  $('bug-back').addEventListener('click', () => {
    bug.answers.pop();
    bug.replies.pop();
    show_bug();
  });
  $('bug-restart').addEventListener('click', () => {
    bug.answers = [];
    bug.replies = [];
    show_bug();
  });
  show_bug();
}
