"""Reading what a session may see: views, threads, the log as it grows."""
