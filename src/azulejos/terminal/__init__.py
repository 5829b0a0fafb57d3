"""The game in a terminal: drawings, the dialogue, saved games. No rules are decided here."""
