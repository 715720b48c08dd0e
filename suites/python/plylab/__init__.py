"""plylab from Python: positions, counts, searches, mates, and the debuggers of move generators and
searches.

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

import atexit
import contextlib
import dataclasses
import functools
import inspect
import itertools
import operator
import os
import threading
import types
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, Optional, TypeVar, Union

from . import _plylab
from ._own_code import fingerprint as fingerprint
from ._plylab import FileError as FileError
from ._plylab import InputError as InputError
from ._plylab import SearchPosition as SearchPosition

if TYPE_CHECKING:
    import pandas  # type: ignore[import]

__version__: str = _plylab.version

Progress = Callable[[float], object]


# ---- arguments ----

_C = TypeVar("_C", bound=Callable[..., Any])

_UNSIGNED = ("faults", "hash", "nodes", "random", "seed")  # of 64 bits in C++; other ints have 32


def _check_int(name: str, value: Any) -> None:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not an int") from None
    if name in _UNSIGNED and number < 0:
        raise InputError(f"{name}: {number} is negative")
    if number < -(2**31) or number >= (2**64 if name in _UNSIGNED else 2**31):
        raise InputError(f"{name}: {number} is out of range")


def _check_str(name: str, value: Any) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name}: {value!r} is not a str")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise TypeError(f"{name}: {value!r} is not Unicode") from None


def _check_float(name: str, value: Any) -> None:
    try:
        if isinstance(value, str):
            raise TypeError
        float(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not a number") from None
    except OverflowError:
        raise InputError(f"{name}: {value!r} is out of range") from None


def _check_bool(name: str, value: Any) -> None:
    if not isinstance(value, int) and type(value).__name__ not in ("bool", "bool_"):  # numpy's
        raise TypeError(f"{name}: {value!r} is neither True nor False")


def _check_progress(name: str, value: Any) -> None:
    if value is not None and not callable(value):
        raise TypeError(f"{name}: {value!r} is not a function")


_CHECKS: dict[str, Callable[[str, Any], None]] = {
    "int": _check_int,
    "str": _check_str,
    "float": _check_float,
    "bool": _check_bool,
    "Optional[Progress]": _check_progress,
}


def _checked(function: _C) -> _C:
    """A decorator: an argument that is not of the type that its annotation says is told by name, in a
    line. The message of pybind11 has all signatures and all arguments."""
    checks = {
        name: _CHECKS[annotation]
        for name, annotation in function.__annotations__.items()
        if annotation in _CHECKS and name != "return"
    }
    parameters = inspect.signature(function).parameters.values()
    names = [one.name for one in parameters if one.kind == one.POSITIONAL_OR_KEYWORD]
    rest = next((one.name for one in parameters if one.kind == one.VAR_POSITIONAL), "")

    @functools.wraps(function)
    def checked(*arguments: Any, **named: Any) -> Any:
        placed = zip(itertools.chain(names, itertools.repeat(rest)), arguments)
        for name, value in itertools.chain(placed, named.items()):
            if name in checks:
                checks[name](name, value)
        return function(*arguments, **named)

    return checked  # type: ignore[return-value]


def _list(name: str, texts: Iterable[Any]) -> list[Any]:
    if isinstance(texts, str) or not isinstance(texts, Iterable):
        raise TypeError(f"{name}: {texts!r} is not a list")
    return list(texts)


def _positions(given: Iterable[Union[str, Position]]) -> list[str]:
    """Positions as texts."""
    texts = [str(one) if isinstance(one, Position) else one for one in _list("positions", given)]
    return _strs("positions", texts)


def _strs(name: str, texts: Iterable[str]) -> list[str]:
    strs = _list(name, texts)
    for text in strs:
        _check_str(name, text)
    return strs


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
    obstacle: str = ""  #: why it is not complete, unless because of a limit


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
        obstacles = [f": {one.obstacle}" for one in self.iterations if one.obstacle]
        raise ValueError("no iteration is complete" + "".join(obstacles))

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
    nodes: int  #: with those of quiescence
    seconds: float


@dataclasses.dataclass(frozen=True)
class Check:
    """A verdict of a command."""

    name: str  #: of what was checked
    result: Literal["passed", "failed", "skipped"]
    message: str  #: a line, and perhaps details


@dataclasses.dataclass(frozen=True)
class Report:
    """What a command of the program reports."""

    #: by name: a dict for each row (`plylab COMMAND --legend` explains the columns)
    tables: dict[str, list[dict[str, Any]]]
    complete: bool  #: False: ended early, the tables have what was known by then
    differs: bool  #: whether something that was compared or checked differs
    text: str  #: what a command says besides its tables
    notes: tuple[str, ...]  #: below its tables, each once
    checks: tuple[Check, ...]
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


@dataclasses.dataclass(frozen=True)
class ComparedIteration:
    """A search of a position to one depth, among others. Counts are of this iteration alone."""

    position: str
    search: str
    depth: int
    value: Optional[int]  #: as that of Iteration
    line: str
    nodes: int
    interior: int
    leaves: int
    cutoffs: int
    first_move_cutoffs: int
    researches: int
    research_nodes: int
    evaluations: int
    seconds: float
    finished: bool


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Searches of the same positions; str() says where they disagree."""

    iterations: tuple[ComparedIteration, ...]
    differs: bool  #: two searches that must find minimax's value have found different ones
    #: what holds for all of them; if they differ also which, with the smallest position found that
    #: shows it
    notes: tuple[str, ...]
    complete: bool  #: all positions were searched: `progress` has not ended it

    def __str__(self) -> str:
        if self.differs:
            return "\n".join(self.notes)
        if not self.complete:
            return f"ended early, after {len(self.iterations)} iterations: nothing is compared"
        searches = len({row.search for row in self.iterations})
        positions = len({row.position for row in self.iterations})
        text = "1 search" if searches == 1 else f"{searches} searches"
        text += " of 1 position" if positions == 1 else f" of {positions} positions"
        values: dict[tuple[str, int], set[Optional[int]]] = {}
        for row in self.iterations:
            if row.finished:
                values.setdefault((row.position, row.depth), set()).add(row.value)
        if any(len(found) > 1 for found in values.values()):
            return "\n".join([text + ": values differ, but are not compared", *self.notes])
        finishing = {row.search for row in self.iterations if row.finished}
        others = {row.search: None for row in self.iterations if row.search not in finishing}
        if others:
            return "\n".join([f"{text}, but no depth is finished by {', '.join(others)}", *self.notes])
        text += ": nothing is compared" if searches == 1 else " find the same values"
        if all(row.finished for row in self.iterations):
            return text
        return "\n".join([text + " in the depths that they finish", *self.notes])


