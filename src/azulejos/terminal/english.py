"""Small grammar for the sentences of the terminal game: lists, plurals, verbs after a name."""

from collections.abc import Callable, Sequence

YOU = "You"  # what the person is called who gives no name; verbs follow it

_IRREGULAR = {"has": "have", "is": "are", "passes": "pass"}
_PAST = {"takes": "took", "puts": "put", "passes": "passed"}


def listed(parts: Sequence[str]) -> str:
    """Several things with commas and a last `and`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def counted(count: int, thing: str) -> str:
    """A number and a thing: `1 tile`, `2 tiles`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def kinds(letters: str, some: Callable[[str, int], str]) -> list[str]:
    """A group of tiles by kind, each told by its letter and how many there are."""
    return [some(letter, letters.count(letter)) for letter in dict.fromkeys(letters)]


def bare(sentence: str) -> str:
    """A sentence's opening verb as after `you` or `would`: `takes 2 red` becomes `take 2 red`."""
    verb, space, rest = sentence.partition(" ")
    return _IRREGULAR.get(verb, verb.removesuffix("s")) + space + rest


def does(name: str, sentence: str) -> str:
    """A name and what it does: `Ana takes 2 red`, `You take 2 red`."""
    return f"{name} {bare(sentence) if name == YOU else sentence}"


def did(name: str, sentence: str) -> str:
    """A name and what it did: `Ana took 2 red`."""
    verb, space, rest = sentence.partition(" ")
    return f"{name} {_PAST[verb]}{space}{rest}"


def whose(name: str) -> str:
    """Something of theirs: `Ana's`, `Your`."""
    return "Your" if name == YOU else f"{name}'s"
