// What every command shares with the program around it: where its report goes, and Ctrl-C.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "reports/command_line/command_line.h"
#include "reports/figures/figure_file.h"
#include "reports/tables/table.h"

namespace plylab::reports {

/// One run of the program.
class Session {
 public:
  /// `stop` goes up when the user asks for an early end.
  Session(int argc, const char* const* argv, const std::atomic<bool>& stop)
      : argc_(argc), argv_(argv), stop_(stop) {}

  /// Gives a command the options --format, --out, --table, --legend and --quiet.
  void add_options(Command command);

  /// Gives a command whose tables make pictures the option --figure.
  void add_figure_option(Command command);

  /// Gives a command whose report makes a paper the option --report.
  void add_paper_option(Command command);

  /// Does the work of a command, or a part of it. If that throws, it has come to an early end as by
  /// Ctrl-C, and publish() throws it on when it has told what is known. Returns whether all is
  /// well.
  bool attempt(const std::function<void()>& work);

  /// Throws InputError if a table that was asked for is not there. For whoever has the tables
  /// before any work is done; publish() would write all of them so that no work is lost.
  void require_tables(const Report& report) const;

  /// Writes the report, completed by its provenance unless it has one, and without the tables that
  /// are not for the readers of its format, or with the tables named, as the options say. That a
  /// report is incomplete is told on standard error. Throws InputError, and what was thrown in
  /// attempt(), at once if there is no row to tell. If a table named is not there, all are
  /// written, since the work is done, before InputError is thrown.
  void publish(Report report, int threads);

  /// Who ran what: as in the report.
  Provenance provenance(int threads) const;

  /// Before the work begins: refuses a wrong --format, and an --out where nothing could be written
  /// or where something else than an earlier report would be lost. Throws InputError.
  void check_options();

  /// The same for an option that names another file to be written. Throws InputError if it is the
  /// file of another option.
  void check_output(const std::string& option, const std::string& path);

  /// The same for a file that must be new, because what comes into it is work.
  void check_new_file(const std::string& option, const std::string& path);

  /// Whether the report is text, for people.
  bool is_text() const { return format_ == "text"; }

  const std::atomic<bool>& stop() const { return stop_; }

  /// 0, or 1 once something that was checked turned out different.
  int status() const { return differs_ ? 1 : 0; }
  void note_difference() { differs_ = true; }

  /// The name by which the program was called.
  std::string program() const;

 private:
  /// What there is to say if a chosen table is not in the report; else empty.
  std::string missing_table(const Report& report) const;
  void keep_chosen(Report& report) const;
  /// Writes the paper and the pictures asked for, of all tables.
  void draw(const Report& report) const;
  void keep_for(Readers readers, Report& report) const;

  int argc_;
  const char* const* argv_;
  const std::atomic<bool>& stop_;
  std::string format_ = "text";
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
