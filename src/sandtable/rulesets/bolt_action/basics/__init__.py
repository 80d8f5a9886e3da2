"""What every chapter reads: charts, who stands where, who sees whom, and what units are armed with."""
