"""Checks the proofs of plylab mate --proofs by the rules of python-chess, from MATE.md alone."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import chess
except ImportError:
    sys.exit(77)  # skipped


def mates(board, answers, moves):
    """Whether the answers mate within so many moves against every defence."""
    move, within = answers[board.epd()]
    if not 1 <= within <= moves:
        return False
    board.push(board.parse_uci(move))  # raises an error if it is not legal
    defences = list(board.legal_moves)
    mated = bool(defences) or board.is_check()
    for defence in defences:
        board.push(defence)
        mated = mated and mates(board, answers, within - 1)
        board.pop()
    board.pop()
    return mated


def is_proof(proof):
    board = chess.Board(proof["fen"])
    if proof["mate"] > 0:
        return mates(board, proof["answers"], proof["mate"])
    for move in list(board.legal_moves):
        board.push(move)
        if not mates(board, proof["answers"], -proof["mate"]):
            return False
        board.pop()
    return True


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proofs.jsonl"
        subprocess.run([program, "mate", "--suite", "mates", "--solver", "dfpn,shortest", "--nodes",
                        "20000", "--proofs", file, "--quiet", "--table", "summary"])
        header, *proofs = [json.loads(line) for line in file.read_text().splitlines()]
    assert header == {"schema": "plylab-mate-proofs", "schema_version": 1}, header
    assert len(proofs) > 900, len(proofs)
    for proof in proofs:
        assert is_proof(proof), proof
    print(len(proofs), "proofs,", sum(len(proof["answers"]) for proof in proofs), "answers")


main(sys.argv[1])
