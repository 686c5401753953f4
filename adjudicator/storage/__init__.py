"""The service's memory, in SQL. Moves, states, rulings and results are JSON texts that nothing here reads.

Functions take the connection of a transaction that a service opened; nothing here commits. Who may do what, and what a
stored text means, is the services' business.
"""
