"""The lane of meaning: what models make of rows, kept in the store and held in memory, and which rows come near a question."""
