"""`python -m kenning` is the command line."""

from kenning.faces.cli import main

if __name__ == "__main__":
    main()
