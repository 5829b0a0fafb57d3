"""Writing tuned weights into the file that a family reads."""

import json
from pathlib import Path
from typing import Any

from azulejos.core.weights import FILE, read_file

DIGITS = 4


def write_weights(rules: Any, value: Any, prior: Any) -> Path:
    """Put the weights of one variant into its family's file, beside those of the others."""
    package = rules.kernels.__name__.rpartition(".")[0]
    path = Path(rules.kernels.__file__).parent.parent / FILE
    table = dict(read_file(package))
    table[rules.variant()] = {
        "value": _named(rules.kernels.FEATURE_NAMES, value),
        "prior": _named(rules.kernels.TRAIT_NAMES, prior),
    }
    path.write_text(_text(dict(sorted(table.items()))), "utf-8")
    read_file.cache_clear()
    return path


def _named(names: tuple[str, ...], rows: Any) -> dict[str, list[float]]:
    return {name: [round(float(x), DIGITS) for x in rows[:, n]] for n, name in enumerate(names)}


def _text(table: dict[str, Any]) -> str:
    """JSON with one line per name, so that a change is easy to read."""
    lines = ["{"]
    for variant, parts in table.items():
        lines.append(f"  {json.dumps(variant)}: {{")
        for part, rows in parts.items():
            lines.append(f'    "{part}": {{')
            lines += [f"      {json.dumps(name)}: {json.dumps(row)}," for name, row in rows.items()]
            lines[-1] = lines[-1].rstrip(",")
            lines.append("    },")
        lines[-1] = "    }"
        lines.append("  },")
    lines[-1] = "  }"
    return "\n".join([*lines, "}", ""])
