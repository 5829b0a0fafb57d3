"""Tables as texts, pictures and windows: everything that lies there is shown, where it belongs."""

import math
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pygame
import pytest

import azulejos as az
from azulejos.envs import pictures
from azulejos.envs.pictures import azul, pavilion, sheet, stars, table
from azulejos.envs.pictures.text import written
from azulejos.envs.pictures.view import View
from azulejos.envs.sitting import Sitting
from azulejos.pavilion.fields import SPACES, STRUCTURE
from tests.games import CASES, Game, Options, case_name

AZUL: dict[str, Any] = {
    "game": "azul", "options": {"players": 2, "wall": "coloured", "jokers": False},
    "round": 2, "phase": "offer", "turn": 0, "starter": 1, "marker": 0,
    "factories": ["BBYR", "", "KKKW", "", ""], "centre": "BR",
    "boards": [
        {"score": 3, "lines": ["", "RR", "K", "", "WWW"], "floor": "1R",
         "wall": ["B....", ".....", "..B..", ".....", "....."]},
        {"score": 0, "lines": [""] * 5, "floor": "", "wall": ["....."] * 5},
    ],
}  # fmt: skip
BLUE, RED, BLACK, RED_RHOMBUS = "#1f4fa6", "#bb3b2c", "#272b36", "#b8322f"  # pigments of the sheet
EMPTY = dict.fromkeys("PORBYG*", "......")
PAVILION: dict[str, Any] = {
    "game": "pavilion", "options": {"players": 2, "side": "coloured"},
    "round": 1, "phase": "place", "turn": 1, "starter": 0, "marker": 1, "due": 0,
    "factories": [""] * 5, "centre": "", "supply": "PPGOYYBBRR",
    "boards": [
        {"score": 5, "hand": "PRRR", "corners": "", "passed": False, "stars": {**EMPTY, "*": "..R..."}},
        {"score": 4, "hand": "GG", "corners": "BB", "passed": False, "stars": {**EMPTY, "P": ".PP..."}},
    ],
}  # fmt: skip


def seen(position: dict[str, Any], seat: int = 0, **changes: Any) -> View:
    """A position as a picture sees it."""
    match = az.load(position)
    shown = {**match.show(), **changes}
    seats = tuple((seat + n) % 2 for n in range(2))
    turn = -1 if match.turn is None else match.turn
    return View(match.game, shown, seats, tuple(match.scores()), turn, (), -1)


def sitting(game: str, moves: int = 0, seed: int = 1, **settings: Any) -> Sitting:
    """A game so many random moves on."""
    made = Sitting(game, compiled=False, **settings)
    made.begin(seed)
    luck = random.Random(seed)
    for _ in range(moves):
        made.play(luck.choice(np.flatnonzero(made.mask()).tolist()))
    return made


# --- texts ------------------------------------------------------------------------------------------------


def test_an_azul_table_in_letters() -> None:
    assert (
        written(seen(AZUL))
        == """\
Azul, round 2: player_0 drafts tiles
factories  1:BBYR  2:-  3:KKKW  4:-  5:-
centre     BR
bag        B15 Y19 R15 K16 W16
lid        B0 Y0 R0 K0 W0

> player_0: 3                  player_1: 0
  1         . | B y r k w      1         . | b y r k w
  2       R R | w b y r k      2       . . | w b y r k
  3     . . K | k w B y r      3     . . . | k w b y r
  4   . . . . | r k w b y      4   . . . . | r k w b y
  5 . . W W W | y r k w b      5 . . . . . | y r k w b
  floor 1 R . . . . .  -2      floor . . . . . . .
"""
    )


