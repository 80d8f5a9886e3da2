"""GONERs, unit by unit."""

Losses = tuple[tuple[int, int], ...]  # (unit, how many GONERs), units in rising order


def add_losses(one: Losses, other: Losses) -> Losses:
    """GONERs of both, unit by unit."""
    found = dict(one)
    for number, count in other:
        found[number] = found.get(number, 0) + count
    return tuple(sorted(found.items()))
