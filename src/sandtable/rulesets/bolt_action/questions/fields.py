"""The kinds of input that several questions share, with their limits and words."""

from typing import Annotated, Literal

from msgspec import Meta

Quality = Literal["inexperienced", "regular", "veteran"]
Officer = Literal["none", "second-lieutenant", "first-lieutenant", "captain", "major"]
Cover = Literal["none", "soft", "hard", "bunker"]
Facing = Literal["front", "side", "rear", "top"]
VehicleArmour = Literal["armoured-car", "light-tank", "medium-tank", "heavy-tank", "super-heavy-tank"]
AnyVehicle = Literal["soft-skin", "armoured-car", "light-tank", "medium-tank", "heavy-tank", "super-heavy-tank"]
HighExplosive = Literal["D2", "D3", "D6", "2D6", "3D6"]

Pins = Annotated[int, Meta(ge=0, le=12, description="pin markers")]
Men = Annotated[int, Meta(ge=1, le=30, description="men in the target unit")]
Dice = Annotated[int, Meta(ge=1, le=30)]
Inches = Annotated[float, Meta(ge=0, le=144, description="distance in inches")]

COVER = {"none": 0, "soft": 1, "hard": 2, "bunker": 3}