def test_a_pavilion_table_in_letters() -> None:
    text = written(seen(PAVILION, seat=1))
    assert text.splitlines()[:7] == [
        "Summer Pavilion, round 1: player_1 places a tile or passes",
        "factories  1:-  2:-  3:-  4:-  5:-",
        "centre     -",
        "wild       P",
        "supply     PPGOYYBBRR",
        "bag        P17 G19 O21 Y20 B18 R16",
        "tower      P0 G0 O0 Y0 B0 R0",
    ]
    board = [line[:36].rstrip() for line in text.splitlines()[8:]]
    assert board == [
        "> player_1: 4",
        "           6           5",
        "        5     1     4     6",
        "           o           r",
        "        4     2     3     1",
        "           3           2",
        "",
        "     1           1           4",
        "  6     P     6     2     3     5",
        "     p           *           b",
        "  5     P     5     3     2     6",
        "     4           4           1",
        "",
        "           2           3",
        "        1     3     2     4",
        "           g           y",
        "        6     4     1     5",
        "           5           6",
        "  hand GG  corners BB",
    ]


def test_a_text_names_the_special_rules_and_a_grey_wall_has_no_colours() -> None:
    text = pictures.ansi(sitting("azul", wall="grey", jokers=True))
    assert text.startswith("Azul, grey wall, jokers, round 1: player_")
    assert "  1         . | . . . . .\n" in text
    assert pictures.ansi(sitting("pavilion", side="grey")).startswith("Summer Pavilion, grey side, round 1")


def test_a_text_needs_no_pygame() -> None:
    program = (
        "import sys; from azulejos.envs import pictures; from azulejos.envs.sitting import Sitting; "
        "s = Sitting('azul', compiled=False); s.begin(1); pictures.ansi(s); "
        "assert 'pygame' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# --- how it stands ----------------------------------------------------------------------------------------


def test_the_end_is_told() -> None:
    won = sitting("azul", max_rounds=1)
    while not won.over:
        won.play(int(won.mask().argmax()))
    winners = won.match.winners()
    text = pictures.ansi(won)
    assert len(winners) == 1
    assert f"player_{winners[0]} wins" in text
    assert f"player_{winners[0]}: {won.scores()[winners[0]]} (winner)" in text


def test_a_shared_win_is_told() -> None:
    view = seen(AZUL, phase="over")
    shared = View(view.game, view.shown, view.seats, view.scores, -1, (0, 1), -1)
    assert shared.status == "player_0 and player_1 share the win"


def test_a_game_lost_by_an_illegal_action_is_told() -> None:
    lost = sitting("azul", illegal="lose")
    loser = lost.seat
    lost.play(-1)
    text = pictures.ansi(lost)
    assert f"player_{loser} lost by an illegal action" in text
    assert f"player_{loser}: 0 (illegal action)" in text


@pytest.mark.parametrize(
    ("phase", "due", "words"),
    [
        ("acquire", 0, "player_1 takes tiles"),
        ("bonus", 1, "player_1 takes a bonus tile"),
        ("bonus", 3, "player_1 takes 3 bonus tiles"),
    ],
)
def test_who_has_to_do_what(phase: str, due: int, words: str) -> None:
    assert seen(PAVILION, phase=phase, due=due).status == words


# --- pictures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [name for name in sheet._named() if name[:4] in ("tile", "ghos", "rhom", "rgho")]
)
def test_a_drawing_is_made_of_shapes_alone(name: str) -> None:
    drawn = sheet.drawing(name)
    assert "<path" in drawn or "<rect" in drawn
    assert not any(word in drawn for word in ("var(", "currentColor", "<use", "href", "<title"))


@pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)
def test_every_variant_has_a_picture(game: Game, options: Options) -> None:
    table_ = sitting(game.name, moves=20, **options)
    image = pictures.rgb(table_)
    assert image.dtype == np.uint8
    assert image.flags["C_CONTIGUOUS"]
    height, width, channels = image.shape
    assert (height % 2, width % 2, channels) == (0, 0, 3)  # films want even sizes
    assert (pictures.rgb(table_) == image).all()
    table_.play(int(table_.mask().argmax()))
    after = pictures.rgb(table_)
    assert after.shape == image.shape
    assert (after != image).any()


