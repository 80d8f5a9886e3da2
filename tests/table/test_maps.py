"""Maps: what can be written, and what is said about what cannot."""

from pathlib import Path

import pytest

from sandtable.rulesets.library import battlefield, maps
from sandtable.table.data import DataError, read_toml
from sandtable.table.maps import MapFile, load_map, parse_map, strip_outline
from sandtable.table.terrain import kinds, piece

HEAD = 'name = "t"\ntitle = "T"\nsize = [72, 48]\n'


def one(text: str) -> str:
    """A map with one piece of terrain."""
    return f"{HEAD}[[terrain]]\n{text}\n"


def test_every_way_to_write_a_piece() -> None:
    """Points, lines, boxes (also turned), circles and strips become outlines in thousandths."""
    text = HEAD + "".join(
        f"[[terrain]]\n{entry}\n"
        for entry in (
            'kind = "woods"\npoints = [[1, 1], [3, 1], [2, 3]]',
            'kind = "wall"\nline = [[1, 1], [3.5, 1]]',
            'kind = "building"\nbox = [10, 10, 6, 4]\nfloors = 2\nname = "the inn"',
            'kind = "building"\nbox = [20, 10, 6, 4]\nturn = 90',
            'kind = "crater"\ncircle = [30, 30, 2]',
            'kind = "road"\nstrip = [[0, 24], [36, 24], [72, 30]]\nwidth = 3',
        )
    )
    field = parse_map(text, "t.toml")
    woods, wall, inn, turned, crater, road = field.terrain
    assert woods.outline == ((1000, 1000), (3000, 1000), (2000, 3000))
    assert woods.closed
    assert not wall.closed
    assert (inn.floors, inn.height, inn.title) == (2, 7000, "the inn")
    assert sorted(turned.outline) == [(21000, 9000), (21000, 15000), (25000, 9000), (25000, 15000)]
    assert len(crater.outline) == 12
    assert max(y for _, y in road.outline) > 30_000
    assert all(0 <= x <= 72_000 for x, _ in road.outline)


