"""The dialogue: games played over standard input, one line an answer."""

import json
import os
from pathlib import Path

import pytest

import azulejos as az
from azulejos.bots.bot import Choice
from azulejos.terminal.files import Keeper
from tests.terminal.conftest import Run
from tests.terminal.kept import kept, moves, saved
from tests.terminal.tables import board, grey_tiling, last_draft, position

TWO = ("play", "--seed", "7", "--starter", "0", "--seat", "Ana", "--seat", "Bruno")
# Factories BYRR BYKW YRKK RRRK YRKW


def test_the_default_game_is_you_against_a_greedy_bot(run: Run, home: Path) -> None:
    ran = run("play", "--seed", "7", lines="1R>2\n")
    assert ran.status == 0
    assert list(saved(home).names) == ["You", "greedy (bot)"]
    assert "▸ You" in ran.out
    assert "greedy (bot) takes 1 yellow from factory 3 to line 1." in ran.out


def test_several_people_are_called_by_name(run: Run, home: Path) -> None:
    ran = run(*TWO, lines="1R>2\n4r3\n")
    assert moves(saved(home)) == ["1R>2", "4R>3"]
    assert "Ana, your move: 1R>2" in ran.out
    assert "Ana takes 2 red from factory 1 to line 2." in ran.out
    assert "Bruno, your move: 4r3" in ran.out


def test_the_end_of_input_saves_and_says_how_to_go_on(run: Run, home: Path) -> None:
    ran = run(*TWO, lines="1R>2\n")
    assert ran.status == 0
    [path] = kept(home)
    assert path.name.endswith("-azul.txt")
    assert f"The game is saved in {path}." in ran.words()
    assert ran.out.endswith("Go on with: azulejos play --resume\n")


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
def test_quit_leaves(run: Run, word: str) -> None:
    ran = run(*TWO, lines=f"{word}\n1R>2\n")
    assert ran.status == 0
    assert "1R>2" not in ran.out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1K>2", "1K>2: factory 1 holds no black tile"),
        ("9b1", "there is no factory 9"),
        ("9", "there is no factory 9"),
        ("frobnicate", "not a move: 'frobnicate'"),
        ("2@3", "no wall choice is due"),
        ("\x00\x1b[31m", "not a move"),
    ],
)
def test_what_is_refused_is_explained_and_changes_nothing(
    run: Run, home: Path, line: str, sentence: str
) -> None:
    ran = run(*TWO, lines=f"{line}\n")
    assert ran.status == 0
    assert sentence in ran.words()
    assert kept(home) == []
    assert "\x1b" not in ran.out


# --- picking ----------------------------------------------------------------------------------------------


def test_enter_lists_and_numbers_pick(run: Run, home: Path) -> None:
    ran = run(*TWO, lines="\n3\n2\n")
    assert "Which tiles?" in ran.out
    assert "Where to with 2 red from factory 1?" in ran.out
    assert "2  line 2: fills it (+1), 0 to the floor" in ran.out
    assert moves(saved(home)) == ["1R>2"]


def test_part_of_a_move_lists_the_rest(run: Run, home: Path) -> None:
    ran = run(*TWO, lines="4r\nf\n")
    assert "Where to with 3 red from factory 4?" in ran.out
    assert moves(saved(home)) == ["4R>f"]


def test_a_move_can_be_typed_while_a_list_is_open(run: Run, home: Path) -> None:
    run(*TWO, lines="?\n4r3\n")
    assert moves(saved(home)) == ["4R>3"]


def test_enter_goes_back_page_by_page(run: Run, home: Path) -> None:
    ran = run(*TWO, lines="?\n3\n\n\n")
    assert ran.out.count("Which tiles?") == 2
    assert ran.out.count("Type a move such as 1B>1") == 2
    assert kept(home) == []


def test_a_place_that_is_not_in_the_list_is_explained(run: Run) -> None:
    ran = run(*TWO, lines="1R>2\n2B>1\n4R\n2\n9\n")
    assert "4R>2: line 2 is full" in ran.out
    assert "'9' is not in the list, expected one of 1, 3, 4, 5, f" in ran.out


