"""`make bench`: every comparison that runs in a minute, one after the other."""

from bench import judging

if __name__ == "__main__":
    judging.main()
