#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "gen/input_error.h"
#include "reports/format.h"
#include "reports/output.h"
#include "reports/progress.h"
#include "reports/provenance.h"
#include "reports/record.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;

/// 2^64, the first count that JSON numbers do not hold.
constexpr Uint128 beyond_64_bits = Uint128{1} << 64;

Report sample() {
  Table table;
  table.name = "perft";
  table.title = "Perft | divide";
  table.columns = {{"position", "", "name of the position"},
                   {"depth", "", "plies"},
                   {"leaves", "", "legal move paths"},
                   {"time", "s", "wall clock", 2},
                   {"right", "", "as published"},
                   {"remark", "", "in words"}};
  table.add({"startpos", 6, 119060324u, 0.125, true, "says \"fast\", and more"});
  table.add({"größte", -1, beyond_64_bits, 1234.5, false, "mate | 1#\nnext"});
  table.add(
      {std::string(), 15, std::numeric_limits<std::uint64_t>::max(), {}, {}, "bad \xFF byte"});
  table.notes = {"Bulk counting is on."};
  Report report;
  report.provenance = {"0.1",
                       "abc1234",
                       "GNU 12.2.0",
                       "-O3",
                       "Release",
                       "EPYC",
                       {"avx2"},
                       2,
                       "2025-01-02T03:04:05Z",
                       "plylab perft 6",
                       "Linux 6"};
  report.tables = {table};
  return report;
}

/// A table with one column of words between numbers.
Report words(const std::string& text) {
  Table table;
  table.name = "words";
  table.columns = {{"count"}, {"fen"}, {"leaves"}};
  table.add({1, "short", 20});
  table.add({2, text, beyond_64_bits});
  Report report;
  report.tables = {table};
  return report;
}

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto bytes_that_show = std::count_if(line.begin(), line.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    });
    longest = std::max(longest, static_cast<std::size_t>(bytes_that_show));
  }
  return longest;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_input_error(const std::string& what, const auto& action) {
  try {
    action();
    FAIL() << "no error, expected: " << what;
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), what);
  }
}

/// An empty directory that is removed in the end.
class ReportsOutput : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "plylab-reports-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
  }

  fs::path directory_;
};

/// Puts another file in the place of a descriptor for a while.
class Redirect {
 public:
  Redirect(int descriptor, int target) : descriptor_(descriptor), saved_(dup(descriptor)) {
    dup2(target, descriptor);
  }
  ~Redirect() {
    dup2(saved_, descriptor_);
    close(saved_);
  }
  Redirect(const Redirect&) = delete;
  Redirect& operator=(const Redirect&) = delete;

 private:
  int descriptor_;
  int saved_;
};

/// A terminal of so many columns that remembers what was shown.
class Terminal {
 public:
  /// Whether this machine has pseudo-terminals; a bare chroot may not.
  static bool available() {
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    const int slave = master < 0 || unlockpt(master) != 0 ? -1 : open(ptsname(master), O_RDWR);
    for (const int descriptor : {slave, master})
      if (descriptor >= 0) close(descriptor);
    return slave >= 0;
  }

