"""Draws every picture of Komadai. Standard library only; output is deterministic."""
