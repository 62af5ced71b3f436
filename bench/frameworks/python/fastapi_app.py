"""The service in FastAPI: pydantic models for the body, a middleware for the key, handlers for the envelope."""

import service
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from shipment import Shipment
from starlette.exceptions import HTTPException

app = FastAPI(openapi_url=None, redirect_slashes=False)


@app.middleware("http")
async def check_key(request: Request, call_next):
    refused = service.refused_key(request.headers.get("authorization"), request.url.path)
    if refused is None:
        return await call_next(request)
    status, body, headers = refused
    return JSONResponse(body, status, headers)


@app.exception_handler(RequestValidationError)
async def invalid(_request: Request, error: RequestValidationError):
    errors = [f"{'.'.join(map(str, problem['loc'][1:])) or 'body'}: {problem['msg']}" for problem in error.errors()]
    return JSONResponse(service.refusal(400, "Invalid request", errors), 400)


@app.exception_handler(HTTPException)
async def refused(_request: Request, error: HTTPException):
    body = service.refusal(error.status_code, str(error.detail), [str(error.detail)])
    return JSONResponse(body, error.status_code, error.headers)


@app.exception_handler(Exception)
async def failed(_request: Request, _error: Exception):
    return JSONResponse(service.refusal(500, "Internal server error", ["Internal server error"]), 500)


@app.get(f"{service.BASE}/categories")
async def categories():
    return service.success("Categories", service.CATEGORIES)


@app.post(f"{service.BASE}/get-shipping-rates")
async def rates(shipment: Shipment):
    return service.success("Shipping rates", service.rates(shipment.weight))
