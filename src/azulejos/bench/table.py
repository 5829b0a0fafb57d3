"""A benchmark's report as text for people: plain lines that also read well in a README."""

from collections.abc import Sequence
from typing import Any

Report = dict[str, Any]


def text(told: Report) -> str:
    """The whole report."""
    parts = [machine_text(told["machine"])]
    if "gpu" in told:
        parts.append(_gpu(told["gpu"]))
    else:
        parts += [_games(told), _small(told["nanoseconds"]), _startup(told["startup"])]
        parts.append(f"most memory held while measuring: {told['memory_megabytes']:.0f} MB")
    return "\n\n".join(parts)


def search_text(told: Report) -> str:
    """The whole report of `bench search`."""
    load = "" if told["load"] is None else f"; load {told['load']} as it began"
    parts = [machine_text(told["machine"]) + load]
    parts += [_simulations(told["simulations_per_second"])]
    if told["evaluations_per_cpu_second"]:
        parts += [_evaluations(told["evaluations_per_cpu_second"])]
    parts += [_playouts(told["playouts_per_cpu_second"])]
    return "\n\n".join([*parts, _solver(told["solver"])])


def server_text(told: Report) -> str:
    """The whole report of `bench server`."""
    load = "" if told["load"] is None else f"; load {told['load']} as it began"
    parts = [machine_text(told["machine"]) + load, _played(told)]
    if "sockets" in told:
        parts.append(_sockets(told["sockets"]))
    return "\n\n".join(parts)


def league_text(told: Report) -> str:
    """The whole report of `bench league`."""
    load = "" if told["load"] is None else f"; load {told['load']} as it began"
    return "\n\n".join([machine_text(told["machine"]) + load, _league_work(told), _pages(told)])


def _league_work(told: Report) -> str:
    file, memory = told["file"], told["megabytes"]
    look = f"look at a file of {file['games']:,} games ({file['lines']:,} lines, {file['megabytes']:.1f} MB)"
    rows = [
        (look, f"{told['look_seconds']:.1f} s"),
        ("then take it in", f"{told['import_seconds']:.1f} s"),
        ("count all ratings anew, after a correction of the first game", f"{told['count_seconds']:.1f} s"),
        ("the first page after a start of the server", f"{told['first_seconds']:.1f} s"),
        ("and until it has all ratings", f"{told['start_seconds']:.1f} s"),
        ("export everything as CSV", f"{told['export_seconds']:.1f} s"),
        ("memory of the server, afterwards", f"{memory:.0f} MB"),
    ]
    return rows_text((f"a league of {told['people']} people, SQLite", "takes"), rows)


def _pages(told: Report) -> str:
    rows = [
        (
            page,
            f"{one['median']:.0f} ms",
            f"{one['most']:.0f} ms",
            f"{one['cpu']:.0f} ms" if "cpu" in one else "",
            f"{one['kilobytes']:.0f} kB",
        )
        for page, one in told["pages"].items()
    ]
    head = (f"pages, asked for {told['times']} times in turn", "median", "worst", "CPU", "size")
    return rows_text(head, rows)


def machine_text(machine: dict[str, str]) -> str:
    """The machine in a line."""
    return (
        f"{machine['processor']}, {machine['system']}, Python {machine['python']}, Numba {machine['numba']}"
    )


