"""Battles with changed cells of tables on a server: begun, kept, told, taken up again, and begun so by the house."""

from pathlib import Path
from typing import Any

import pytest

from .kit import Server, serving

CELLS = [["hit.long-range.plus", -2]]
CHANGED = [
    {"name": "ba.table.hit.long-range", "value": -2, "printed": -1, "clauses": ["ba.hit.long-range"]},
]


def test_a_battle_keeps_its_cells_and_says_what_was_changed(server: Server, tmp_path: Path) -> None:
    """In what it tells a page and in its record; its forecasts and orders hang on them."""
    opened = server.begin(options={"cells": [["hit.long-range", -2]]}, players=["random", "random"], seed=2)
    view = server.join(opened["id"]).snapshot["battle"]
    assert view["options"] == {"cells": CELLS} and view["changed"] == CHANGED
    plain = server.begin()
    assert server.join(plain["id"]).snapshot["battle"]["changed"] == []
    page = server.join(opened["id"])
    while page.outcome is None:
        page.hear()
    status, record = server.call("GET", f"/api/battles/{opened['id']}/record")
    assert status == 200 and record["header"]["options"] == {"cells": CELLS}
    assert server.get(f"/api/battles/{opened['id']}/verify")["good"]


def test_a_battle_with_cells_is_there_after_a_restart(tmp_path: Path) -> None:
    """As it was begun."""
    with serving(tmp_path) as server:
        opened = server.begin(options={"cells": CELLS})
    with serving(tmp_path) as server:
        assert server.join(opened["id"]).snapshot["battle"]["changed"] == CHANGED
        server.close_pages()


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([["hit.longrange", -2]], "the table hit has no row 'longrange': did you mean long-range?"),
        ([["hit.base", 9]], "it takes a whole number from 1 to 6 (printed: 3)"),
        ([["hit.base", None]], "options: "),
        ([["x" * 1000, 1]], "options: cells: [0][0]: it takes text of at most 200 letters"),
        ([["hit.base", 4]] * 1001, "options: cells: it takes a list of at most 1000 entries"),
        ("hit.base=4", "options: cells: it takes a list, not text"),
    ],
)
def test_cells_that_are_none_are_refused(server: Server, cells: Any, reason: str) -> None:
    """In words, and no battle is begun."""
    asked = {"ruleset": "bolt-action", "scenario": "attrition", "options": {"cells": cells}}
    status, problem = server.call("POST", "/api/battles", asked)
    assert status == 400 and reason in problem["reason"], problem


def test_the_umpire_is_asked_with_changed_cells(server: Server) -> None:
    """As with switches."""
    asked = {"given": {"shooters": 8, "distance": 14}, "options": {"cells": CELLS}}
    status, found = server.call("POST", "/api/rulesets/bolt-action/questions/shooting", asked)
    assert status == 200 and found["needed"].startswith("5+")
    asked["options"] = {"cells": [["hit.nothing", 1]]}
    status, problem = server.call("POST", "/api/rulesets/bolt-action/questions/shooting", asked)
    assert status == 400 and "the table hit has no row 'nothing'" in problem["reason"]


def test_the_house_says_what_battles_begin_with(tmp_path: Path) -> None:
    """The page is told with the switches a battle begins with; whoever wants it otherwise says so."""
    house = {"bolt-action": {"turns": 3, "cells": tuple(map(tuple, CELLS))}}
    with serving(tmp_path, house=house) as server:
        book, other = (server.get(f"/api/rulesets/{name}") for name in ("bolt-action", "d10"))
        assert book["page_options"] == {"premeasure": True, "turns": 3, "cells": CELLS}
        assert "cells" not in other["page_options"]
        listed = {one["name"]: one["page_options"] for one in server.get("/api/rulesets")}
        assert listed["bolt-action"] == book["page_options"]
        begun = server.begin(options={"premeasure": True})
        assert server.join(begun["id"]).snapshot["battle"]["options"] == {
            "premeasure": True,
            "turns": 3,
            "cells": CELLS,
        }
        begun = server.begin(options={"turns": 5, "cells": []})
        assert server.join(begun["id"]).snapshot["battle"]["options"] == {"turns": 5}
        server.close_pages()


def test_the_rules_show_every_table_with_its_rows(server: Server) -> None:
    """By its name, a row a line, and what is a switch as it usually is."""
    tables = {one["name"]: one for one in server.get("/api/rulesets/bolt-action/rules")["tables"]}
    assert tables["hit"]["columns"][0] == "row"
    weapons = [dict(zip(tables["weapons"]["columns"], row, strict=True)) for row in tables["weapons"]["rows"]]
    flame = next(row for row in weapons if row["row"] == "flamethrower-vehicle")
    assert (flame["range"], flame["shots"], flame["clause"]) == ("18", "2D6", "ba.weapon.flamethrower-vehicle")
    assert "switch" not in flame
