"""The solo enemy: risk factors, his charts of actions, how he goes about and shoots."""
