"""Leaders: what they can do once an Initiative, and whom a CC or an FO belongs to while he is attacked."""