@dataclasses.dataclass(frozen=True)
class WrongValue:
    """A position in which a search finds another value than minimax."""

    game: str
    position: str
    depth: int
    value: int  #: that the search finds
    right: int  #: minimax's
    # The call of the search's function with which the value begins to be wrong; None if its calls
    # are not known:
    node: Optional[str]  #: the moves that lead there, "" for the root
    plies_left: Optional[int]
    alpha: Optional[int]
    beta: Optional[int]
    returned: Optional[int]
    right_there: Optional[int]


@dataclasses.dataclass(frozen=True)
class SearchVerification:
    """Whether a search finds minimax's values; str() says what is wrong, for people."""

    right: bool  #: it finds minimax's value at every depth to which it could be compared
    report: str  #: what is wrong, or in which positions it was not compared to the whole depth
    positions: int  #: that were compared
    wrong: int  #: of these, those with a wrong value
    cause: Optional[str]  #: the one cause that explains everything, by its name
    causes: tuple[str, ...]  #: in a sentence each: that one, or those that may be
    cases: tuple[WrongValue, ...]  #: the smallest first
    tables: dict[str, list[dict[str, Any]]]  #: those of `plylab verify --search`

    def __str__(self) -> str:
        if not self.right:
            return self.report
        text = f"right in {self.positions} position{'s' if self.positions != 1 else ''}"
        return f"{text}, {self.report}" if self.report else text


