"""A toy rulebook for a player alone: what lies face down is turned over, and whoever was under it joins the battle."""
