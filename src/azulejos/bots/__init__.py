"""Players that are programs: the protocol every bot answers, simple bots, and the roster of names."""