def frame(
    result: Union[Perft, Search, Mate, Comparison, Verification, SearchVerification, Sequence[Any]]
) -> pandas.DataFrame:
    """A result as a DataFrame of pandas: a row for each move of a perft, iteration of a search or a
    comparison, fault or wrong value of a verification, row of a report's table, or dataclass of a
    sequence; one row for a mate."""
    import pandas

    if isinstance(result, Perft):
        return pandas.DataFrame(list(result.branches.items()), columns=["move", "leaves"])
    rows, kind = _rows(result)
    columns = [field.name for field in dataclasses.fields(kind)] if kind and not rows else None
    return pandas.DataFrame(
        [row if isinstance(row, dict) else dataclasses.asdict(row) for row in rows], columns=columns
    )


def _rows(result: Any) -> tuple[Sequence[Any], Optional[type]]:
    """The rows of a result, and their dataclass if it is known even without a row."""
    if isinstance(result, Search):
        return result.iterations, Iteration
    if isinstance(result, Comparison):
        return result.iterations, ComparedIteration
    if isinstance(result, SearchVerification):
        return result.cases, WrongValue
    if isinstance(result, Verification):
        return result.faults, Fault
    return [result] if isinstance(result, Mate) else result, None


# ---- any command ----


@_checked
def run(*arguments: str, progress: Optional[Progress] = None, **options: Any) -> Report:
    """Runs a command of the program in this process: run("search", fen="kiwipete", depth=5,
    algo=["pvs", "mtdf"]) is `plylab search --fen kiwipete --depth 5 --algo pvs --algo mtdf`, and
    quiescence=True is --quiescence; with_="table=16" is --with, a word of Python. There are all commands that make a report."""
    words = list(arguments)
    for name, value in options.items():
        is_list = isinstance(value, Iterable) and not isinstance(value, (str, bytes))
        for one in value if is_list else [value]:
            if one is None or one is False:
                continue
            if callable(one):
                raise TypeError(f"{name}: a name is needed here, not {_called(one)}: that which "
                                "add_search() or its like gives it")
            words.append("--" + name.rstrip("_").replace("_", "-"))
            if one is not True:
                words.append(str(one))
    with _task():
        tables, complete, differs, text, notes, checks, json = _plylab.run(words, progress)
    return Report(
        tables,
        complete,
        differs,
        "\n".join(text),
        tuple(dict.fromkeys(notes)),
        tuple(Check(*check) for check in checks),
        json,
    )


# ---- positions ----


def _chosen(row: dict[str, Any], kind: type) -> dict[str, Any]:
    """The columns of a row that a dataclass has."""
    names = [field.name for field in dataclasses.fields(kind)]
    return {name: row[name] for name in names if name in row}


def _with_line(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "line": tuple(row["line"].split())}


def _search(rows: list[dict[str, Any]]) -> Search:
    return Search(tuple(Iteration(**_with_line(row)) for row in rows))


