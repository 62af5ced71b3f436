"""The rate request of section 4.2 as pydantic models, as users of FastAPI and Flask write it."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Weight = Annotated[float, Field(gt=0, le=100_000, allow_inf_nan=False)]
Side = Annotated[float, Field(allow_inf_nan=False)]


class Strict(BaseModel):
    """Types are as stated: no text for a number, no number for a text."""

    model_config = ConfigDict(strict=True)


class Item(Strict):
    name: str
    quantity: str
    unit_price: str


class Box(Strict):
    length: Side
    width: Side
    height: Side
    weight: Weight
    items: list[Item]


class Party(Strict):
    address: str
    state: str
    state_short_code: str
    city: str
    zip_code: str
    country_code: Annotated[str, Field(pattern=r"^[A-Za-z]{2}$")]


class Shipment(Strict):
    box_dimension: Annotated[list[Box], Field(min_length=1)]
    product_type: str
    weight: Weight
    weight_unit: str
    sender: Party
    receiver: Party
    delivery_type: str


def sentences(error: ValidationError) -> list[str]:
    """One string for each problem (section 7 rule 2)."""
    return [f"{'.'.join(map(str, problem['loc'])) or 'body'}: {problem['msg']}" for problem in error.errors()]
