"""plylab from Python: positions, counts, searches, mates, and the debugger of move generators.

>>> import plylab
>>> plylab.Position("kiwipete").perft(4).leaves
4085603

PYTHON.md is the guide. Wrong names, texts and numbers raise InputError, a ValueError, in one line;
files that cannot be read raise FileError, which is also an OSError.
Tasks let other threads run, and Ctrl-C ends them. A `progress` is called some twenty times a second
with the share of the work that is done (0 where that is unknown); if it returns False, the task
ends and its result is what was known by then.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from . import _plylab
from ._plylab import FileError, InputError

if TYPE_CHECKING:
    import pandas  # type: ignore[import]

__version__: str = _plylab.version

Progress = Callable[[float], object]


# ---- results ----


@dataclasses.dataclass(frozen=True)
class Perft:
    """The legal move paths of a length."""

    depth: int
    leaves: int
    early: int  #: of these, paths that end before the depth, in games that count them; else 0
    branches: dict[str, int]  #: the leaves below each move
    statistics: dict[str, int]  #: captures, checks and so on; empty unless asked for
    seconds: float
    kernel: Optional[str]  #: of the generator, if it has several
    complete: bool  #: False: ended early, the numbers are what was known by then


@dataclasses.dataclass(frozen=True)
class Iteration:
    """A search to one depth. Counts are of this iteration alone."""

    depth: int
    #: centipawns for the side to move; beyond 31000 a win, 32000 less the plies to it; None if the
    #: iteration is not complete
    value: Optional[int]
    line: tuple[str, ...]  #: the principal variation, or that of the best move found
    nodes: int
    leaves: int
    cutoffs: int
    first_move_cutoffs: int
    researches: int
    quiescence: int
    table_cutoffs: int
    seconds: float
    complete: bool


@dataclasses.dataclass(frozen=True)
class Search:
    """A search, iteration by iteration."""

    iterations: tuple[Iteration, ...]

    @property
    def last(self) -> Iteration:
        """The last iteration that is complete; ValueError if there is none."""
        for iteration in reversed(self.iterations):
            if iteration.complete:
                return iteration
        raise ValueError("no iteration is complete")

    @property
    def value(self) -> int:
        value = self.last.value
        assert value is not None
        return value

    @property
    def line(self) -> tuple[str, ...]:
        return self.last.line

    @property
    def best(self) -> Optional[str]:
        """The move to play; None where the game is over."""
        return self.last.line[0] if self.last.line else None

    @property
    def nodes(self) -> int:
        """Of all iterations."""
        return sum(iteration.nodes for iteration in self.iterations)

    @property
    def seconds(self) -> float:
        return sum(iteration.seconds for iteration in self.iterations)


@dataclasses.dataclass(frozen=True)
class Mate:
    """What a mate solver found."""

    status: Literal["unknown", "none within", "found", "line valid", "shortest"]
    moves: int  #: to the mate; 0 without one
    refuted: int  #: there is no mate in so many moves
    line: tuple[str, ...]
    nodes: int
    seconds: float


@dataclasses.dataclass(frozen=True)
class Solution:
    """A record of a suite as a search solved it."""

    record: str
    fen: str
    goal: str
    solved: bool
    move: Optional[str]
    depth: Optional[int]
    nodes: int
    seconds: float


@dataclasses.dataclass(frozen=True)
class Report:
    """What a command of the program reports."""

    #: by name: a dict for each row (`plylab COMMAND --legend` explains the columns)
    tables: dict[str, list[dict[str, Any]]]
    complete: bool  #: False: ended early, the tables have what was known by then
    differs: bool  #: whether something that was compared or checked differs: exit status 1
    json: str  #: the whole report, as --format json writes it (SCHEMA.md)


@dataclasses.dataclass(frozen=True)
class End:
    """How a game has ended."""

    ending: str  #: such as "checkmate"
    winner: Optional[Literal["first", "second"]]  #: None: drawn


@dataclasses.dataclass(frozen=True)
class WrongMove:
    """A move that a generator lists and should not, or the other way round."""

    move: str
    wrong: Literal["extra", "missing", "repeated"]
    rule: Optional[str]
    why: Optional[str]


@dataclasses.dataclass(frozen=True)
class Fault:
    """A fault of a generator, shown by its smallest case."""

    kind: str  #: VERIFY.md lists them
    explanation: Optional[str]
    part: Optional[str]
    usual_cause: Optional[str]
    found_in: str
    fen: str
    path: Optional[str]
    depth: int
    right: int
    reported: Optional[int]
    moves: tuple[WrongMove, ...]


@dataclasses.dataclass(frozen=True)
class Failure:
    """A position for which a generator gave no usable answer."""

    fen: str
    depth: int
    what: str


@dataclasses.dataclass(frozen=True)
class Verification:
    """What is wrong with a move generator; str() is the diagnosis for people."""

    report: str  #: empty if nothing is wrong
    positions: int
    agrees: int
    differs: int
    failed: int
    unsupported: int
    unasked: int
    faults: tuple[Fault, ...]
    failures: tuple[Failure, ...]
    tables: dict[str, list[dict[str, Any]]]  #: all of VERIFY.md

    @property
    def right(self) -> bool:
        """Whether nothing is wrong: every position that could be asked about agrees."""
        return self.agrees > 0 and self.agrees + self.unsupported == self.positions

    def __str__(self) -> str:
        left_out = f"; {self.unsupported} are of Chess960" if self.unsupported else ""
        return self.report or f"right in {self.agrees} of {self.positions} positions{left_out}"


def frame(result: Union[Perft, Search, Verification, Sequence[Any]]) -> pandas.DataFrame:
    """A result as a DataFrame of pandas: a row for each move of a perft, iteration of a search,
    fault of a verification, row of a report's table, or dataclass of a sequence."""
    import pandas

    if isinstance(result, Perft):
        return pandas.DataFrame(list(result.branches.items()), columns=["move", "leaves"])
    if isinstance(result, Search):
        result = result.iterations
    elif isinstance(result, Verification):
        result = result.faults
    return pandas.DataFrame(
        [row if isinstance(row, dict) else dataclasses.asdict(row) for row in result]
    )


