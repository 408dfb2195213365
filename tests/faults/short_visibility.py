"""The product's app with a broker that hands out again after five seconds what a worker has not yet finished (F8)."""

from __future__ import annotations

from typing import Any

from celery.signals import celeryd_init

from inspector.celery import app

__all__ = ["app"]


@celeryd_init.connect
def be_hasty(conf: Any, **about: Any) -> None:
    options = {"visibility_timeout": 5, "unacked_restore_interval": 1}
    conf.broker_transport_options = conf.broker_transport_options | options
