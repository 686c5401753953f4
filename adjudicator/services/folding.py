"""Names as they are searched for: without regard to case, accents and form, in any script."""

import re
import unicodedata

_VIRAMA = 9
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i"})
"""Letters with a stroke or without a dot, which Unicode does not take apart."""
_INSIDE = re.compile("['’ʼ`´\u200b-\u200f\u2060\ufeff]")
"""What stands inside of words and is not looked at: apostrophes, and joiners that are not seen."""


def folded(text: str) -> str:
    """The words of a text, folded, with one blank between them; a text without letters or digits is one word."""
    return " ".join(words(text))


def words(text: str) -> list[str]:
    """The folded words of a text, in their order."""
    plain = _plain(text)
    spaced = "".join(each if unicodedata.category(each)[0] in "LNM" else " " for each in _INSIDE.sub("", plain))
    return spaced.split() or ["".join(plain.split()) or text]


def _plain(text: str) -> str:
    """NFKC, casefolded, without accents. A vowel sign that is a letter of its own (Indic scripts) stays, and so do viramas."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(each for each in apart if unicodedata.combining(each) in (0, _VIRAMA))
    return unicodedata.normalize("NFKC", bare.casefold()).translate(_PLAIN)