# ---- any command ----


def run(*arguments: str, progress: Optional[Progress] = None, **options: Any) -> Report:
    """Runs a command of the program in this process: run("search", fen="kiwipete", depth=5,
    algo=["pvs", "mtdf"]) is `plylab search --fen kiwipete --depth 5 --algo pvs --algo mtdf`, and
    quiescence=True is --quiescence. There are all commands that make a report."""
    words = list(arguments)
    for name, value in options.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is None or one is False:
                continue
            words.append("--" + name.replace("_", "-"))
            if one is not True:
                words.append(str(one))
    return Report(*_plylab.run(words, progress))


# ---- positions ----


def _with_line(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "line": tuple(row["line"].split())}


def _search(rows: list[dict[str, Any]]) -> Search:
    return Search(tuple(Iteration(**_with_line(row)) for row in rows))


class Position:
    """A position of one of plylab's games. It never changes: make() gives another one."""

    __slots__ = ("_position",)

    def __init__(self, text: str = "", game: str = "chess") -> None:
        """The position that a text says: in the game's notation, a name such as "kiwipete", or
        either with "moves e2e4 e7e5" behind it; "" is where games begin."""
        self._position = _plylab.Position(game, text)

    @property
    def text(self) -> str:
        """The position in its game's notation: the FEN in chess."""
        return self._position.text

    @property
    def game(self) -> str:
        return self._position.game

    @property
    def side(self) -> Literal["first", "second"]:
        """The side to move; "first" is White in chess."""
        return "first" if self._position.first_moves else "second"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"plylab.Position({self.text!r}, {self.game!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.game, self.text) == (other.game, other.text)

    def __hash__(self) -> int:
        return hash((self.game, self.text))

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self

    def board(self) -> str:
        """The board in lines; "" for games without one."""
        return self._position.rows().replace("/", "\n")

    def moves(self, words: bool = False) -> list[str]:
        """The legal moves, such as e2e4; words: as people write them, such as e4."""
        return [row["words" if words else "move"] for row in self._position.moves()]

    def make(self, *moves: str) -> Position:
        """The position after one or more legal moves."""
        after = Position.__new__(Position)
        after._position = self._position.after(" ".join(moves))
        return after

    def end(self) -> Optional[End]:
        """How the game has ended here; None if it has not."""
        rows = self._position.end()
        return End(**rows[0]) if rows else None

    def perft(
        self,
        depth: int,
        *,
        statistics: bool = False,
        generator: str = "",
        kernel: str = "",
        threads: int = 1,
        hash: int = 0,
        exact: bool = False,
        convention: str = "",
        progress: Optional[Progress] = None,
    ) -> Perft:
        """Counts the legal move paths of that length, each move of the root apart. `hash` is the
        size of a transposition table in MiB."""
        total, divide, kinds = self._position.perft(
            depth, statistics, generator, kernel, threads, hash, exact, convention, progress
        )
        return Perft(
            depth=depth,
            branches={row["move"]: row["leaves"] for row in divide},
            statistics={row["name"]: row["count"] for row in kinds},
            **total[0],
        )

    def divide(self, depth: int) -> dict[str, int]:
        """The leaves below each move."""
        return self.perft(depth).branches

    def statistics(self, depth: int, convention: str = "") -> dict[str, int]:
        """Captures, checks and so on among the last moves of all paths."""
        return self.perft(depth, statistics=True, convention=convention).statistics

    def evaluations(self) -> list[str]:
        """The names of the evaluations for search()."""
        return _names("evaluations", self.game)

    def search(
        self,
        depth: int = 0,
        *,
        nodes: int = 0,
        seconds: float = 0,
        algorithm: str = "alphabeta",
        evaluation: Union[str, Callable[[str], int]] = "default",
        ordering: str = "default",
        switches: str = "",
        generator: str = "",
        progress: Optional[Progress] = None,
    ) -> Search:
        """Searches within at least one limit. An evaluation of your own takes the position's text
        and gives centipawns for the side to move; with one there is no progress."""
        named = evaluation if isinstance(evaluation, str) else "default"
        job = _plylab.SearchJob(
            algorithm, named, ordering, switches, generator, depth, nodes, seconds
        )
        if isinstance(evaluation, str):
            return _search(self._position.search(job, progress))
        if not callable(evaluation):
            raise TypeError(f"evaluation: {evaluation!r} is neither a name nor a function")
        if self.game == "chess":
            return _search(self._position.search_chess(job, evaluation))
        of_text = evaluation
        return _search(
            _plylab.game_search(_Line(self), job, lambda line: of_text(str(line)))
        )

    def mate(
        self,
        moves: int = 0,
        *,
        nodes: int = 0,
        seconds: float = 0,
        solver: str = "exhaustive",
        hash: int = 64,
        progress: Optional[Progress] = None,
    ) -> Mate:
        """Looks for a mate by the side to move, within at least one limit: chess and its variants."""
        row = self._position.mate(solver, moves, nodes, seconds, hash, progress)[0]
        return Mate(**_with_line(row))


