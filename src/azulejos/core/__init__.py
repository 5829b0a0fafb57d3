"""Ground that knows no game: kernels and their compiler, the generator, lane words, errors, records, matches.

No family's rules live here, and nothing here imports asyncio, SQL, web or torch.
"""
