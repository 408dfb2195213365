from importlib import import_module

from django.apps import AppConfig


class InspectorConfig(AppConfig):
    name = "inspector"
    verbose_name = "Evidence Inspector"

    def import_models(self) -> None:
        """The package itself is empty; `rows` names every model but those of judges under test."""
        super().import_models()
        import_module("inspector.models.rows")
        import_module("inspector.models.judging")

    def ready(self) -> None:
        """Loads Celery's app, so that tasks are those of this product; no package's `__init__` may."""
        import_module("inspector.celery")
        import_module("inspector.checks")