def test_buildings_have_openings_on_every_wall() -> None:
    """Evenly spread, at least one a wall, just outside it; unless the map names its own."""
    field = parse_map(one('kind = "building"\nbox = [10, 10, 6, 4]'), "t.toml")
    openings = field.terrain[0].openings
    assert len(openings) == 2 + 1 + 2 + 1
    assert all(not (10_000 <= x <= 16_000 and 10_000 <= y <= 14_000) for x, y in openings)
    named = parse_map(one('kind = "building"\nbox = [10, 10, 6, 4]\nopenings = [[13, 10]]'), "t.toml")
    assert named.terrain[0].openings == ((13_000, 10_000),)


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("name = ", "", "not valid TOML"),
        ('name = "t"\n', "", "missing required field `title`"),
        (HEAD + 'colour = "red"\nterrain = []', "", "unknown field `colour`"),
        ('name = "t"\ntitle = "T"\nsize = [7, 48]\nterrain = []', "size[0]", '12" to 144"'),
        (one('kind = "jungle"\nbox = [1, 1, 2, 2]'), "terrain[0].kind", "'jungle' is none of woods"),
        (one('kind = "woods"'), "terrain[0]", "exactly one of points"),
        (one('kind = "woods"\nbox = [1, 1, 2, 2]\ncircle = [1, 1, 1]'), "terrain[0]", "exactly one of points"),
        (one('kind = "woods"\nline = [[1, 1], [2, 2]]'), "terrain[0].line", "a woods is an area"),
        (one('kind = "wall"\nbox = [1, 1, 2, 2]'), "terrain[0].box", "a wall is a line"),
        (one('kind = "woods"\nbox = [70, 1, 5, 5]'), "terrain[0]", "lies off the table"),
        (one('kind = "woods"\npoints = [[1, 1], [2, 2]]'), "terrain[0].points", "at least three points"),
        (one('kind = "wall"\nline = [[1, 1]]'), "terrain[0].line", "at least two points"),
        (one('kind = "woods"\nbox = [1, 1, 0, 5]'), "terrain[0].box", "above 0"),
        (one('kind = "woods"\ncircle = [5, 5, 0]'), "terrain[0].circle", "above 0"),
        (one('kind = "road"\nstrip = [[1, 1], [5, 5]]'), "terrain[0].width", "above 0"),
        (one('kind = "road"\nstrip = [[1, 1]]\nwidth = 3'), "terrain[0].strip", "at least two points"),
        (one('kind = "building"\nbox = [1, 1, 5, 5]\nfloors = 0'), "terrain[0].floors", "1 to 8 floors"),
        (one('kind = "building"\nbox = [1, 1, 5, 5]\nfloors = 9\nheight = 3'), "terrain[0].floors", "1 to 8 floors"),
        (one('kind = "woods"\nbox = [nan, 1, 5, 5]'), "terrain[0]", "lengths are numbers"),
        (one('kind = "woods"\ncircle = [5, 5, inf]'), "terrain[0]", "lengths are numbers"),
        (one('kind = "woods"\npoints = [[1e308, 1], [2, 2], [3, 1]]'), "terrain[0]", "lengths are numbers"),
        (one('kind = "woods"\npoints = [[1, 1], [2, 2], [1, 1], [2, 2]]'), "terrain[0]", "covers no ground"),
        (one('kind = "building"\nbox = [1, 1, 0.0001, 0.0001]'), "terrain[0]", "no extent"),
        (one('kind = "wall"\nline = [[1, 1], [1, 1]]'), "terrain[0]", "no extent"),
        (one('kind = "road"\nstrip = [[1, 1], [1, 1]]\nwidth = 2'), "terrain[0].strip", "goes nowhere"),
        (one('kind = "road"\nstrip = [[1, 1], [5, 1], [1, 1]]\nwidth = 2'), "terrain[0].strip", "goes nowhere"),
        (one('kind = "road"\nstrip = [[90, 90], [99, 95]]\nwidth = 2'), "terrain[0]", "no extent"),
        (one('kind = "woods"\nbox = [1, 1, 5, 5]\ntraits = ["haunted"]'), "terrain[0].traits", "'haunted' is none of"),
        (one('kind = "building"\nbox = [1, 1, 5, 5]\nopenings = [[500, 5]]'), "terrain[0].openings", "off the table"),
        ("x = " + "[" * 5000, "", "not valid TOML"),
        ("x = " + "9" * 5000, "", "not valid TOML"),
        (one('kind = "hill"\nbox = [1, 1, 5, 5]\nheight = 99'), "terrain[0].height", '0" to 24"'),
        (one('kind = "hill"\nbox = [1, 1, "x", 5]'), "terrain[0].box[2]", "Expected `float`, got `str`"),
    ],
)
def test_what_is_wrong_is_said_by_file_key_and_reason(text: str, key: str, reason: str) -> None:
    """Every kind of mistake names the file, the key and the reason."""
    with pytest.raises(DataError, match=r"^t\.toml: ") as caught:
        parse_map(text, "t.toml")
    assert caught.value.key == key
    assert reason in caught.value.reason


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    """A missing file, a folder, and bytes that are no text."""
    with pytest.raises(DataError, match="no such file"):
        load_map(tmp_path / "none.toml")
    with pytest.raises(DataError, match="cannot be read"):
        load_map(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="cannot be read"):
        read_toml(tmp_path / "bytes.toml", MapFile)


@pytest.mark.parametrize("name", maps())
def test_our_own_maps_are_sound(name: str) -> None:
    """Each loads, and is called what its file is called."""
    assert battlefield(name).name == name


def test_terrain_that_rules_put_down_has_its_kinds_traits() -> None:
    """A crater made by a shell is a crater like any other."""
    made = piece("crater", ((0, 0), (1000, 0), (0, 1000)), name="the shell hole")
    assert (made.traits, made.height, made.title) == (kinds()["crater"].traits, 0, "the shell hole")


def test_a_strip_is_as_wide_as_told_everywhere() -> None:
    """Straight and at a bend."""
    straight = strip_outline([(0, 10), (20, 10)], 3)
    assert {y for _, y in straight} == {8500, 11500}
    bend = strip_outline([(0, 10), (10, 10), (10, 20)], 2)
    assert (11_000, 9000) in bend
    assert (9000, 11_000) in bend


def test_a_ring_may_be_closed_by_hand() -> None:
    """A last point that repeats the first is left out."""
    text = one('kind = "building"\npoints = [[5, 5], [11, 5], [11, 11], [5, 11], [5, 5]]')
    assert len(parse_map(text, "t.toml").terrain[0].outline) == 4
