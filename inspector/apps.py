from importlib import import_module

from django.apps import AppConfig


class InspectorConfig(AppConfig):
    name = "inspector"
    verbose_name = "Evidence Inspector"

    def import_models(self) -> None:
        """The package itself is empty; `rows` names every model."""
        super().import_models()
        import_module("inspector.models.rows")
