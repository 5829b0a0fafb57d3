"""Azul by the book: a slow reference of clauses A1-A70, only for checking the engine in tests."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

COLOURS = "BYRKW"
JOKER = "J"
MARKER = "1"
EMPTY = "."
ORDER = MARKER + COLOURS + JOKER  # formats.md 1: how a group of tiles is written
SIZE = 5
FACTORY_TILES = 4
PENALTIES = [1, 1, 2, 2, 2, 3, 3]  # A6
FLOOR_SPACES = len(PENALTIES)


@dataclass
class Board:
    """What lies in front of one seat (A4)."""

    score: int = 0
    lines: list[str] = field(default_factory=lambda: [""] * SIZE)
    wall: list[str] = field(default_factory=lambda: [EMPTY * SIZE] * SIZE)
    floor: str = ""


def written(tiles: Iterable[str]) -> str:
    """A group of tiles in the order of output (formats.md 1 and 3)."""
    return "".join(sorted(tiles, key=ORDER.index))


def composition(players: int, jokers: bool) -> Counter[str]:
    """All tiles of the game (A2, A54)."""
    if not jokers:
        return Counter(dict.fromkeys(COLOURS, 20))
    if players == 2:
        return Counter(dict.fromkeys(COLOURS, 19) | {JOKER: 5})
    return Counter(dict.fromkeys(COLOURS, 18) | {JOKER: 10})


def colour_of_cell(row: int, column: int) -> str:
    """A5: the pattern of the coloured wall; row and column from 0."""
    return COLOURS[(column - row) % SIZE]


@cache
def column_of_colour(row: int, colour: str) -> int:
    """A5, read the other way."""
    return next(column for column in range(SIZE) if colour_of_cell(row, column) == colour)


@cache
def line_colour(line: str) -> str | None:
    """A19, A59: the one colour in a line; None for an empty or a joker-only line."""
    return next((tile for tile in line if tile != JOKER), None)


def is_complete(line: str, row: int) -> bool:
    """A20: line r holds r tiles, here with rows from 0."""
    return len(line) == row + 1


def wall_column(wall: list[str], column: int) -> str:
    """The five cells of a column from top to bottom."""
    return "".join(cells[column] for cells in wall)


def run_length(cells: str, index: int) -> int:
    """A30: the unbroken run of tiles through an occupied cell."""
    before = cells[:index].split(EMPTY)[-1]
    after = cells[index + 1 :].split(EMPTY)[0]
    return len(before) + 1 + len(after)


def placement_points(wall: list[str], row: int, column: int) -> int:
    """A30, A67: what the tile just placed scores."""
    across = run_length(wall[row], column)
    down = run_length(wall_column(wall, column), row)
    if across == 1 and down == 1:
        return 1
    return (across if across > 1 else 0) + (down if down > 1 else 0)


def floor_penalty(floor: str) -> int:
    """A6, A34, A69: the marker and jokers count like any tile."""
    return sum(PENALTIES[: len(floor)])


def complete_rows(wall: list[str]) -> int:
    """A43, A67."""
    return sum(EMPTY not in cells for cells in wall)


def complete_columns(wall: list[str]) -> int:
    """A44, A67."""
    return sum(EMPTY not in wall_column(wall, column) for column in range(SIZE))


def complete_colours(wall: list[str]) -> int:
    """A44, A52, A68: jokers stand for no colour here."""
    return sum("".join(wall).count(colour) == SIZE for colour in COLOURS)


def joker_counts(space: int, coloured: int, jokers: int) -> list[int]:
    """A61: how many of the drafted jokers may go into a line with this much space."""
    if coloured + jokers <= space:
        return [jokers]
    return list(range(max(0, space - coloured), min(jokers, space) + 1))


class Reference:
    """One game of Azul; rows, columns and factories count from 0 inside, from 1 in moves."""

    def __init__(
        self,
        players: int,
        wall: str = "coloured",
        jokers: bool = False,
        starter: int = 0,
        max_rounds: int | None = None,
    ) -> None:
        assert players in (2, 3, 4)  # A1
        assert wall in ("coloured", "grey")
        self.players = players
        self.wall = wall
        self.jokers = jokers
        self.max_rounds = max_rounds
        self.round = 0
        self.phase = "deal"  # or "offer", "tiling", "over"
        self.starter = starter  # A9
        self.marker: str | int = "centre"
        self.factories = [""] * (2 * players + 1)  # A3
        self.centre = ""
        self.bag = composition(players, jokers)  # A8
        self.lid: Counter[str] = Counter()
        self.boards = [Board() for _ in range(players)]
        self.rounds: list[list[dict[str, int]]] = []
        self._turn = starter
        self._ending: str | None = None
        self._wall_points = [0] * players
        self._penalties = [0] * players

    @classmethod
    def from_position(cls, position: dict[str, Any], max_rounds: int | None = None) -> "Reference":
        """formats.md 3. Points of the round made before loading are unknown to `rounds`."""
        options = position["options"]
        game = cls(
            options["players"],
            options["wall"],
            options["jokers"],
            position["starter"],
            max_rounds,
        )
        game.round = position["round"]
        game.phase = position["phase"]
        game.marker = position["marker"]
        game.factories = list(position["factories"])
        game.centre = position["centre"]
        game.boards = [
            Board(board["score"], list(board["lines"]), list(board["wall"]), board["floor"])
            for board in position["boards"]
        ]
        game.lid = Counter(position.get("lid", {}))
        game.bag = Counter()
        unseen = composition(game.players, game.jokers) - Counter(game.tiles())
        game.bag = Counter(position.get("bag", unseen))
        if game.phase == "over":
            game._ending = game._reason_to_end() or "stopped"
            return game
        game._turn = position["turn"]
        if game.phase == "tiling":
            game._go_on_tiling()
        return game

    # What can be asked

    @property
    def deal_due(self) -> bool:
        return self.phase == "deal"

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def turn(self) -> int | None:
        return self._turn if self.phase in ("offer", "tiling") else None

    @property
    def ending(self) -> str | None:
        return self._ending

    def scores(self) -> list[int]:
        return [board.score for board in self.boards]

    def rows(self) -> list[int]:
        return [complete_rows(board.wall) for board in self.boards]

    def bonuses(self, seat: int) -> dict[str, int]:
        """A44."""
        wall = self.boards[seat].wall
        return {
            "rows": 2 * complete_rows(wall),
            "columns": 7 * complete_columns(wall),
            "colours": 10 * complete_colours(wall),
        }

    def winners(self) -> list[int]:
        """A45: points, then complete rows, then shared."""
        if not self.over:
            return []
        results = list(zip(self.scores(), self.rows(), strict=True))
        return [seat for seat, result in enumerate(results) if result == max(results)]

    def letters(self) -> str:
        """The letters of the tiles in this game (A54)."""
        return COLOURS + JOKER if self.jokers else COLOURS

    def tiles(self) -> dict[str, int]:
        """A10: every tile of every zone; the marker is none (A2)."""
        count = self.bag + self.lid + Counter(self.centre)
        for factory in self.factories:
            count += Counter(factory)
        for board in self.boards:
            count += Counter("".join(board.lines + board.wall) + board.floor)
        return {letter: count[letter] for letter in self.letters()}

    def position(self) -> dict[str, Any]:
        """formats.md 3."""
        assert not self.deal_due
        return {
            "game": "azul",
            "options": {"players": self.players, "wall": self.wall, "jokers": self.jokers},
            "round": self.round,
            "phase": self.phase,
            "turn": self.turn,
            "starter": self.starter,
            "marker": self.marker,
            "factories": [written(factory) for factory in self.factories],
            "centre": written(self.centre),
            "bag": {letter: self.bag[letter] for letter in self.letters()},
            "lid": {letter: self.lid[letter] for letter in self.letters()},
            "boards": [
                {
                    "score": board.score,
                    "lines": [written(line) for line in board.lines],
                    "wall": list(board.wall),
                    "floor": written(board.floor),
                }
                for board in self.boards
            ],
        }

    # Dealing: A8 and phase C

    def deal_problem(self, factories: list[str]) -> str | None:
        """Why this deal could not be drawn now; None if it could (A38-A40)."""
        drawn = self._draw(factories)
        return drawn if isinstance(drawn, str) else None

    def deal(self, factories: list[str]) -> None:
        """Lay out a deal and begin the round (A8, A12, A38)."""
        drawn = self._draw(factories)
        assert not isinstance(drawn, str), drawn
        self.bag, self.lid = drawn
        self.factories = list(factories)
        if isinstance(self.marker, int):  # A42; untaken, the old starter begins again
            self.starter = self.marker
        self.marker = "centre"  # A12
        self.round += 1
        self.phase = "offer"
        self._turn = self.starter
        self._wall_points = [0] * self.players
        self._penalties = [0] * self.players

    def _draw(self, factories: list[str]) -> tuple[Counter[str], Counter[str]] | str:
        """A38-A40: bag and lid after this deal, or what is wrong with it."""
        if not self.deal_due:
            return "no deal is due"
        if len(factories) != len(self.factories):
            return f"{len(factories)} factories came, {len(self.factories)} were expected"
        bag, lid = Counter(self.bag), Counter(self.lid)
        for number, factory in enumerate(factories, start=1):
            due = min(FACTORY_TILES, bag.total() + lid.total())  # A40
            if len(factory) != due:
                return f"factory {number} holds {len(factory)} tiles, {due} were expected"
            if any(tile not in self.letters() for tile in factory):
                return f"factory {number}: {factory!r} is not made of tiles of this game"
            wanted = Counter(factory)
            if bag.total() < due:  # A39: the lid comes only when the bag cannot serve a draw
                if bag - wanted:
                    return f"the bag is not used up before factory {number} needs the lid"
                wanted -= bag
                bag, lid = lid, Counter()
            missing = wanted - bag
            if missing:
                return f"factory {number}: no {written(missing.elements())} could be drawn"
            bag -= wanted
        return bag, lid

    # Legal moves

    def moves(self) -> list[str]:
        """formats.md 2: every legal move once."""
        if self.phase == "offer":
            return [move for source, tiles in self._sources() for move in self._drafts(source, tiles)]
        if self.phase == "tiling":
            row = self._next_complete_line(self._turn)
            assert row is not None
            board = self.boards[self._turn]
            columns = self._legal_columns(board.wall, row, board.lines[row])
            return [f"{row + 1}@{column + 1}" for column in columns]
        return []

    def _sources(self) -> Iterator[tuple[str, str]]:
        """A13, A14, A16: what may be drafted from; the marker alone is no source."""
        for number, factory in enumerate(self.factories, start=1):
            if factory:
                yield str(number), factory
        if self.centre:
            yield "c", self.centre

    def _drafts(self, source: str, tiles: str) -> Iterator[str]:
        """A18, A24: all drafts from one source with each destination."""
        for group in self._groups(tiles):
            for row in range(SIZE):
                yield from self._drafts_to_line(source, tiles, group, row)
            yield f"{source}{group}>f"

    def _groups(self, tiles: str) -> list[str]:
        """A13, A55, A56: one colour, the jokers, or both."""
        colours = [colour for colour in COLOURS if colour in tiles]
        if JOKER not in tiles:
            return colours
        return colours + [JOKER] + [f"{colour}+{JOKER}" for colour in colours]

    def _drafts_to_line(self, source: str, tiles: str, group: str, row: int) -> Iterator[str]:
        """A60, A61: the smallest number of jokers is written without the number."""
        board = self.boards[self._turn]
        if not self._accepts(board, row, line_colour(group.replace("+", ""))):
            return
        space = row + 1 - len(board.lines[row])
        taken = [tile for tile in tiles if tile in group]
        jokers = taken.count(JOKER)
        yield f"{source}{group}>{row + 1}"
        for count in joker_counts(space, len(taken) - jokers, jokers)[1:]:
            yield f"{source}{group}>{row + 1}:{count}"

    def _accepts(self, board: Board, row: int, colour: str | None) -> bool:
        """A19, A21, A22, A59, A60; no colour means jokers alone."""
        line = board.lines[row]
        if is_complete(line, row):
            return False
        if colour is None:
            return True
        return line_colour(line) in (None, colour) and self._row_allows(board.wall, row, colour)

    def _row_allows(self, wall: list[str], row: int, colour: str) -> bool:
        """A21, A51; a joker occupies its cell's colour (A66), but none on the grey wall (A70)."""
        if self.wall == "coloured":
            return wall[row][column_of_colour(row, colour)] == EMPTY
        return colour not in wall[row]

    def _legal_columns(self, wall: list[str], row: int, line: str) -> list[int]:
        """Where the tile of this complete line may go on the wall."""
        empty = [column for column in range(SIZE) if wall[row][column] == EMPTY]
        colour = line_colour(line)
        if colour is None:  # A64, A70
            return empty
        if self.wall == "coloured":  # A29, A63
            return [column for column in empty if colour_of_cell(row, column) == colour]
        if JOKER in line:  # A62, A70
            return empty
        if colour in wall[row]:  # A48
            return []
        return [column for column in empty if colour not in wall_column(wall, column)]

    # Playing

    def play(self, move: str) -> None:
        """A move with everything automatic that follows it."""
        assert move in self.moves(), move
        if self.phase == "offer":
            self._play_draft(move)
            if any(self.factories) or self.centre:
                self._turn = (self._turn + 1) % self.players  # A12
                return
            self.phase = "tiling"  # A26
            self._turn = 0
        else:
            row, column = move.split("@")
            self._place(self._turn, int(row) - 1, int(column) - 1)
        self._go_on_tiling()

    def _play_draft(self, move: str) -> None:
        """Phase A: one turn."""
        draft, destination = move.split(">")
        taken = self._take(draft[0], draft[1:])
        board = self.boards[self._turn]
        if destination == "f":  # A24
            self._drop(board, taken)
            return
        line, _, count = destination.partition(":")
        self._fill(board, int(line) - 1, taken, int(count) if count else None)

    def _take(self, source: str, group: str) -> str:
        """A13-A15, A55-A57: pick up the drafted tiles, and the marker with the first from c."""
        tiles = self.centre if source == "c" else self.factories[int(source) - 1]
        taken = "".join(tile for tile in tiles if tile in group)
        others = "".join(tile for tile in tiles if tile not in group)
        if source == "c":
            self.centre = others
            self._take_marker()
        else:
            self.factories[int(source) - 1] = ""
            self.centre += others
        return taken

    def _take_marker(self) -> None:
        """A15; on a full floor it finds no space and costs nothing (A17)."""
        if self.marker != "centre":
            return
        self.marker = self._turn
        board = self.boards[self._turn]
        if len(board.floor) < FLOOR_SPACES:
            board.floor += MARKER

    def _fill(self, board: Board, row: int, taken: str, count: int | None) -> None:
        """A23, A24, A61: fill the line as far as possible, the rest falls."""
        space = row + 1 - len(board.lines[row])
        coloured = "".join(tile for tile in taken if tile != JOKER)
        jokers = "".join(tile for tile in taken if tile == JOKER)
        if count is None:
            count = min(joker_counts(space, len(coloured), len(jokers)))
        room = space - count
        board.lines[row] += coloured[:room] + jokers[:count]
        self._drop(board, coloured[room:] + jokers[count:])

    def _drop(self, board: Board, tiles: str) -> None:
        """A25: what finds no space goes to the lid; colours fall first (formats.md 3)."""
        for tile in written(tiles):
            if len(board.floor) < FLOOR_SPACES:
                board.floor += tile
            else:
                self.lid[tile] += 1

    # Phase B

    def _go_on_tiling(self) -> None:
        """A28: tile until a real choice is due, from the present seat to the last."""
        for seat in range(self._turn, self.players):
            self._turn = seat
            if self._choice_due(seat):
                return
            self._pay_floor(seat)
        self._end_round()

    def _choice_due(self, seat: int) -> bool:
        """A29, A49: lines from top to bottom, forced ones at once; True at a choice."""
        board = self.boards[seat]
        while (row := self._next_complete_line(seat)) is not None:
            columns = self._legal_columns(board.wall, row, board.lines[row])
            if len(columns) > 1:
                return True
            if columns:
                self._place(seat, row, columns[0])
            else:
                self._drop_line(board, row)
        return False

    def _next_complete_line(self, seat: int) -> int | None:
        """A29: tiled lines are empty, so the first complete one is next."""
        lines = self.boards[seat].lines
        return next((row for row in range(SIZE) if is_complete(lines[row], row)), None)

    def _place(self, seat: int, row: int, column: int) -> None:
        """A29, A31, A32, A62, A65."""
        board = self.boards[seat]
        line = board.lines[row]
        tile = JOKER if JOKER in line else line[0]  # A62
        cells = board.wall[row]
        board.wall[row] = cells[:column] + tile + cells[column + 1 :]
        board.lines[row] = ""
        self.lid += Counter(line) - Counter(tile)
        points = placement_points(board.wall, row, column)
        board.score += points
        self._wall_points[seat] += points

    def _drop_line(self, board: Board, row: int) -> None:
        """A50."""
        line = board.lines[row]
        board.lines[row] = ""
        self._drop(board, line)

    def _pay_floor(self, seat: int) -> None:
        """A34-A36."""
        board = self.boards[seat]
        self._penalties[seat] = floor_penalty(board.floor)
        board.score = max(0, board.score - self._penalties[seat])
        self.lid += Counter(board.floor.replace(MARKER, ""))
        board.floor = ""

    # The end of a round and of the game

    def _end_round(self) -> None:
        """A37, A43, A46, A46b."""
        self.rounds.append(
            [
                {
                    "wall": self._wall_points[seat],
                    "floor": -self._penalties[seat],
                    "score": self.boards[seat].score,
                }
                for seat in range(self.players)
            ]
        )
        self._ending = self._reason_to_end()
        if self._ending is None:
            self.phase = "deal"
            return
        self.phase = "over"
        for seat, board in enumerate(self.boards):
            board.score += sum(self.bonuses(seat).values())  # A44

    def _reason_to_end(self) -> str | None:
        """The test after phase B; a stalemate covers A41 and A53."""
        if any(self.rows()):  # A43
            return "row"
        if self.stalemate():  # A46
            return "stalemate"
        if self.max_rounds is not None and self.round >= self.max_rounds:  # A46b
            return "stopped"
        return None

    def stalemate(self) -> bool:
        """A46: nobody can ever place another tile, by the fixed point over lines that fall."""
        lines = [list(board.lines) for board in self.boards]
        free = self._free_tiles()
        changed = True
        while changed:
            changed = False
            for seat, board in enumerate(self.boards):
                for row in range(SIZE):
                    line = lines[seat][row]
                    finished = self._completions(board.wall, row, line, free)
                    if any(self._legal_columns(board.wall, row, full) for full in finished):
                        return False
                    if line and finished:  # A46a: completed, it can only fall (A50)
                        free += Counter(line)
                        lines[seat][row] = ""
                        changed = True
        return True

    def _free_tiles(self) -> Counter[str]:
        """A46: tiles neither on a wall nor in a line."""
        bound = "".join("".join(board.wall + board.lines) for board in self.boards)
        return Counter(self.tiles()) - Counter(bound)

    def _completions(self, wall: list[str], row: int, line: str, free: Counter[str]) -> set[str]:
        """A46: every complete line that free tiles could make of this line."""
        own = line_colour(line)
        allowed = [colour for colour in COLOURS if self._row_allows(wall, row, colour)]
        missing = row + 1 - len(line)
        finished = set()
        for colour in allowed if own is None else [own]:
            for jokers in range(min(missing, free[JOKER]) + 1):
                if missing - jokers <= free[colour]:
                    finished.add(written(line + colour * (missing - jokers) + JOKER * jokers))
        if own is None and missing <= free[JOKER]:  # A60: jokers alone need no allowed colour
            finished.add(line + JOKER * missing)
        return finished
