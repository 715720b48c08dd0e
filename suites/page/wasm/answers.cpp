#include "suites/page/wasm/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"
#include "gen/chess/legality/legality.h"
#include "gen/chess/registry.h"
#include "gen/chess/text.h"
#include "gen/engines/perft_answer.h"
#include "perft/verify/dialogue.h"
#include "perft/verify/explanation.h"
#include "perft/walk/run.h"
#include "suites/page/wasm/searches.h"

/// Provided by progress.js: the share of the work done, and the leaves so far.
extern "C" void plylab_progress(double share, double leaves);

namespace plylab::suites::page {
namespace {

using namespace chess;
using engines::PerftAnswer;
using engines::PerftQuestion;
using perft::verify::Answered;
using perft::verify::Comparison;
using perft::verify::CountedMove;
using Json = nlohmann::ordered_json;

std::string text_of(const std::optional<Count>& count) { return count ? to_string(*count) : ""; }

// ---- the board ----

Json json_of(const ValidSetup& position, Move move) {
  Json json{{"uci", move_text(position.setup(), move)},
            {"san", san(position, move)},
            {"from", to_string(move.from())},
            {"to", Json::array({to_string(move.to())})}};
  if (move.is_castle() && !needs_chess960(position.setup()))
    json["to"].push_back(to_string(castled_king(position.setup().side, move.castling_side())));
  if (move.is_promotion()) json["promotion"] = std::string{letter(move.promoted())};
  return json;
}

std::string line_of(const Setup& start, const std::vector<Move>& moves) {
  return perft::verify::uci_line({start, moves});
}

Json about_position(const Json& request) {
  const PlayedSetup played = read_position(request.at("position").get<std::string>());
  const Setup& here = played.end.setup();
  Json json{
      {"start", to_string(played.start)},
      {"moves", words_of(line_of(played.start, played.moves))},
      {"line", played.moves.empty() ? Json::array()
                                    : Json(san_words(ValidSetup(played.start), played.moves))},
      {"fen", to_string(here)},
      {"side", name(here.side)},
      {"chess960", needs_chess960(here)}};
  std::string squares;
  for (const Piece piece : here.squares) squares += letter(piece);
  json["squares"] = squares;
  const Square king_square = find_king(here.squares, here.side);
  if (in_check(here.squares, here.side)) json["check"] = to_string(king_square);
  json["legal"] = Json::array();
  for (const Move move : legal_moves(here)) json["legal"].push_back(json_of(played.end, move));
  return json;
}

Json check_fen(const Json& request) {
  const auto text = request.at("position").get<std::string>();
  std::optional<Setup> setup;
  try {
    setup = read_setup(text);
  } catch (const FenError&) {
  }
  const auto issues = setup ? examine(*setup) : examine(text);
  const Legality legality = legality_of(issues);
  Json json{{"legality", name(legality)}, {"issues", Json::array()}};
  for (const LegalityIssue& issue : issues)
    json["issues"].push_back({{"kind", issue.kind}, {"what", issue.what}});
  if (legality != Legality::impossible) json["normalised"] = to_string(ValidSetup(*setup).setup());
  return json;
}

/// The move that a text names among these, in UCI; the text itself if it names none.
std::string as_uci(const Setup& position, const std::vector<Move>& moves, const std::string& text) {
  Moves list;
  for (const Move move : moves) list.add(move);
  try {
    return move_text(position, find_move(position.squares, list, text));
  } catch (const MoveError&) {
    return text;
  }
}

Json explain_move(const Json& request) {
  const Setup here = read_position(request.at("position").get<std::string>()).end.setup();
  const auto text = std::string(trimmed(request.at("move").get<std::string>()));
  const std::vector<Move> legal = legal_moves(here);
  const std::string uci = as_uci(here, legal, text);
  const auto found =
      std::ranges::find_if(legal, [&](Move move) { return move_text(here, move) == uci; });
  const Reason reason = found != legal.end()
                            ? why_legal(here, *found)
                            : why_illegal(here, as_uci(here, pseudo_legal_moves(here), text));
  return {{"legal", found != legal.end()},
          {"rule", rule_info(reason.rule).name},
          {"sentence", reason.sentence},
          {"usual_cause", rule_info(reason.rule).usual_cause}};
}

// ---- counting ----

Json count(const Json& request) {
  const PlayedSetup played = read_position(request.at("position").get<std::string>());
  const bool statistics = request.value("statistics", false);
  perft::Job job{.generator = request.value("generator", std::string()),
                 .depth = request.at("depth").get<int>(),
                 .mode = statistics ? perft::Mode::statistics : perft::Mode::bulk,
                 .hash_mib = request.value("hash", std::size_t{0})};
  job.progress = plylab_progress;
  const perft::Result result = perft::run<Chess>(played.end, job);
  Json json{{"leaves", to_string(result.leaves)},
            {"seconds", result.seconds},
            {"branches", Json::array()}};
  for (const perft::RootMove& branch : result.branches)
    json["branches"].push_back({{"move", branch.move}, {"leaves", to_string(branch.leaves)}});
  if (!statistics) return json;
  std::array<Count, MoveKinds::counted> kinds;
  std::ranges::copy(result.kinds, kinds.begin());
  const auto columns = MoveKinds::columns_in(0, kinds);
  json["convention"] = MoveKinds::conventions[0].note;
  for (std::size_t i = 0; i < columns.size(); ++i)
    json["kinds"].push_back({{"name", MoveKinds::columns[i].name},
                             {"meaning", MoveKinds::columns[i].meaning},
                             {"count", to_string(columns[i])}});
  return json;
}

// ---- what other programs printed ----

/// Writes JSON as lines of text, so that labels and depths mean the same to the reader of answers
/// in both. The numbers and texts between two brackets make a line: {"depth": 2, "nodes": 400} is
/// "depth: 2, nodes: 400". A move with its count is "e2e4: 20": {"e2e4": 20}, {"e2e4": {"nodes":
/// 20}}, ["e2e4", 20], {"nodes": 20, "move": "e2e4"}. `name` is the key of a value. Throws
/// InputError if brackets are nested deeper than 50.
void add_lines(const Json& json, const std::string& name, int nesting,
               std::vector<std::string>& lines) {
  if (nesting > 50) throw InputError("the brackets in this text are nested too deeply");
  static const std::regex a_square("[a-l](?:10|[1-9])"), a_number("\\d[\\d,_'.]*"),
      a_count_key("nodes?|leaf|leaves|count|perft|total|node_?count|value",
                  std::regex::ECMAScript | std::regex::icase),
      a_move(
          "(?:[KQRBNPkqrbnp]?[a-lA-L]?(?:10|[1-9])?[-x]?[a-lA-L](?:10|[1-9])(?:=?[QRBNqrbn])?|"
          "[O0]-[O0](?:-[O0])?)[+#]?");
  const auto text_of_scalar = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  std::string move = std::regex_match(name, a_move) ? name : "", from, scalars;
  std::vector<std::string> counts, numbers;
  bool are_depths = true;
  for (const auto& [key, value] : json.items()) {
    if (value.is_structured() || value.is_null()) continue;
    const std::string text = text_of_scalar(value);
    const bool is_number = std::regex_match(text, a_number);
    if (key == "from" && std::regex_match(text, a_square)) from = text;
    if (key == "to" && !from.empty()) move = from + text;
    if (key == "promotion" && !from.empty()) move += lower_case(text);
    if (move.empty() && key != "best" && std::regex_match(text, a_move)) move = text;
    if (is_number)
      (json.is_object() && std::regex_match(key, a_count_key) ? counts : numbers).push_back(text);
    are_depths &=
        json.is_object() && is_number && key.size() < 3 && std::regex_match(key, a_number);
    scalars += (scalars.empty() ? "" : ", ") + (json.is_array() ? "" : key + ": ") + text;
  }
  if (counts.empty() && numbers.size() == 1) counts = numbers;
  if (!move.empty() && counts.size() == 1) {
    lines.push_back(fmt::format("{}: {}", move, counts[0]));
    return;
  }
  if (are_depths && !scalars.empty()) {
    for (const auto& [key, value] : json.items())
      lines.push_back(fmt::format("perft({}) = {}", key, text_of_scalar(value)));
  } else if (json.is_array()) {
    for (const Json& value : json)
      if (!value.is_structured()) lines.push_back(text_of_scalar(value));
  } else if (!scalars.empty()) {
    lines.push_back(scalars);
  }
  for (const auto& [key, value] : json.items())
    if (value.is_structured()) add_lines(value, json.is_object() ? key : "", nesting + 1, lines);
}

/// The lines of what a program printed; of JSON those that say the same.
std::vector<std::string> lines_of(std::string_view printed) {
  std::vector<std::string> lines;
  const std::string_view text = trimmed(printed);
  if (text.starts_with('{') || text.starts_with('[')) {
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_structured()) {
      add_lines(json, "", 0, lines);
      return lines;
    }
  }
  while (!printed.empty()) lines.emplace_back(take_line(printed));
  return lines;
}

/// A line for a message.
std::string shortened(const std::string& line) {
  constexpr std::size_t most = 60;
  return line.size() <= most ? line : line.substr(0, most) + "…";
}

/// More than any position has, and than the comparison can take.
constexpr std::size_t max_moves = 500;

/// What a program printed, and the answer that it is for a depth.
class Printed {
 public:
  explicit Printed(std::string_view text) {
    skip_byte_order_mark(text);
    lines_ = lines_of(text);
  }

