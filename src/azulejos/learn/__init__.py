"""Self-play, and fitting the weights of the judgement to it. No search lives here: that is in `bots`."""
