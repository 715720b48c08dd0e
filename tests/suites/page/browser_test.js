// The page in Chromium, driven through chromedriver as a person would, on a wide screen and on a
// phone: node browser_test.js PLYLAB.HTML FOLDER-FOR-PICTURES [WRONG_ENGINE]
'use strict';

const { execFileSync, spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');
const { expect, expect_equal, end } = require('./page.js');

const [file, pictures, wrong_engine] = process.argv.slice(2);
const PORT = 20000 + process.pid % 20000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = { Enter: '\uE007', ArrowUp: '\uE013', ArrowRight: '\uE014' };

async function call(method, where, body) {
  const response = await fetch(`http://127.0.0.1:${PORT}${where}`,
    { method, body: body === undefined ? undefined : JSON.stringify(body) });
  const { value } = await response.json();
  if (value && value.error) throw new Error(`${where}: ${value.message}`);
  return value;
}

// A window with the page.
class Window {
  static async open(width, height, dark = false) {
    const args = ['--headless=new', '--no-sandbox', '--disable-gpu', `--window-size=${width},${height}`,
      '--force-device-scale-factor=1', ...(dark ? ['--force-dark-mode', '--blink-settings=preferredColorScheme=0'] : [])];
    const options = { args };
    if (width < 500) options.mobileEmulation = { deviceMetrics: { width, height, pixelRatio: 2, touch: true } };
    const { sessionId } = await call('POST', '/session',
      { capabilities: { alwaysMatch: { browserName: 'chrome', 'goog:chromeOptions': options } } });
    return new Window(`/session/${sessionId}`);
  }

  constructor(session) { this.session = session; }

  go(hash = '') { return call('POST', `${this.session}/url`, { url: pathToFileURL(file).href + hash }); }
  close() { return call('DELETE', this.session); }

  run(script, ...args) { return call('POST', `${this.session}/execute/sync`, { script, args }); }
  text(selector) { return this.run('const e = document.querySelector(arguments[0]); return e ? e.innerText : ""', selector); }

  async find(selector) {
    const found = await call('POST', `${this.session}/element`, { using: 'css selector', value: selector });
    return `${this.session}/element/${found[ELEMENT]}`;
  }
  async click(selector) { await call('POST', `${await this.find(selector)}/click`, {}); }
  async type(selector, text) {
    const element = await this.find(selector);
    await call('POST', `${element}/clear`, {});
    await call('POST', `${element}/value`, { text });
  }
  // Long texts as a paste does.
  async paste(selector, text) {
    await this.run('document.querySelector(arguments[0]).value = arguments[1]', selector, text);
  }
  press(...keys) {
    return call('POST', `${this.session}/actions`, { actions: [{ type: 'key', id: 'keyboard',
      actions: keys.flatMap((key) => [{ type: 'keyDown', value: KEYS[key] || key }, { type: 'keyUp', value: KEYS[key] || key }]) }] });
  }
  square(name) { return this.click(`[data-square="${name}"]`); }

  // Waits until the text matches.
  async until(selector, pattern, seconds = 120) {
    for (const last = Date.now() + 1000 * seconds; Date.now() < last;) {
      const text = await this.text(selector);
      if (pattern.test(text)) return text;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${selector} is "${await this.text(selector)}", not ${pattern}`);
  }

  async picture(name) {
    fs.writeFileSync(path.join(pictures, `${name}.png`),
      Buffer.from(await call('GET', `${this.session}/screenshot`), 'base64'));
  }
  async fits(name) {
    const [wide, screen] = await this.run('return [document.documentElement.scrollWidth, innerWidth]');
    expect(wide <= screen, `${name}: the page is ${wide} wide on a screen of ${screen}`);
  }
}

function printed(fault, commands) {
  return execFileSync(wrong_engine, ['--fault', fault], { encoding: 'utf8', input: `uci\n${commands}\nquit\n` })
    .split('uciok\n')[1];
}

async function plays_on_the_board(window) {
  await window.go();
  await window.until('#news', /White to move: 20 legal moves/);
  await window.square('e2');
  await window.square('e4');
  await window.until('#news', /Black to move: 20/);
  await window.square('e7');
  await window.square('e4');
  await window.until('#news', /e7.*illegal/i);
  await window.type('#move', 'e7e5');
  await window.press('Enter');
  await window.until('#line', /1\. e4 e5/);
  await window.click('#undo');
  await window.until('#news', /Black to move: 20/);
  await window.type('#move', 'Nf6');
  await window.press('Enter');
  await window.until('#line', /1\. e4 Nf6/);
  // Promotion, castling and Chess960.
  await window.type('#fen', '8/P5k1/8/8/8/8/8/4K2R w K - 0 1');
  await window.press('Enter');
  await window.until('#news', /White to move/);
  await window.square('a7');
  await window.square('a8');
  await window.until('#promotion', /queen/);
  await window.run('[...document.querySelectorAll("#promotion button")].find((b) => b.innerText === "knight").click()');
  await window.until('#line', /a8=N/);
  await window.click('#undo');
  await window.until('#line', /^\s*$/);
  await window.square('e1');
  await window.square('g1');
  await window.until('#line', /O-O/);
  await window.type('#fen', 'chess960:0');
  await window.press('Enter');
  await window.until('#line', /^\s*$/);
  await window.type('#fen', 'no position');
  await window.press('Enter');
  await window.until('#news', /FEN/);
}

async function uses_the_keyboard(window) {
  await window.go('#position=startpos&tab=perft');
  await window.until('#news', /20 legal/);
  await window.run('document.querySelector(`[data-square="e2"]`).focus()');
  await window.press('Enter', 'ArrowUp', 'ArrowUp', 'Enter');
  await window.until('#line', /1\. e4/);
  const label = await window.run('return document.activeElement.getAttribute("aria-label")');
  expect_equal(label, 'e4, white pawn', 'the square with the focus has a label');
  await window.run('document.getElementById("tab-perft").focus()');
  await window.press('ArrowRight');
  expect_equal(await window.run('return document.activeElement.id'), 'tab-fen', 'arrows go through the tabs');
  const unnamed = await window.run(`return [...document.querySelectorAll('input, select, textarea, button, svg[role]')]
    .filter((e) => !(e.textContent || e.getAttribute('aria-label') || (e.labels && e.labels.length)))
    .map((e) => e.id)`);
  expect_equal(unnamed, [], 'everything that can be used has a name');
}

async function counts(window) {
  await window.go('#position=startpos&tab=perft&depth=4&generator=all');
  await window.until('#news', /20 legal/);
  await window.click('#count');
  await window.until('#perft-result', /perft\(4\) = 197,281[^]*All three generators agree/);
  await window.run('document.getElementById("statistics").click()');
  await window.type('#fen', 'kiwipete');
  await window.press('Enter');
  await window.until('#news', /48 legal/);
  await window.type('#depth', '3');
  await window.click('#count');
  await window.until('#perft-result', /97,862[^]*captures[^]*17,102/);
  await window.picture(`perft-${await window.run('return innerWidth')}`);
  await window.run('document.getElementById("statistics").click()');
  await window.run('[...document.querySelectorAll("#perft-result td button")].find((b) => b.innerText === "e1g1").click()');
  await window.until('#perft-result', /perft\(2\) = 2,059/);
  // A long count is stopped, and the next one is right.
  await window.type('#depth', '6');
  await window.click('#count');
  await window.until('#so-far', /[1-9]\d* leaves so far/);
  await window.click('#stop');
  await window.until('#perft-result', /stopped/);
  await window.type('#depth', '1');
  await window.click('#count');
  await window.until('#perft-result', /perft\(1\) = 43/);
}

// As a person with a wrong engine and a browser: the questions are copied by hand.
async function finds_the_bug(window, fault, rule) {
  await window.go('#position=kiwipete&tab=bug');
  await window.until('#news', /48 legal/);
  const start = await window.run('return document.getElementById("fen").value');
  let commands = `position fen ${start}\ngo perft 4`;
  for (let answers = 1; answers < 12; ++answers) {
    await window.paste('#bug-text', printed(fault, commands));
    await window.click('#bug-check');
    await window.until(`#steps li:nth-child(${answers})`, /perft/);
    if (await window.run('return document.getElementById("bug-form").hidden')) break;
    commands = await window.text('#commands');
    expect_equal(await window.run('return document.getElementById("bug-depth-row").offsetHeight'), 0, 'only the first answer may be to any depth');
    if (answers === 2) await window.picture(`question-${await window.run('return innerWidth')}`);
  }
  await window.until('#finding', /The fault lies in/);
  expect_equal(await window.run('return document.querySelector("#wrong-moves li").dataset.rule'), rule, `the rule of ${fault}`);
  await window.until('#board-side', /to move/);
  expect(await window.run('return document.querySelectorAll("#board .arrow").length') > 0, 'the wrong move is shown on the board');
  await window.fits('finding');
  await window.picture(`finding-${await window.run('return innerWidth')}`);
  await window.click('#bug-restart');
  await window.until('#steps', /^$/);
}

async function says_what_is_no_answer(window) {
  await window.go('#position=startpos&tab=bug');
  await window.until('#news', /20 legal/);
  await window.paste('#bug-text', 'hello');
  await window.click('#bug-check');
  await window.until('#finding', /no count/);
  await window.paste('#bug-text', '8902');
  await window.click('#bug-check');
  await window.until('#finding', /perft\(3\) is right/);
}

async function checks(window) {
  await window.go('#position=kiwipete&tab=fen');
  await window.until('#news', /48 legal/);
  await window.type('#fen-text', 'rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/1NBQKBNR w Kkq - 0 1');
  await window.press('Enter');
  await window.until('#fen-result', /suspicious/);
  await window.type('#explain-text', 'e1g1');
  await window.press('Enter');
  await window.until('#explain-result', /O-O is legal/);
  await window.click('#tab-compare');
  await window.paste('#one', '97862');
  await window.paste('#other', '97863');
  await window.click('#compare-form .main');
  await window.until('#compare-result', /97,862 and 97,863; it should be 97,862/);
  const link = await window.run('return location.hash');
  await window.go();
  await window.go(link);
  await window.run('location.reload()');
  await window.until('#news', /48 legal/);
  expect_equal(await window.run('return document.getElementById("panel-compare").hidden'), false, 'the link opens the tab');
}

// Counts side by side, trees drawn, and a link that holds all that was chosen.
async function searches(window) {
  await window.go('#position=startpos&tab=search');
  await window.until('#news', /20 legal/);
  await window.click('#search-start');
  await window.until('#search-result', /minimax\s+50\s+9,323[^]*minimal tree/);
  await window.run('const box = document.getElementById("search-subject"); box.value = "tree"; box.dispatchEvent(new Event("change", { bubbles: true }))');
  await window.click('#search-start');
  await window.until('#search-result', /minimax\s+5\s+15[^]*alphabeta-soft\s+5\s+14[^]*pvs-soft\s+5\s+13/);
  expect_equal(await window.run('return document.querySelectorAll("#tree-picture svg").length'), 1, 'the trees are drawn');
  await window.fits('search');
  await window.run('document.getElementById("tree-picture").scrollIntoView()');
  await window.picture(`search-${await window.run('return innerWidth')}`);
  const shown = () => window.run('return [...document.querySelectorAll("#tree-picture g[data-node]")].filter((e) => e.style.display !== "none").length');
  expect_equal(await shown(), 14 + 13, 'a box for each visit');
  const fold = (name) => window.run(`[...document.querySelectorAll("#tree-picture g[data-node]")].find((e) => e.textContent.includes("${name}")).dispatchEvent(new MouseEvent("click", { bubbles: true }))`);
  await fold('left, visit');
  expect_equal(await shown(), 14 + 13 - 2 * 5, 'what is below a node is hidden in both trees');
  await fold('left, visit');
  expect_equal(await shown(), 14 + 13, 'and shown again');
  await window.type('#search-depth', '2');
  await window.press('Enter');
  await window.until('#search-result', /minimax\s+0\s+7/);
  const link = await window.run('return location.hash');
  await window.go();
  await window.go(link);
  await window.run('location.reload()');
  await window.until('#news', /20 legal/);
  expect_equal(await window.run('return [document.getElementById("search-tree-box").hidden, document.getElementById("search-depth").value]'),
    [false, '2'], 'the link holds the search');
  await window.paste('#search-tree', 'root\n  a\n    b 5 4');
  await window.click('#search-start');
  await window.until('#search-result', /tree:3: '4' after/);
  await window.paste('#search-tree', 'tree(width=40,depth=6)');
  await window.type('#search-depth', '6');
  await window.click('#search-start');
  await window.until('#search-result', /Searching/);
  await window.click('#search-stop');
  await window.until('#search-result', /stopped/);
}

(async () => {
  const driver = spawn('chromedriver', [`--port=${PORT}`], { stdio: 'ignore' });
  fs.mkdirSync(pictures, { recursive: true });
  let window = null;
  try {
    for (let tries = 0; tries < 100; ++tries)
      try {
        await call('GET', '/status');
        break;
      } catch (error) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    for (const [width, height, dark] of [[1280, 900, false], [390, 844, true]]) {
      window = await Window.open(width, height, dark);
      await plays_on_the_board(window);
      await window.fits('board');
      await window.picture(`board-${width}`);
      await uses_the_keyboard(window);
      await counts(window);
      await window.fits('perft');
      if (wrong_engine) await finds_the_bug(window, 'pins-forgotten', 'pinned');
      await says_what_is_no_answer(window);
      await checks(window);
      await searches(window);
      await window.close();
      window = null;
    }
  } catch (error) {
    expect(false, error.stack);
  } finally {
    if (window) await window.close();
    driver.kill();
  }
  end();
})();
