from importlib import import_module

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate, pre_migrate


class LineageConfig(AppConfig):
    name = "lineage"
    verbose_name = "Lineage"

    def import_models(self) -> None:
        """The package itself is empty; `rows` names every model."""
        super().import_models()
        import_module("lineage.models.rows")

    def ready(self) -> None:
        from lineage import checks, guards

        register(checks.check_failpoints, Tags.security, deploy=True)
        pre_migrate.connect(guards.drop_before_migrating, sender=self, dispatch_uid="guards")
        post_migrate.connect(guards.install_after_migrating, sender=self, dispatch_uid="guards")
