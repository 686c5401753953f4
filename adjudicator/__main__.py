"""`python -m adjudicator`: the command line."""

import sys

from adjudicator.cli import main

if __name__ == "__main__":
    sys.exit(main())
