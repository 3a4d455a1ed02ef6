"""The disk, behind one narrow seam: `base` says what a store can do, `sqlite` does it in one file."""