  explicit Terminal(unsigned columns) : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    grantpt(master_);
    unlockpt(master_);
    slave_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
    winsize size{};
    size.ws_row = 24;
    size.ws_col = static_cast<unsigned short>(columns);
    ioctl(slave_, TIOCSWINSZ, &size);
    fcntl(master_, F_SETFL, O_NONBLOCK);
  }
  ~Terminal() {
    close(slave_);
    close(master_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  int descriptor() const { return slave_; }
  std::string shown() const {
    std::string text;
    char buffer[4096];
    for (ssize_t n = 0; (n = read(master_, buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<std::size_t>(n));
    return text;
  }

 private:
  int master_;
  int slave_ = -1;
};

TEST(ReportsRecord, CellsAreMadeFromEverything) {
  EXPECT_TRUE(std::holds_alternative<std::monostate>(Cell().value()));
  EXPECT_TRUE(std::holds_alternative<bool>(Cell(true).value()));
  EXPECT_TRUE(std::holds_alternative<std::int64_t>(Cell(-1).value()));
  EXPECT_TRUE(std::holds_alternative<std::int64_t>(Cell(1LL).value()));
  EXPECT_TRUE(std::holds_alternative<Uint128>(Cell(1u).value()));
  EXPECT_TRUE(std::holds_alternative<Uint128>(Cell(std::size_t{1}).value()));
  EXPECT_TRUE(std::holds_alternative<Uint128>(Cell(std::uint8_t{1}).value()));
  EXPECT_TRUE(std::holds_alternative<Uint128>(Cell(beyond_64_bits).value()));
  EXPECT_TRUE(std::holds_alternative<double>(Cell(1.0f).value()));
  EXPECT_EQ(Cell("a"), Cell(std::string("a")));
  EXPECT_EQ(Cell("a"), Cell(std::string_view("a")));
  EXPECT_EQ(Cell(std::optional<unsigned>()), Cell());
  EXPECT_EQ(Cell(std::optional<unsigned>(3)), Cell(3u));
}

TEST(ReportsRecord, RowsFitTheirTable) {
  Table table;
  table.columns = {{"a"}, {"b"}};
  table.add({"x", "y"});
  EXPECT_THROW(table.add({1}), std::logic_error);
  EXPECT_THROW(table.add({1, 2, 3}), std::logic_error);
  EXPECT_EQ(table.rows.size(), 1u);
}

TEST(ReportsFormat, TablesFilledByHandAreChecked) {
  Report report;
  report.tables.resize(1);
  report.tables[0].columns = {{"a"}, {"b"}};
  report.tables[0].rows.resize(1);
  EXPECT_THROW(render(report, Format::text), std::logic_error);
  report.tables[0].rows.clear();
  report.tables[0].columns = {{"a"}, {"a"}};
  EXPECT_THROW(render(report, Format::json), std::logic_error);
}

TEST(ReportsFormat, NamesAreParsed) {
  EXPECT_EQ(parse_format("text"), Format::text);
  EXPECT_EQ(parse_format("json"), Format::json);
  EXPECT_EQ(parse_format("csv"), Format::csv);
  EXPECT_EQ(parse_format("markdown"), Format::markdown);
  expect_input_error("--format: no 'xml'; there are text, json, csv, markdown",
                     [] { parse_format("xml"); });
  EXPECT_THROW(parse_format(""), InputError);
}

TEST(ReportsFormat, Text) {
  EXPECT_EQ(render(sample(), Format::text), R"(Perft | divide

position  depth                leaves     time  right  remark
                                             s
--------  -----  --------------------  -------  -----  ---------------------
startpos      6             119060324     0.12  yes    says "fast", and more
größte       -1  18446744073709551616  1234.50  no     mate | 1# next
             15  18446744073709551615        -  -      bad � byte

* Bulk counting is on.

plylab 0.1 (abc1234), GNU 12.2.0, Release, -O3
EPYC, 2 threads, Linux 6, 2025-01-02T03:04:05Z
$ plylab perft 6
)");
}

TEST(ReportsFormat, Json) {
  EXPECT_EQ(render(sample(), Format::json), R"({
  "schema": "plylab-report",
  "schema_version": 1,
  "complete": true,
  "provenance": {
    "version": "0.1",
    "commit": "abc1234",
    "compiler": "GNU 12.2.0",
    "flags": "-O3",
    "build_type": "Release",
    "cpu": "EPYC",
    "cpu_features": [
      "avx2"
    ],
    "threads": 2,
    "date": "2025-01-02T03:04:05Z",
    "command": "plylab perft 6",
    "system": "Linux 6"
  },
  "tables": [
    {
      "name": "perft",
      "title": "Perft | divide",
      "columns": [
        {"name":"position","unit":"","help":"name of the position"},
        {"name":"depth","unit":"","help":"plies"},
        {"name":"leaves","unit":"","help":"legal move paths"},
        {"name":"time","unit":"s","help":"wall clock"},
        {"name":"right","unit":"","help":"as published"},
        {"name":"remark","unit":"","help":"in words"}
      ],
      "rows": [
        {"position":"startpos","depth":6,"leaves":119060324,"time":0.125,"right":true,"remark":"says \"fast\", and more"},
        {"position":"größte","depth":-1,"leaves":"18446744073709551616","time":1234.5,"right":false,"remark":"mate | 1#\nnext"},
        {"position":"","depth":15,"leaves":18446744073709551615,"time":null,"right":null,"remark":"bad � byte"}
      ],
      "notes": [
        "Bulk counting is on."
      ]
    }
  ]
}
)");
}

TEST(ReportsFormat, Csv) {
  Report report = sample();
  Table second;
  second.name = "second";
  second.columns = {{"only"}};
  second.add({1.0 / 3});
  second.add({{}});
  report.tables.push_back(second);
  EXPECT_EQ(render(report, Format::csv), R"(# complete: true
# version: 0.1
# commit: abc1234
# compiler: GNU 12.2.0
# flags: -O3
# build_type: Release
# cpu: EPYC
# cpu_features: avx2
# threads: 2
# date: 2025-01-02T03:04:05Z
# command: plylab perft 6
# system: Linux 6
# table perft: Perft | divide
# unit of time: s
# note: Bulk counting is on.
# table second: second
position,depth,leaves,time,right,remark
startpos,6,119060324,0.125,true,"says ""fast"", and more"
größte,-1,18446744073709551616,1234.5,false,"mate | 1#
next"
"",15,18446744073709551615,,,bad � byte

only
0.3333333333333333
""
)");
}

TEST(ReportsFormat, Markdown) {
  EXPECT_EQ(render(sample(), Format::markdown), R"(### Perft \| divide

| position | depth | leaves | time (s) | right | remark |
| --- | ---: | ---: | ---: | --- | --- |
| startpos | 6 | 119060324 | 0.12 | yes | says "fast", and more |
| größte | -1 | 18446744073709551616 | 1234.50 | no | mate \| 1# next |
|  | 15 | 18446744073709551615 | - | - | bad � byte |

- Bulk counting is on.

### Provenance

- version: 0.1
- commit: `abc1234`
- compiler: GNU 12.2.0
- flags: `-O3`
- build_type: Release
- cpu: EPYC
- cpu_features: avx2
- threads: 2
- date: 2025-01-02T03:04:05Z
- command: `plylab perft 6`
- system: Linux 6
)");
}

TEST(ReportsFormat, IncompleteReportsSaySo) {
  Report report = sample();
  report.complete = false;
  EXPECT_TRUE(render(report, Format::text).starts_with("*** incomplete"));
  EXPECT_NE(render(report, Format::json).find("\"complete\": false"), std::string::npos);
  EXPECT_TRUE(render(report, Format::csv).starts_with("# complete: false\n"));
  EXPECT_TRUE(render(report, Format::markdown).starts_with("**Incomplete:**"));
}

TEST(ReportsFormat, EmptyReportsAreWellFormed) {
  Report report;
  EXPECT_EQ(render(report, Format::text), "");
  EXPECT_NE(render(report, Format::json).find("\"tables\": []\n"), std::string::npos);
  report.tables.resize(1);
  report.tables[0].name = "empty";
  report.tables[0].columns = {{"a"}};
  EXPECT_EQ(render(report, Format::text), "empty\n\na\n-\n(no rows)\n");
}

TEST(ReportsFormat, TextIsFittedByItsWidestWords) {
  const std::string fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const std::string fitted = render(words(fen), Format::text, 80);
  EXPECT_EQ(longest_line(fitted), 80u);
  EXPECT_NE(fitted.find(" 18446744073709551616\n"), std::string::npos);
  EXPECT_NE(fitted.find("    2  r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/…  184"),
            std::string::npos);
  EXPECT_EQ(longest_line(render(words(fen), Format::text)), 5 + 2 + fen.size() + 2 + 20);
  // Characters count, not bytes.
  EXPECT_EQ(longest_line(render(words(std::string(100, 'x') + "ä€😀"), Format::text, 80)), 80u);
  const std::string many = "ääääääääääääääääääääääääääääääääääääääääääääääääääää";
  EXPECT_NE(render(words(many.substr(0, 2 * 51)), Format::text, 80).find("ä  184"),
            std::string::npos);
  EXPECT_NE(render(words(many), Format::text, 80).find("ä…  184"), std::string::npos);
}

TEST(ReportsFormat, NumbersAreNeverCut) {
  const std::string narrow = render(words("some words"), Format::text, 10);
  EXPECT_NE(narrow.find("    2  so…  18446744073709551616\n"), std::string::npos);

  Report mixed = words("a long explanation");
  mixed.tables[0].rows[0][1] = 123456;
  EXPECT_NE(render(mixed, Format::text, 10).find("a lon…  184"), std::string::npos);
  EXPECT_NE(render(mixed, Format::text, 10).find("123456  "), std::string::npos);
}

TEST(ReportsFormat, NotesAreWrapped) {
  Report report;
  report.tables.resize(1);
  report.tables[0].notes = {"one two three four"};
  EXPECT_NE(render(report, Format::text, 10).find("* one two\n  three\n  four\n"),
            std::string::npos);
  EXPECT_NE(render(report, Format::text).find("* one two three four\n"), std::string::npos);
}

TEST(ReportsFormat, DoublesThatAreNoNumbersAreUnknown) {
  Report report;
  report.tables.resize(1);
  report.tables[0].columns = {{"x"}, {"y"}, {"z"}};
  report.tables[0].add({std::numeric_limits<double>::infinity(), std::nan(""), 1e300});
  EXPECT_NE(render(report, Format::text).find("-  -  1.0e+300\n"), std::string::npos);
  EXPECT_NE(render(report, Format::json).find(R"({"x":null,"y":null,"z":1e+300})"),
            std::string::npos);
  EXPECT_TRUE(render(report, Format::csv).ends_with("\n,,1e+300\n"));
}

TEST(ReportsFormat, HostileTextIsHarmless) {
  // An escape sequence, an overlong slash, a surrogate, a cut-off sequence, C1's CSI.
  const Report report = words("\x1b[2J \xC0\xAF \xED\xA0\x80 \xC2\x9B \xE2\x82");
  for (Format format : {Format::text, Format::json, Format::csv, Format::markdown}) {
    std::string out;
    EXPECT_NO_THROW(out = render(report, format));
    EXPECT_NE(out.find("�� ��� "), std::string::npos);
  }
  EXPECT_EQ(render(report, Format::text).find('\x1b'), std::string::npos);
  EXPECT_NE(render(words("<b> *x* `y` \\"), Format::markdown).find(R"(| \<b> \*x\* \`y\` \\ |)"),
            std::string::npos);
}

TEST(ReportsProvenance, IsCollected) {
  setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
  const char* const argv[] = {"./plylab", "perft", "8/8 w - -", "it's", "", "--depth=6"};
  const Provenance provenance = collect_provenance(6, argv, 3);
  unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_EQ(provenance.date, "2023-11-14T22:13:20Z");
  EXPECT_EQ(provenance.command, R"(./plylab perft '8/8 w - -' 'it'\''s' '' --depth=6)");
  EXPECT_EQ(provenance.threads, 3);
  EXPECT_FALSE(provenance.version.empty());
  EXPECT_FALSE(provenance.compiler.empty());
  EXPECT_FALSE(provenance.cpu.empty());
  EXPECT_NE(provenance.system.find("Linux"), std::string::npos);
}

TEST(ReportsProvenance, ClockAndBadEpoch) {
  setenv("SOURCE_DATE_EPOCH", "yesterday", 1);
  const std::string date = collect_provenance(0, nullptr, 1).date;
  unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_EQ(date.size(), 20u);
  EXPECT_GT(date, "2025");
}

TEST_F(ReportsOutput, FilesAreWrittenAndReplaced) {
  const fs::path path = directory_ / "report.json";
  write(sample(), Format::json, path);
  EXPECT_EQ(content(path), render(sample(), Format::json));
  chmod(path.c_str(), 0640);
  write(sample(), Format::csv, path);
  EXPECT_EQ(content(path), render(sample(), Format::csv));
  EXPECT_EQ(static_cast<unsigned>(fs::status(path).permissions()), 0640u);
  EXPECT_EQ(files(), 1u);
}

TEST_F(ReportsOutput, LeftoversDoNotMatter) {
  for (int i = 0; i < 100; ++i)
    std::ofstream(directory_ /
                  (".plylab-" + std::to_string(getpid()) + "-" + std::to_string(i) + ".tmp"));
  write_text("new", directory_ / "report");
  EXPECT_EQ(content(directory_ / "report"), "new");
}

TEST_F(ReportsOutput, LinksStayLinks) {
  const fs::path link = directory_ / "link";
  fs::create_symlink("target", link);
  write_text("one", link);  // makes the target
  write_text("two", link);  // replaces it
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(content(directory_ / "target"), "two");
  EXPECT_EQ(files(), 2u);
}

TEST_F(ReportsOutput, FailureKeepsTheOldFile) {
  const fs::path path = directory_ / "report.txt";
  write_text("old", path);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = before;
  small.rlim_cur = 100;
  setrlimit(RLIMIT_FSIZE, &small);
  std::string error;
  try {
    write(sample(), Format::text, path);
  } catch (const InputError& failure) {
    error = failure.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(error, "cannot write '" + path.string() + "': File too large");
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(ReportsOutput, PathsThatCannotBeWritten) {
  const std::string missing = directory_ / "x/y.json";
  expect_input_error("cannot write '" + missing + "': No such file or directory",
                     [&] { write(sample(), Format::json, missing); });
  expect_input_error("cannot write '" + directory_.string() + "': Is a directory",
                     [&] { write(sample(), Format::json, directory_); });
  expect_input_error("cannot write '/dev/full': No space left on device",
                     [] { write(sample(), Format::json, "/dev/full"); });
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(ReportsOutput, StandardOutput) {
  for (const char* out : {"", "-", "/dev/stdout"}) {
    testing::internal::CaptureStdout();
    std::printf("before\n");
    write(sample(), Format::text, out);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "before\n" + render(sample(), Format::text));
  }
}

TEST_F(ReportsOutput, StandardOutputThatFails) {
  std::fflush(stdout);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const int full = open("/dev/full", O_WRONLY);
  for (const auto& [target, reason] :
       {std::pair{ends[1], "Broken pipe"}, std::pair{full, "No space left on device"}}) {
    const Redirect redirect(STDOUT_FILENO, target);
    expect_input_error(std::string("cannot write to standard output: ") + reason,
                       [] { write(sample(), Format::text, "-"); });
  }
  close(ends[1]);
  close(full);
}

TEST_F(ReportsOutput, TerminalsGiveTheirWidth) {
  if (!Terminal::available()) GTEST_SKIP() << "no pseudo-terminals on this machine";
  std::fflush(stdout);
  const Terminal terminal(60);
  {
    const Redirect redirect(STDOUT_FILENO, terminal.descriptor());
    write(words(std::string(100, 'x')), Format::text, "-");
  }
  const std::string shown = terminal.shown();
  EXPECT_NE(shown.find("x…  18446744073709551616\r\n"), std::string::npos);
}

TEST(ReportsProgress, IsSilentWithoutATerminal) {
  testing::internal::CaptureStderr();
  {
    Progress progress("perft 7", "leaves");
    std::this_thread::sleep_for(std::chrono::milliseconds(550));
    progress.update(0.5, 1e6);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ReportsProgress, DrawsAndErasesALineOnATerminal) {
  if (!Terminal::available()) GTEST_SKIP() << "no pseudo-terminals on this machine";
  const Terminal terminal(200);
  const Redirect redirect(STDERR_FILENO, terminal.descriptor());
  Progress progress("perft 7", "leaves");
  progress.update(0.1, 1e6);
  EXPECT_EQ(terminal.shown(), "");  // too early
  std::this_thread::sleep_for(std::chrono::milliseconds(510));
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&progress] {
        for (int j = 0; j < 100; ++j) progress.update(0.5, 1e6);
      });
  }
  const std::string line = terminal.shown();
  EXPECT_TRUE(line.starts_with("\rperft 7: 50 %, ")) << line;
  EXPECT_TRUE(line.ends_with(" M leaves/s, 1 s left")) << line;
  EXPECT_EQ(std::count(line.begin(), line.end(), '\r'), 1);
  progress.finish();
  EXPECT_EQ(terminal.shown(), '\r' + std::string(line.size() - 1, ' ') + '\r');
  progress.update(0.9, 2e6);
  EXPECT_EQ(terminal.shown(), "");
}

TEST(ReportsProgress, LinesFit) {
  if (!Terminal::available()) GTEST_SKIP() << "no pseudo-terminals on this machine";
  for (const unsigned columns : {200u, 40u}) {
    const Terminal terminal(columns);
    const Redirect redirect(STDERR_FILENO, terminal.descriptor());
    Progress progress(std::string(100, 'x'), "leaves");
    std::this_thread::sleep_for(std::chrono::milliseconds(510));
    progress.update(1e-300, 1e300);
    EXPECT_EQ(longest_line(terminal.shown()), columns == 200 ? 80u : 40u);  // with the \r
  }
}

}  // namespace
}  // namespace plylab::reports
