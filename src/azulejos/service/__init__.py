"""What happens at tables, whoever asks: live games, seats, lobby, and the bots that sit there.

Here are the rules of the house (who may move, take back, resign, look on) and the desk that asks bots. Not
here: how it travels (`web`: HTTP, sockets, pages), how it is kept (`store`: SQL), and what the games are
(`games`). Everything runs in one event loop that never thinks for long; bots do, in processes of their own.
"""
