# What suites/python/module.cpp defines. Rows are dicts of a table's columns.
from collections.abc import Callable
from typing import Any, Optional

Rows = list[dict[str, Any]]
Progress = Optional[Callable[[float], object]]

version: str

class InputError(ValueError): ...
class FileError(InputError, OSError): ...

def run(
    arguments: list[str], progress: Progress
) -> tuple[dict[str, Rows], bool, bool, str]: ...

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
    def search_chess(self, job: SearchJob, evaluate: Callable[[str], int]) -> Rows: ...
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
def game_perft(position: object, depth: int) -> int: ...
def game_search(
    position: object, job: SearchJob, evaluate: Optional[Callable[[Any], int]]
) -> Rows: ...
def check_game(start: object, games: int, seed: int) -> list[str]: ...
