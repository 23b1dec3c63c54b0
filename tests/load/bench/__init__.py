"""The yardstick: what a request costs here, beside what the framework and the store cost anybody.

``make bench`` runs it: wrk sends the same requests to each contestant in turn, round after round, so a neighbour on the
machine that is busy for a while meets all of them. What counts is the processor time of the workers a request: it stays
what it is on a machine that is shared, where requests per second do not.
"""
