"""Fields that mean in Python what JSON Schema says of them, and read text as the rest of the service does."""

import re
import unicodedata
from typing import Any

from marshmallow import Schema as MarshmallowSchema
from marshmallow import ValidationError, fields, validate
from msgspec import Struct

from adjudicator.services.names import NAME, wrong_with
from adjudicator.web.schemas.faults import Said

NO_CONTROL = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"
_CONTROL = re.compile("[\u0000-\u001f\u007f-\u009f]")
Messages = dict[str, str | list[Any] | dict[Any, Any]]
_COMMON: Messages = {
    "required": Said("missing", "This field is required."),
    "null": Said("wrong_type", "This field cannot be null."),
}


class Schema(MarshmallowSchema):
    """The ancestor of all schemas: unknown fields are refused (marshmallow's default), and faults have stable words."""

    error_messages = {
        "unknown": Said("unknown_field", "No such field can stand here."),
        "type": Said("wrong_type", "Expected an object."),
    }


class Form(Struct, frozen=True):
    """The form of a text: `pattern` for programs, and `words` for people ("This must be ...")."""

    pattern: str
    words: str


class Text(fields.String):
    """A text in NFC without control characters, of `least` to `most` code points, of this `form` if one is wanted."""

    default_error_messages: Messages = _COMMON | {
        "invalid": Said("wrong_type", "Expected a text."),
        "control": Said("control_character", "Control characters cannot stand in a text."),
        "short": Said("too_short", "At least {least} character(s) are needed."),
        "long": Said("too_long", "At most {most} characters can stand here."),
        "form": Said("wrong_form", "This must be {words}."),
    }

    def __init__(self, *, least: int = 1, most: int, form: Form | None = None, **kwargs: Any) -> None:
        described = {"minLength": least, "maxLength": most, "pattern": NO_CONTROL if form is None else form.pattern}
        super().__init__(metadata=described | kwargs.pop("metadata", {}), **kwargs)
        self.least, self.most, self.form = least, most, form

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        text = unicodedata.normalize("NFC", value)
        if _CONTROL.search(text):
            raise self.make_error("control")
        if len(text) < self.least:
            raise self.make_error("short", least=self.least)
        if len(text) > self.most:
            raise self.make_error("long", most=self.most)
        if self.form is not None and not re.fullmatch(self.form.pattern, text):
            raise self.make_error("form", words=self.form.words)
        return text


class Name(Text):
    """A name that the club gives: a text with something to see and no blanks at its edges (`services.names`)."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        super().__init__(most=most, metadata={"pattern": NAME} | kwargs.pop("metadata", {}), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        wrong = wrong_with(text)
        if wrong is not None:
            raise ValidationError(Said(*wrong))
        return text


class Word(fields.String):
    """One of a few words."""

    default_error_messages: Messages = _COMMON | {"word": Said("unknown_value", "This is none of: {words}.")}

    def __init__(self, *words: str, **kwargs: Any) -> None:
        super().__init__(metadata={"enum": list(words)} | kwargs.pop("metadata", {}), **kwargs)
        self.words = words

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise self.make_error("word", words=", ".join(self.words))
        return value


class Truth(fields.Boolean):
    """true or false, and nothing that merely looks like it; in a query the words `true` and `false`."""

    default_error_messages: Messages = _COMMON | {"truth": Said("wrong_type", "Expected true or false.")}

    def __init__(self, *, query: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._words: dict[Any, bool] = {"true": True, "false": False} if query else {}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if isinstance(value, bool):
            return value
        if not isinstance(value, str) or value not in self._words:
            raise self.make_error("truth")
        return self._words[value]


class Whole(fields.Integer):
    """A whole number from `least` to `most` (`3.0` is one); in a query its digits."""

    default_error_messages: Messages = _COMMON | {
        "whole": Said("wrong_type", "Expected a whole number."),
        "range": Said("out_of_range", "The number must lie between {least} and {most}."),
    }

    def __init__(self, *, least: int, most: int, query: bool = False, **kwargs: Any) -> None:
        super().__init__(metadata={"minimum": least, "maximum": most} | kwargs.pop("metadata", {}), **kwargs)
        self.least, self.most, self.query = least, most, query

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if self.query and isinstance(value, str) and re.fullmatch("-?[0-9]{1,18}", value, re.ASCII):
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("whole")
        if not self.least <= value <= self.most:
            raise self.make_error("range", least=self.least, most=self.most)
        return value


class Part(fields.Raw):
    """A value that another component of the document describes: written as it is."""

    default_error_messages: Messages = _COMMON

    def __init__(self, component: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.component = component


_LIST: Messages = _COMMON | {"invalid": Said("wrong_type", "Expected a list.")}


def listed(field: Any, most: int, words: str, least: int = 0, **kwargs: Any) -> fields.List[Any]:
    """A list of `least` to `most` of these."""
    found = [validate.Length(max=most, error=Said("too_long", f"At most {most} can stand here."))]
    if least:
        found.append(validate.Length(min=least, error=Said("too_short", f"At least {least} must stand here.")))
    return fields.List(field, validate=found, error_messages=_LIST, metadata={"description": words}, **kwargs)
