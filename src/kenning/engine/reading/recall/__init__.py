"""Recall: the lines that answer, gathered from every lane under one scope, and how they are handed out."""