def test_wall_choices_are_asked_with_their_points(run: Run, home: Path) -> None:
    code = grey_tiling().code()
    ran = run("play", "--position", code, "--seat", "Ana", "--seat", "Bruno", lines="cK>f\n1\n2\n")
    assert "Column for the red tile of line 2?" in ran.out
    assert "2  column 2: 2 across = 2" in ran.out
    assert "expected one of 2@2, 2@3, 2@4, 2@5" in ran.words()  # column 1 holds yellow
    assert "Ana puts the red tile of line 2 in column 2: 2 across = 2." in ran.out
    assert moves(saved(home)) == ["cK>f", "2@2"]


# --- commands ---------------------------------------------------------------------------------------------


def test_help_tells_the_commands_and_the_notation_of_this_position(run: Run) -> None:
    ran = run(*TWO, lines="help\n")
    assert "Here 1B>1 takes 1 blue from factory 1 to line 1; 1b1 will do as well." in ran.words()
    for command in ("moves", "hint", "log", "score", "undo", "save [FILE]", "quit", "board"):
        assert f"\n  {command} " in ran.out


def test_undo_takes_back_your_move_and_the_replies_to_it(run: Run, home: Path) -> None:
    ran = run("play", "--seed", "7", "--starter", "0", "--players", "3", lines="1R>2\nundo\n")
    taken = "Taken back: You took 2 red from factory 1 to line 2; greedy 1 (bot) took "
    assert taken in ran.words()
    assert "; greedy 2 (bot) took " in ran.words()
    assert moves(saved(home)) == []


def test_undo_between_people_takes_back_one_move(run: Run, home: Path) -> None:
    ran = run(*TWO, lines="1R>2\n4R>3\nundo\n")
    assert "Taken back: Bruno took 3 red from factory 4 to line 3." in ran.out
    assert moves(saved(home)) == ["1R>2"]


def test_undo_before_any_move_is_refused(run: Run) -> None:
    ran = run("play", "--seed", "7", "--starter", "1", lines="undo\n")
    assert "nothing to undo: no person has moved yet" in ran.out


def test_undo_goes_back_over_the_end_of_a_round(run: Run, home: Path) -> None:
    code = last_draft().code()
    run("play", "--position", code, "--seat", "Ana", "--seat", "Bruno", lines="cK>f\nundo\n")
    assert saved(home).position() == last_draft().position()


def test_moves_hint_log_and_score(run: Run) -> None:
    ran = run(*TWO, lines="1R>2\nmoves\nhint\nlog\nscore\n")
    assert "4R>1,2,3,4,5,f" in ran.out
    assert "The strong bot would play " in ran.out
    assert ": take " in ran.out
    assert "  1R>2     Ana takes 2 red from factory 1 to line 2" in ran.out
    assert "Ana: 0\n  no final bonus yet" in ran.out


def test_a_round_is_explained_when_it_ends(run: Run) -> None:
    ran = run("play", "--position", last_draft().code(), "--seat", "Ana", "--seat", "Bruno", lines="cK>f\n")
    assert "Round 2 is over and scored:\nAna\n  line 1: black to column 4: 4 across = 4\n" in ran.out
    assert "score: 1 + 0 - 4 = -3, never below 0: 0" in ran.out
    assert "Azul  ·  round 3" in ran.out


# --- between rounds ---------------------------------------------------------------------------------------

LAST_DRAFT = ("play", "--position", last_draft().code(), "--seat", "Ana", "--seat", "Bruno")


@pytest.mark.usefixtures("attended")
@pytest.mark.parametrize(
    ("typed", "told", "kept_moves"),
    [
        ("quit", "Go on with: ", ["cK>f"]),
        ("undo", "Taken back: Ana took 1 black from the centre to the floor.", []),
        ("save copy.txt", "Saved in copy.txt.", ["cK>f"]),
        ("1", "Press Enter first, or type undo, save, quit.", ["cK>f"]),
        ("undo me\nsave /\n", "cannot write /: it is a folder", []),
    ],
)
def test_commands_are_carried_out_while_the_scores_are_shown(
    run: Run, home: Path, typed: str, told: str, kept_moves: list[str]
) -> None:
    ran = run(*LAST_DRAFT, lines=f"cK>f\n{typed}\n")
    assert told in ran.words()
    assert moves(saved(home)) == kept_moves