class Position:
    """A position of one of plylab's games. It never changes: make() gives another one."""

    __slots__ = ("_position",)

    @_checked
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

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return Position, (self.text, self.game)

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

    @_checked
    def make(self, *moves: str) -> Position:
        """The position after one or more legal moves."""
        after = Position.__new__(Position)
        after._position = self._position.after(" ".join(moves))
        return after

    def end(self) -> Optional[End]:
        """How the game has ended here; None if it has not."""
        rows = self._position.end()
        return End(**rows[0]) if rows else None

    @_checked
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

    @_checked
    def divide(self, depth: int) -> dict[str, int]:
        """The leaves below each move."""
        return self.perft(depth).branches

    @_checked
    def statistics(self, depth: int, convention: str = "") -> dict[str, int]:
        """Captures, checks and so on among the last moves of all paths."""
        return self.perft(depth, statistics=True, convention=convention).statistics

    def evaluations(self) -> list[str]:
        """The names of the evaluations for search()."""
        return _names("evaluations", self.game)

    @_checked
    def search(
        self,
        depth: int = 0,
        *,
        nodes: int = 0,
        seconds: float = 0,
        algorithm: SearchOrName = "alphabeta",
        evaluation: EvaluationOrName = "default",
        ordering: OrderingOrName = "default",
        switches: str = "",
        generator: str = "",
        progress: Optional[Progress] = None,
    ) -> Search:
        """Searches within at least one limit. Algorithm, evaluation and ordering may be your own:
        see add_search(), add_evaluation() and add_ordering(). In games other than chess an evaluation
        of your own goes without progress, and with neither ordering nor generator."""
        limits = depth, nodes, seconds
        of_text = evaluation
        if callable(of_text) and self.game != "chess":
            if ordering != "default" or generator:
                raise InputError(f"in {self.game}, an evaluation of your own goes with neither "
                                 "ordering nor generator")
            value = of_text
            with _task(("searches", algorithm)) as (name,):
                job = _plylab.SearchJob(name, "default", "generation", switches, "", *limits)
                return _search(_plylab.game_search(_Line(self), job, lambda line: value(str(line))))
        given = ("searches", algorithm), ("evaluations", evaluation), ("orderings", ordering)
        with _task(*given) as (name, evaluation_name, ordering_name):
            job = _plylab.SearchJob(
                name, evaluation_name, ordering_name, switches, generator, *limits
            )
            return _search(self._position.search(job, progress))

    @_checked
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
        """Looks for a mate by the side to move, within at least one limit: in chess and its variants
        (stationary, nightrider, dabbaba, alfil, ferz, wazir)."""
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


@_checked
def solve(
    suite: str,
    depth: int = 0,
    *,
    nodes: int = 0,
    seconds: float = 0,
    algorithm: SearchOrName = "alphabeta",
    evaluation: EvaluationOrName = "default",
    ordering: OrderingOrName = "default",
    switches: str = "",
    threads: int = 1,
    progress: Optional[Progress] = None,
) -> list[Solution]:
    """Has a search solve a suite: its name ("bratko-kopec"), its path, or lines of EPD. The limits
    are those of each record. InputError if a line cannot be read, or a best move is not legal."""
    given = ("searches", algorithm), ("evaluations", evaluation), ("orderings", ordering)
    with _task(*given) as (name, evaluation_name, ordering_name):
        job = _plylab.SearchJob(
            name, evaluation_name, ordering_name, switches, "", depth, nodes, seconds
        )
        return [Solution(**row) for row in _plylab.solve(suite, job, threads, progress)]


# ---- a move generator of your own ----


@_checked
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
    fens = _strs("positions", positions)
    task = _plylab.VerifyTask(suite, fens, random, seed, chess960, depth, faults)
    tables = _plylab.verify(generator, not is_class, task, progress)

    def wrong_moves(fault: object) -> tuple[WrongMove, ...]:
        rows = (row for row in tables["wrong_moves"] if row["fault"] == fault)
        return tuple(WrongMove(**_chosen(row, WrongMove)) for row in rows)

    return Verification(
        faults=tuple(
            Fault(moves=wrong_moves(row["fault"]), **_chosen(row, Fault)) for row in tables["faults"]
        ),
        failures=tuple(Failure(**_chosen(row, Failure)) for row in tables["failures"]),
        tables=tables,
        **_chosen(tables["summary"][0], Verification),
    )


# ---- a search, an evaluation or an ordering of your own ----

INFINITY: int = _plylab.INFINITY  #: greater than every value
MATE: int = _plylab.MATE  #: the value of having won; each ply until then takes one off

SearchOrName = Union[str, Callable[..., int]]
EvaluationOrName = Union[str, Callable[[str], int]]
OrderingOrName = Union[str, Callable[[str, str], int]]

_F = TypeVar("_F", bound=Callable[..., int])


def _parameters(function: Callable[..., int]) -> list[inspect.Parameter]:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise TypeError(f"{function!r} is no function of a position and a depth") from None
    if "depth" not in [parameter.name for parameter in parameters[1:]]:
        raise TypeError(
            f"{_called(function)}: its parameters must be a position, depth, and with a window "
            "alpha and beta"
        )
    return parameters