def test_a_picture_begins_with_the_board_of_the_seat_it_is_for() -> None:
    image, other = azul.paint(seen(AZUL)).pixels(), azul.paint(seen(AZUL, seat=1)).pixels()
    plan = table.Plan(azul.COLUMN, azul.MARKET, azul.WIDTH, azul.HEIGHT, azul.SPOTS[2])
    (x, first), (_, second) = plan.corner(0), plan.corner(1)
    own = image[int(first) :][: azul.HEIGHT, int(x) :]
    assert (own == other[int(second) :][: azul.HEIGHT, int(x) :]).all()
    assert (own != other[int(first) :][: azul.HEIGHT, int(x) :]).any()


def colour_at(image: Any, x: float, y: float) -> list[int]:
    """The mean colour of a few pixels."""
    part = image[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2]
    mean: list[int] = part.reshape(-1, 3).mean(axis=0).astype(int).tolist()
    return mean


def near(colour: list[int], pigment: str) -> bool:
    """Whether a colour is that of a glaze, lighter or darker."""
    wanted = pygame.Color(pigment)
    return math.dist(colour, (wanted.r, wanted.g, wanted.b)) < 60


def test_tiles_lie_on_the_wall_in_lines_and_on_the_floor() -> None:
    image = azul.paint(seen(AZUL)).pixels()
    plan = table.Plan(azul.COLUMN, azul.MARKET, azul.WIDTH, azul.HEIGHT, azul.SPOTS[2])
    x, y = plan.corner(0)

    def lies(left: float, top: float, size: float = azul.TILE) -> list[int]:
        """The colour below the ornament of a tile with that corner."""
        return colour_at(image, x + left + size / 2, y + top + size * 0.84)

    def wall(row: int, column: int) -> list[int]:
        left = azul.WIDTH - azul.PAD - azul.WALL + 5
        return lies(left + azul.PITCH * (column - 1), azul.TOP + 5 + azul.PITCH * (row - 1))

    def line(row: int, place: int) -> list[int]:
        """A space of a line, counted from the right."""
        return lies(azul.PAD + azul.PITCH * (5 - place), azul.TOP + 5 + azul.PITCH * (row - 1))

    assert near(wall(1, 1), BLUE)
    assert near(wall(3, 3), BLUE)
    assert not near(wall(2, 2), BLUE)  # its cell is blue, but empty
    assert near(line(2, 1), RED)
    assert near(line(2, 2), RED)
    assert near(line(3, 1), BLACK)
    assert not near(line(3, 2), BLACK)
    second = azul.PAD + 10 + azul.SLOT + 8
    assert near(lies(second, azul.FLOOR + 4, azul.SLOT), RED)
    assert not near(lies(second + azul.SLOT + 8, azul.FLOOR + 4, azul.SLOT), RED)


def test_tiles_lie_on_stars() -> None:
    view = seen(PAVILION)
    image = pavilion.paint(view).pixels()
    column, scale = pavilion.SIZES[2]
    width = round(scale * stars.WIDTH) + 32
    place = pavilion.Place(table.MARGIN + column + table.GAP, table.MARGIN, width, 0, scale)
    red, empty = 6 * 6 + 2, 6 * 6 + 1  # *3 and *2
    assert view.shown["boards"][0]["stars"]["*"] == "..R..."

    def beside(space: int) -> list[int]:
        """Colour near the side of a space, where tiles have no ornament."""
        x, y = stars.middle(space)
        return colour_at(image, *place.point(stars.at(stars.tip(space) + 90, 0.36, (x, y))))

    assert near(beside(red), RED_RHOMBUS)
    assert not near(beside(empty), RED_RHOMBUS)


# --- where stars lie --------------------------------------------------------------------------------------


