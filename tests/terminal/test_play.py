"""The dialogue: games played over standard input, one line an answer."""

import json
import os
from pathlib import Path

import pytest

import azulejos as az
from tests.terminal.conftest import Run
from tests.terminal.tables import board, grey_tiling, last_draft, position

TWO = ("play", "--seed", "7", "--starter", "0", "--seat", "Ana", "--seat", "Bruno")
# Factories BYRR BYKW YRKK RRRK YRKW


def saved(home: Path) -> az.Match:
    """The game that was saved after the last move."""
    return az.read((home / "data" / "azulejos" / "last-game.txt").read_text(encoding="utf-8"))


def moves(game: az.Match) -> list[str]:
    return [entry.text for entry in game.entries if entry.seat >= 0]


def test_the_default_game_is_you_against_a_greedy_bot(run: Run, home: Path) -> None:
    ran = run("play", "--seed", "7")
    assert ran.status == 0
    assert saved(home).names == ("You", "greedy (bot)")
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
    assert f"The game is saved in {home}/data/azulejos/last-game.txt." in ran.words()
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
    assert moves(saved(home)) == []
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
    assert moves(saved(home)) == []


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
    taken = [
        line for line in ran.out.splitlines() if line.startswith("Taken back: You 1R>2, greedy 1 (bot) ")
    ]
    assert len(taken) == 1
    assert " and greedy 2 (bot) " in taken[0]
    assert moves(saved(home)) == []


def test_undo_between_people_takes_back_one_move(run: Run, home: Path) -> None:
    ran = run(*TWO, lines="1R>2\n4R>3\nundo\n")
    assert "Taken back: Bruno 4R>3." in ran.out
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
    assert "The greedy bot would play " in ran.out
    assert ": take " in ran.out
    assert "  1R>2     Ana takes 2 red from factory 1 to line 2" in ran.out
    assert "Ana: 0\n  no final bonus yet" in ran.out


def test_a_round_is_explained_when_it_ends(run: Run) -> None:
    ran = run("play", "--position", last_draft().code(), "--seat", "Ana", "--seat", "Bruno", lines="cK>f\n")
    assert "Round 2 is over and scored:\nAna\n  line 1: black to column 4: 4 across = 4\n" in ran.out
    assert "score: 1 + 0 - 4 = -3, never below 0: 0" in ran.out
    assert "Azul  ·  round 3" in ran.out


# --- saving and resuming ----------------------------------------------------------------------------------


def test_a_game_is_resumed_with_its_bots(run: Run, home: Path) -> None:
    run("play", "--seed", "7", "--starter", "0", lines="1R>2\n")
    before = moves(saved(home))
    assert len(before) == 2
    ran = run("play", "--resume", lines="undo\n")
    assert ran.status == 0
    assert f"Taken back: You 1R>2 and greedy (bot) {before[1]}." in ran.out


def test_save_writes_a_copy_that_can_be_resumed(run: Run, home: Path) -> None:
    ran = run(*TWO, lines="1R>2\nsave mine.txt\n4R>3\nsave\n")
    assert "Saved in mine.txt." in ran.out
    assert moves(az.read((home / "mine.txt").read_text())) == ["1R>2"]
    again = run("play", "--resume", "mine.txt", lines="4R>1\n")
    assert "Bruno, your move: 4R>1" in again.out
    assert moves(saved(home)) == ["1R>2", "4R>1"]
    assert moves(az.read((home / "mine.txt").read_text())) == ["1R>2"]  # the copy is left as it was


def test_save_does_not_write_over_other_files(run: Run, home: Path) -> None:
    (home / "letter.txt").write_text("Dear Ana")
    (home / "other.txt").write_text(az.new("azul", seed=1).record())
    ran = run(*TWO, lines="save letter.txt\nsave other.txt\nsave .\nsave no/such/folder\n")
    assert "letter.txt is there already and is no azulejos record" in ran.words()
    assert "other.txt holds another game" in ran.words()
    assert "it is a folder" in ran.words()
    assert "there is no such folder" in ran.words()
    assert (home / "letter.txt").read_text() == "Dear Ana"
    assert az.read((home / "other.txt").read_text()).names == ("Seat 0", "Seat 1")


def test_save_writes_over_an_earlier_state_of_the_same_game(run: Run, home: Path) -> None:
    run(*TWO, lines="1R>2\nsave mine.txt\nundo\n1R>3\nsave mine.txt\n")
    assert moves(az.read((home / "mine.txt").read_text())) == ["1R>3"]


def test_the_option_save_keeps_the_game_in_that_file(run: Run, home: Path) -> None:
    ran = run(*TWO, "--save", "kept.txt", lines="1R>2\n")
    assert moves(az.read((home / "kept.txt").read_text())) == ["1R>2"]
    assert ran.out.endswith("Go on with: azulejos play --resume kept.txt\n")
    assert not (home / "data").exists()


def test_an_unfinished_game_is_put_aside_for_a_new_one(run: Run, home: Path) -> None:
    run(*TWO, lines="1R>2\n")
    run(*TWO, lines="1R>3\n")
    aside = home / "data" / "azulejos" / "previous-game.txt"
    assert moves(az.read(aside.read_text())) == ["1R>2"]
    assert moves(saved(home)) == ["1R>3"]


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
    assert os.listdir(home / "data" / "azulejos") == ["last-game.txt"]


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
    assert "azulejos replay shows it again" in ran.words()


def test_nothing_is_wider_than_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    bots = ("--seat", "bot:random", "--seat", "bot:random", "--seat", "bot:random")
    game = run("play", "--seed", "3", "--jokers", "--wall", "grey", *bots, "--save", "game.txt").out
    asked = run(*TWO, "--jokers", "--save", "two.txt", lines="help\nmoves\n?\n1\nhint\nfrobnicate\n").out
    for out in (game, run("replay", "game.txt").out, asked):
        assert len(out) > 2000
        assert max(len(line.rstrip()) for line in out.splitlines()) <= 60


def test_a_finished_game_is_only_shown_when_it_is_resumed(run: Run) -> None:
    run("play", "--seed", "7", "--seat", "bot:greedy", "--seat", "bot:greedy")
    ran = run("play", "--resume", lines="help\n")
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
