"""What mypy --strict has to accept: the module as typed code uses it."""

from typing import Optional

import plylab


class Board:
    def __init__(self, fen: str) -> None:
        self.line = [plylab.Position(fen)]

    def moves(self) -> list[str]:
        return self.line[-1].moves()

    def make(self, move: str) -> None:
        self.line.append(self.line[-1].make(move))

    def unmake(self, move: str) -> None:
        self.line.pop()


def count(fen: str, moves: list[str], depth: int) -> dict[str, int]:
    return plylab.Position(fen).make(*moves).divide(depth)


class Heap(plylab.Game):
    def __init__(self, heap: int) -> None:
        self.heap = heap

    def __str__(self) -> str:
        return str(self.heap)

    def moves(self) -> list[int]:
        return [taken for taken in (1, 2) if taken <= self.heap]

    def make(self, move: int) -> None:
        self.heap -= move

    def unmake(self, move: int) -> None:
        self.heap += move


def value_of(fen: str) -> int:
    return len(fen)


@plylab.node
def alphabeta(position: plylab.SearchPosition, depth: int, alpha: int, beta: int) -> int:
    if depth == 0 or position.over:
        return position.evaluate()
    for move in position.moves():
        position.make(move)
        alpha = max(alpha, -alphabeta(position, depth - 1, -beta, -alpha))
        position.unmake()
        if alpha >= beta:
            break
    return alpha


best: Optional[str] = plylab.Position().search(3, evaluation=value_of).best
leaves: int = plylab.Position().perft(3, progress=lambda share: share < 1).leaves
right: bool = plylab.verify(Board).right and plylab.verify(count, ["startpos"]).right
paths: int = Heap(4).perft(3)
solved: list[bool] = [solution.solved for solution in plylab.solve("bratko-kopec", 1)]
agree: bool = not plylab.compare([alphabeta, "pvs"], evaluation=value_of, depth=2).differs
causes: tuple[str, ...] = plylab.verify_search(alphabeta).causes
plylab.add_search("mine", alphabeta)
plylab.add_ordering("mine", lambda fen, move: len(move))
