"""Signing in with name and password, or on this machine by a signed link; signing out."""

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate, get_user_model, login, logout
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from inspector.client_address import get_client_address
from inspector.http import safe_next
from inspector.readers import has_membership, public
from inspector.signing import LOOPBACK, find_username

# The same words whichever was wrong, and while the throttle holds: nobody learns who has an account.
REFUSED = (
    "Name and password do not go together, or there were too many attempts. "
    "Wait a quarter of an hour, or ask an administrator."
)
WITHOUT_TENANT = "Your account belongs to no tenant yet, so there is nothing to open. Ask an administrator to add you."
BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignInForm(forms.Form):
    username = forms.CharField(label="Name", max_length=150)
    password = forms.CharField(label="Password", max_length=1000, strip=False, widget=forms.PasswordInput)


@public
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    target = safe_next(request, request.POST.get("next") or request.GET.get("next", ""))
    form = SignInForm(request.POST or None)
    refused = ""
    if request.method == "POST":
        user = authenticate(request, **form.cleaned_data) if form.is_valid() else None
        if user is not None and has_membership(user):
            login(request, user)
            return redirect(target)
        refused = REFUSED if user is None else WITHOUT_TENANT
    context = {"form": form, "next": target, "refused": refused}
    return render(request, "inspector/sign_in.html", context, status=422 if refused else 200)


@public
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """One button, so that following a link changes nothing; only for a browser on this machine."""
    user = _find_user(request, token)
    if user is None:
        return render(request, "inspector/sign_in_link.html", {"name": ""}, status=404)
    if request.method == "POST":
        login(request, user, backend=BACKEND)
        return redirect("start")
    name = user.get_short_name() or user.get_username()
    return render(request, "inspector/sign_in_link.html", {"name": name})


def _find_user(request: HttpRequest, token: str):  # type: ignore[no-untyped-def]
    if not settings.INSECURE_LOOPBACK or get_client_address(request) not in LOOPBACK:
        raise Http404
    username = find_username(token)
    users = get_user_model().objects.filter(is_active=True)
    return users.filter(username=username).first() if username else None


@public
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("sign_in")


@require_safe
def continue_here(request: HttpRequest) -> HttpResponse:
    """After signing in in another window: a fresh form token for the page whose words were kept (G31)."""
    return render(request, "inspector/_continue.html", {"token": get_token(request)})
