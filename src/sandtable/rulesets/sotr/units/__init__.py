"""Models and units (1.2): what state they are in, what they carry, Coherency, crews, who is at grips with whom."""
