"""What the fuzz tests of every game share: bounded settings, spoiling values and texts, a fair try."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import azulejos as az


def fuzz(examples: int) -> Callable[[Any], Any]:
    """Bounded and the same every time."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )


def attempt(make: Callable[[], az.Match]) -> az.Match | None:
    """The game, or None where it was refused by name; any other error goes through."""
    try:
        return make()
    except az.RulesError as error:
        message = str(error)
    assert 0 < len(message) < 1000
    return None


def places(value: object) -> list[tuple[Any, Any]]:
    """Every place inside a value, as its container and key."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    assert isinstance(value, dict | list) or not keys
    found: list[tuple[Any, Any]] = []
    for key in keys:
        found += [(value, key), *places(value[key])]  # type: ignore[index]
    return found


def edit(draw: st.DrawFn, text: str, letters: str) -> str:
    """One character dropped, doubled, swapped with its neighbour, or replaced."""
    at = draw(st.integers(0, max(0, len(text) - 2)))
    kind = draw(st.sampled_from(["drop", "double", "swap", "replace", "cut"]))
    head, one, rest = text[:at], text[at : at + 1], text[at + 1 :]
    if kind == "drop":
        return head + rest
    if kind == "double":
        return head + one + one + rest
    if kind == "swap":
        return head + rest[:1] + one + rest[1:]
    if kind == "cut":
        return head
    return head + draw(st.sampled_from(letters)) + rest
