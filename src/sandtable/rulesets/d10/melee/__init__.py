"""Close combat: the Assault order, blows, results and breaking off."""