def _called(function: object) -> str:
    return f"{getattr(function, '__name__', type(function).__name__)}()"


def node(function: _F) -> _F:
    """A decorator for the function that searches a node: each of its calls is then counted, and
    verify_search() sees what it was given and what it returned.

    Its parameters are a position, `depth`, and if it has a window `alpha` and `beta`, by these
    names; there may be others. It returns the value for the side to move, an int. What it need not
    say itself: calls are nodes, those at depth 0 or below leaves; a second call for the same
    child, with no other child between, is a re-search; and if the value of a move reaches beta and it
    goes on to no other move, it cuts off.
    """
    parameters = _parameters(function)
    places = {parameter.name: place for place, parameter in enumerate(parameters)}
    defaults = {"alpha": -INFINITY, "beta": INFINITY}
    for parameter in parameters:
        if parameter.default is not parameter.empty:
            defaults[parameter.name] = parameter.default

    def argument(name: str, arguments: Sequence[Any], named: dict[str, Any]) -> Any:
        if name in named:
            return named[name]
        place = places.get(name, len(arguments))
        return arguments[place] if place < len(arguments) else defaults[name]

    @functools.wraps(function)
    def counted(*arguments: Any, **named: Any) -> int:
        try:
            position, depth, alpha, beta = (
                argument(name, arguments, named)
                for name in (parameters[0].name, "depth", "alpha", "beta")
            )
            if not isinstance(position, SearchPosition) and parameters[1].name != "depth":
                position = argument(parameters[1].name, arguments, named)  # of a method
        except KeyError:  # an argument is missing
            return function(*arguments, **named)
        if not isinstance(position, SearchPosition):
            raise TypeError(
                f"{_called(function)} is called by plylab: "
                f"plylab.Position().search(3, algorithm={function.__name__})"
            )
        return position._visit(depth, alpha, beta, function, *arguments, **named)

    counted.is_node = True  # type: ignore[attr-defined]
    return counted  # type: ignore[return-value]


@_checked
def add_search(name: str, search: Callable[..., int]) -> None:
    """Adds a search under a name, for all commands and games: run("search", algo="mine"). Added
    again, a name stands for the new one.

    Its parameters are a position (SearchPosition), `depth`, and as it likes `alpha` and `beta`, the
    ends of an open window, and `last`, the value of the iteration before or None in the first. It
    returns the value for the side to move, an int. Each position that it goes to must be searched by a
    function with @node.
    """
    _give_name("searches", name, search)


@_checked
def add_evaluation(name: str, evaluate: Callable[[str], int]) -> None:
    """Adds an evaluation of chess under a name, for all commands: it takes a FEN and returns
    centipawns for the side to move, an int within ±31000."""
    _give_name("evaluations", name, evaluate)


@_checked
def add_ordering(name: str, rank: Callable[[str, str], int]) -> None:
    """Adds an ordering of chess under a name, for all commands: it takes a FEN and a move such as
    e2e4, and returns an int. The move with the greatest comes first, but after the best known
    one."""
    _give_name("orderings", name, rank)


def _add_search(
    name: str, search: Callable[..., int], fingerprint: str, must_count: bool = True
) -> None:
    parameters = _parameters(search)[1:]
    window = {"alpha": -INFINITY, "beta": INFINITY}
    names = {parameter.name for parameter in parameters}
    for parameter in parameters:
        is_given = parameter.name in ("depth", "alpha", "beta", "last")
        is_free = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        if not is_given and not is_free and parameter.default is parameter.empty:
            raise TypeError(f"{_called(search)}: plylab has no argument for {parameter.name}")

    @functools.wraps(search)
    def started(position: SearchPosition, depth: int, last: Optional[int]) -> int:
        given = {"depth": depth, "last": last, **window}
        return search(position, **{name: given[name] for name in given if name in names})

    started.__name__ = _called(search)[:-2]
    _plylab.add_search(name, started, fingerprint, must_count)


