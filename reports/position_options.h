// The positions that a command works on: --fen, --suite, or the normal array.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/epd/epd.h"
#include "reports/command_line/command_line.h"
#include "reports/tables/sources.h"

namespace plylab::reports {

/// Adds --moves to a command: moves that lead on from each position that is named.
Option add_moves_option(Command command, std::string& moves);

/// The options --fen, --moves, --suite and --corrections of a command.
struct PositionOptions {
  std::vector<std::string> fens = {};
  std::string moves = {};
  std::optional<std::string> suite = {};
  std::optional<std::string> corrections = {};  ///< a file to be laid over the suite

  /// `otherwise` is what the command takes where nothing is given.
  void add_to(Command command, std::string_view otherwise = "startpos");

  /// The records of load_named() and of the suite, or startpos if there are none.
  /// The files read are added to `sources` if it is given. Throws InputError.
  std::vector<epd::Record> load(std::vector<Source>* sources = nullptr) const;

  /// What --fen names, with the moves behind it; moves alone lead on from startpos.
  std::vector<std::string> named() const;

  /// The same as records, each with the text as id. Throws InputError for what is no position.
  std::vector<epd::Record> load_named() const;

  /// The records of the suite, which must be given. What its file has that cannot be read is
  /// printed on standard error, the rest is used; `unread` is set to how many records, operations
  /// and stated perft counts that are. Throws InputError if there is no rest, or if moves are to
  /// lead on.
  std::vector<epd::Record> load_suite(std::vector<Source>* sources = nullptr,
                                      std::size_t* unread = nullptr) const;

 private:
  epd::Suite load_corrected(std::vector<Source>* sources) const;
};

}  // namespace plylab::reports
