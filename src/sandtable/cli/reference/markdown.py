"""Writing tables in Markdown."""

from collections.abc import Iterable, Sequence


def cell(text: str) -> str:
    """A text that can stand in a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table; columns in which nothing stands are left out."""
    kept = [list(row) for row in rows]
    shown = [column for column in range(len(head)) if any(row[column] for row in kept)]
    lines = [[head[column] for column in shown], ["---"] * len(shown)]
    lines += [[cell(row[column]) for column in shown] for row in kept]
    return [f"| {' | '.join(line)} |" for line in lines]
