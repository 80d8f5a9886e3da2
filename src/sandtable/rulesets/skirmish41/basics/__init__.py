"""What every chapter reads: charts, who stands where, distances and lines of sight, force lists."""
