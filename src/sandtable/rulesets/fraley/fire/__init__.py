"""Firing: who fires at whom, cover and Gone to Ground, dice To Hit, hits allocated, and what comes of them."""
