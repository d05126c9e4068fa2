#!/usr/bin/env python3
"""Write all pictures below web/public, or say with --check which are stale."""

import argparse
import sys
from pathlib import Path

from komadai_art import output

PUBLIC = Path(__file__).resolve().parent.parent / "public"


def stale(files):
    """Paths that are missing, differ, or lie in a generated folder without being generated."""
    bad = []
    for path, text in files.items():
        target = PUBLIC / path
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            bad.append(path)
    for folder in output.OWNED:
        for target in sorted((PUBLIC / folder).rglob("*")):
            path = target.relative_to(PUBLIC).as_posix()
            if target.is_file() and path not in files:
                bad.append(path)
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if an output is stale")
    parser.add_argument("--sizes", action="store_true", help="print the size of each set")
    options = parser.parse_args()
    files = output.everything()
    if options.sizes:
        for name, size in output.sizes(files).items():
            print(f"{size:8d} bytes  {name}")
        return 0
    bad = stale(files)
    if options.check:
        for path in bad:
            print(f"stale or missing: web/public/{path}", file=sys.stderr)
        return 1 if bad else 0
    for path in bad:
        target = PUBLIC / path
        if path in files:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(files[path], encoding="utf-8")
        else:
            target.unlink()
    print(f"{len(bad)} of {len(files)} files written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
