"""The service in Flask: pydantic for the body, error handlers for the envelope."""

import service
from flask import Flask, request
from pydantic import ValidationError
from shipment import Shipment, sentences
from werkzeug.exceptions import HTTPException

app = Flask(__name__, static_folder=None)
app.json.ensure_ascii = False


@app.before_request
def check_key():
    refused = service.refused_key(request.headers.get("Authorization"), request.path)
    if refused is None:
        return None
    status, body, headers = refused
    return body, status, headers


@app.errorhandler(ValidationError)
def invalid(error):
    return service.refusal(400, "Invalid request", sentences(error)), 400


@app.errorhandler(HTTPException)
def refused(error):
    response = error.get_response()
    kept = {"Allow": response.headers["Allow"]} if "Allow" in response.headers else {}
    return service.refusal(error.code, error.name, [error.name]), error.code, kept


@app.errorhandler(Exception)
def failed(_error):
    return service.refusal(500, "Internal server error", ["Internal server error"]), 500


@app.get(f"{service.BASE}/categories")
def categories():
    return service.success("Categories", service.CATEGORIES)


@app.post(f"{service.BASE}/get-shipping-rates")
def rates():
    shipment = Shipment.model_validate(request.get_json())
    return service.success("Shipping rates", service.rates(shipment.weight))
