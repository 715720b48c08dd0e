// One run of the program: what commands use for output and Ctrl-C.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/cli/command_line.h"
#include "reports/formats/figure_file.h"
#include "reports/formats/format.h"
#include "reports/tables/table.h"

namespace plylab::cli {

/// What a caller in the same process gets from a command in place of what it would print.
struct Caller {
  std::atomic<double>& share;                  ///< of the work done; 0 if unknown
  std::optional<reports::Report> report = {};  ///< as --format json has it; none before publish()
};

/// One run of the program.
class Session {
 public:
  /// `stop` is set when the user asks for an early end. With a caller, publish() writes only to
  /// files that options name.
  Session(int argc, const char* const* argv, const std::atomic<bool>& stop,
          Caller* caller = nullptr)
      : argc_(argc), argv_(argv), stop_(stop), caller_(caller) {}

  /// The content of a command's reports.
  enum class Contents : std::uint8_t { tables, tables_and_checks };

  /// Adds the options --format, --out, --table, --legend and --quiet to a command. A command
  /// without checks rejects the formats for checks.
  void add_options(Command command, Contents contents = Contents::tables);

  /// Adds the option --figure to a command whose tables have these pictures; without any, they are
  /// those of a stored report.
  void add_figure_option(Command command, const std::vector<reports::Picture>& pictures = {});

  /// Adds the option --report to a command whose report can become a paper.
  void add_paper_option(Command command);

  /// Where Progress stores the share of the work done; null if it is to be shown.
  std::atomic<double>* share() const { return caller_ != nullptr ? &caller_->share : nullptr; }

  /// Runs the work of a command, or a part of it. If the work throws, it ends early as after
  /// Ctrl-C: publish() reports the results so far and then rethrows the exception. Returns false
  /// once work has thrown.
  bool attempt(const std::function<void()>& work);

  /// Declares the tables that the report can have, before the work: throws InputError if a table or
  /// picture asked for is none of these. After the work, publish() would write all tables, so that
  /// no work is lost. Throws std::logic_error for a picture that is not drawn from the table's
  /// columns, or that add_figure_option() of the called command does not name.
  void declare(const std::vector<reports::Schema>& tables);

  /// The same for a report that exists already. It could have these tables, too, which it has only
  /// if --table names them.
  void require_in(const reports::Report& report,
                  const std::vector<std::string>& on_request = {}) const;

  /// Whether --table names this table: for one that is too large to be shown unasked.
  bool asks_for(std::string_view table) const {
    return std::ranges::find(chosen_, table) != chosen_.end();
  }

  /// Writes the report as the options say, with its provenance, and with the tables for the readers
  /// of its format, or those that --table names. Notes an incomplete report on standard error. A
  /// failed check sets the exit status to 1. Throws InputError, and rethrows the exception of
  /// attempt(), at once if there is no row to show. If a table that --table names does not exist,
  /// writes all tables before it throws InputError. Throws std::logic_error for a table that was
  /// not declared.
  void publish(reports::Report report, int threads);

  /// The provenance of this run.
  reports::Provenance provenance(int threads) const;

  /// The line below a picture that is not drawn from a table; empty with --quiet.
  std::string picture_source() const;

  /// Called before the work: throws InputError for a wrong --format, and for an --out that is not
  /// writable or is a file that plylab did not write.
  void check_options();

  /// Checks an option that names another output file: throws InputError if another option names the
  /// same file.
  void check_output(const std::string& option, const std::string& path);

  /// The same for a file that must not exist, because it will store work.
  void check_new_file(const std::string& option, const std::string& path);

  /// Whether the first output of the report is in text format.
  bool is_text() const { return outputs().front().format == "text"; }

  /// For a command that only shows a report: if the user asks for files of --report or --figure and
  /// for no other output, publish() writes only those.
  void print_unless_drawn() { prints_unless_drawn_ = true; }

  const std::atomic<bool>& stop() const { return stop_; }

  /// 0, or 1 after note_difference() or note_partial().
  int status() const { return differs_ || partial_ ? 1 : 0; }
  bool differs() const { return differs_; }
  void note_difference() { differs_ = true; }
  /// Tells scripts by the exit status that the result is only a part, although nothing differs.
  void note_partial() { partial_ = true; }

  /// The name by which the program was called.
  std::string program() const;

 private:
  /// A place for the report, and the name of its format.
  struct Output {
    std::string path;  ///< empty for standard output
    std::string_view format;
  };
  /// Those of --out, or standard output: the first in the format given, the others, or all if none
  /// is given, by the ending of their names.
  std::vector<Output> outputs() const;
  /// The message if a chosen table is none of these; otherwise empty.
  std::string missing_table(const std::vector<std::string>& tables) const;
  void add_asked_for(reports::Report& report) const;
  void keep_chosen(reports::Report& report) const;
  /// The part of the report that the format shows; with `all_tables`, whatever --table names.
  reports::Report shown_in(reports::Format format, reports::Report report, bool all_tables) const;
  /// Writes the paper and the pictures asked for, from all tables.
  void draw(const reports::Report& report) const;
  void keep_for(reports::Readers readers, reports::Report& report) const;

  int argc_;
  const char* const* argv_;
  const std::atomic<bool>& stop_;
  Caller* const caller_;
  std::string format_;                          // as given
  std::vector<Option> options_without_checks_;  // --format and --out of the commands without checks
  std::vector<std::string> outs_;
  std::vector<reports::Schema> declared_;  // tables; empty for a report that existed before
  std::vector<std::string> chosen_;        // names of tables; empty for all
  /// The names of the pictures of each command with --figure.
  std::vector<std::pair<Command, std::vector<std::string>>> offered_;
  std::vector<std::string> figures_;        // as given
  std::vector<reports::FigureFile> drawn_;  // the same, parsed
  std::string paper_;                       // the directory of --report
  bool legend_ = false;
  bool quiet_ = false;
  bool prints_unless_drawn_ = false;
  bool differs_ = false;
  bool partial_ = false;
  std::vector<std::pair<std::string, std::string>> outputs_;  // options and their files
  std::exception_ptr failure_;                                // from attempt()
};

/// For commands that cannot be distributed. Returns true if this process was started alone.
/// Otherwise all ranks would do the same work, so the first rank throws InputError, and the others
/// return false and should do nothing.
bool refuse_mpi_ranks();

}  // namespace plylab::cli
