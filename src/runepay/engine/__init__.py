"""The engine: questions and answers as JSON lines, for programs that play (``docs/engine.md``)."""
