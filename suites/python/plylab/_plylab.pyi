# What suites/python/module.cpp defines. Rows are dicts of a table's columns.
from collections.abc import Callable
from typing import Any, Literal, Optional

Rows = list[dict[str, Any]]
Progress = Optional[Callable[[float], object]]

version: str
INFINITY: int
MATE: int

class InputError(ValueError): ...
class FileError(InputError, OSError): ...

def run(arguments: list[str], progress: Progress) -> tuple[
    dict[str, Rows],
    bool,
    bool,
    list[str],
    list[str],
    list[tuple[str, Literal["passed", "failed", "skipped"], str]],
    str,
]: ...

class SearchJob:
    def __init__(
        self,
        algorithm: str,
        evaluation: str,
        ordering: str,
        switches: str,
        generator: str,
        depth: int,
        nodes: int,
        seconds: float,
    ) -> None: ...

class Position:
    def __init__(self, game: str, text: str) -> None: ...
    @property
    def text(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def first_moves(self) -> bool: ...
    def after(self, moves: str) -> Position: ...
    def moves(self) -> Rows: ...
    def end(self) -> Rows: ...
    def rows(self) -> str: ...
    def perft(
        self,
        depth: int,
        statistics: bool,
        generator: str,
        kernel: str,
        threads: int,
        hash: int,
        exact: bool,
        convention: str,
        progress: Progress,
    ) -> tuple[Rows, Rows, Rows]: ...
    def search(self, job: SearchJob, progress: Progress) -> Rows: ...
    def mate(
        self,
        solver: str,
        moves: int,
        nodes: int,
        seconds: float,
        hash: int,
        progress: Progress,
    ) -> Rows: ...

def solve(suite: str, job: SearchJob, threads: int, progress: Progress) -> Rows: ...

class VerifyTask:
    def __init__(
        self,
        suite: str,
        fens: list[str],
        random: int,
        seed: int,
        chess960: bool,
        depth: int,
        faults: int,
    ) -> None: ...

def verify(
    generator: object, counts: bool, task: VerifyTask, progress: Progress
) -> dict[str, Rows]: ...
class SearchPosition:
    @property
    def text(self) -> str: ...
    @property
    def key(self) -> int: ...
    @property
    def side(self) -> Literal["first", "second"]: ...
    @property
    def ply(self) -> int: ...
    @property
    def path(self) -> tuple[str, ...]: ...
    @property
    def over(self) -> bool: ...
    @property
    def outcome(self) -> Optional[Literal["loss", "draw", "win"]]: ...
    def moves(self) -> list[str]: ...
    def make(self, move: str) -> None: ...
    def depth_after(self, depth: int) -> int: ...
    def unmake(self) -> None: ...
    def evaluate(self) -> int: ...
    def _visit(
        self,
        depth: int,
        alpha: Any,
        beta: Any,
        function: Callable[..., int],
        *arguments: Any,
        **named: Any,
    ) -> int: ...

def add_search(
    name: str, search: Callable[..., int], fingerprint: str, must_count: bool
) -> None: ...
def add_evaluation(name: str, evaluate: Callable[[str], int], fingerprint: str) -> None: ...
def add_ordering(name: str, rank: Callable[[str, str], int], fingerprint: str) -> None: ...
def is_in_users_code() -> bool: ...
def end_tasks() -> None: ...
def game_perft(position: object, depth: int) -> int: ...
def game_search(
    position: object, job: SearchJob, evaluate: Optional[Callable[[Any], int]]
) -> Rows: ...
def check_game(start: object, games: int, seed: int) -> list[str]: ...
