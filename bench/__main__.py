"""`make bench`: every comparison, one after the other. The servers are compared by `python -m bench.servers`."""

from bench import appending, closing, importing, judging, pairing, standings

if __name__ == "__main__":
    judging.main()
    importing.main()
    pairing.main()
    standings.main()
    appending.main()
    closing.main()