  /// What the text says if it is about this depth.
  struct Read {
    std::optional<PerftAnswer> answer = {};  ///< none without a count
    std::set<int> depths = {};               ///< that it names
    std::string unread = {}, refusal = {};   ///< the first such line
  };

  /// Throws InputError if a line is malformed.
  Read find(int depth) const {
    const engines::PerftProtocol protocol{.name = "paste", .reading = engines::Reading::any_number};
    engines::PerftAnswerReader reader(protocol, depth);
    Read read;
    for (const std::string& line : lines_) {
      const engines::LineKind kind = reader.read(line);
      if (kind == engines::LineKind::malformed)
        throw InputError(fmt::format("the count in this line is unclear: {}", shortened(line)));
      if (kind == engines::LineKind::refusal && read.refusal.empty()) read.refusal = line;
    }
    read.depths = reader.depths();
    const PerftAnswer answer = reader.answer();
    if (answer.branches.size() > max_moves)
      throw InputError(fmt::format("this text lists more than {} moves", max_moves));
    if (!answer.unread.empty()) read.unread = answer.unread[0];
    if (reader.complete()) read.answer = answer;
    return read;
  }

  PerftAnswer read(int depth) const {
    Read read = find(depth);
    if (read.answer) return *std::move(read.answer);
    if (!read.refusal.empty())
      throw InputError(
          fmt::format("your program has refused the question: {}", shortened(read.refusal)));
    throw InputError(fmt::format(
        "there is no count for depth {} in this text{}: paste what your program printed, such as "
        "'e2e4: 20' for each move, or the total alone",
        depth,
        read.unread.empty()
            ? ""
            : fmt::format(" (a line that is not read: '{}')", shortened(read.unread))));
  }

