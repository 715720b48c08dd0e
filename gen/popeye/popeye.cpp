#include "gen/popeye/popeye.h"

#include <utility>

#include "gen/base/files.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/text.h"
#include "gen/popeye/board.h"

namespace plylab::popeye {
namespace {

/// Whether the rest of the line is a text for people, or for other programs.
bool takes_line(Keyword keyword) {
  switch (keyword) {
    case Keyword::author:
    case Keyword::origin:
    case Keyword::title:
    case Keyword::award:
    case Keyword::remark:
    case Keyword::protocol:
    case Keyword::latex:
    case Keyword::latex_pieces:
      return true;
    default:
      return false;
  }
}

/// The options that are only set.
constexpr std::pair<OptionWord, bool Options::*> flags[] = {
    {OptionWord::set_play, &Options::set_play},
    {OptionWord::variations, &Options::variations},
    {OptionWord::tries, &Options::tries},
    {OptionWord::duplex, &Options::duplex},
    {OptionWord::half_duplex, &Options::half_duplex},
    {OptionWord::white_to_play, &Options::white_to_play},
    {OptionWord::no_board, &Options::no_board}};

/// Reads one problem after the other.
class Reader {
 public:
  Reader(std::string_view text, std::string path) : tokens_(text, std::move(path)) {}

  std::vector<Problem> read() {
    std::vector<Problem> problems;
    do {
      const auto language = language_of(tokens_.word());
      if (!language) {
        const std::string why = tokens_.error("'{}' is not {}", tokens_.word(), beginnings);
        if (problems.empty()) throw InputError(why);
        problems.push_back({.refused = why});
        break;
      }
      language_ = *language;
      while (read_next(problems.emplace_back())) {
      }
      tokens_.take();
    } while (!tokens_.at_end());
    return problems;
  }

 private:
  static constexpr std::string_view beginnings = "BeginProblem, AnfangProblem or DebutProbleme";

  /// One problem, understood or refused; whether NextProblem follows.
  bool read_next(Problem& problem) {
    problem.letters = piece_letters(language_).substr(0, 5);
    try {
      return read(problem);
    } catch (const InputError& error) {
      problem.refused = error.what();
      problem.diagrams.clear();
      return skip_problem();
    }
  }

  /// Goes on from anywhere in a problem to its last word; whether there is another problem.
  bool skip_problem() {
    constexpr std::size_t shortest = 3;  // of "end" and "next"; less may be anything here
    while (!tokens_.at_end()) {
      const auto keyword =
          tokens_.word().size() < shortest ? std::nullopt : find_keyword(tokens_.word(), language_);
      if (keyword == Keyword::end_problem || keyword == Keyword::next_problem)
        return keyword == Keyword::next_problem;
      const std::size_t line = tokens_.line();
      tokens_.take();
      if (keyword && takes_line(*keyword)) tokens_.take_line_after(line);
    }
    tokens_.fail("EndProblem is missing");
  }

  /// One problem, from behind the word that begins it to its last; whether there is another one.
  bool read(Problem& problem) {
    problem.line = tokens_.line();
    last_ = tokens_.take();
    Diagram first, current;
    bool has_twins = false;
    while (true) {
      if (tokens_.at_end()) tokens_.fail("EndProblem is missing");
      const auto keyword = find_keyword(tokens_.word(), language_);
      if (!keyword) tokens_.fail("'{}' is not understood after {}", tokens_.word(), last_);
      if (*keyword == Keyword::end_problem || *keyword == Keyword::next_problem) {
        if (!has_twins) problem.diagrams.push_back(first);
        for (const Diagram& diagram : problem.diagrams)
          if (diagram.stipulation.empty()) tokens_.fail("the problem has no stipulation");
        return *keyword == Keyword::next_problem;
      }
      last_ = tokens_.word();
      const std::size_t line = tokens_.line();
      tokens_.take();
      if (*keyword == Keyword::twin || *keyword == Keyword::zero_position) {
        if (!has_twins && *keyword == Keyword::twin) add(first, problem);
        if (!has_twins) current = first;
        has_twins = true;
        take_twin(first, current, problem);
      } else {
        command(*keyword, line, first, problem);
      }
    }
  }

  static void add(Diagram diagram, Problem& problem) {
    diagram.label = label_of(problem.diagrams.size());
    problem.diagrams.push_back(std::move(diagram));
  }

