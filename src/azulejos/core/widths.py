"""How wide compiled kernels reckon; plain Python passes by. Whoever asks knows that the numbers fit."""

from azulejos.core.jit import width


@width("int16")
def as16(number: int) -> int:
    """A number between -32768 and 32767."""
    return number


@width("int32")
def as32(number: int) -> int:
    """A number of 31 bits and a sign."""
    return number