 private:
  std::vector<std::string> lines_;
};

/// The lines that were not read, of which the page shows some.
Json json_of_unread(const PerftAnswer& answer) {
  constexpr std::size_t most = 3;
  Json json{{"lines", answer.unread.size()}, {"first", Json::array()}};
  for (std::size_t i = 0; i < std::min(most, answer.unread.size()); ++i)
    json["first"].push_back(answer.unread[i]);
  return json;
}

/// How many leaves the page counts to guess a depth or to check an answer, and how many of them at
/// once to see whether there are as many.
constexpr double max_leaves = 1e9, few_leaves = 5e7;

/// The leaves of perft at a depth: where they are many, estimated by how they grew before.
double expected_leaves(const ValidSetup& position, int depth) {
  double right = 1, growth = 1;
  for (int now = 1; now <= depth && right > 0; ++now)
    if (right * growth > few_leaves) {
      right *= growth;
    } else {
      const double before = right;
      right = static_cast<double>(perft::run<Chess>(position, {.depth = now}).leaves);
      growth = right / before;
    }
  return right;
}

constexpr int max_depth = 9;

/// The depth that the text is about: the greatest that it names and has a count for, or else the
/// one at which the right count is nearest to its own.
int guessed_depth(const ValidSetup& position, const Printed& printed) {
  const Printed::Read first = printed.find(1);
  for (auto depth = first.depths.rbegin(); depth != first.depths.rend(); ++depth) {
    const auto answer = *depth > 0 ? printed.find(*depth).answer : std::nullopt;
    if (!answer) continue;
    // Beside a divide the total of another depth may stand.
    const auto sum = perft::verify::sum_of_branches(*answer);
    if (!sum || sum == answer->total) return *depth;
  }
  int best = 0;
  double nearest = HUGE_VAL, right = 1, growth = 1;
  for (int depth = 1; depth <= max_depth; ++depth) {
    const double before = std::max(1.0, right);
    const bool is_small = right * growth <= max_leaves;
    right = is_small ? static_cast<double>(perft::run<Chess>(position, {.depth = depth}).leaves)
                     : right * growth;
    growth = is_small ? right / before : growth;
    const auto answer = depth == 1 ? first.answer : printed.find(depth).answer;
    if (!answer) continue;
    const Count total = perft::verify::sum_of_branches(*answer).value_or(*answer->total);
    const double said = std::max(1.0, static_cast<double>(total));
    const double distance = std::abs(std::log(said / std::max(1.0, right)));
    if (distance < nearest) {
      nearest = distance;
      best = depth;
    }
    if (right > said * 2 || right == 0) break;
  }
  if (best == 0) printed.read(1);
  return best;
}

/// Throws InputError if a depth cannot be asked here.
void check_depth(const ValidSetup& position, int depth) {
  if (depth < 1) throw InputError(fmt::format("perft({}): the depth must be at least 1", depth));
  if (depth > max_depth)
    throw InputError(
        fmt::format("perft({}): at most depth {} can be checked here", depth, max_depth));
  if (expected_leaves(position, depth) > max_leaves)
    throw InputError(fmt::format(
        "perft({}) of this position is too large to check here: ask a smaller depth", depth));
}

/// The depth of a request; if it gives none, that of the text.
int depth_in(const Json& request, const ValidSetup& position, const Printed& printed) {
  const int given = request.value("depth", 0);
  const int depth = given != 0 ? given : guessed_depth(position, printed);
  check_depth(position, depth);
  return depth;
}

/// Throws InputError if an answer with moves is that for the starting position.
void check_position(const ValidSetup& position, const PerftAnswer& answer) {
  const ValidSetup start = Chess::parse("startpos");
  if (answer.branches.empty() || position.setup() == start.setup()) return;
  for (int depth = 1; expected_leaves(start, depth) < few_leaves; ++depth)
    if (perft::run<Chess>(start, {.depth = depth}).leaves == answer.total &&
        compare(start.setup(), answer, perft::verify::reference_divide(start.setup(), depth))
            .agrees())
      throw InputError(fmt::format(
          "this is perft({}) of the starting position: set the position that was asked about",
          depth));
}

/// An answer beside the right one.
struct Compared {
  Setup position;
  std::vector<CountedMove> right;
  Comparison comparison;

