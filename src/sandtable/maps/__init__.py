"""Maps that every rulebook can fight on."""