@pytest.mark.parametrize("structure", range(len(STRUCTURE) - 1))
def test_a_structure_lies_between_the_spaces_around_it(structure: int) -> None:
    spot = stars.spot(structure)
    nearest = sorted(range(SPACES), key=lambda space: math.dist(spot, stars.middle(space)))
    around = stars.around(structure)
    assert sorted(nearest[: len(around)]) == around
    for space in around:  # its mark is on that side
        x, y = stars.pip(structure, space)
        mark = (spot[0] + x, spot[1] + y)
        assert min(around, key=lambda other: math.dist(mark, stars.middle(other))) == space


def test_no_two_spaces_lie_in_one_place() -> None:
    middles = {(round(x), round(y)) for x, y in map(stars.middle, range(SPACES))}
    assert len(middles) == SPACES == 42
    assert stars.middle(0) == pytest.approx((-300, -86.6), abs=0.1)  # P1 points north (S11)


# --- windows ----------------------------------------------------------------------------------------------


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """A machine without a screen that believes in a large one; its size can be changed."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    sizes = [(4000, 3000)]
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: sizes)
    return sizes


def on_screen() -> Any:
    """What the window shows."""
    return pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)


@pytest.mark.usefixtures("desktop")
def test_a_window_shows_the_picture() -> None:
    window, table_ = pictures.Window(fps=1000), sitting("azul", moves=5)
    assert not window.open
    window.show(table_)
    assert window.open
    assert pygame.display.get_caption()[0] == "Azul"
    assert (on_screen() == pictures.rgb(table_)).all()
    table_.play(int(table_.mask().argmax()))
    window.show(table_, seat=1)
    assert (on_screen() == pictures.rgb(table_, seat=1)).all()
    window.close()
    window.close()
    assert not window.open
    assert pygame.display.get_surface() is None


def test_a_window_fits_on_a_small_desktop(desktop: list[tuple[int, int]]) -> None:
    desktop[0] = (800, 600)
    window, table_ = pictures.Window(fps=1000), sitting("azul")
    window.show(table_)
    height, width, _ = pictures.rgb(table_).shape
    assert on_screen().shape == (540, round(540 * width / height), 3)  # nine tenths of its height
    window.close()


@pytest.mark.usefixtures("desktop")
def test_a_picture_keeps_its_shape_in_a_window_of_another() -> None:
    window, table_ = pictures.Window(fps=1000), sitting("azul")
    window.show(table_)
    pygame.display.set_mode((800, 300), pygame.RESIZABLE)  # as somebody who drags its corner does
    window.show(table_)
    shown = on_screen()
    assert (shown[:, :200] == shown[0, 0]).all()  # nothing beside a picture that is as high as the window
    assert (shown[:, 220:580] != shown[0, 0]).any(axis=(0, 2)).mean() > 0.9
    window.close()


@pytest.mark.usefixtures("desktop")
def test_a_window_comes_back_after_somebody_quit_pygame() -> None:
    window, table_ = pictures.Window(fps=1000), sitting("azul")
    window.show(table_)
    pygame.quit()
    assert not window.open
    window.show(table_)
    assert (on_screen() == pictures.rgb(table_)).all()
    window.close()


@pytest.mark.usefixtures("desktop")
def test_pictures_outlive_those_who_quit_pygame() -> None:
    table_ = sitting("pavilion", moves=3)
    before = pictures.rgb(table_)
    pygame.init()
    pygame.quit()
    assert (pictures.rgb(table_) == before).all()
    table_.play(int(table_.mask().argmax()))
    assert (pictures.rgb(table_) != before).any()


@pytest.mark.parametrize(
    ("fps", "error"),
    [
        (0, ValueError),
        (-1, ValueError),
        (math.inf, ValueError),
        (math.nan, ValueError),
        ("2", TypeError),
        (True, TypeError),
    ],
)
def test_a_windows_pace_is_checked(fps: Any, error: Any) -> None:
    with pytest.raises(error, match="fps is"):
        pictures.Window(fps)


def test_a_seat_is_checked() -> None:
    with pytest.raises(ValueError, match="seat is 2, expected from 0 to 1"):
        pictures.ansi(sitting("azul"), seat=2)
