"""``make golden``: write the transcripts anew after an intended change."""

from tests.golden.games import GAMES, path_of, transcript

for name in GAMES:
    path_of(name).write_text(transcript(name), encoding="utf-8")
