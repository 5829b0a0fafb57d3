"""The clauses of the scorecard in short; `clause` says which of them a test covers. See tests/clauses.py."""

from tests.clauses import Book, write

CLAUSES = {
    "R1": "A sheet has the points of every player and round, and the final bonuses apart from them.",
    "R2": "`total_points` is the result; ranking, history and statistics read nothing else.",
    "R3": "`completed_rows` serves the tie-break only, and may be missing.",
    "R4": "`total_points` is never computed again from other parts or refused because of them.",
    "R5": "Most points win; on a tie, more complete rows, if recorded.",
    "R6": "Bonuses are asked by kind: 2 a row, 7 a column, 10 a colour.",
    "R7": "A game counts by the full rules for two to four players, from a score of 0.",
    "R8": "A complete row ends the game; that round counts for everybody before bonuses do.",
    "R9": "A player and `total_points` make a record; rows, rounds, bonuses and notes may be missing.",
    "R10": "The running score never goes below 0, and what was entered is kept as it was.",
    "R11": "A game of our engine fills everything in; a typed one needs `total_points` alone.",
    "R12": "A total that differs from the computed one gets a hint: no refusal, no correction.",
    "R13": "Totals are whole numbers from 0, rows from 0 to 5; that nobody has a row is worth a hint.",
    "R14": "Who is level shares; where somebody's rows are missing, the tie is told as unresolved.",
    "R15": "Pavilion has no tie-break, starts at 5, never goes below 1, and has bonuses of its own.",
}

BOOK = Book("The scorecard", "study", CLAUSES)
clause = BOOK.clause

if __name__ == "__main__":
    write()
