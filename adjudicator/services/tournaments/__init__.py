"""Use cases of tournaments: rows are read into the pure stage (`adjudicator.tournaments`), and what it says is written back.

    boards.py       a stage as it is kept, to and from rows
    changing.py     a write: rights, revision, history and standings in one transaction
    maintained.py   the kept standings, which follow from all else;  standing_rows.py: one row of them
    adding.py       results that are added to them where everything adds up
    shown.py        what is shown of a tournament, and to whom
What can be done
    use_cases.py    all of them together
    founding.py     tournaments, and the stages that follow
    entering.py     entrants: late, absent, back again
    rounds.py       pairing, publishing, closing;  by_hand.py: matches as an organiser pairs or adds them
    results.py      results, an organiser's corrections and sanctions
    result_import.py  many results at once
    linking.py      a result that comes from an adjudicated match;  following.py: and what comes of that match later
    disturbing.py   another result where later things stand on the old one
    tables.py       standings, crosstable, and how each value came about
    records.py      history and export
"""
