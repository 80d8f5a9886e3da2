"""Saves of Infantry, Gun and Soft Skinned Teams, and what is lost with a Team or a Unit."""
