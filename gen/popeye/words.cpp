#include "gen/popeye/words.h"

#include <algorithm>
#include <array>
#include <span>

namespace plylab::popeye {
namespace {

template <class Meaning>
struct Word {
  Meaning meaning;
  std::array<std::string_view, 3> texts;  ///< in English, German, French
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool begins_with(std::string_view text, std::string_view beginning) {
  return beginning.size() <= text.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

/// The word that the text is, or the only one that it begins.
template <class Meaning>
std::optional<Meaning> find(std::span<const Word<Meaning>> words, std::string_view text,
                            Language language) {
  std::optional<Meaning> found;
  int number = 0;
  for (const auto& [meaning, texts] : words) {
    const std::string_view word = texts[static_cast<std::size_t>(language)];
    if (!begins_with(word, text)) continue;
    if (word.size() == text.size()) return meaning;
    found = meaning;
    ++number;
  }
  return number == 1 ? found : std::nullopt;
}

constexpr Word<Keyword> keywords[] = {
    {Keyword::next_problem, {"NextProblem", "WeiteresProblem", "ASuivre"}},
    {Keyword::end_problem, {"EndProblem", "EndeProblem", "FinProbleme"}},
    {Keyword::twin, {"Twin", "Zwilling", "Jumeau"}},
    {Keyword::zero_position, {"ZeroPosition", "NullStellung", "ZeroPosition"}},
    {Keyword::remark, {"Remark", "Bemerkung", "Remarque"}},
    {Keyword::author, {"Author", "Autor", "Auteur"}},
    {Keyword::origin, {"Origin", "Quelle", "Source"}},
    {Keyword::title, {"Title", "Titel", "Titre"}},
    {Keyword::award, {"Award", "Auszeichnung", "Prix"}},
    {Keyword::protocol, {"Protocol", "Protokoll", "Protocol"}},
    {Keyword::latex, {"LaTeX", "LaTeX", "LaTeX"}},
    {Keyword::latex_pieces, {"LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"}},
    {Keyword::pieces, {"Pieces", "Steine", "Pieces"}},
    {Keyword::forsyth, {"Forsyth", "Forsyth", "Forsyth"}},
    {Keyword::game_array, {"InitialGameArray", "PartieAnfangsStellung", "PositionInitialePartie"}},
    {Keyword::stipulation, {"Stipulation", "Forderung", "Enonce"}},
    {Keyword::structured_stipulation, {"SStipulation", "SForderung", "SEnonce"}},
    {Keyword::option, {"Option", "Option", "Option"}},
    {Keyword::condition, {"Condition", "Bedingung", "Condition"}},
};

constexpr auto of_no_concern = OptionWord::of_no_concern;
constexpr auto unsupported = OptionWord::unsupported;

constexpr Word<OptionWord> options[] = {
    {OptionWord::set_play, {"SetPlay", "Satzspiel", "Apparent"}},
    {OptionWord::variations, {"Variations", "Varianten", "Variantes"}},
    {OptionWord::tries, {"Try", "Verfuehrung", "Essais"}},
    {OptionWord::defences, {"Defence", "Widerlegung", "Defense"}},
    {OptionWord::duplex, {"Duplex", "Duplex", "Duplex"}},
    {OptionWord::half_duplex, {"HalfDuplex", "HalbDuplex", "DemiDuplex"}},
    {OptionWord::most_solutions, {"MaxSolutions", "MaxLoesungen", "MaxSolutions"}},
    {OptionWord::most_seconds, {"MaxTime", "MaxZeit", "MaxTemps"}},
    {OptionWord::no_castling, {"NoCastling", "KeineRochade", "SansRoquer"}},
    {OptionWord::en_passant, {"EnPassant", "EnPassant", "EnPassant"}},
    {OptionWord::white_to_play, {"WhiteToPlay", "WeissBeginnt", "ApparentSeul"}},
    {OptionWord::no_board, {"NoBoard", "OhneBrett", "SansEchiquier"}},
    {of_no_concern, {"MoveNumbers", "Zugnummern", "Trace"}},
    {of_no_concern, {"Intelligent", "Intelligent", "Intelligent"}},
    {unsupported, {"NoWk", "OhneWk", "SansRB"}},
    {unsupported, {"NoBk", "OhneSk", "SansRN"}},
};

constexpr Word<Change> changes[] = {
    {Change::move, {"Move", "Versetze", "Deplacement"}},
    {Change::exchange, {"Exchange", "Tausche", "Echange"}},
    {Change::remove, {"Remove", "Entferne", "Ote"}},
    {Change::add, {"Add", "Hinzufuegen", "Ajoute"}},
    {Change::substitute, {"Substitute", "Ersetze", "Remplace"}},
    {Change::rotate, {"Rotate", "Drehung", "Rotation"}},
    {Change::mirror, {"Mirror", "Spiegelung", "Miroir"}},
    {Change::shift, {"Shift", "Verschiebung", "Translation"}},
    {Change::swap_colors, {"PolishType", "Farbwechsel", "CouleurEchange"}},
    {Change::continued, {"Continued", "Ferner", "EnPlus"}},
    {Change::stipulation, {"Stipulation", "Forderung", "Enonce"}},
    {Change::structured_stipulation, {"SStipulation", "SForderung", "SEnonce"}},
    {Change::condition, {"Condition", "Bedingung", "Condition"}},
};

constexpr Word<chess::Color> colors[] = {
    {chess::white, {"White", "Weiss", "Blanc"}},
    {chess::black, {"Black", "Schwarz", "Noir"}},
};

}  // namespace

std::optional<Language> language_of(std::string_view text) {
  constexpr std::string_view beginnings[] = {"BeginProblem", "AnfangProblem", "DebutProbleme"};
  for (const Language language : {Language::english, Language::german, Language::french})
    if (!text.empty() && begins_with(beginnings[static_cast<std::size_t>(language)], text))
      return language;
  return std::nullopt;
}

std::optional<Keyword> find_keyword(std::string_view text, Language language) {
  return find<Keyword>(keywords, text, language);
}
std::optional<OptionWord> find_option(std::string_view text, Language language) {
  return find<OptionWord>(options, text, language);
}
std::optional<Change> find_change(std::string_view text, Language language) {
  return find<Change>(changes, text, language);
}
std::optional<chess::Color> find_color(std::string_view text, Language language) {
  return find<chess::Color>(colors, text, language);
}

std::string_view piece_letters(Language language) {
  constexpr std::string_view letters[] = {"KQRBSP", "KDTLSB", "RDTFCP"};
  return letters[static_cast<std::size_t>(language)];
}

std::optional<chess::PieceType> piece_of_letter(char letter, Language language) {
  using namespace chess;
  constexpr PieceType types[] = {king, queen, rook, bishop, knight, pawn};
  const auto is_letter = letter >= 'a' && letter <= 'z';
  const char large = is_letter ? static_cast<char>(letter - 'a' + 'A') : letter;
  const auto place = piece_letters(language).find(large);
  if (place == std::string_view::npos) return std::nullopt;
  return types[place];
}

std::string_view knight_hint(char letter, Language language) {
  if (lower(letter) != 'n') return "";
  return language == Language::french ? " (the knight is C)" : " (the knight is S)";
}

}  // namespace plylab::popeye