def _names(what: str, game: str = "chess") -> list[str]:
    """The names in a table of `plylab list`."""
    return [row["name"] for row in run("list", what, game=game).tables[what]]


def games() -> list[str]:
    """The names of the games."""
    return _names("games")


def searches() -> list[str]:
    """The names of the search algorithms."""
    return _names("searches")


def solve(
    suite: str,
    depth: int = 0,
    *,
    nodes: int = 0,
    seconds: float = 0,
    algorithm: str = "alphabeta",
    evaluation: str = "default",
    ordering: str = "default",
    switches: str = "",
    threads: int = 1,
    progress: Optional[Progress] = None,
) -> list[Solution]:
    """Has a search solve a suite: its name ("bratko-kopec"), its path, or lines of EPD. The limits
    are those of each record. InputError if a line cannot be read, or a best move is not legal."""
    job = _plylab.SearchJob(algorithm, evaluation, ordering, switches, "", depth, nodes, seconds)
    return [Solution(**row) for row in _plylab.solve(suite, job, threads, progress)]


# ---- a move generator of your own ----


def verify(
    generator: Union[type, Callable[[str, list[str], int], Union[int, dict[str, int]]]],
    positions: Iterable[str] = (),
    *,
    suite: str = "",
    random: int = 0,
    seed: int = 1,
    chess960: bool = False,
    depth: int = 0,
    faults: int = 10,
    progress: Optional[Progress] = None,
) -> Verification:
    """Finds out what is wrong with a move generator of chess.

    It is a class, made of a FEN, with moves(), make(move) and unmake(move), whose moves are UCI
    when str() is applied to them; or a function of a FEN, a list of moves to be played from there,
    and a depth, which returns a count or a dict of the count below each move. An exception in it is
    a failure in that position. Without positions it is asked about the suite `verify`.
    """
    is_class = isinstance(generator, type)
    if not callable(generator):
        raise TypeError(f"generator: {generator!r} is neither a class nor a function")
    for name in ("moves", "make", "unmake"):
        if is_class and not callable(getattr(generator, name, None)):
            raise TypeError(f"generator: the class {generator.__name__} has no method {name}()")
    if isinstance(positions, str):
        raise TypeError("positions: a str; give a list of FENs")
    task = _plylab.VerifyTask(suite, list(positions), random, seed, chess960, depth, faults)
    tables = _plylab.verify(generator, not is_class, task, progress)

    def chosen(row: dict[str, Any], kind: type) -> dict[str, Any]:
        names = [field.name for field in dataclasses.fields(kind)]
        return {name: row[name] for name in names if name in row}

    def wrong_moves(fault: object) -> tuple[WrongMove, ...]:
        rows = (row for row in tables["wrong_moves"] if row["fault"] == fault)
        return tuple(WrongMove(**chosen(row, WrongMove)) for row in rows)

    return Verification(
        faults=tuple(
            Fault(moves=wrong_moves(row["fault"]), **chosen(row, Fault)) for row in tables["faults"]
        ),
        failures=tuple(Failure(**chosen(row, Failure)) for row in tables["failures"]),
        tables=tables,
        **chosen(tables["summary"][0], Verification),
    )


