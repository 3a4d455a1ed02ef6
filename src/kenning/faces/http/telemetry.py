"""Figures and traces, where they are asked for: how many requests of which route, how they ended, how long they took."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from kenning.errors import UnavailableError
from kenning.faces.http.serving import Serving

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Telemetry:
    """What is counted and traced; nothing, where nothing is asked for."""

    def __init__(self, serving: Serving) -> None:
        """Count and trace as asked. Raises `UnavailableError` where the extra is not installed."""
        self._registry: Any = None
        self._tracer: Any = _tracer() if serving.otel else None
        if serving.metrics:
            try:
                from prometheus_client import CollectorRegistry, Counter, Histogram
            except ImportError as error:
                raise _missing("figures") from error
            self._registry = CollectorRegistry()
            labels = ("method", "route", "status")
            self._requests = Counter(
                "kenning_requests", "Requests, by how they ended.", labels, registry=self._registry
            )
            self._took = Histogram(
                "kenning_request_seconds",
                "How long requests took.",
                ("route",),
                buckets=BUCKETS_S,
                registry=self._registry,
            )

    @property
    def counts(self) -> bool:
        """Tell whether anything is counted."""
        return self._registry is not None

    def count(self, method: str, route: str, status: int, took_s: float) -> None:
        """Count a request."""
        if self._registry is not None:
            self._requests.labels(method, route, str(status)).inc()
            self._took.labels(route).observe(took_s)

    def text(self) -> bytes:
        """Give the figures as Prometheus reads them."""
        from prometheus_client import generate_latest

        found: bytes = generate_latest(self._registry)
        return found

    @contextmanager
    def span(self, scope: MutableMapping[str, Any]) -> Iterator[None]:
        """Trace a request, by its route; nothing of what was asked is in it."""
        if self._tracer is None:
            yield
            return
        with self._tracer.start_as_current_span("kenning.request") as span:
            yield
            route = scope["state"]["kenning"].get("route", "")
            span.update_name(f"{scope['method']} {route}")
            span.set_attribute("http.request.method", scope["method"])
            span.set_attribute("http.route", route)


def _tracer() -> Any:  # noqa: ANN401 - the library's own
    """Give what traces; where traces go is said by the variables of OpenTelemetry, which its own library reads."""
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise _missing("traces") from error
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return provider.get_tracer("kenning")


def _missing(what: str) -> UnavailableError:
    return UnavailableError(f"{what} cannot be given: the extra is not installed", hint="install kenning[otel]")
