"""The app's icons, drawn from our own tile: `make icons`. Kept in the repository."""

import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.running import ROOT

STATIC = ROOT / "src/azulejos/web/static"
GLAZE = "#1f4fa6"  # the tile's own blue, where a system cuts the icon to a shape of its own
ICONS = {  # name -> edge in pixels, how much of it the tile fills, whether the rest is glaze
    "icon-192": (192, 1.0, False),
    "icon-512": (512, 1.0, False),
    "maskable-512": (512, 0.86, True),  # the flower stays inside the inner 80%
    "touch-180": (180, 0.92, True),
}


def draw(page: Any, edge: int, part: float, glaze: bool) -> bytes:
    """One icon as a PNG file."""
    tile = (STATIC / "icon.svg").read_text(encoding="utf8")
    ground = GLAZE if glaze else "transparent"
    size = edge * part
    page.set_viewport_size({"width": edge, "height": edge})
    page.set_content(
        f"<style>body{{margin:0;display:grid;place-items:center;width:{edge}px;height:{edge}px;"
        f"background:{ground}}}svg{{width:{size}px;height:{size}px}}</style>{tile}"
    )
    return bytes(page.screenshot(omit_background=True))


def main(folder: Path) -> None:
    """Write them all."""
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        for name, how in ICONS.items():
            (folder / f"{name}.png").write_bytes(draw(page, *how))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else STATIC / "icons")