_ADD: dict[str, Callable[[str, Any, str], None]] = {
    "searches": _add_search,
    "evaluations": _plylab.add_evaluation,
    "orderings": _plylab.add_ordering,
}


@dataclasses.dataclass(frozen=True)
class _Named:
    """A function that commands know by a name."""

    function: Any
    fingerprint: str  #: when it got the name
    by_user: bool  #: the user gave the name, which is not taken for another function


_named: dict[str, dict[str, _Named]] = {"searches": {}, "evaluations": {}, "orderings": {}}

#: Guards what is below and above. Names change only while no task searches: until then, a thread that
#: needs another name waits.
_tasks = threading.Condition()
_searching = 0
_here = threading.local()  # .tasks: whether this thread has begun one


def _is_in_task() -> bool:
    """Whether this is called by a task, which then cannot end before."""
    return getattr(_here, "tasks", 0) > 0 or _plylab.is_in_users_code()


def _set(list_name: str, name: str, function: Any, by_user: bool) -> None:
    mark = fingerprint(function)
    _ADD[list_name](name, function, mark)
    _named[list_name][name] = _Named(function, mark, by_user)


def _give_name(list_name: str, name: str, function: Any) -> None:
    with _tasks:
        while _searching > 0 and not _is_in_task():
            _tasks.wait()
        _set(list_name, name, _function(list_name, function), True)


def _function(list_name: str, function: Any) -> Any:
    if not callable(function):
        what = {"searches": "algorithm", "evaluations": "evaluation", "orderings": "ordering"}[list_name]
        raise TypeError(f"{what}: {function!r} is neither a name nor a function")
    return function


def _is_same(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, types.MethodType) and one == other)


def _known_name(list_name: str, given: Any) -> str:
    """The name of a search, evaluation or ordering; "" if it is a function that has none."""
    if isinstance(given, str):
        return given
    function = _function(list_name, given)
    named = _named[list_name].items()
    return next((name for name, one in named if _is_same(one.function, function)), "")


def _new_name(list_name: str, function: Any, in_use: Sequence[str]) -> str:
    """Its own, or with "my-" before it if that name is taken."""
    name = _called(function)[:-2].strip("<>")
    of_others = {name for name, one in _named[list_name].items() if not one.by_user}
    meant_otherwise = {"all", "none", "default", "minimal"}  # by options that take names
    taken = {*_names(list_name)} - of_others | {*in_use} | meant_otherwise
    while name in taken:
        name = f"my-{name}"
    return name


@contextlib.contextmanager
def _task(*given: tuple[str, Any]) -> Iterator[list[str]]:
    """While a task searches: gives the names by which it knows these searches, evaluations and
    orderings. A function that has none yet gets one."""
    global _searching
    with _tasks:
        while _searching > 0 and not _is_in_task():
            if all(_known_name(list_name, one) for list_name, one in given):
                break
            _tasks.wait()
        names = [_known_name(list_name, one) for list_name, one in given]
        for place, (list_name, function) in enumerate(given):
            if not names[place]:
                names[place] = _new_name(list_name, function, names)
                _set(list_name, names[place], function, False)
        _searching += 1
    _here.tasks = getattr(_here, "tasks", 0) + 1
    try:
        yield names
    finally:
        _here.tasks -= 1
        with _tasks:
            _searching -= 1
            _tasks.notify_all()


def _forget_tasks() -> None:
    """In a child process, where the threads of the parent's tasks do not run."""
    global _tasks, _searching
    _tasks, _searching = threading.Condition(), 0
    _plylab.forget_tasks()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_tasks)

# Daemon threads cannot return to a Python that has ended.
atexit.register(_plylab.end_tasks)


