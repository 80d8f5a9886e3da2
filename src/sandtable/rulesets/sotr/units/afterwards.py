"""What is set off in chapters that stand above those where it begins.

Fire breaks units, which run; flames drive them into cover; a man who is hit may carry fuel, which goes up among those around
him; and riders tumble out of a machine that hits have destroyed. All of that may shoot, burn and kill in turn.
"""

from sandtable.mechanics.afterwards import Afterwards

from .losses import Losses

flee_from_fire = Afterwards[None]()  # the run of a unit that failed its break test in the open
run_from_flames = Afterwards[None]()  # to cover: the unit, under which clauses, and `only` whom of it
fuel_goes_up = Afterwards[Losses]()  # whose carrier was hit, where he stood, by which unit
riders_tumble_out = Afterwards[None]()  # a unit aboard: where the machine was, its reach, its height, by which unit
