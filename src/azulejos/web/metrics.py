"""What the server counts, in the text that Prometheus reads: counters, histograms, numbers of the moment."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

TEXT = "text/plain; version=0.0.4; charset=utf-8"
QUICK = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds of a move
THINKING = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)  # seconds of a bot
MOST_ROWS = 2000  # of one name: labels come from a few known words, and a mistake there must not fill memory

Labels = tuple[str, ...]


class Meter:
    """One name with its rows, a row for each choice of labels."""

    kind = "untyped"

    def __init__(self, name: str, about: str, labels: Sequence[str] = ()) -> None:
        self.name, self.about, self.labels = name, about, tuple(labels)

    def lines(self) -> Iterator[str]:
        """What is written of it."""
        yield f"# HELP {self.name} {self.about}"
        yield f"# TYPE {self.name} {self.kind}"
        yield from self._rows()

    def _rows(self) -> Iterator[str]:
        yield from ()

    def _key(self, labels: dict[str, object]) -> Labels:
        return tuple(str(labels.get(label, "")) for label in self.labels)

    def _row(self, end: str, key: Labels, value: float, *more: tuple[str, str]) -> str:
        named = [*zip(self.labels, key, strict=True), *more]
        inside = ",".join(f'{label}="{_escaped(text)}"' for label, text in named)
        return f"{self.name}{end}{{{inside}}} {value:.12g}" if inside else f"{self.name}{end} {value:.12g}"


class Counter(Meter):
    """Something that only grows."""

    kind = "counter"

    def __init__(self, name: str, about: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, about, labels)
        self._values: dict[Labels, float] = {} if labels else {(): 0.0}

    def add(self, amount: float = 1.0, **labels: object) -> None:
        """So much more."""
        key = self._key(labels)
        if key in self._values or len(self._values) < MOST_ROWS:
            self._values[key] = self._values.get(key, 0.0) + amount

    def value(self, **labels: object) -> float:
        """How much it is by now."""
        return self._values.get(self._key(labels), 0.0)

    def _rows(self) -> Iterator[str]:
        for key, value in sorted(self._values.items()):
            yield self._row("", key, value)


class Histogram(Meter):
    """How long something took: how often, in all, and how often within each bound."""

    kind = "histogram"

    def __init__(self, name: str, about: str, bounds: Sequence[float], labels: Sequence[str] = ()) -> None:
        super().__init__(name, about, labels)
        self._bounds = tuple(bounds)
        self._sums: dict[Labels, float] = {}
        self._counts: dict[Labels, list[int]] = {}
        if not labels:
            self._open(())

    def _open(self, key: Labels) -> None:
        self._sums[key], self._counts[key] = 0.0, [0] * (len(self._bounds) + 1)

    def add(self, seconds: float, **labels: object) -> None:
        """It took so long once more."""
        key = self._key(labels)
        if key not in self._sums:
            if len(self._sums) >= MOST_ROWS:
                return
            self._open(key)
        self._sums[key] += seconds
        self._counts[key][bisect_left(self._bounds, seconds)] += 1

    def count(self, **labels: object) -> int:
        """How often by now."""
        return sum(self._counts.get(self._key(labels), ()))

    def _rows(self) -> Iterator[str]:
        for key, counts in sorted(self._counts.items()):
            so_far = 0
            for bound, count in zip((*self._bounds, "+Inf"), counts, strict=True):
                so_far += count
                yield self._row("_bucket", key, so_far, ("le", str(bound)))
            yield self._row("_sum", key, self._sums[key])
            yield self._row("_count", key, so_far)


class Gauge(Meter):
    """A number of the moment, asked for when it is read."""

    kind = "gauge"

    def __init__(self, name: str, about: str, ask: Callable[[], float]) -> None:
        super().__init__(name, about)
        self._ask = ask

    def _rows(self) -> Iterator[str]:
        yield self._row("", (), self._ask())


class Meters:
    """All that one server counts."""

    def __init__(self) -> None:
        self.requests = Counter(
            "azulejos_requests_total", "Answers by route and status.", ("method", "route", "status")
        )
        self.refusals = Counter("azulejos_refusals_total", "What was refused, by code.", ("code",))
        self.moves = Counter("azulejos_moves_total", "Moves made, by people and bots.")
        self.games = Counter("azulejos_games_total", "Games begun and ended.", ("what",))
        self.move_seconds = Histogram(
            "azulejos_move_seconds", "From a person's move to its being stored.", QUICK
        )
        self.append_seconds = Histogram(
            "azulejos_store_append_seconds", "Time that the store takes to add moves.", QUICK
        )
        self.bot_seconds = Histogram(
            "azulejos_bot_seconds", "How long bots thought, waiting included.", THINKING, ("level",)
        )
        self.stand_ins = Counter(
            "azulejos_bot_stand_ins_total", "Moves that a simple bot made instead.", ("level",)
        )
        self._gauges: list[Gauge] = []

    def gauge(self, name: str, about: str, ask: Callable[[], float]) -> None:
        """One more number of the moment, instead of another of that name."""
        self._gauges = [known for known in self._gauges if known.name != name]
        self._gauges.append(Gauge(name, about, ask))

    def text(self) -> str:
        """Everything, as it is read."""
        own = [meter for meter in vars(self).values() if isinstance(meter, Meter)]
        return "".join(f"{line}\n" for meter in (*own, *self._gauges) for line in meter.lines())


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