@_checked
def compare(
    searches: Iterable[SearchOrName],
    positions: Iterable[Union[str, Position]] = (),
    *,
    game: str = "chess",
    suite: str = "",
    depth: int = 4,
    evaluation: EvaluationOrName = "default",
    ordering: OrderingOrName = "default",
    switches: str = "",
    progress: Optional[Progress] = None,
) -> Comparison:
    """Has several searches, plylab's by name and your own, search the same positions to the same
    depth with the same evaluation, ordering and switches; where none are given, with those that are
    usual for each (selective has its own). Without positions and a suite they search where the game
    begins."""
    given = [("searches", search) for search in _list("searches", searches)]
    if not given:
        raise InputError("compare: no search is given")
    with _task(("evaluations", evaluation), ("orderings", ordering), *given) as (
        evaluation_name, ordering_name, *names
    ):
        for name in names:
            if names.count(name) > 1:
                raise InputError(f"compare: two searches have the name {name}")
        report = run(
            "search",
            progress=progress,
            quiet=True,
            algo=names,
            game=game,
            position=_positions(positions),
            suite=suite or None,
            depth=depth,
            eval=evaluation_name,
            order=ordering_name,
            table=["raw"] if "minimal" in names else ["search", "raw"],
            with_=switches or None,
        )
    return Comparison(
        iterations=tuple(
            ComparedIteration(**_chosen(row, ComparedIteration))
            for row in report.tables.get("raw", [])
        ),
        differs=report.differs,
        notes=report.notes,
        complete=report.complete,
    )


@contextlib.contextmanager
def _uncounted(name: str) -> Iterator[None]:
    """A search of that name may have nodes that are not counted."""
    named = _named["searches"].get(name)
    if named is None:  # one of plylab's
        yield
        return
    _add_search(name, named.function, named.fingerprint, False)
    try:
        yield
    finally:
        _add_search(name, named.function, named.fingerprint)


@_checked
def verify_search(
    search: SearchOrName,
    positions: Iterable[Union[str, Position]] = (),
    *,
    game: str = "",
    depth: int = 0,
    evaluation: EvaluationOrName = "default",
    ordering: OrderingOrName = "default",
    switches: str = "plain",
    progress: Optional[Progress] = None,
) -> SearchVerification:
    """Finds out whether a search finds minimax's values, and if not, where and why: the debugger of
    searches (`plylab verify --search`). Without positions it searches small ones that tell much, of
    several games, or of the game named.

    It sees the nodes of a search whose function has the decorator @node; of others it knows the
    values only.
    """
    given = ("searches", search), ("evaluations", evaluation), ("orderings", ordering)
    with _task(*given) as (name, evaluation_name, ordering_name), _uncounted(name):
        report = run(
            "verify",
            progress=progress,
            quiet=True,
            search=name,
            game=game or None,
            position=_positions(positions),
            depth=depth or None,
            eval=evaluation_name,
            order=ordering_name,
            with_=switches,
        )
    summary = report.tables["searches"][0]
    return SearchVerification(
        right=report.complete
        and bool(summary["positions"])
        and not summary["wrong"]
        and not summary["unfinished"],
        report="\n".join(check.message for check in report.checks if check.result != "passed"),
        positions=summary["positions"],
        wrong=summary["wrong"],
        cause=summary["cause"],
        causes=tuple(row["sentence"] for row in report.tables["causes"]),
        cases=tuple(WrongValue(**_chosen(row, WrongValue)) for row in report.tables["cases"]),
        tables=report.tables,
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

    @_checked
    def perft(self, depth: int) -> int:
        """The number of legal move paths of that length."""
        return _plylab.game_perft(self, depth)

    @_checked
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

    @_checked
    def search(
        self,
        depth: int = 0,
        *,
        nodes: int = 0,
        seconds: float = 0,
        algorithm: SearchOrName = "alphabeta",
        evaluate: Optional[Callable[[Any], int]] = None,
        switches: str = "",
    ) -> Search:
        """Searches within at least one limit, by the class's evaluate() or another function of the
        position."""
        with _task(("searches", algorithm)) as (name,):
            job = _plylab.SearchJob(
                name, "default", "generation", switches, "", depth, nodes, seconds
            )
            return _search(_plylab.game_search(self, job, evaluate))

    @_checked
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
