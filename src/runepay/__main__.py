"""``python -m runepay`` is the command ``runepay``."""

from runepay.cli import main

if __name__ == "__main__":
    main()
