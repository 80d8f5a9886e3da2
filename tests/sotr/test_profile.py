"""The profile that all humans share: what a shot needs."""

from typing import Any

import pytest

from tests.clause import clause


@clause("sotr.model.to-hit", "sotr.model.to-hit-modified")
@pytest.mark.parametrize(
    ("facts", "needed"),
    [({}, 4), ({"aimed": True}, 3), ({"cover": 1}, 5), ({"cover": 2}, 6), ({"cover": 2, "prone": True}, 7)],
)
def test_a_shot_needs_four_and_what_changes_it(facts: dict[str, Any], needed: int) -> None:
    """1-3 miss, 4-6 hit; standing still adds one to an Aimed Shot, having moved takes nothing off; cover does."""
    from sandtable.rulesets.sotr.fire.to_hit import Shot, score  # noqa: PLC0415
    from sandtable.rulesets.sotr.options import Options  # noqa: PLC0415

    assert score(Shot("rifle", 10_000, **facts), Options()) == needed
