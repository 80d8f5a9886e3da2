"""What every chapter reads: the table of scores, characteristics, who stands where and who sees whom."""
