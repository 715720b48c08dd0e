// One run of the program: what commands use for output and Ctrl-C.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "reports/command_line/command_line.h"
#include "reports/figure_file.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// One run of the program.
class Session {
 public:
  /// `stop` goes up when the user asks for an early end.
  Session(int argc, const char* const* argv, const std::atomic<bool>& stop)
      : argc_(argc), argv_(argv), stop_(stop) {}

  /// What the reports of a command are made of.
  enum class Contents : std::uint8_t { tables, tables_and_checks };

  /// Gives a command the options --format, --out, --table, --legend and --quiet. Without checks it
  /// refuses the formats that are made of them.
  void add_options(Command command, Contents contents = Contents::tables);

  /// Gives a command whose tables make pictures the option --figure.
  void add_figure_option(Command command);

  /// Gives a command whose report makes a paper the option --report.
  void add_paper_option(Command command);

  /// Does the work of a command, or a part of it. If the work throws, it ends early as after
  /// Ctrl-C: publish() reports what is known and then throws the exception again. Returns false
  /// once work has thrown.
  bool attempt(const std::function<void()>& work);

  /// Throws InputError if a table that was asked for does not exist. For commands that know their
  /// tables before the work: publish() writes all tables in that case, so that no work is lost.
  void require_tables(const Report& report) const;

  /// Writes the report as the options say, with its provenance, and with the tables for the readers
  /// of its format, or those that --table names. An incomplete report is noted on standard error. A
  /// check that failed is a difference for the exit status.
  /// Throws InputError, and what was thrown in attempt(), at once if there is no row to show. If a
  /// table that --table names does not exist, all are written before InputError is thrown.
  void publish(Report report, int threads);

  /// The provenance of this run.
  Provenance provenance(int threads) const;

  /// Before the work begins: throws InputError for a wrong --format, and for an --out that cannot
  /// be written or is a file that plylab did not write.
  void check_options();

  /// For an option that names another file to be written: throws InputError if it is the file of
  /// another option.
  void check_output(const std::string& option, const std::string& path);

  /// The same for a file that must be new, because it will hold work.
  void check_new_file(const std::string& option, const std::string& path);

  /// Whether the report is text, for people.
  bool is_text() const { return format_ == "text"; }

  const std::atomic<bool>& stop() const { return stop_; }

  /// 0, or 1 after note_difference().
  int status() const { return differs_ ? 1 : 0; }
  void note_difference() { differs_ = true; }

  /// The name by which the program was called.
  std::string program() const;

 private:
  /// The message if a chosen table is not in the report; else empty.
  std::string missing_table(const Report& report) const;
  void keep_chosen(Report& report) const;
  /// Writes the paper and the pictures asked for, of all tables.
  void draw(const Report& report) const;
  void keep_for(Readers readers, Report& report) const;

  int argc_;
  const char* const* argv_;
  const std::atomic<bool>& stop_;
  std::string format_ = "text";
  std::vector<Option> formats_of_tables_;  // the option --format of the commands without checks
  std::string out_;
  std::vector<std::string> chosen_;   // tables; empty for all
  std::vector<std::string> figures_;  // as they were asked for
  std::vector<FigureFile> drawn_;     // the same, read
  std::string paper_;                 // the directory of --report
  bool legend_ = false;
  bool quiet_ = false;
  bool differs_ = false;
  std::vector<std::pair<std::string, std::string>> outputs_;  // options and their files
  std::exception_ptr failure_;                                // of attempt()
};

}  // namespace plylab::reports
