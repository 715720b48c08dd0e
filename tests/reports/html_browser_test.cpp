// The page in Chromium: nothing on its console, sorting, filtering, boards by mouse and keyboard.
// Left out where there is no Chromium.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gen/base/files.h"
#include "tests/support/process.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

/// What a reader does, and what comes of it, as JavaScript. It tells its findings in an element.
constexpr const char* reader = R"js(<script>{
const say = [];
const check = (what, holds) => say.push(`${holds ? 'right' : 'WRONG'}: ${what};`);
const overview = document.getElementById('table-1');
const runs = [...document.querySelectorAll('section')]
  .find(s => s.querySelector('h2')?.textContent.startsWith('The runs'));
const table = overview.querySelector('table');
const column = (t, name) => [...t.tHead.rows[0].cells]
  .findIndex(h => h.querySelector('button').firstChild.textContent === name);
const texts = (t, i) => [...t.tBodies[0].rows].filter(r => !r.hidden)
  .map(r => r.cells[i].title || r.cells[i].textContent.trim());
const nodes = column(table, 'last_nodes');
const button = table.tHead.rows[0].cells[nodes].querySelector('button');
button.click();
const up = texts(table, nodes).map(Number);
check('ascending', up.every((v, i) => i === 0 || up[i - 1] <= v) && up.length === 6);
check('aria-sort', table.tHead.rows[0].cells[nodes].getAttribute('aria-sort') === 'ascending');
button.click();
check('descending', texts(table, nodes).map(Number).every((v, i) => v === up[up.length - 1 - i]));
table.tHead.rows[0].cells[column(table, 'first_cut')].querySelector('button').click();
check('unknown last', texts(table, column(table, 'first_cut')).slice(-2).every(t => t === '-'));
const filter = (section, text) => {
  const input = section.querySelector('input');
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
filter(overview, 'pvs');
check('words', texts(table, 1).length === 2 && texts(table, 1).every(t => t === 'pvs-soft'));
check('told', overview.querySelector('output').textContent === '2 of 6 rows');
filter(overview, `last_nodes>${up[2]}`);
check('numbers', texts(table, nodes).length === 3);
filter(overview, 'variant=mtdf depth');
check('a column', texts(table, 1).every(t => t === 'mtdf') && texts(table, 1).length === 2);
filter(overview, `last_nodes=${table.rows[2].cells[nodes].textContent.trim()}`);
check('the number as it is shown', texts(table, nodes).length === 1);
filter(overview, 'lastnodes=1');
check('no such column',
  overview.querySelector('output').textContent === "0 of 6 rows; no column 'lastnodes'");
filter(overview, '');
check('all again', texts(table, 1).length === 6);
const board = document.getElementById('board');
runs.querySelector('details').open = true;
setTimeout(() => {
  const cell = runs.querySelector('td.p');
  check('reached by keyboard', cell && cell.tabIndex === 0);
  cell.focus();
  check('a board', !board.hidden && board.querySelectorAll('span').length === 64);
  check('its kings', board.textContent.includes('\u2654') && board.textContent.includes('\u265A'));
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  check('closed', board.hidden);
  document.getElementById('theme').click();
  check('dark or light', ['dark', 'light'].includes(document.documentElement.dataset.theme));
  check('values under the pointer', document.querySelectorAll('figure circle > title').length > 10);
  document.body.append(Object.assign(document.createElement('p'), { id: 'said',
    textContent: say.join(' ') }));
}, 200);
}</script>)js";

class HtmlBrowser : public ::testing::Test {
 protected:
  void SetUp() override {
    chromium_ = testing::find_program("chromium");
    if (!chromium_) GTEST_SKIP() << "no chromium";
    fs::create_directory(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::string path(const std::string& name) const { return directory_ / name; }

  /// The page when its scripts have run; what its console said is in `err`.
  testing::Finished open(const std::string& name) const {
    return testing::run_process(
        *testing::find_program("timeout"),
        {"-s", "KILL", "120", *chromium_, "--headless", "--no-sandbox", "--disable-gpu",
         "--enable-logging=stderr", "--v=0", "--user-data-dir=" + path("profile"),
         "--virtual-time-budget=5000", "--dump-dom", "file://" + path(name)});
  }

  std::optional<std::string> chromium_;
  const fs::path directory_ =
      fs::temp_directory_path() / ("plylab_page_" + std::to_string(getpid()));
};

TEST_F(HtmlBrowser, SortsFiltersAndShowsBoardsWithoutAMessage) {
  const auto made =
      testing::plylab({"search", "--suite", "bratko-kopec", "--algo", "minimal,pvs,mtdf", "--depth",
                       "2,3", "--format", "html", "--out", path("page.html")});
  ASSERT_EQ(made.status, 0) << made.err;
  std::string page = read_file(path("page.html"));
  page.insert(page.rfind("</body>"), reader);
  std::ofstream(path("page.html")) << page;
  const auto shown = open("page.html");
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.err, Not(HasSubstr("CONSOLE")));
  const std::size_t said = shown.out.rfind("<p id=\"said\">");
  ASSERT_NE(said, std::string::npos);
  EXPECT_THAT(shown.out.substr(said), Not(HasSubstr("WRONG")));
  EXPECT_THAT(shown.out.substr(said), HasSubstr("right: values under the pointer"));
}

TEST_F(HtmlBrowser, ConsoleMessagesWouldBeSeen) {
  std::ofstream(path("loud.html")) << "<!DOCTYPE html><script>console.log('heard')</script>";
  EXPECT_THAT(open("loud.html").err, HasSubstr("CONSOLE"));
}

}  // namespace
}  // namespace plylab::reports
