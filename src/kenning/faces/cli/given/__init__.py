"""What a command is given, made into what a verb takes."""
