from django.urls import include, path

from inspector.health import healthz, readyz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("api/", include("inspector.api.urls")),
    path("", include("inspector.pages.urls")),
]

handler400 = "inspector.pages.errors.bad_request"
handler403 = "inspector.pages.errors.forbidden"
handler404 = "inspector.pages.errors.not_found"
handler500 = "inspector.pages.errors.broken"
