"""Tournaments, pure: who meets whom, what a result counts, who stands where, how strong a player is. Results in, no game states.

A tournament has stages, a stage rounds, a round matches. Everything below works on one `Stage` (`stage.py`), plain data
that survives JSON, and changes nothing: functions answer with new data, and the caller stores it. No clock, no I/O; chance
comes from the stage's published seed alone (`lots.py`), and the order in which entrants, matches or results are listed
never matters.

The words
    stage.py         Stage, Round, Match, the formats; `present`, `before`, `with_round`, `with_result`
    entrants.py      Entrant (a player, a pair or a team), Absence
    results.py       Result of a match, Side, Correction and Sanction, `result_of_score` for an adjudicated match
What is done with them
    pairing.py       `propose(stage, fixed)`: the next round, or why not and the manual way
    invariants.py    `faults(stage)`, `faults_of_round`: what may not be; `departures`: what was better avoided
    standings.py     `standings(stage, upto)`, `explain(stage, entrant, name, upto)`; `qualified`, `reseeded`: who goes on
    tallies.py       `contributions(stage, match)`: what one match adds to standings that are kept;  `tallies`: to leaderboards
    schemes.py       what a result counts: SCHEMES;  tie_breaks.py: what decides between equals
    crosstable.py    `crosstable(stage, upto)`
    disturbance.py   `disturbance(stage, number, table, correction)`: what another result would change
    ratings.py       `replay`, `advance`, `changes`: Glicko-2 and Plackett-Luce in rating periods
    simulation.py    `field`, `play`: whole tournaments from a seeded generator
"""
