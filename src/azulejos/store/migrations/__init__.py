"""How an older database becomes one of ours: a file in versions/ per step, never changed once released."""
