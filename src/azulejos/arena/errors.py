"""What ends an arena before its games do, other than wrong wishes."""


class ArenaTrouble(Exception):
    """A file, a worker or a cluster that cannot be used; the message is a sentence for the person."""