# ---- a game of your own ----


class Game(ABC):
    """A position of a game of your own: derive a class, and it can be counted, searched and checked.

    Besides what is abstract it may have

    - outcome(): "loss", "draw" or "win" for the side to move, asked only where no move is left;
      without it that side has lost;
    - drawn(): whether a rule ends the game here although there are moves;
    - evaluate(): what the position is worth to the side to move, for searches; without it 0.

    The sides move in turn: who may move twice plays a pass for the other side between. Positions are
    copied by copy.deepcopy().
    """

    @abstractmethod
    def __str__(self) -> str:
        """Tells the position from every other one, the side to move included."""

    @abstractmethod
    def moves(self) -> Iterable[Any]:
        """The legal moves; none where the game is over. str() tells them apart."""

    @abstractmethod
    def make(self, move: Any) -> object:
        """Makes one of them."""

    @abstractmethod
    def unmake(self, move: Any) -> object:
        """Takes back the move made last."""

    def perft(self, depth: int) -> int:
        """The number of legal move paths of that length."""
        return _plylab.game_perft(self, depth)

    def divide(self, depth: int) -> dict[str, int]:
        """The paths below each move; empty at depth 0."""
        branches: dict[str, int] = {}
        if depth == 0:
            return branches
        for move in list(self.moves()):
            self.make(move)
            try:
                branches[str(move)] = self.perft(depth - 1)
            finally:
                self.unmake(move)
        return branches

    def search(
        self,
        depth: int = 0,
        *,
        nodes: int = 0,
        seconds: float = 0,
        algorithm: str = "alphabeta",
        evaluate: Optional[Callable[[Any], int]] = None,
        switches: str = "",
    ) -> Search:
        """Searches within at least one limit, by the class's evaluate() or another function of the
        position."""
        job = _plylab.SearchJob(
            algorithm, "default", "generation", switches, "", depth, nodes, seconds
        )
        return _search(_plylab.game_search(self, job, evaluate))

    def check(self, games: int = 20, seed: int = 1) -> list[str]:
        """Plays random games from here, and lists what is wrong with the class: moves listed twice,
        moves that are not taken back, texts that stay the same, and so on. Empty if nothing is."""
        if games < 1:
            raise InputError(f"games: {games} is below 1")
        return _plylab.check_game(self, games, seed)


class _Line(Game):
    """A line of positions of plylab's own as a game, for searches with an evaluation in Python."""

    def __init__(self, position: Position) -> None:
        self.line = [position]

    def __str__(self) -> str:
        return self.line[-1].text

    def moves(self) -> list[str]:
        return [] if self.line[-1].end() else self.line[-1].moves()

    def make(self, move: str) -> None:
        self.line.append(self.line[-1].make(move))

    def unmake(self, move: str) -> None:
        self.line.pop()

    def outcome(self) -> str:
        end = self.line[-1].end()
        if end is None or end.winner is None:
            return "draw"
        return "win" if end.winner == self.line[-1].side else "loss"
