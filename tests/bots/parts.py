"""Which fields of a position a kernel looks at, for what the search keeps of a position's parts."""

from typing import Any

from azulejos.bots.net import MOST_ACTIVE


class Read(list[int]):
    """A position that remembers which of its fields were looked at."""

    def __init__(self, state: list[int]) -> None:
        super().__init__(state)
        self.fields: set[Any] = set()

    def __getitem__(self, field: Any) -> Any:
        self.fields.add(field)
        return super().__getitem__(field)


def looked_at(kernels: Any, state: list[int], part: int) -> tuple[set[Any], set[Any]]:
    """The fields that a part's features follow from, and those that its words hold."""
    features, words = Read(state), Read(state)
    kernels.encode_part(features, part, [0] * MOST_ACTIVE, 0)
    kernels.part_words(words, part, [0] * kernels.PART_WORDS)
    return features.fields, words.fields
