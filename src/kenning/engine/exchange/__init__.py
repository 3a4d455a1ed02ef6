"""Out and in: foreign files, our own log, whole copies."""
