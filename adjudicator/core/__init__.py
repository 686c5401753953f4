"""The kernel: what every game shares. No I/O, no clock, no randomness, no environment."""
