"""The Command Phase (1.5): REGROUP, Sarge is a GONER, JUST DO IT, strikes and Overwatch called for."""
