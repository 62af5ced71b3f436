"""The service in Django on gunicorn, behind nginx: views, a middleware for the key, a form-like check of the body."""

import json
import math
import re

import service
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import path

settings.configure(
    ALLOWED_HOSTS=["*"],
    APPEND_SLASH=False,
    DATA_UPLOAD_MAX_MEMORY_SIZE=None,
    MIDDLEWARE=["django_app.CheckKey", "django.middleware.common.CommonMiddleware"],
    ROOT_URLCONF="django_app",
    SECRET_KEY="none is needed: there are no sessions",
    USE_TZ=True,
)


def answer(status, body, headers=None):
    return JsonResponse(body, status=status, headers=headers, json_dumps_params={"allow_nan": False})


def refuse(status, message, errors=None, headers=None):
    return answer(status, service.refusal(status, message, errors or [message]), headers)


class CheckKey:
    """Section 5, before anything else."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        refused = service.refused_key(request.headers.get("Authorization"), request.path)
        return answer(*refused) if refused else self.get_response(request)


def text(value, place):
    return [] if isinstance(value, str) else [f"{place}: a text is needed"]


def number(value, place):
    known = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return [] if known else [f"{place}: a number is needed"]


def weight(value, place):
    return number(value, place) or ([] if 0 < value <= 100_000 else [f"{place}: must be above 0 and at most 100000"])


def each(check):
    def checked(value, place):
        if not isinstance(value, list):
            return [f"{place}: a list is needed"]
        return [problem for index, element in enumerate(value) for problem in check(element, f"{place}[{index}]")]

    return checked


def some(check):
    def checked(value, place):
        return [f"{place}: at least one is needed"] if value == [] else check(value, place)

    return checked


def fields(**checks):
    def checked(value, place):
        if not isinstance(value, dict):
            return [f"{place or 'body'}: an object is needed"]
        problems = []
        for name, check in checks.items():
            at = f"{place}.{name}" if place else name
            problems += check(value[name], at) if name in value else [f"{at}: This field is required."]
        return problems

    return checked


ITEM = fields(name=text, quantity=text, unit_price=text)
BOX = fields(length=number, width=number, height=number, weight=weight, items=each(ITEM))
def country(value, place):
    if isinstance(value, str) and not re.fullmatch("[A-Za-z]{2}", value):
        return [f"{place}: two letters are needed"]
    return text(value, place)


PARTY = fields(address=text, state=text, state_short_code=text, city=text, zip_code=text, country_code=country)
SHIPMENT = fields(
    box_dimension=some(each(BOX)),
    product_type=text,
    weight=weight,
    weight_unit=text,
    sender=PARTY,
    receiver=PARTY,
    delivery_type=text,
)


def strict(constant):
    raise ValueError(f"{constant} is no JSON")


def categories(request):
    if request.method not in ("GET", "HEAD"):
        return refuse(405, "Method not allowed", headers={"Allow": "GET, HEAD"})
    return answer(200, service.success("Categories", service.CATEGORIES))


def rates(request):
    if request.method != "POST":
        return refuse(405, "Method not allowed", headers={"Allow": "POST"})
    if request.content_type != "application/json":
        return refuse(415, "Content-Type must be application/json")
    try:
        body = json.loads(request.body.decode("utf-8"), parse_constant=strict)
    except (ValueError, RecursionError):
        return refuse(400, "The body is not valid JSON")
    problems = SHIPMENT(body, "")
    if problems:
        return refuse(400, "Invalid request", problems)
    return answer(200, service.success("Shipping rates", service.rates(body["weight"])))


urlpatterns = [
    path("api/v1/developer/categories", categories),
    path("api/v1/developer/get-shipping-rates", rates),
]


def handler404(_request, exception):
    return refuse(404, "Resource not found")


def handler400(_request, exception):
    return refuse(400, "Bad request")


def handler500(_request):
    return refuse(500, "Internal server error")


application = get_wsgi_application()
