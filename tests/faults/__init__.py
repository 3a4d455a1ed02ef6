"""Faults a store must survive, made to order: power cuts, sick disks, killed processes."""
