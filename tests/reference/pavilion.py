"""Summer Pavilion by the book: a slow reference of clauses S1-S58, only for checking the engine in tests."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

COLOURS = "PGOYBR"  # formats.md 1: how a group of tiles is written; also the wilds of rounds 1-6 (S20)
OUTER = "PORBYG"  # S9: the outer stars, clockwise
CENTRE = "*"
STARS = OUTER + CENTRE
POSITIONS = range(1, 7)  # S10
EMPTY = "."
TILES_PER_COLOUR = 22  # S1
FACTORIES = {2: 5, 3: 7, 4: 9}  # S2
FACTORY_TILES = 4  # S2
SUPPLY_SPACES = 10  # S3
CORNER_SPACES = 4  # S44
ROUNDS = 6  # S19
START_SCORE = 5  # S4
LEAST_SCORE = 1  # S5
GREY_NUMBERS = {1: 3, 2: 2, 3: 1, 4: 4, 5: 5, 6: 6}  # S15: outer stars, by position
GREY_CENTRE_NUMBER = 3  # S15
PILLAR_TILES, STATUE_TILES, WINDOW_TILES = 1, 2, 3  # S38
PILLAR_AT_CENTRE = {"P": (5, 6), "O": (6, 1), "R": (1, 2), "B": (2, 3), "Y": (3, 4), "G": (4, 5)}  # S12
NUMBER_BONUSES = {1: 4, 2: 8, 3: 12, 4: 16}  # S49
STAR_BONUSES = {"R": 14, "B": 15, "Y": 16, "O": 17, "G": 18, "P": 20}  # S50
MULTICOLOUR_BONUS = 12  # S50


@dataclass
class Board:
    """What lies in front of one seat (S8); a star is six cells, positions 1 to 6."""

    score: int = START_SCORE
    hand: str = ""
    corners: str = ""
    passed: bool = False
    stars: dict[str, str] = field(default_factory=lambda: dict.fromkeys(STARS, EMPTY * 6))

    def covered(self, space: str) -> bool:
        """Whether a tile lies on a space, named as in moves: star and position."""
        return self.stars[space[0]][int(space[1]) - 1] != EMPTY


def written(tiles: Iterable[str]) -> str:
    """A group of tiles in the order of output (formats.md 1)."""
    return "".join(sorted(tiles, key=COLOURS.index))


def without(tiles: str, gone: str) -> str:
    """The group of tiles that stays when some are taken away."""
    return written((Counter(tiles) - Counter(gone)).elements())


@cache
def groups(tiles: str, size: int) -> tuple[str, ...]:
    """Every different group of this size among the tiles, as written."""
    possible = ("".join(letters) for letters in combinations_with_replacement(COLOURS, size))
    return tuple(group for group in possible if all(group.count(one) <= tiles.count(one) for one in group))


# The board: S9-S16


def next_star(star: str) -> str:
    """S9: the neighbouring outer star, clockwise."""
    return OUTER[(OUTER.index(star) + 1) % len(OUTER)]


def pillar(star: str) -> list[str]:
    """S12: the spaces around the pillar between this outer star and the centre star."""
    return [f"{star}2", f"{star}3"] + [f"{CENTRE}{position}" for position in PILLAR_AT_CENTRE[star]]


def statue(star: str) -> list[str]:
    """S13: the spaces around the statue between this outer star and the next."""
    return [f"{star}1", f"{star}2", f"{next_star(star)}3", f"{next_star(star)}4"]


def window(star: str) -> list[str]:
    """S14: the spaces at the window of this outer star."""
    return [f"{star}5", f"{star}6"]


def structures() -> Iterator[tuple[int, list[str]]]:
    """S12-S14, S16, S38: every structure, with the tiles it pays; the same on both sides."""
    for star in OUTER:
        yield PILLAR_TILES, pillar(star)
        yield STATUE_TILES, statue(star)
        yield WINDOW_TILES, window(star)


def all_spaces() -> list[str]:
    """S9, S10: the 42 spaces."""
    return [f"{star}{position}" for star in STARS for position in POSITIONS]


def printed_number(side: str, space: str) -> int:
    """S10, S15: the number printed on a space."""
    star, position = space[0], int(space[1])
    if side == "coloured":
        return position
    return GREY_CENTRE_NUMBER if star == CENTRE else GREY_NUMBERS[position]


# Placing: S31-S39, S54-S58


def legal_colours(side: str, star: str, cells: str) -> list[str]:
    """The colours a star still takes."""
    present = cells.replace(EMPTY, "")
    others = [colour for colour in COLOURS if colour not in present]
    if side == "coloured":
        return others if star == CENTRE else [star]  # S35, S36
    if len(present) <= 1:  # S55
        return list(COLOURS)
    return [present[0]] if present[0] == present[1] else others


def payments(hand: str, colour: str, number: int, wild: str) -> list[str]:
    """S31-S34: the ways to pay for a tile of this colour, colour first and wilds after it."""
    own, wilds = hand.count(colour), hand.count(wild)
    if colour == wild:  # S33
        return [colour * number] if own >= number else []
    if own == 0:  # S34
        return []
    counts = range(max(0, number - own), min(number - 1, wilds) + 1)  # S32
    return [colour * (number - count) + wild * count for count in counts]


def placement_points(cells: str, position: int) -> int:
    """S37: the unbroken group round the ring that holds the tile just placed."""
    ring = cells[position - 1 :] + cells[: position - 1]  # begins with that tile
    if EMPTY not in ring:
        return len(ring)
    return len(ring.split(EMPTY)[0]) + len(ring.split(EMPTY)[-1])


def bonus_tiles(board: Board, space: str) -> int:
    """S38, S39: what the structures pay that the tile just placed on this space completes."""
    return sum(
        tiles for tiles, spaces in structures() if space in spaces and all(board.covered(s) for s in spaces)
    )


# Final scoring: S49, S50, S56, S57


def star_bonuses(board: Board) -> dict[str, int]:
    """S50, S56: each complete star, by what it is."""
    bonuses = {}
    for star, cells in board.stars.items():
        if EMPTY not in cells:
            single = cells == cells[0] * len(cells)
            bonuses[star] = STAR_BONUSES[cells[0]] if single else MULTICOLOUR_BONUS
    return bonuses


def number_bonuses(board: Board, side: str) -> dict[str, int]:
    """S49, S57: each number with all its spaces covered."""
    bonuses = {}
    for number, points in NUMBER_BONUSES.items():
        spaces = [space for space in all_spaces() if printed_number(side, space) == number]
        if all(board.covered(space) for space in spaces):
            bonuses[str(number)] = points
    return bonuses


class Reference:
    """One game of Summer Pavilion; positions and factories are numbered from 1 in moves, seats from 0."""

    def __init__(self, players: int, side: str = "coloured", starter: int = 0) -> None:
        assert players in (2, 3, 4)  # S1
        assert side in ("coloured", "grey")  # S6
        self.players = players
        self.side = side
        self.round = 0
        self.phase = "acquire"  # or "place", "bonus", "over"
        self.starter = starter  # S7
        self.marker: str | int = "centre"  # S3
        self.due = 0
        self.factories = [""] * FACTORIES[players]
        self.centre = ""
        self.supply = ""
        self.bag: Counter[str] = Counter(dict.fromkeys(COLOURS, TILES_PER_COLOUR))  # S3
        self.tower: Counter[str] = Counter()
        self.boards = [Board() for _ in range(players)]
        self.rounds: list[list[dict[str, int]]] = []
        self._turn = starter
        self._deal: str | None = "round"  # which deal is due: "round", "supply" or None
        self._corner_losses = [0] * players
        self._clear_account()

    @classmethod
    def from_position(cls, position: dict[str, Any]) -> "Reference":
        """formats.md 3. Points gained and lost before loading are unknown to `rounds` and `bonuses`."""
        options = position["options"]
        game = cls(options["players"], options["side"], position["starter"])
        game.round = position["round"]
        game.phase = position["phase"]
        game.marker = position["marker"]
        game.due = position["due"]
        game.factories = list(position["factories"])
        game.centre = position["centre"]
        game.supply = position["supply"]
        game.boards = [
            Board(board["score"], board["hand"], board["corners"], board["passed"], dict(board["stars"]))
            for board in position["boards"]
        ]
        game.tower = Counter(position.get("tower", {}))
        game.bag = Counter()
        unseen = Counter(dict.fromkeys(COLOURS, TILES_PER_COLOUR)) - Counter(game.tiles())
        game.bag = Counter(position.get("bag", unseen))
        game._deal = None
        if game.phase != "over":
            game._turn = position["turn"]
        return game

    # What can be asked

    @property
    def deal_due(self) -> bool:
        return self._deal is not None

    @property
    def factories_due(self) -> bool:
        return self._deal == "round"

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def turn(self) -> int | None:
        return None if self.over or self.deal_due else self._turn

    @property
    def wild(self) -> str:
        """S20: the wild colour of this round."""
        return COLOURS[self.round - 1]

    def scores(self) -> list[int]:
        return [board.score for board in self.boards]

    def winners(self) -> list[int]:
        """S53: most points, ties shared."""
        if not self.over:
            return []
        return [seat for seat, score in enumerate(self.scores()) if score == max(self.scores())]

    def bonuses(self, seat: int) -> dict[str, Any]:
        """S49-S52; nothing is lost for corners before the final scoring."""
        board = self.boards[seat]
        return {
            "stars": star_bonuses(board),
            "numbers": number_bonuses(board, self.side),
            "corners": -self._corner_losses[seat],
        }

    def tiles(self) -> dict[str, int]:
        """S8: every tile of every zone, by colour."""
        count = self.bag + self.tower + Counter(self.supply + self.centre + "".join(self.factories))
        for board in self.boards:
            count += Counter(board.hand + board.corners + "".join(board.stars.values()))
        return {colour: count[colour] for colour in COLOURS}

    def position(self) -> dict[str, Any]:
        """formats.md 3."""
        assert not self.deal_due
        return {
            "game": "pavilion",
            "options": {"players": self.players, "side": self.side},
            "round": self.round,
            "phase": self.phase,
            "turn": self.turn,
            "starter": self.starter,
            "marker": self.marker,
            "due": self.due,
            "factories": [written(factory) for factory in self.factories],
            "centre": written(self.centre),
            "supply": written(self.supply),
            "bag": {colour: self.bag[colour] for colour in COLOURS},
            "tower": {colour: self.tower[colour] for colour in COLOURS},
            "boards": [
                {
                    "score": board.score,
                    "hand": written(board.hand),
                    "corners": written(board.corners),
                    "passed": board.passed,
                    "stars": {star: board.stars[star] for star in STARS},
                }
                for board in self.boards
            ],
        }

    # Dealing: S3, S41, S46

    def deal_problem(self, supply: str, factories: list[str] | None) -> str | None:
        """Why this deal could not be drawn now; None if it could."""
        drawn = self._draw(supply, factories)
        return drawn if isinstance(drawn, str) else None

    def deal(self, supply: str, factories: list[str] | None) -> None:
        """Lay out a deal; then the round begins or the next seat has its turn."""
        drawn = self._draw(supply, factories)
        assert not isinstance(drawn, str), drawn
        self.bag, self.tower = drawn
        self.supply += supply
        self._deal = None
        if factories is None:
            self._next_turn()
        else:
            self.factories = list(factories)
            self._begin_round()

    def _draw(self, supply: str, factories: list[str] | None) -> tuple[Counter[str], Counter[str]] | str:
        """S3, S41, S46: bag and tower after this deal, or what is wrong with it; supply first."""
        if not self.deal_due:
            return "no deal is due"
        if (factories is not None) != self.factories_due:
            return "factories were dealt" if factories is not None else "the factories were not dealt"
        if factories is not None and len(factories) != len(self.factories):
            return f"{len(factories)} factories came, {len(self.factories)} were expected"
        places = [("the supply", supply, SUPPLY_SPACES - len(self.supply))]
        for number, factory in enumerate(factories or [], start=1):
            places.append((f"factory {number}", factory, FACTORY_TILES))
        bag, tower = Counter(self.bag), Counter(self.tower)
        for name, tiles, spaces in places:
            drawn = self._draw_group(name, tiles, spaces, bag, tower)
            if isinstance(drawn, str):
                return drawn
            bag, tower = drawn
        return bag, tower

    def _draw_group(
        self, name: str, tiles: str, spaces: int, bag: Counter[str], tower: Counter[str]
    ) -> tuple[Counter[str], Counter[str]] | str:
        """S41, S46, S47: bag and tower after the tiles of one place are drawn, or what is wrong."""
        due = min(spaces, bag.total() + tower.total())  # S41, S47
        if len(tiles) != due:
            return f"{name} got {len(tiles)} tiles, {due} were expected"
        if any(tile not in COLOURS for tile in tiles):
            return f"{name}: {tiles!r} is not made of tiles of this game"
        wanted = Counter(tiles)
        if bag.total() < due:  # S41: the tower comes only when the bag cannot serve a draw
            if bag - wanted:
                return f"the bag is not used up before {name} needs the tower"
            wanted -= bag
            bag, tower = tower, Counter()
        missing = wanted - bag
        if missing:
            return f"{name}: no {written(missing.elements())} could be drawn"
        return bag - wanted, tower

    # Legal moves

    def moves(self) -> list[str]:
        """formats.md 2: every legal move once."""
        if self.turn is None:
            return []
        board = self.boards[self._turn]
        if self.phase == "acquire":
            return list(self._drafts())
        if self.phase == "place":
            return [*self._placements(board), *self._passes(board)]
        return [f"+{group}" for group in groups(self.supply, self.due)]  # S38, S39, S42

    def _drafts(self) -> Iterator[str]:
        """S22-S25: each colour of each source; the wild colour only where it lies alone."""
        sources = {str(number): tiles for number, tiles in enumerate(self.factories, start=1)}
        for source, tiles in (sources | {"c": self.centre}).items():
            present = [colour for colour in COLOURS if colour in tiles]
            for colour in present:
                if colour != self.wild or present == [self.wild]:
                    yield f"{source}{colour}"

    def _placements(self, board: Board) -> Iterator[str]:
        """S31-S36, S54, S55, S58: each empty space with each colour and payment."""
        for space in all_spaces():
            if board.covered(space):
                continue
            number = printed_number(self.side, space)
            for colour in legal_colours(self.side, space[0], board.stars[space[0]]):
                for paid in payments(board.hand, colour, number, self.wild):
                    yield f"{space}={paid}"

    def _passes(self, board: Board) -> Iterator[str]:
        """S43-S45: always allowed, keeping any tiles for which there are corner spaces."""
        yield "pass"
        for size in range(1, CORNER_SPACES - len(board.corners) + 1):
            for kept in groups(board.hand, size):
                yield f"pass={kept}"

    # Playing

    def play(self, move: str) -> None:
        """A move with everything automatic that follows it."""
        assert move in self.moves(), move
        board = self.boards[self._turn]
        if self.phase == "acquire":
            self._play_draft(board, move[0], move[1])
        elif self.phase == "bonus":
            self._play_bonus(board, move[1:])
        elif move.startswith("pass"):
            self._play_pass(board, kept=move.partition("=")[2])
        else:
            space, paid = move.split("=")
            self._play_placement(board, space, paid)

    def _lose(self, board: Board, points: int) -> int:
        """S5: lose points down to 1 at the least; what was charged, so that formats.md 5 shows the clamp."""
        board.score = max(LEAST_SCORE, board.score - points)
        return points

    # Phase 1: acquire

    def _play_draft(self, board: Board, source: str, colour: str) -> None:
        """S21, S27, S28: one turn of acquiring."""
        taken = self._take(source, colour)
        board.hand += taken
        if source == "c" and self.marker == "centre":
            self._take_marker(board, len(taken))
        if self._table_is_empty():
            self._begin_placing()
        else:
            self._turn = (self._turn + 1) % self.players

    def _take(self, source: str, colour: str) -> str:
        """S22-S24: pick the tiles up; the rest of a factory goes to the centre."""
        tiles = self.centre if source == "c" else self.factories[int(source) - 1]
        if colour == self.wild:  # S23, S24: only wilds lie there
            taken = self.wild
        else:
            taken = colour * tiles.count(colour) + self.wild * min(1, tiles.count(self.wild))
        rest = without(tiles, taken)
        if source == "c":
            self.centre = rest
        else:
            self.factories[int(source) - 1] = ""
            self.centre += rest
        return taken

    def _take_marker(self, board: Board, taken: int) -> None:
        """S26: the first to take from the centre in a round."""
        self.marker = self._turn
        self._marker_losses[self._turn] += self._lose(board, taken)

    def _table_is_empty(self) -> bool:
        """S28: an untaken marker does not count."""
        return not any(self.factories) and not self.centre

    # Phase 2: place and score

    def _begin_placing(self) -> None:
        """S29, S30."""
        self.phase = "place"
        self._turn = self._marker_holder_or_starter()

    def _marker_holder_or_starter(self) -> int:
        """S29: untaken, the marker changes nothing."""
        return self.marker if isinstance(self.marker, int) else self.starter

    def _play_placement(self, board: Board, space: str, paid: str) -> None:
        """S31, S37, S38, S42; the turn goes on if bonus tiles are due."""
        star, position, colour = space[0], int(space[1]), paid[0]
        cells = board.stars[star]
        board.stars[star] = cells[: position - 1] + colour + cells[position:]
        board.hand = without(board.hand, paid)
        self.tower += Counter(paid[1:])
        points = placement_points(board.stars[star], position)
        board.score += points
        self._placed_points[self._turn] += points
        self.due = min(bonus_tiles(board, space), len(self.supply))  # S42
        if self.due:
            self.phase = "bonus"
        else:
            self._end_turn()

    def _play_bonus(self, board: Board, taken: str) -> None:
        """S38-S40."""
        self.supply = without(self.supply, taken)
        board.hand += taken
        self.due = 0
        self.phase = "place"
        self._end_turn()

    def _play_pass(self, board: Board, kept: str) -> None:
        """S43-S45."""
        discarded = without(board.hand, kept)
        board.hand = ""
        board.corners += kept
        board.passed = True
        self.tower += Counter(discarded)
        self._discard_losses[self._turn] += self._lose(board, len(discarded))
        self._end_turn()

    def _end_turn(self) -> None:
        """S30, S41: after a placement with its bonus tiles, or a pass."""
        if all(board.passed for board in self.boards):
            self._end_round()
        elif len(self.supply) < SUPPLY_SPACES and self.bag.total() + self.tower.total() > 0:
            self._deal = "supply"
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        """S30: clockwise, past those who have passed; the last one left goes on alone."""
        self._turn = (self._turn + 1) % self.players
        while self.boards[self._turn].passed:
            self._turn = (self._turn + 1) % self.players

    # Phase 3 and the end of the game

    def _end_round(self) -> None:
        """S19; the next round begins with its deal, also if nothing is left to draw (S47)."""
        self.rounds.append(
            [
                {
                    "placed": self._placed_points[seat],
                    "marker": -self._marker_losses[seat],
                    "discards": -self._discard_losses[seat],
                    "score": board.score,
                }
                for seat, board in enumerate(self.boards)
            ]
        )
        if self.round < ROUNDS:
            self._deal = "round"
        else:
            self._end_game()

    def _begin_round(self) -> None:
        """S46-S48, after the deal; a round without tiles begins with phase 2."""
        self.round += 1
        self.starter = self._marker_holder_or_starter()  # S29, S48
        self.marker = "centre"
        for board in self.boards:
            board.hand += board.corners  # S48
            board.corners = ""
            board.passed = False
        self._clear_account()
        self.phase = "acquire"
        self._turn = self.starter  # S21
        if self._table_is_empty():  # S47
            self._begin_placing()

    def _clear_account(self) -> None:
        """What each seat gained and lost in this round so far."""
        self._placed_points = [0] * self.players
        self._marker_losses = [0] * self.players
        self._discard_losses = [0] * self.players

    def _end_game(self) -> None:
        """S49-S52: bonuses first, then corner tiles, which go to the tower."""
        self.phase = "over"
        for seat, board in enumerate(self.boards):
            board.score += sum(star_bonuses(board).values())
            board.score += sum(number_bonuses(board, self.side).values())
            self._corner_losses[seat] = self._lose(board, len(board.corners))  # S51, S52
            self.tower += Counter(board.corners)
            board.corners = ""
