"""What lies in the box: 116 cards, and what each token means (TAKI-1.2, 1.3). A second copy has the same token.

Every table here can be asked for any text: what is no card has no colour, no symbol, no action and no copies.
"""

COLOURS = ("R", "B", "G", "Y")
NUMBERS = ("1", "3", "4", "5", "6", "7", "8", "9")
SYMBOLS = (*NUMBERS, "STOP", "+2", "DIR", "PLUS", "TAKI")

STOP, PLUS2, DIRECTION, PLUS, TAKI = "STOP", "+2", "DIR", "PLUS", "TAKI"
COLOR, SUPER, KING, PLUS3, BREAKER = "COLOR", "STAKI", "KING", "+3", "BREAK"
COLOURLESS = (COLOR, SUPER, KING, PLUS3, BREAKER)

COPIES = {colour + symbol: 2 for colour in COLOURS for symbol in SYMBOLS} | dict.fromkeys(COLOURLESS, 2) | {COLOR: 4}
TOTAL = sum(COPIES.values())

COLOUR = {colour + symbol: colour for colour in COLOURS for symbol in SYMBOLS}
"""Card -> its colour; the colourless are absent."""

SYMBOL = {colour + symbol: symbol for colour in COLOURS for symbol in SYMBOLS} | {card: card for card in COLOURLESS}
"""Card -> its symbol; a colourless card is its own."""

ACTION = {card: symbol for card, symbol in SYMBOL.items() if symbol in (STOP, PLUS2, DIRECTION, PLUS, KING, PLUS3, BREAKER)}
"""Card -> what it does when its action happens. Opening a run and naming a colour are no such actions."""

OPENERS = frozenset(card for card, symbol in SYMBOL.items() if symbol in (TAKI, SUPER))
"""The cards that open a run, and cannot close one."""

def run_key(colour: str) -> str:
    """The key in FITS of the coloured cards of one colour."""
    return "=" + colour


def lead_behind(card: str, lead: str, named: str) -> str:
    """TAKI-2.1: the lead when `card` lies on a lead; `named` is the colour named for a Change Colour."""
    if card in COLOUR:
        return card
    if card == COLOR:
        return named
    return lead[:1] + TAKI if card == SUPER and lead else lead


def _fitting(lead: str) -> frozenset[str]:
    """TAKI-2.2, 2.3: what may be laid on a lead, by colour, by symbol, or without a colour."""
    colour, symbol = lead[:1], lead[1:]
    same = {card for card in COLOUR if COLOUR[card] == colour or SYMBOL[card] == symbol}
    return frozenset(same | set(COLOURLESS))


LEADS = ("", *COLOURS, *COLOUR)
"""A coloured card, or the colour alone behind a Change Colour; or nothing, as long as no card has been turned."""

RUNS = {colour: frozenset(card for card in COLOUR if COLOUR[card] == colour) for colour in ("", *COLOURS)}
"""The colour of a run -> the cards that fit it."""

FITS = {lead: _fitting(lead) for lead in LEADS} | {run_key(colour): RUNS[colour] for colour in COLOURS}
"""Lead -> the cards that fit it; and the run of a colour -> the cards that fit that."""

OPENS = "opens"
DOES = ACTION | dict.fromkeys(OPENERS, OPENS)
"""Card -> its action, or that it opens a run."""

ALONE = {
    lead: {card: (card, lead_behind(card, lead, ""), DOES.get(card, ""), COPIES[card]) for card in FITS[lead]} for lead in LEADS
}
"""Lead -> each card that fits it -> itself, the lead behind it alone (empty if a colour is named), what it does, its copies."""

KEYS = {card: frozenset(key for key, fitting in FITS.items() if card in fitting) for card in COPIES}
"""Card -> the keys of FITS that it fits."""

COMPONENTS = {"cards": COPIES, "total": TOTAL, "colours": list(COLOURS), "symbols": list(SYMBOLS), "colourless": list(COLOURLESS)}
