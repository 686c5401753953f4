"""HTTP: decode, call one service, render. Nothing here decides anything about a game, or knows how matches are kept."""
