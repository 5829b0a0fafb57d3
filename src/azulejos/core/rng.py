"""The generator: xoroshiro64** over two 32-bit words held in a list or array that the caller passes in.

Every number below 2^63 with explicit masks, so that plain Python, Numba and a GPU give the same ones.
"""

from azulejos.core.jit import kernel

WORDS = 2  # length of a generator's state
MASK32 = 0xFFFFFFFF


@kernel
def mix32(x):
    """A 32-bit word scrambled so that neighbouring inputs give unrelated outputs."""
    x &= MASK32
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & MASK32
    x ^= x >> 15
    x = (x * 0x735A2D97) & MASK32
    return x ^ (x >> 15)


@kernel
def start_stream(rng, seed, number):
    """Set the generator to stream `number` of `seed`; both from 0 to 2^63 - 1."""
    a = mix32(mix32(seed) + 0x9E3779B9)
    a = mix32(a ^ (seed >> 32))
    a = mix32(a + mix32(number ^ 0x5851F42D))
    a = mix32(a ^ (number >> 32))
    rng[0] = a
    rng[1] = mix32(a ^ mix32(seed + 0x632BE5AB) ^ mix32(number + 0x1F83D9AB)) | 1  # never both zero


@kernel
def next32(rng):
    """The next 32-bit word."""
    s0 = rng[0]
    s1 = rng[1]
    word = (s0 * 0x9E3779BB) & MASK32
    word = ((word << 5) | (word >> 27)) & MASK32
    s1 ^= s0
    rng[0] = (((s0 << 26) | (s0 >> 6)) ^ s1 ^ (s1 << 9)) & MASK32
    rng[1] = ((s1 << 13) | (s1 >> 19)) & MASK32
    return (word * 5) & MASK32


@kernel
def below(rng, n):
    """A number from 0 to n - 1, each equally likely to within n / 2^32."""
    return (next32(rng) * n) >> 32
