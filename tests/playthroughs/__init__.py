"""Golden playthroughs: whole games step by step, as text that is compared letter by letter.

A change of these files is a change of the rules, of a text that others rely on, or of the generator.
"""
