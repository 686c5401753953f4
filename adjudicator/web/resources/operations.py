"""For those who run the service: alive, ready, metrics, and the document of it all."""

from flask import Response, current_app
from flask.views import MethodView

from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.errors import NotReady
from adjudicator.web.metrics import CONTENT_TYPE
from adjudicator.web.openapi import YAML, document_text
from adjudicator.web.schemas.problem import Readiness

blueprint = Blueprint("operations", __name__, description="For those who run the service.")


@blueprint.route("/healthz")
class Health(MethodView):
    """Alive."""

    @blueprint.response(200, Readiness, description="The service is alive.")
    @blueprint.takes(limited=False)
    def get(self) -> dict[str, str]:
        """Say whether the service is alive"""
        return {"status": "ok"}


@blueprint.route("/readyz")
class Ready(MethodView):
    """Ready."""

    @blueprint.response(200, Readiness, description="The service can be sent requests.")
    @blueprint.alt_response(503, "SERVICE_UNAVAILABLE")
    @blueprint.takes(limited=False)
    def get(self) -> dict[str, str]:
        """Say whether the service can be sent requests"""
        wrong = [found for check in context().checks if (found := check()) is not None]
        if wrong:
            raise NotReady(" ".join(wrong))
        return {"status": "ok"}


@blueprint.route("/metrics")
class MetricsPage(MethodView):
    """Metrics."""

    @blueprint.response(200, {"type": "string"}, content_type="text/plain", description="Prometheus' text form.")
    @blueprint.takes(limited=False, gives=("text/plain",))
    def get(self) -> Response:
        """Show the counters of this service"""
        return Response(context().metrics.text(), content_type=CONTENT_TYPE)


@blueprint.route("/openapi.yaml")
class Document(MethodView):
    """The document."""

    @blueprint.response(200, {"type": "object"}, content_type=YAML, description="This document.")
    @blueprint.takes(limited=False, gives=(YAML,))
    def get(self) -> Response:
        """Show the OpenAPI document of this service"""
        return Response(document_text(current_app), content_type=YAML)
