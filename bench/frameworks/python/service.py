"""What the Python servers share: keys, categories, rates and the envelope (sections 2 to 5 of the specification)."""

import json
import os
import uuid

with open(os.environ["DATA"], encoding="utf-8") as file:
    DATA = json.load(file)
VALID, LIMITED = os.environ["KEY"], os.environ["LIMITED_KEY"]
BASE = "/api/v1/developer"
CATEGORIES = DATA["categories"]


def success(message, data):
    return {"status": True, "message": message, "data": data, "errors": [], "response_code": "200"}


def refusal(status, message, errors):
    return {"status": False, "message": message, "data": [], "errors": errors, "response_code": str(status)}


def refused_key(authorization, path):
    """Section 5: (status, body, headers) of the refusal, or None for a key that may do this."""
    scheme, _, key = (authorization or "").partition(" ")
    key = key.strip() if scheme.lower() == "bearer" else ""
    if key == LIMITED and path == f"{BASE}/get-shipping-rates":
        return 403, refusal(403, "Insufficient permissions", ["This key may only list categories"]), {}
    if key in (VALID, LIMITED):
        return None
    error = "Authentication failed: the API key is missing or invalid"
    return 401, refusal(401, "Invalid API key", [error]), {"WWW-Authenticate": "Bearer"}


def rates(weight):
    request = str(uuid.uuid4())
    return [
        {
            "id": str(uuid.uuid4()),
            "request_id": request,
            "courier_name": courier["name"],
            "courier_type": courier["type"],
            "delivery_time": courier["hours"],
            "delivery_time_text": f"{courier['hours']} hours",
            "description": f"{courier['name']}, door to door",
            "home_delivery_fee": 2.5,
            "import_tax": "Paid by the receiver, if any",
            "logo": f"https://img.example.com/{courier['type']}.png",
            "shipping_charge": round(courier["base"] + courier["per_unit"] * weight, 2),
        }
        for courier in DATA["couriers"]
    ]
