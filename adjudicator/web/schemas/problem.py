"""Problems (RFC 9457), for the document; they are written by `web.problems`."""

from marshmallow import INCLUDE, fields

from adjudicator.web.schemas.fields import Schema


class ProblemFault(Schema):
    """One fault of the request: of its body by `pointer`, of its query or a header by `parameter`."""

    pointer = fields.String(metadata={"description": "RFC 6901; a missing field by the pointer that it would have."})
    parameter = fields.String(metadata={"description": "The name of a query parameter or header."})
    code = fields.String(required=True, metadata={"description": "A stable word."})
    message = fields.String(required=True)


class Problem(Schema):
    """What went wrong, and every fault of the request. Some kinds of problem have further members."""

    class Meta:
        """Members that only some kinds have."""

        unknown = INCLUDE

    type = fields.String(required=True, metadata={"format": "uri-reference", "pattern": "^/problems/[a-z-]+$"})
    title = fields.String(required=True)
    status = fields.Integer(required=True, metadata={"minimum": 400, "maximum": 599})
    detail = fields.String(required=True)
    instance = fields.String(required=True, metadata={"format": "uri-reference"})
    request_id = fields.String(required=True)
    errors = fields.List(fields.Nested(ProblemFault), required=True)


class Readiness(Schema):
    """The service can be sent requests."""

    status = fields.String(required=True, metadata={"enum": ["ok"]})
