"""Numbers as a net sees them: a feature for every step that a number has reached, and one for the rest."""

from azulejos.core.jit import kernel


@kernel
def encode_steps(number, step, most, at, rest_at, active, n):
    """Write a number's features: up to so many steps from one place on, the rest from another."""
    for reached in range(min(number // step, most)):
        active[n] = at + reached
        n += 1
    active[n] = rest_at + number % step
    return n + 1


@kernel
def encode_lead(lead, step, most, at, active, n):
    """The same of a lead: the steps ahead, the steps behind, then the rest of either."""
    side = 0
    if lead < 0:
        side = 1
        lead = -lead
    return encode_steps(lead, step, most, at + most * side, at + 2 * most + step * side, active, n)
