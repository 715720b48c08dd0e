"""Checks the proofs of plylab mate --proofs by the rules of python-chess, from MATE.md alone.

check_proofs.py FILE                checks a file of proofs
check_proofs.py --program PLYLAB    has the program prove mates of a suite, and checks these
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import chess
except ImportError:
    print("check_proofs.py: python-chess is not installed", file=sys.stderr)
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
    try:
        return proves(proof)
    except (KeyError, ValueError):  # no answer to a defence, or an illegal one
        return False


def proves(proof):
    board = chess.Board(proof["fen"])
    if proof["mate"] > 0:
        return mates(board, proof["answers"], proof["mate"])
    for move in list(board.legal_moves):
        board.push(move)
        if not mates(board, proof["answers"], -proof["mate"]):
            return False
        board.pop()
    return True


def made_by(program):
    """The lines of a file of proofs of a suite."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proofs.jsonl"
        subprocess.run([program, "mate", "--suite", "mates", "--solver", "dfpn,shortest", "--nodes",
                        "20000", "--proofs", file, "--quiet", "--table", "summary"])
        lines = file.read_text().splitlines()
    assert len(lines) > 900, len(lines)
    return lines


def main(arguments):
    if len(arguments) not in (1, 2) or (len(arguments) == 2) != (arguments[0] == "--program"):
        sys.exit(__doc__)
    if len(arguments) == 2:
        lines = made_by(arguments[1])
    else:
        lines = Path(arguments[0]).read_text().splitlines()
    header, *proofs = [json.loads(line) for line in lines]
    assert header == {"schema": "plylab-mate-proofs", "schema_version": 1}, header
    for proof in proofs:
        if not is_proof(proof):
            sys.exit(f"no proof: {proof['fen']}, mate {proof['mate']}")
    print(len(proofs), "proofs,", sum(len(proof["answers"]) for proof in proofs), "answers")


main(sys.argv[1:])