@pytest.mark.usefixtures("attended")
def test_the_end_of_input_while_the_scores_are_shown_leaves(run: Run) -> None:
    for lines in ("cK>f\n", "cK>f\nquit\n"):
        ran = run(*LAST_DRAFT, lines=lines)
        assert "Round 2 is over and scored:" in ran.out
        assert "your move" not in ran.out.partition("Press Enter")[2]
    assert "Bruno, your move" in run(*LAST_DRAFT, lines="cK>f\n\n").out


# --- bots do not peek -------------------------------------------------------------------------------------


def test_bots_and_the_hint_cannot_see_coming_deals(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[list[str]] = []

    class Peeking:
        name = "peeking"

        def choose(self, game: az.Match, seconds: float | None = None) -> Choice:  # noqa: ARG002
            dealt.append(game.copy().play("cK>f").show()["factories"])
            return Choice("cK>f")

    real = az.load(LAST_DRAFT[2], seed=5).play("cK>f").show()["factories"]
    monkeypatch.setattr("azulejos.terminal.commands.bot", lambda _name, **_seed: Peeking())
    run(*LAST_DRAFT, "--seed", "5", lines="hint\n")
    monkeypatch.setattr("azulejos.terminal.play.seat_bots", lambda _names, _seed: {0: Peeking()})
    ran = run(*LAST_DRAFT, "--seed", "5")
    assert "Ana takes 1 black from the centre to the floor." in ran.out
    assert len(dealt) == 2
    assert real not in dealt


# --- low and narrow screens -------------------------------------------------------------------------------


@pytest.mark.usefixtures("attended")
@pytest.mark.parametrize("game", ["azul", "pavilion"])
@pytest.mark.parametrize(("columns", "lines"), [("80", "24"), ("60", "30")])
def test_the_table_and_the_own_board_stand_on_the_screen_above_the_prompt(
    run: Run, monkeypatch: pytest.MonkeyPatch, game: str, columns: str, lines: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", lines)
    move = "1r2" if game == "azul" else "3r"
    out = run("play", "--game", game, "--players", "3", "--seed", "7", "--starter", "0", lines=move).out
    screen = out[: out.rindex("Your move:")].splitlines()[-int(lines) + 1 :]
    assert any(line.startswith(" 1 ") for line in screen)  # the factories
    assert any(line.startswith(" centre ") for line in screen)
    assert any("▸ You" in line for line in screen)
    assert sum(line.count("greedy") - line.count("takes") for line in screen) >= 2  # both other boards


@pytest.mark.parametrize("columns", ["20", "30", "38", "44"])
@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_nothing_overflows_a_very_narrow_screen(
    run: Run, monkeypatch: pytest.MonkeyPatch, game: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    run(
        "play",
        "--game",
        game,
        "--seed",
        "7",
        "--seat",
        "bot:greedy",
        "--seat",
        "bot:random",
        "--save",
        "g.txt",
    )
    out = run("replay", "g.txt", "--all").out
    assert max(len(line) for line in out.splitlines()) <= int(columns)


# --- saving and resuming ----------------------------------------------------------------------------------


def test_a_game_is_resumed_with_its_bots(run: Run, home: Path) -> None:
    run("play", "--seed", "7", "--starter", "0", lines="1R>2\n")
    before = moves(saved(home))
    assert len(before) == 2
    ran = run("play", "--resume", lines="undo\n")
    assert ran.status == 0
    assert "Taken back: You took 2 red from factory 1 to line 2; greedy (bot) took " in ran.words()
    assert moves(saved(home)) == []
    assert len(kept(home)) == 1


def test_save_writes_a_copy_that_can_be_resumed(run: Run, home: Path) -> None:
    ran = run(*TWO, lines="1R>2\nsave mine.txt\n4R>3\nsave\n")
    assert "Saved in mine.txt." in ran.out
    assert moves(az.read((home / "mine.txt").read_text())) == ["1R>2"]
    again = run("play", "--resume", "mine.txt", lines="4R>1\n")
    assert "Bruno, your move: 4R>1" in again.out
    assert again.out.endswith("Go on with: azulejos play --resume mine.txt\n")
    assert moves(az.read((home / "mine.txt").read_text())) == ["1R>2", "4R>1"]
    assert moves(saved(home)) == ["1R>2", "4R>3"]  # the game that it is a copy of is left as it was


def test_save_does_not_write_over_other_files(run: Run, home: Path) -> None:
    (home / "letter.txt").write_text("Dear Ana")
    (home / "other.txt").write_text(az.new("azul", seed=1).record())
    ran = run(*TWO, lines="save letter.txt\nsave other.txt\nsave .\nsave no/such/folder\n")
    assert "cannot read" not in ran.words()
    assert "letter.txt is there already and is no azulejos record" in ran.words()
    assert "other.txt holds another game" in ran.words()
    assert "it is a folder" in ran.words()
    assert "there is no such folder" in ran.words()
    assert (home / "letter.txt").read_text() == "Dear Ana"
    assert list(az.read((home / "other.txt").read_text()).names) == ["Seat 0", "Seat 1"]


def test_save_writes_over_an_earlier_state_of_the_same_game(run: Run, home: Path) -> None:
    run(*TWO, lines="1R>2\nsave mine.txt\nundo\n1R>3\nsave mine.txt\n")
    assert moves(az.read((home / "mine.txt").read_text())) == ["1R>3"]


def test_the_option_save_keeps_the_game_in_that_file(run: Run, home: Path) -> None:
    ran = run(*TWO, "--save", "kept.txt", lines="1R>2\n")
    assert moves(az.read((home / "kept.txt").read_text())) == ["1R>2"]
    assert ran.out.endswith("Go on with: azulejos play --resume kept.txt\n")
    assert not (home / "data").exists()


def test_every_game_is_kept_in_a_file_of_its_own(run: Run, home: Path) -> None:
    run(*TWO, lines="1R>2\n")
    run(*TWO, lines="1R>3\n")
    assert [moves(az.read(path.read_text())) for path in kept(home)] == [["1R>2"], ["1R>3"]]


def test_a_game_in_which_nobody_has_moved_is_not_kept(run: Run, home: Path) -> None:
    run(*TWO, lines="1R>2\n")
    for starter in ("0", "1"):  # a bot's move alone makes no game either
        ran = run("play", "--starter", starter, lines="quit\n")
        assert "No person has moved yet, so there is nothing to save." in ran.out
    assert len(kept(home)) == 1
    assert "Bruno, your move:" in run("play", "--resume").out


def test_resume_takes_the_unfinished_game_that_was_changed_last(run: Run, home: Path) -> None:
    run(*TWO, lines="1R>2\n")
    first = kept(home)[0]
    run(*TWO, lines="1R>3\n")
    run("play", "--seat", "bot:random", "--seat", "bot:random")  # is over
    assert len(kept(home)) == 3
    assert "You" not in run("play", "--resume", lines="4R>4\n").out
    assert moves(saved(home)) == ["1R>3", "4R>4"]
    again = run("play", "--resume", str(first), lines="4R>5\n")
    assert again.out.endswith("Go on with: azulejos play --resume\n")  # it is the last one now
    assert moves(az.read(first.read_text())) == ["1R>2", "4R>5"]


def test_only_the_games_changed_last_are_kept(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.terminal.files.MOST_GAMES", 2)
    folder = home / "data" / "azulejos" / "games"
    folder.mkdir(parents=True)
    (folder / "mine.txt").write_text("not one of ours")
    for line in "1234":
        run(*TWO, lines=f"1R>{line}\n")
    assert (folder / "mine.txt").exists()
    ours = [path for path in kept(home) if path.name != "mine.txt"]
    assert [moves(az.read(path.read_text())) for path in ours] == [["1R>3"], ["1R>4"]]


def test_a_refused_start_leaves_the_saved_game(run: Run, home: Path) -> None:
    run(*TWO, lines="1R>2\n")
    (home / "bad.txt").write_text(saved(home).record().replace("Bruno", "deep (bot)"))
    assert run("play", "bad.txt").status == 2
    assert run("play", "--resume").status == 0


def test_two_who_resume_one_game_do_not_write_over_each_other(home: Path) -> None:
    start = az.new("azul", seed=7, starter=0).play("1R>2")
    (home / "mine.txt").write_text(start.record())
    one, other = Keeper(Path("mine.txt"), start), Keeper(Path("mine.txt"), start)
    one.keep(start.copy().play("4R>3"))
    other.keep(start.copy().play("4R>4"))
    one.keep(start.copy().play("4R>5"))
    assert moves(az.read((home / "mine.txt").read_text())) == ["1R>2", "4R>5"]
    assert moves(saved(home)) == ["1R>2", "4R>4"]
    assert str(other.path) == str(kept(home)[0])


def test_a_game_that_is_looked_at_is_not_written_again(run: Run, home: Path) -> None:
    run(*TWO, lines="1R>2\n")
    before = kept(home)[0].stat().st_mtime_ns
    run("play", "--resume", lines="help\n")
    assert kept(home)[0].stat().st_mtime_ns == before


def test_the_farewell_names_a_command_that_the_shell_finds(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    programs = home / "with space" / "bin"
    programs.mkdir(parents=True)
    (programs / "azulejos").touch(mode=0o755)
    monkeypatch.setattr("sys.executable", str(programs / "python"))
    ran = run(*TWO, lines="1R>2\n")
    assert ran.out.endswith("Go on with: 'with space/bin/azulejos' play --resume\n")


def test_a_data_folder_that_cannot_be_written_gives_one_warning(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "file"))
    ran = run(*TWO, lines="1R>2\n4R>3\n")
    assert ran.status == 0
    assert "Bruno takes 3 red from factory 4 to line 3." in ran.out
    assert ran.words().count("The game is not saved: cannot write") == 2  # once in the game, once at its end
    assert "Go on with" not in ran.out


def test_no_half_written_file_is_left_beside_the_game(run: Run, home: Path) -> None:
    run(*TWO, lines="1R>2\n4R>3\n")
    assert len(os.listdir(home / "data" / "azulejos" / "games")) == 1


# --- whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("--wall", "grey", "--jokers", "--players", "3")])
def test_a_whole_game_over_standard_input(run: Run, home: Path, options: tuple[str, ...]) -> None:
    """The moves of a finished game between bots, typed in for people, bring the same game."""
    run("play", "--seed", "7", *options, "--seat", "bot:greedy", "--seat", "bot:random")
    model = saved(home)
    assert model.over
    people = [part for seat in range(len(model.names)) for part in ("--seat", f"Person {seat}")]
    ran = run("play", "--seed", "7", *options, *people, lines="\n".join(moves(model)))
    assert ran.status == 0
    game = saved(home)
    assert game.entries == model.entries
    rounds = game.show()["round"]
    assert [f"Round {n} is over and scored:" in ran.out for n in range(1, rounds + 2)] == [True] * rounds + [
        False
    ]
    assert "The game is over: " in ran.out
    winner = game.names[game.winners()[0]]
    assert f"{winner} wins with {max(game.scores())} points." in ran.words()
    assert f"See it again with: azulejos replay {kept(home)[-1]}" in ran.words()


def test_nothing_is_wider_than_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    bots = ("--seat", "bot:random", "--seat", "bot:random", "--seat", "bot:random")
    game = run("play", "--seed", "3", "--jokers", "--wall", "grey", *bots, "--save", "game.txt").out
    asked = run(*TWO, "--jokers", "--save", "two.txt", lines="help\nmoves\n?\n1\nhint\nfrobnicate\n").out
    for out in (game, run("replay", "game.txt").out, asked):
        assert len(out) > 2000
        assert max(len(line.rstrip()) for line in out.splitlines()) <= 60


def test_a_finished_game_is_only_shown_when_it_is_resumed(run: Run, home: Path) -> None:
    run("play", "--seed", "7", "--seat", "bot:greedy", "--seat", "bot:greedy")
    ran = run("play", "--resume", str(kept(home)[0]), lines="help\n")
    assert ran.status == 0
    assert "greedy 1 (bot) wins with 62 points." in ran.out
    assert "your move" not in ran.out


def test_a_position_can_be_given_as_text_as_json_and_as_a_file(run: Run, home: Path) -> None:
    data = position(board(score=5), board(score=8), centre="KW")
    (home / "position.json").write_text(json.dumps(data))
    for given in (az.load(data).code(), json.dumps(data), "position.json"):
        ran = run("play", "--position", given)
        assert ran.status == 0
        assert "5 points" in ran.out
        assert "8 points" in ran.out


def test_plain_output_has_no_escape_codes_and_no_tile_edges(run: Run) -> None:
    out = run(*TWO, "--plain", lines="\n1\n1\nhint\n").out
    assert "\x1b" not in out
    assert "▐" not in out
    assert "║ 1              ·     b  y  r  k  w  ║" in out
