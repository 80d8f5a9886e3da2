"""The rules run in a browser: what they need there, and the three calls that the umpire's page makes."""
