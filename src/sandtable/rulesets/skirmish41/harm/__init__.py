"""What becomes of men and vehicles that are hit: casualties, those who are carried, damage, wrecks, blasts."""
