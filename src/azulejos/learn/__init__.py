"""Self-play, what it leaves behind, nets and weights learned from it; the search is in `bots`."""
