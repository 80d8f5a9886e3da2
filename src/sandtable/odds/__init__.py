"""Odds: the scripts that roll, run under every outcome. There is no second formula for any rule."""
