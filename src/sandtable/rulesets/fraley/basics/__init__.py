"""What every chapter stands on: Teams and what they carry, terrain, lines of sight, Training Checks, choices."""
