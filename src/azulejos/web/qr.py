"""A table's address as a QR code: black on white in both themes, which is what cameras read best."""

import io

import segno


def qr_svg(address: str) -> str:
    """The drawing, with the quiet zone that scanners want."""
    drawing = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(
        drawing, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True, svgclass=None
    )
    return drawing.getvalue().decode()
