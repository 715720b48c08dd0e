#include "suites/play/games/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/chess/text.h"
#include "gen/pgn/pgn.h"
#include "search/evaluation/men.h"

namespace plylab::suites::play::games {
namespace {

bool contains(std::string_view text, const std::vector<std::string>& parts) {
  const std::string small = lower_case(text);
  return std::ranges::any_of(
      parts, [&](const std::string& part) { return small.find(part) != small.npos; });
}

/// Whether the text is the pattern, in which "*" stands for any characters.
bool fits(std::string_view text, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == pattern.npos) return text == pattern;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  for (std::size_t from = star; from <= text.size(); ++from)
    if (fits(text.substr(from), pattern.substr(star + 1))) return true;
  return false;
}

/// The two ends of a range such as "2020..2021.06"; a single value is both ends.
std::pair<std::string, std::string> ends_of(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == text.npos) return {std::string(text), std::string(text)};
  return {std::string(text.substr(0, dots)), std::string(text.substr(dots + 2))};
}

/// Reads "20", "20..", "..60" or "20..60". Throws InputError, whose message begins with `option`.
Range parse_range(std::string_view option, std::string_view text) {
  const auto [first, last] = ends_of(text);
  const auto min = first.empty() ? 0 : parse_number<int>(first);
  const auto max = last.empty() ? std::numeric_limits<int>::max() : parse_number<int>(last);
  if (text.empty() || text == ".." || !min || !max || *min > *max)
    throw InputError(
        fmt::format("{}: '{}' is no range such as 20..60, 20.. or ..60", option, text));
  return {*min, *max};
}

}  // namespace

void FilterOptions::add_to(cli::Command command) {
  command = command.group("Filter (games must match all)");
  command.add_option("--player TEXT", players,
                     "Games of a player whose name contains the text; may be repeated");
  command.add_option("--white TEXT", white, "Games with this White player; may be repeated");
  command.add_option("--black TEXT", black, "Games with this Black player; may be repeated");
  command.add_option("--elo N..N", elo,
                     "Games in which both ratings are in this range, such as 2400..");
  command
      .add_option("--result R,R", results,
                  "Games with these results: 1-0, 0-1, 1/2-1/2, * (unfinished)")
      .delimiter(',');
  command.add_option("--plies N..N", plies, "Games with this number of plies");
  command.add_option("--date DATE..DATE", dates,
                     "Games played in this period: 2020, 2020.06..2021. A date such as 2020.??.?? "
                     "matches if every day that it can mean is in the period");
  command.add_option("--tag NAME=VALUE", tags,
                     "Games with this value of a tag, where * stands for any text: ECO=B9*; may be "
                     "repeated, and then all must match");
  command.add_option(
      "--fen FEN", fens,
      "Games that reach this position: a FEN or a name, optionally followed by \"moves "
      "…\"; may be repeated");
  command.add_option("--material MEN", materials,
                     "Games that reach this material, with either colour: KRPKR; may be repeated");
}

Material::Material(std::string_view text) {
  const std::size_t second = text.find('K', 1);
  const bool well_formed = text.starts_with('K') && second != text.npos &&
                           text.find('K', second + 1) == text.npos &&
                           text.find_first_not_of("KQRBNP") == text.npos;
  if (!well_formed)
    throw InputError(
        fmt::format("--material: '{}' is not like KRPKR, the men of two sides, each "
                    "beginning with its king",
                    text));
  for (std::size_t i = 0; i < text.size(); ++i)
    ++men_[i < second ? 0 : 1][chess::type_of(chess::piece_of_letter(text[i]))];
}

Material::Numbers Material::numbers_of(const chess::Planes& planes, chess::Color color) {
  const search::Men men(planes, color);
  const auto number = [](chess::Bits some) {
    return static_cast<std::uint8_t>(std::popcount(some));
  };
  Numbers numbers{};
  numbers[chess::pawn] = number(men.pawns);
  numbers[chess::knight] = number(men.knights);
  numbers[chess::bishop] = number(men.bishops);
  numbers[chess::rook] = number(men.rooks);
  numbers[chess::queen] = number(men.queens);
  numbers[chess::king] = 1;
  return numbers;
}

