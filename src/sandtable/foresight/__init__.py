"""Looking ahead: a script run under every outcome of every roll, exactly, by stages that are played once each."""
