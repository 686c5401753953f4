"""Settings of every test run."""

from hypothesis import HealthCheck, settings

# Time is never asserted, and a run that failed can be had again: the same examples every time.
settings.register_profile("adjudicator", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("adjudicator")