bool Material::is_on(const chess::Planes& planes) const {
  const Numbers white = numbers_of(planes, chess::white), black = numbers_of(planes, chess::black);
  return (white == men_[0] && black == men_[1]) || (white == men_[1] && black == men_[0]);
}

Filter::Filter(const FilterOptions& options) : given_(options) {
  for (auto* names : {&given_.players, &given_.white, &given_.black})
    for (std::string& name : *names) name = lower_case(name);
  for (const std::string& result : given_.results)
    if (const std::vector<std::string> known{"1-0", "0-1", "1/2-1/2", "*"};
        std::ranges::find(known, result) == known.end())
      refuse_name("--result", result, known);
  for (const std::string& tag : given_.tags) {
    const std::size_t equals = tag.find('=');
    if (equals == tag.npos || equals == 0)
      throw InputError(fmt::format("--tag: '{}' is not NAME=VALUE", tag));
    tags_.emplace_back(tag.substr(0, equals), lower_case(tag.substr(equals + 1)));
  }
  if (!given_.elo.empty()) elo_ = parse_range("--elo", given_.elo);
  if (!given_.plies.empty()) plies_ = parse_range("--plies", given_.plies);
  dates_ = ends_of(given_.dates);
  for (const std::string& end : {dates_.first, dates_.second})
    if (!end.empty() && !pgn::is_date(end))
      throw InputError(fmt::format("--date: '{}' is not like 2020, 2020.06..2021 or 2020.06.30..",
                                   given_.dates));
  if (const auto& [first, last] = dates_;
      !first.empty() && !last.empty() && first.substr(0, last.size()) > last)
    throw InputError(fmt::format("--date: '{}' ends before it begins", given_.dates));
  for (const std::string& fen : given_.fens)
    positions_.push_back(chess::pack(chess::read_position(fen).end.setup()));
  for (const std::string& men : given_.materials) materials_.emplace_back(men);
}

bool Filter::wants(const pgn::Board& board) const {
  return (!positions_.empty() &&
          std::ranges::find(positions_, board.packed()) != positions_.end()) ||
         std::ranges::any_of(materials_,
                             [&](const Material& men) { return men.is_on(board.planes()); });
}

bool Filter::keeps_tags(const pgn::FileGame& game) const {
  const std::string_view white = game.tag("White"), black = game.tag("Black");
  if (!given_.white.empty() && !contains(white, given_.white)) return false;
  if (!given_.black.empty() && !contains(black, given_.black)) return false;
  if (!given_.players.empty() && !contains(white, given_.players) &&
      !contains(black, given_.players))
    return false;
  if (!given_.results.empty() &&
      std::ranges::find(given_.results, game.result()) == given_.results.end())
    return false;
  if (elo_)
    for (const std::string_view tag : {"WhiteElo", "BlackElo"}) {
      const auto rating = parse_number<int>(game.tag(tag));
      if (!rating || !elo_->contains(*rating)) return false;
    }
  if (!given_.dates.empty()) {
    std::string_view date = game.tag("Date");
    if (date.empty()) date = game.tag("UTCDate");
    if (!pgn::is_in_period(date, dates_.first, dates_.second)) return false;
  }
  return std::ranges::all_of(tags_, [&](const auto& wanted) {
    return fits(lower_case(game.tag(wanted.first)), wanted.second);
  });
}

bool Filter::keeps(const pgn::FileGame& game, std::size_t plies) const {
  if (plies_ && !plies_->contains(static_cast<int>(plies))) return false;
  if (!keeps_tags(game)) return false;
  if (!has_positions()) return true;
  bool found = false;
  if (game.is_chess)
    pgn::for_each_position(
        game.line, [&](const pgn::Board& board, const auto&) { found = found || wants(board); });
  return found;
}

}  // namespace plylab::suites::play::games
