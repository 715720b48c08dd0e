// What the tests of the page share: its program, run in Node, and small checks.
'use strict';

const fs = require('fs');
const vm = require('vm');

// The text of the script with this id in the page.
function script_of(file, id) {
  const html = fs.readFileSync(file, 'utf8');
  const begin = html.indexOf('>', html.indexOf(`id="${id}"`)) + 1;
  return html.slice(begin, html.indexOf('</script>', begin));
}

// A function ask(question, fields), with the answer as the page gets it.
function program_of(file) {
  globalThis.require = require;  // what Emscripten's start looks for in Node
  globalThis.__dirname = __dirname;
  globalThis.__filename = __filename;
  vm.runInThisContext(script_of(file, 'engine'));
  return async (question, fields, tell = null) =>
    JSON.parse(await globalThis.answer_in_worker(JSON.stringify({ ask: question, ...fields }), tell));
}

let failures = 0;

function expect(is_right, what) {
  if (is_right) return;
  ++failures;
  console.log(`FAILED: ${what}`);
}

function expect_equal(found, wanted, what) {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value, (_, part) => typeof part === 'bigint' ? String(part) : part));
  expect(one === other, `${what}: ${one}, expected ${other}`);
}

function end() {
  console.log(failures ? `${failures} failed` : 'all passed');
  process.exit(failures ? 1 : 0);
}

module.exports = { program_of, expect, expect_equal, end };
