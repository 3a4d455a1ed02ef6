"""The tests of Kenning: folders mirror src/kenning, laws/ holds properties, cases/ what any language can read."""
