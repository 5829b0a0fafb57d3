"""Errors keep what they carry: through processes, and when somebody says where they happened."""

import copy
import pickle

import pytest

import azulejos as az
from azulejos.azul.reasons import TEXTS as AZUL
from azulejos.core.reasons import AT_ANY_TABLE, Reason
from azulejos.pavilion.reasons import TEXTS as PAVILION

FULL = Reason("line_full", "A22", {"line": 2})


def test_a_refusal_survives_pickling_and_copying() -> None:
    error = az.IllegalMove("at ply 3, 1B>2: line 2 is full", FULL)
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is az.IllegalMove
        assert (str(twin), twin.reason) == (str(error), FULL)


@pytest.mark.parametrize("kind", [az.RulesError, az.NotationError, az.BadPosition, az.IllegalMove])
def test_other_errors_have_a_message_alone(kind: type[az.RulesError]) -> None:
    error = pickle.loads(pickle.dumps(kind("no")))
    assert (type(error), str(error), error.args) == (kind, "no", ("no",))
    assert getattr(error, "reason", None) is None


def test_where_it_happened_is_said_first_and_nothing_is_lost() -> None:
    error = az.IllegalMove("line 2 is full", FULL).at("at ply 3")
    assert (str(error), error.reason) == ("at ply 3, line 2 is full", FULL)
    assert str(az.NotationError("not a move").at("at ply 3")) == "at ply 3, not a move"


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_record_with_an_illegal_move_carries_the_reason_too(game: str) -> None:
    match = az.new(game, seed=1, starter=0)
    factory, colour = next((move[0], move[1]) for move in match.moves())
    target = ">5" if game == "azul" else ""
    lines = match.play(f"{factory}{colour}{target}").record().splitlines()
    seat = match.turn
    spoilt = "\n".join([*lines[:-1], f"{seat} {factory}{colour}{target}", "unfinished", ""])
    with pytest.raises(az.IllegalMove, match=f"^at ply 2, .*factory {factory} is empty$") as error:
        az.read(spoilt)
    assert error.value.reason is not None
    assert error.value.reason.code == "factory_empty"


def test_what_both_games_refuse_has_one_text() -> None:
    assert set(AZUL) & set(PAVILION) == set(AT_ANY_TABLE)
    for code in AT_ANY_TABLE:
        assert AZUL[code][1] == PAVILION[code][1] == AT_ANY_TABLE[code]
