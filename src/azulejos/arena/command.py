"""The command `azulejos arena`, put together from its parts: plan, run, report. Works out what was wished."""

import io
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from azulejos.arena.errors import ArenaTrouble
from azulejos.arena.journal import kept_plan, trouble_with
from azulejos.arena.plans import Plan, plan
from azulejos.arena.plot import svg
from azulejos.arena.progress import Watch
from azulejos.arena.report import write_report
from azulejos.arena.results import Results
from azulejos.arena.runner import run
from azulejos.arena.summary import Summary, summary, title
from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError

INTERRUPTED = 130
PIPED_WIDTH = 160  # columns where nobody's window sets a limit


def start_arena(
    bots: Sequence[str],
    wishes: Mapping[str, Any],
    *,
    out: Path | None = None,
    resume: Path | None = None,
    anchor: str | None = None,
    as_json: bool = False,
    plot: Path | None = None,
    **how: Any,
) -> int:
    """Play what was wished, or go on with a file, and tell what came out; the exit status."""
    given = {name: wish for name, wish in {**wishes, "out": out}.items() if wish is not None}
    made = _resumed(resume, bots, given) if resume else _planned(bots, given, out)
    anchored = _anchor(anchor, made)
    if plot is not None and not plot.absolute().parent.is_dir():
        raise ArenaTrouble(f"cannot write {plot}: there is no such folder")
    file = resume or out
    with Watch() as watch:
        results = run(made, out=file, watch=watch, **how)
    told = summary(results, anchored)
    _write(told, as_json)
    if plot is not None:
        _draw(told, plot)
    return _stopped(results, file) if results.interrupted else 0


def _planned(bots: Sequence[str], given: dict[str, Any], out: Path | None) -> Plan:
    """A plan from the command line; without a seed, that of the file which is to be gone on with."""
    wishes = {name: wish for name, wish in given.items() if name != "out"}
    if out is not None and "seed" not in wishes and out.is_file() and out.stat().st_size:
        wishes["seed"] = kept_plan(out).seed
    return plan(bots, wishes.pop("game", "azul"), **wishes)


def _resumed(file: Path, bots: Sequence[str], given: dict[str, Any]) -> Plan:
    for name in ("bots", *given) if bots else given:
        shown = name if name == "bots" else f"--{name.replace('_', '-')}"
        raise RulesError(f"--resume takes the plan of its file, so {shown} cannot be given with it")
    return kept_plan(file)


def _anchor(text: str | None, made: Plan) -> tuple[int, float] | None:
    """The entrant and the Elo that `NAME=ELO` names."""
    if text is None:
        return None
    name, _, elo = text.rpartition("=")
    labels = [entrant.label for entrant in made.entrants]
    if name not in labels:
        raise RulesError(f"anchor {quoted(text)}: expected NAME=ELO with one of {', '.join(labels)}")
    try:
        figure = float(elo)
    except ValueError:
        figure = float("nan")
    if not abs(figure) <= 1e5:
        raise RulesError(f"anchor {quoted(text)}: Elo is {quoted(elo)}, expected a number as in {name}=1000")
    return labels.index(name), figure


def _write(told: Summary, as_json: bool) -> None:
    """The report on standard output: a line of JSON, or tables."""
    if as_json:
        sys.stdout.write(json.dumps(told) + "\n")
        return
    if isinstance(sys.stdout, io.TextIOWrapper):  # what the terminal cannot spell becomes a question mark
        sys.stdout.reconfigure(errors="replace")
    write_report(told, Console(width=None if sys.stdout.isatty() else PIPED_WIDTH, highlight=False))


def _draw(told: Summary, path: Path) -> None:
    try:
        path.write_text(svg(told, title(told)), encoding="utf-8")
    except OSError as error:
        raise trouble_with("write", path, error) from None


def _stopped(results: Results, file: Path | None) -> int:
    how = f"go on with azulejos arena --resume {file}" if file else "with --out FILE it could be gone on with"
    sys.stderr.write(f"azulejos: stopped after {len(results.games):,} of {results.planned:,} games; {how}\n")
    return INTERRUPTED
