from django.urls import path

from inspector.pages import cases, claim, help, imports, preferences, sign_in, source

urlpatterns = [
    path("", cases.start, name="start"),
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("sign-in/continue/", sign_in.continue_here, name="continue"),
    path("sign-in/link/<str:token>/", sign_in.sign_in_link, name="sign_in_link"),
    path("sign-out/", sign_in.sign_out, name="sign_out"),
    path("cases/", cases.cases, name="cases"),
    path("claims/<str:public_id>/", claim.claim, name="claim"),
    path("claims/<str:public_id>/verdicts/", claim.record, name="verdicts"),
    path("sources/<str:public_id>/", source.source, name="source"),
    path("imports/", imports.imports, name="imports"),
    path("help/", help.words, name="help"),
    path("preferences/density/", preferences.density, name="density"),
]