  /// A twin is a change of the first position, or of the one before.
  void take_twin(const Diagram& first, Diagram& current, Problem& problem) {
    if (find_change(tokens_.word(), language_) == Change::continued)
      tokens_.take();
    else
      current = first;
    take_changes(tokens_, language_, current);
    add(current, problem);
  }

  void command(Keyword keyword, std::size_t line, Diagram& diagram, Problem& problem) {
    switch (keyword) {
      case Keyword::author:
      case Keyword::origin:
      case Keyword::title:
      case Keyword::award:
        problem.heading.emplace_back(tokens_.take_line_after(line));
        break;
      case Keyword::remark:
      case Keyword::protocol:
      case Keyword::latex:
      case Keyword::latex_pieces:
        tokens_.take_line_after(line);
        break;
      case Keyword::pieces:
        diagram.position_line = line;
        take_pieces(tokens_, language_, diagram.squares);
        break;
      case Keyword::forsyth:
        diagram.position_line = line;
        take_forsyth(tokens_, language_, diagram.squares);
        break;
      case Keyword::game_array:
        diagram.position_line = line;
        diagram.squares = chess::parse_fen(chess::startpos_fen).squares;
        break;
      case Keyword::stipulation:
        diagram.line = tokens_.line();
        diagram.stipulation = tokens_.take();
        break;
      case Keyword::option:
        take_options(problem.options);
        break;
      default:
        tokens_.fail("{} is not supported", last_);
    }
  }

  void take_options(Options& options) {
    while (const auto option = find_option(tokens_.word(), language_)) {
      if (*option == OptionWord::unsupported)
        tokens_.fail("the option '{}' is not supported", tokens_.word());
      tokens_.take();
      for (const auto& [word, flag] : flags)
        if (*option == word) options.*flag = true;
      switch (*option) {
        case OptionWord::defences:
          options.most_refutations = take_number();
          break;
        case OptionWord::most_solutions:
          options.most_solutions = take_number();
          break;
        case OptionWord::most_seconds:
          options.most_seconds = take_number();
          break;
        case OptionWord::no_castling:
          take_no_castling(options);
          break;
        case OptionWord::en_passant:
          take_en_passant(options);
          break;
        default:  // a flag, or nothing that concerns the solution
          break;
      }
    }
  }

  unsigned take_number() {
    const auto number = parse_number<unsigned>(tokens_.word());
    if (!number || *number == 0) tokens_.fail("'{}' is not a number above 0", tokens_.word());
    tokens_.take();
    return *number;
  }

  void take_no_castling(Options& options) {
    const auto squares = squares_of(tokens_.word());
    if (squares.empty()) tokens_.fail("'{}' is not a list of squares", tokens_.word());
    options.no_castling.insert(options.no_castling.end(), squares.begin(), squares.end());
    tokens_.take();
  }

  void take_en_passant(Options& options) {
    const auto squares = squares_of(tokens_.word());
    if (squares.size() != 1) tokens_.fail("'{}' is not a square", tokens_.word());
    options.en_passant = squares.front();
    tokens_.take();
  }

  Tokens tokens_;
  Language language_ = Language::english;
  std::string last_;  ///< the last keyword, as it was written
};

}  // namespace

std::vector<Problem> parse(std::string_view text, std::string path) {
  return Reader(text, std::move(path)).read();
}

std::vector<Problem> load(const std::string& path) {
  return path == "-" ? parse(read_standard_input(), "standard input")
                     : parse(read_file(path), path);
}

Diagram twin_of(const Diagram& diagram, std::string_view text) {
  Diagram twin = diagram;
  Tokens tokens(text, "--twin");
  take_changes(tokens, Language::english, twin);
  if (!tokens.at_end()) tokens.fail("'{}' is not a change of a twin", tokens.word());
  return twin;
}

std::string label_of(std::size_t number) {
  return number < 26 ? std::string{static_cast<char>('a' + number), ')'}
                     : fmt::format("z{})", number - 25);
}

chess::Setup setup_of(const chess::Squares& squares,
                      const std::vector<chess::Square>& no_castling) {
  chess::Setup setup;
  setup.squares = squares;
  chess::Squares unmoved = squares;
  for (const chess::Square square : no_castling) unmoved[square] = chess::no_piece;
  setup.castling = chess::castling_at_home(unmoved);
  return setup;
}

}  // namespace plylab::popeye
