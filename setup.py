"""Everything is in setup.cfg but this, which it cannot say: packages are found, not listed, so that a new game is one
folder, and the migrations lie outside of them, at the top of the repository.
"""

from setuptools import find_packages, setup

MIGRATIONS = "adjudicator.migrations"

setup(
    packages=[*find_packages(include=["adjudicator", "adjudicator.*"]), MIGRATIONS, f"{MIGRATIONS}.versions"],
    package_dir={MIGRATIONS: "migrations"},
)