def rows_text(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table of Markdown, its columns aligned: the first to the left, numbers to the right."""
    widths = [max(len(row[n]) for row in [head, *rows]) for n in range(len(head))]
    lines = [_row(head, widths)]
    lines.append("|" + "|".join("-" * (w + 1) + (":" if n else "-") for n, w in enumerate(widths)) + "|")
    return "\n".join(lines + [_row(row, widths) for row in rows])


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    padded = [c.rjust(w) if n else c.ljust(w) for n, (c, w) in enumerate(zip(cells, widths, strict=True))]
    return "| " + " | ".join(padded) + " |"


def _games(told: Report) -> str:
    rows = []
    for name, rate in told["games_per_cpu_second"].items():
        decision = f"{rate['decision_ns']:.0f} ns"
        compared = f"{told['decision_ratio'][name]:.2f}"
        rows.append((name, f"{rate['best']:,.0f}", f"{rate['median']:,.0f}", decision, compared))
    head = ("random games per CPU second, one thread", "best", "median", "a decision", "of Azul's")
    return rows_text(head, rows) + "\n\n" + _yardstick(told)


def _yardstick(told: Report) -> str:
    if "yardstick_missing" in told:
        return f"no ratio to the yardstick: {told['yardstick_missing']}"
    rows = [
        (
            f"azul, {players} players, coloured",
            f"{rate['best']:,.0f}",
            f"{told['yardstick_ratio'][players]:.2f}",
        )
        for players, rate in told["yardstick"].items()
    ]
    return rows_text(("the yardstick's games per CPU second, in C", "best", "ours over it"), rows)


def _simulations(told: Report) -> str:
    rows = []
    for variant, positions in told.items():
        for position, rate in positions.items():
            one, two = rate["one_core"], rate["two_cores_wall"]
            figures = [one["best"], one["median"], two["best"], two["median"]]
            ratio = f"{rate['two_over_one']:.2f}"
            rows.append((f"{variant}, {position}", *(f"{figure:,.0f}" for figure in figures), ratio))
    head = (
        "simulations per second",
        "one core (CPU)",
        "median",
        "two cores (wall)",
        "median",
        "two over one",
    )
    return rows_text(head, rows)


def _evaluations(told: Report) -> str:
    rows = [(variant, f"{rate['best']:,.0f}", f"{rate['median']:,.0f}") for variant, rate in told.items()]
    return rows_text(("positions that the net judges per CPU second, one thread", "best", "median"), rows)


def _playouts(told: Report) -> str:
    rows = [
        (
            f"{variant}, {kind} moves",
            f"{rate['best']:,.0f}",
            f"{rate['median']:,.0f}",
            f"{rate['decisions']:.1f}",
        )
        for variant, kinds in told.items()
        for kind, rate in kinds.items()
    ]
    head = ("playouts to the end of the round per CPU second, one thread", "best", "median", "decisions")
    return rows_text(head, rows)


def _solver(told: Report) -> str:
    rows = []
    for variant, solver in told.items():
        rate, solved = solver["positions_per_cpu_second"], solver["decisions_solved"]
        size = f"{solved['median']:g} ({solved['least']} to {solved['most']}) of {solved['of']:g}"
        rows.append((variant, f"{rate['best']:,.0f}", f"{rate['median']:,.0f}", size))
    seconds = max(solver["seconds"] for solver in told.values())
    head = (
        "positions that the solver looks at per CPU second",
        "best",
        "median",
        f"decisions in {seconds:g} s",
    )
    return rows_text(head, rows)


def _played(told: Report) -> str:
    rows = []
    for one in told["runs"]:
        asked = one["asked_per_second"]
        pace = f"{asked:g} a second asked" if asked else "as fast as it goes"
        times = [one[who][what] for who in ("sender_ms", "other_ms") for what in ("median", "p99")]
        refused = sum(one["refused"].values())
        rows.append(
            (
                f"{one['tables']} tables, {pace}",
                f"{one['moves_per_second']:,.0f}",
                *(f"{time:,.0f} ms" for time in times),
                f"{one['server_cpu_ms_per_move']:.1f} ms",
                f"{one['megabytes_per_table'] * 1e3:,.0f} kB",
                str(refused),
            )
        )
    head = (
        "moves through the server, two sockets a table",
        "a second",
        "to the mover",
        "p99",
        "to the other",
        "p99",
        "CPU a move",
        "a table",
        "refused",
    )
    return rows_text(head, rows)


def _sockets(told: dict[str, Any]) -> str:
    trouble = f"; errors: {', '.join(told['errors'])}" if told["errors"] else ", no error"
    return (
        f"sockets: {told['answered']:,} of {told['asked']:,} open at once{trouble};"
        f" opened in {told['seconds_to_open']:.1f} s, {told['kilobytes_each']:.0f} kB each,"
        f" all asked at once: answered in {told['ping_ms']['median']:.0f} ms,"
        f" p99 {told['ping_ms']['p99']:.0f} ms"
    )


def _small(costs: dict[str, float]) -> str:
    rows = [
        ("list the moves of an Azul opening", _time(costs["list_moves"])),
        ("the same, not compiled", _time(costs["list_moves_uncompiled"])),
        ("copy a state", _time(costs["copy_state"])),
        ("Match.play: checked, text in, undo kept, not compiled", _time(costs["match_play"])),
    ]
    return rows_text(("cost of one", "time"), rows)


def _time(nanoseconds: float) -> str:
    return f"{nanoseconds:.0f} ns" if nanoseconds < 1000 else f"{nanoseconds / 1000:.1f} us"


def _startup(startup: dict[str, Any]) -> str:
    names = {
        "help": "azulejos --help",
        "first_move_uncompiled": "first move, nothing compiled",
        "first_move_cold": "first move, compiling everything (once per version)",
        "first_move_cached": "first move, compiled, from the cache",
    }
    rows = []
    for key, name in names.items():
        memory = f"{startup[key]['megabytes']:.0f} MB" if "megabytes" in startup[key] else ""
        rows.append((name, f"{startup[key]['seconds']:.2f} s", memory))
    return rows_text(("from the start of a process", "time", "memory"), rows)


def _gpu(told: dict[str, Any]) -> str:
    rows = [
        (name, f"{rate['best'] / 1e6:.1f}", f"{rate['median'] / 1e6:.1f}", _verdict(rate))
        for name, rate in told["variants"].items()
    ]
    head = (f"million random games per second on {told['device']}", "best", "median", "results")
    return rows_text(head, rows)


def _verdict(rate: dict[str, Any]) -> str:
    same = "equal the CPU's" if rate["equal_to_cpu"] else "DIFFER from the CPU's"
    return f"all {rate['games']:,} {same}"
