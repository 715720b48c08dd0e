// Reports in files and on terminals.
#include "reports/formats/output.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>

#include "reports/formats/format.h"
#include "tests/reports/samples.h"
#include "tests/reports/terminal.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// An empty directory that is removed in the end, and signals as the program has them.
class ReportsOutput : public ::testing::Test {
 protected:
  void SetUp() override {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
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

TEST_F(ReportsOutput, IsCheckedBeforehandWithoutATrace) {
  const std::string missing = directory_ / "x/y.json", path = directory_ / "report";
  expect_input_error("cannot write '" + missing + "': No such file or directory",
                     [&] { check_writable(missing); });
  expect_input_error("cannot write '" + directory_.string() + "': Is a directory",
                     [&] { check_writable(directory_); });
  check_writable("/dev/full");
  check_writable("-");
  check_writable(path);
  EXPECT_EQ(files(), 0u);
  write_text("old", path);
  EXPECT_TRUE(holds_something(path));
  check_writable(path);
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(files(), 1u);
  for (const char* nothing : {"/dev/full", "", "-", "/no/such/file"})
    EXPECT_FALSE(holds_something(nothing));
}

TEST_F(ReportsOutput, GoesToStandardOutputIfAllElseFails) {
  ::testing::internal::CaptureStdout();
  expect_input_error("cannot write '/dev/full': No space left on device",
                     [] { save_text("dear", "/dev/full", nullptr); });
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "dear");
}

TEST_F(ReportsOutput, ANamedPipeWaitsForItsReader) {
  const std::string pipe = directory_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string large(200'000, 'x');  // more than a pipe holds
  std::string read;
  std::thread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    read = content(pipe);
  });
  std::atomic<bool> stop = false;
  write_text(large, pipe, &stop);
  reader.join();
  EXPECT_EQ(read, large);
}

TEST_F(ReportsOutput, ANamedPipeThatNobodyReadsCanBeInterrupted) {
  const std::string pipe = directory_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::atomic<bool> stop = false;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop = true;
  });
  ::testing::internal::CaptureStdout();
  expect_input_error("cannot write '" + pipe + "': it has no reader",
                     [&] { save_text("dear", pipe, &stop); });
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "dear");
  user.join();
}

TEST_F(ReportsOutput, StandardOutput) {
  for (const char* out : {"", "-", "/dev/stdout"}) {
    ::testing::internal::CaptureStdout();
    std::printf("before\n");
    write(sample(), Format::text, out);
    EXPECT_EQ(::testing::internal::GetCapturedStdout(),
              "before\n" + render(sample(), Format::text));
  }
}

TEST_F(ReportsOutput, StandardOutputThatFails) {
  std::fflush(stdout);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const int full = open("/dev/full", O_WRONLY);
  {
    const Redirect redirect(STDOUT_FILENO, full);
    expect_input_error("cannot write to standard output: No space left on device",
                       [] { write(sample(), Format::text, "-"); });
  }
  {
    const Redirect redirect(STDOUT_FILENO, ends[1]);
    EXPECT_THROW(write(sample(), Format::text, "-"), BrokenPipe);
    expect_input_error("cannot write '/dev/full': No space left on device",
                       [] { save_text("dear", "/dev/full", nullptr); });
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
  EXPECT_NE(shown.find("x  18446744073709551616\r\n       x"), std::string::npos) << shown;
}

TEST_F(ReportsOutput, ComplaintsAreWrappedOnATerminal) {
  if (!Terminal::available()) GTEST_SKIP() << "no pseudo-terminals on this machine";
  const Terminal terminal(20);
  {
    const Redirect redirect(STDERR_FILENO, terminal.descriptor());
    tell("no 'x'; there are one, two, three");
  }
  EXPECT_EQ(terminal.shown(), "no 'x'; there are\r\none, two, three\r\n");
}

TEST_F(ReportsOutput, ComplaintsThatQuoteAFileDoNotControlTheTerminal) {
  ::testing::internal::CaptureStderr();
  tell("D1: '\x1b[31m20\x1b[0m' is not\na\u202Enumber \xff");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "D1: ' [31m20 [0m' is not\na[U+202E]number \uFFFD\n");
}

TEST_F(ReportsOutput, TerminalsGetColoursUnlessTheyAreNotWanted) {
  if (!Terminal::available()) GTEST_SKIP() << "no pseudo-terminals on this machine";
  const Terminal terminal(60);
  const auto colours = [&](const char* type, const char* no_color) {
    setenv("TERM", type, 1);
    setenv("NO_COLOR", no_color, 1);
    return screen_of(terminal.descriptor()).colours;
  };
  EXPECT_TRUE(colours("xterm-256color", ""));
  EXPECT_FALSE(colours("xterm-256color", "1"));
  EXPECT_FALSE(colours("dumb", ""));
  EXPECT_FALSE(colours("", ""));
  unsetenv("NO_COLOR");
  setenv("TERM", "xterm", 1);
  const int file = open("/dev/null", O_WRONLY | O_CLOEXEC);
  EXPECT_FALSE(screen_of(file).colours);
  setenv("CLICOLOR_FORCE", "1", 1);
  EXPECT_TRUE(screen_of(file).colours);
  setenv("CLICOLOR_FORCE", "0", 1);
  EXPECT_FALSE(screen_of(file).colours);
  unsetenv("CLICOLOR_FORCE");
  close(file);
}

TEST_F(ReportsOutput, TheTerminalOfALauncherIsNone) {
  if (!Terminal::available()) GTEST_SKIP() << "no pseudo-terminals on this machine";
  const Terminal terminal(60);
  setenv("TERM", "xterm", 1);
  EXPECT_TRUE(is_terminal(terminal.descriptor()));
  setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  EXPECT_FALSE(is_terminal(terminal.descriptor()));
  EXPECT_FALSE(screen_of(terminal.descriptor()).colours);
  EXPECT_EQ(terminal_width(terminal.descriptor()), 0U);
  unsetenv("OMPI_COMM_WORLD_SIZE");
}

}  // namespace
}  // namespace plylab::reports