  Compared(const Setup& of, int depth, const PerftAnswer& answer)
      : position(of),
        right(perft::verify::reference_divide(of, depth)),
        comparison(compare(of, answer, right)) {}

  /// What the answer says of each move, in the order of the right ones and then of the answer.
  Json rows() const {
    Json rows = Json::array();
    const auto& listed = comparison.answer.branches;
    std::map<Move, std::string> said;
    std::vector<std::pair<std::string, std::string>> extra;
    std::size_t known = 0;
    for (const auto& [move, leaves] : listed)
      if (std::ranges::find(comparison.extra, move) != comparison.extra.end())
        extra.emplace_back(move, text_of(leaves));
      else
        said[comparison.order[known++]] = leaves ? text_of(leaves) : "listed";
    const auto has = [](const std::vector<Move>& moves, Move move) {
      return std::ranges::find(moves, move) != moves.end();
    };
    for (const auto& [move, leaves] : right) {
      const auto found = said.find(move);
      const std::string reported = found == said.end() ? "" : found->second;
      const bool is_missing = has(comparison.missing, move);
      rows.push_back(
          {{"move", move_text(position, move)},
           {"said", reported},
           {"right", to_string(leaves)},
           {"wrong", is_missing                       ? "missing"
                     : has(comparison.repeated, move) ? "repeated"
                     : reported.empty() || reported == "listed" || reported == to_string(leaves)
                         ? ""
                         : "count"}});
    }
    for (const auto& [move, leaves] : extra)
      rows.push_back({{"move", move}, {"said", leaves}, {"right", ""}, {"wrong", "extra"}});
    return rows;
  }
};

Json compare_divides(const Json& request) {
  const PlayedSetup played = read_position(request.at("position").get<std::string>());
  Json json;
  for (const char* name : {"one", "other"}) {
    if (!request.contains(name)) continue;
    const Printed printed(request.at(name).get<std::string>());
    if (json.is_null()) json["depth"] = depth_in(request, played.end, printed);
    const int depth = json["depth"].get<int>();
    const Compared compared(played.end.setup(), depth, printed.read(depth));
    json["right"] = to_string(compared.comparison.right);
    json[name] = {{"total", text_of(compared.comparison.answer.total)},
                  {"lists", !compared.comparison.answer.branches.empty()},
                  {"rows", compared.rows()},
                  {"unread", json_of_unread(compared.comparison.answer)}};
  }
  return json;
}

// ---- find my bug ----

/// A question as programs read it: UCI with `go perft`.
Json json_of(const PerftQuestion& question) {
  const std::string moves = line_of(question.start, question.moves);
  return {
      {"start", to_string(question.start)},
      {"moves", moves},
      {"depth", question.depth},
      {"line", question.moves.empty() ? "" : san_line(ValidSetup(question.start), question.moves)},
      {"commands", fmt::format("position fen {}{}{}\ngo perft {}", to_string(question.start),
                               moves.empty() ? "" : " moves ", moves, question.depth)}};
}

Json json_of(const perft::verify::Diagnosis& diagnosis, const Setup& start) {
  const auto& [kind, reached, depth, comparison, path] = diagnosis.counterexample;
  const auto way = path_to(diagnosis.counterexample, start);
  Json json{{"fault", name_of(diagnosis.fault)},
            {"part", part_of(diagnosis)},
            {"explanation", diagnosis.explanation.sentence},
            {"usual_cause", diagnosis.explanation.usual_cause},
            {"start", to_string(way.start)},
            {"path", way.path.empty() ? "" : san_line(ValidSetup(way.start), way.path)},
            {"path_uci", line_of(way.start, way.path)},
            {"fen", to_string(reached.path.empty() ? reached.start
                                                   : ValidSetup(reached.position()).setup())},
            {"depth", depth},
            {"said", text_of(comparison.answer.total)},
            {"right", to_string(comparison.right)},
            {"deduced", diagnosis.deduced || comparison.answer.branches.empty()},
            {"moves", Json::array()}};
  for (const auto& [wrong, text, reason] : diagnosis.moves) {
    const Setup position = reached.position();
    const std::string uci = as_uci(position, pseudo_legal_moves(position), text);
    json["moves"].push_back({{"wrong", name_of(wrong)},
                             {"move", text},
                             {"uci", uci},
                             {"rule", rule_info(reason.rule).name},
                             {"sentence", reason.sentence}});
  }
  return json;
}

/// The answers that the page has so far. The first is about the position where the search begins.
std::vector<Answered> answers_in(const Json& request) {
  std::vector<Answered> answers;
  for (const Json& given : request.at("answers")) {
    PerftQuestion question;
    const Printed printed(given.at("text").get<std::string>());
    if (answers.empty()) {
      const PlayedSetup played = read_position(given.at("position").get<std::string>());
      question.start = played.end.setup();
      question.depth = depth_in(given, played.end, printed);
    } else {
      const PlayedSetup played = read_position(fmt::format(
          "{} moves {}", given.at("start").get<std::string>(), given.value("moves", "")));
      question = {played.start, played.moves, given.at("depth").get<int>()};
      check_depth(played.end, question.depth);
    }
    PerftAnswer answer = printed.read(question.depth);
    if (answers.empty()) check_position(ValidSetup(question.start), answer);
    answers.push_back({question, std::move(answer)});
  }
  return answers;
}

/// The state of the search after the answers: how the last one compares with the right one, and the
/// next question or the finding.
Json find_bug(const Json& request) {
  const std::vector<Answered> answers = answers_in(request);
  if (answers.empty()) throw InputError("there is no answer to look at");
  const auto& [question, answer] = answers.back();
  const Compared compared(play(question.start, question.moves), question.depth, answer);
  const Comparison& comparison = compared.comparison;
  Json json{{"asked", json_of(question)},
            {"said", text_of(comparison.answer.total)},
            {"right", to_string(comparison.right)},
            {"lists", !comparison.answer.branches.empty()},
            {"agrees", comparison.agrees()},
            {"rows", compared.rows()},
            {"unread", json_of_unread(comparison.answer)}};
  if (comparison.contradicts_itself()) json["but"] = contradiction(comparison);
  const auto state = perft::verify::next_step(answers);
  if (state.question) {
    json["question"] = json_of(*state.question);
    return json;
  }
  json["found"] = !state.outcome.diagnosis
                      ? Json(nullptr)
                      : json_of(*state.outcome.diagnosis, answers[0].question.start);
  json["remark"] = state.outcome.remark;
  return json;
}

using Answer = Json (*)(const Json& request);
constexpr std::pair<std::string_view, Answer> questions[] = {
    {"position", about_position}, {"fen", check_fen},
    {"explain", explain_move},    {"count", count},
    {"compare", compare_divides}, {"bug", find_bug},
    {"searches", list_searches},  {"search", search_small}};

}  // namespace

std::string answer(std::string_view text) {
  Json json;
  try {
    const Json request = Json::parse(text);
    const auto ask = request.at("ask").get<std::string>();
    for (const auto& [name, function] : questions)
      if (name == ask) json = function(request);
    if (json.is_null()) throw InputError(fmt::format("no question '{}'", ask));
  } catch (const std::exception& error) {
    json = {{"error", error.what()}};
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace plylab::suites::page

/// The one function that JavaScript calls. The text lives until the next call.
extern "C" const char* plylab_answer(const char* request) {
  static std::string answer;
  answer = plylab::suites::page::answer(request);
  return answer.c_str();
}
