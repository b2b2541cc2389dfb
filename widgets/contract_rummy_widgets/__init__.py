"""Boards to touch: the widgets of Contract Rummy, the rule explorer."""
