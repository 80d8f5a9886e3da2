"""What this chapter sets off in others that stand above it.

A vehicle that is destroyed throws its riders out, and they shoot no more than they move; a target that is shot at may drive
off.
"""

from sandtable.mechanics.afterwards import Afterwards

riders_bail_out = Afterwards[None]()  # of a vehicle that is destroyed: each rider with the wreck, if there is one
target_escapes = Afterwards[None]()  # a recce vehicle that is declared a target, with who shoots at it
