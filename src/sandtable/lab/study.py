"""Studies: which battles are fought, and what is played otherwise in some of them.

A study is a TOML file. Its battles are fought as the books have it (the *base*), and once more with each of its variants, on
the same seeds. `laid_out` turns it into arms, each of which is one way of fighting one scenario under one book; whatever is
wrong with a study is said then, before anything is fought.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.bots import BOTS
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.scenario import Enlisted, Force, Scenario
from sandtable.play.wire import to_plain
from sandtable.rulesets.house import HouseRule, Unplayable, in_file, options_under, played_otherwise, typed
from sandtable.rulesets.library import RULESETS, parse_scenario, ruleset
from sandtable.table.data import DataError, check, parse_toml

BASE = "base"
MOST_BATTLES = 1_000_000
MOST_VARIANTS = 400

Side = Literal["first", "second"]
SIDES: tuple[Side, Side] = ("first", "second")
Games = Annotated[int, msgspec.Meta(ge=2, le=MOST_BATTLES)]
Text = Annotated[str, msgspec.Meta(max_length=200)]


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is played otherwise: switches and cells by name, a file of house rules, troops' figures, whole force lists.

    `forces` has the units of either force, by `first` and `second`. `troops` has fields of the catalogue by the troop's id.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    set: dict[str, Any] = {}
    rules: Text = ""
    troops: dict[str, dict[str, Any]] = {}
    forces: dict[Side, tuple[Enlisted, ...]] = {}
    scenario: Text = ""
    bots: tuple[str, str] | None = None


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Battles to be fought for a question.

    `swap` fights every seed twice, the forces having changed places, where a scenario is the same for both (`auto`: in a
    meeting of two forces). `until` stops as soon as the share of battles won is known within so much. `apart` gives each arm
    dice of its own, for those who want to see what the pairs are good for.
    """

    title: Text
    books: tuple[str, ...]
    scenarios: tuple[str, ...] = ()
    about: str = ""
    bots: tuple[str, str] = ("rookie", "rookie")
    battles: Games = 200
    seed: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)] = 1
    swap: Literal["auto", "always", "never"] = "auto"
    until: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.0
    apart: bool = False
    events: bool = False
    variant: Annotated[tuple[Variant, ...], msgspec.Meta(max_length=MOST_VARIANTS)] = ()


class Arm(msgspec.Struct, frozen=True):
    """One way of fighting one scenario under one book: what every battle of it has in common."""

    number: int
    book: str
    version: int
    variant: str
    scenario: Scenario
    options: dict[str, Any]
    bots: tuple[str, str]
    swaps: bool
    changed: tuple[str, ...] = ()  # in words

    @property
    def is_base(self) -> bool:
        """Whether it is played as the book has it."""
        return self.variant == BASE


def read_study(text: str, file: str) -> Study:
    """A study from the text of its file."""
    study = parse_toml(text, file, Study)
    check(bool(study.books), file, "books", f"a study names rulebooks: there are {', '.join(RULESETS)}")
    names = [one.name for one in study.variant]
    check(BASE not in names, file, "variant", f"{BASE!r} is what the books have: a variant is called something else")
    for place, one in enumerate(study.variant):
        key = f"variant[{place}]"
        check(one.name not in names[:place], file, f"{key}.name", f"another variant is called {one.name!r}")
        wanted = one.set, one.rules, one.troops, one.forces, one.scenario, one.bots
        kinds = "set, rules, troops, forces, scenario or bots"
        check(any(map(bool, wanted)), file, key, f"{one.name!r} changes nothing: it may have {kinds}")
    return study


def laid_out(study: Study, folder: Path, file: str = "study") -> list[Arm]:
    """The arms of a study: for each book and scenario its base, then the variants that concern it."""
    arms: list[Arm] = []
    for place, book in enumerate(study.books):
        check(
            book in RULESETS,
            file,
            f"books[{place}]",
            f"no rulebook is called {book!r}: there are {', '.join(RULESETS)}",
        )
    _check_named(study, file)
    for book in study.books:
        rules = ruleset(book)
        for name in study.scenarios or rules.scenarios()[:1]:
            arms += _arms(study, rules, scenario_named(rules, name, folder), folder, file, len(arms))
    return arms


def _check_named(study: Study, file: str) -> None:
    """Every switch and cell belongs to some book of the study, so that no change is passed over in silence."""
    prefixes = {ruleset(book).prefix: book for book in study.books}
    for one in study.variant:
        for name in one.set:
            prefix = name.partition(".")[0]
            known = ", ".join(f"{prefix}.…" for prefix in prefixes)
            check(prefix in prefixes, file, f"variant {one.name!r}", f"{name}: no such option; known are {known}")


def _arms(study: Study, rules: Ruleset[Any], scenario: Scenario, folder: Path, file: str, first: int) -> list[Arm]:
    swaps = study.swap == "always" or (study.swap == "auto" and scenario.task == "meeting")
    found = [
        _arm(study, rules, scenario, Variant(BASE), folder, file, swaps=swaps),
        *(
            _arm(study, rules, scenario, one, folder, file, swaps=swaps)
            for one in study.variant
            if _concerns(one, rules)
        ),
    ]
    return [replace(arm, number=first + place) for place, arm in enumerate(found)]


def _concerns(variant: Variant, rules: Ruleset[Any]) -> bool:
    """Whether a variant changes something of a book: what is set for another does not."""
    others = variant.rules, variant.troops, variant.forces, variant.scenario, variant.bots
    return any(map(bool, others)) or any(name.partition(".")[0] == rules.prefix for name in variant.set)


def _arm(
    study: Study, rules: Ruleset[Any], usual: Scenario, variant: Variant, folder: Path, file: str, *, swaps: bool
) -> Arm:
    where = f"variant {variant.name!r}"
    bots = variant.bots or study.bots
    for name in bots:
        check(name in BOTS, file, "bots", f"no bot is called {name!r}: there are {', '.join(BOTS)}")
    scenario = scenario_named(rules, variant.scenario, folder) if variant.scenario else usual
    scenario = _with_forces(scenario, variant, file, where)
    try:
        options = options_under(rules, house_of(variant.set, variant.rules, rules, folder))
    except Unplayable as error:
        raise DataError(file, where, str(error).removeprefix("--set ")) from error
    for one in (scenario, exchanged(scenario)) if swaps else (scenario,):
        try:
            rules.setup(one, options)
        except (DataError, Refused) as error:
            how = "the forces having changed places, " if one is not scenario else ""
            raise DataError(file, where, f"{how}{rules.name} cannot fight it: {error}") from error
    changed = (*played_otherwise(rules, options), *_changed_forces(variant))
    as_usual = variant.name != BASE and not changed
    check(not as_usual, file, where, f"it is what {rules.name} plays anyway")
    return Arm(0, rules.name, rules.version, variant.name, scenario, to_plain(options), bots, swaps, changed)


def exchanged(scenario: Scenario) -> Scenario:
    """A scenario in which the forces have changed places."""
    return replace(scenario, forces=(scenario.forces[1], scenario.forces[0]))


def house_of(settings: Mapping[str, Any], file: str, rules: Ruleset[Any], folder: Path) -> list[HouseRule]:
    """The house rules of a variant that are for a book."""
    found = in_file(_text(folder / file), file) if file else []
    for name, value in settings.items():
        prefix, _, rest = name.partition(".")
        if value is None or isinstance(value, str):
            found.append(typed(name if value is None else f"{name}={value}"))
        else:
            found.append(HouseRule(name, prefix, rest, value))
    return [one for one in found if one.prefix == rules.prefix]


def _with_forces(scenario: Scenario, variant: Variant, file: str, where: str) -> Scenario:
    """The scenario with the force lists of a variant, and with other figures for some troops."""
    forces = list(scenario.forces)
    for seat, side in enumerate(SIDES):
        if side in variant.forces:
            check(bool(variant.forces[side]), file, where, f"the {side} force has nobody")
            forces[seat] = replace(forces[seat], units=variant.forces[side])
    listed = {entry.troop for force in forces for entry in force.units}
    for troop in variant.troops:
        there = ", ".join(sorted(listed))
        check(troop in listed, file, f"{where}: troops", f"{troop!r} is in neither force: there are {there}")
    first, second = (_otherwise(force, variant.troops) for force in forces)
    return replace(scenario, forces=(first, second))


def _otherwise(force: Force, troops: Mapping[str, dict[str, Any]]) -> Force:
    units = tuple(
        replace(entry, otherwise={**entry.otherwise, **troops[entry.troop]}) if entry.troop in troops else entry
        for entry in force.units
    )
    return replace(force, units=units)


def _changed_forces(variant: Variant) -> list[str]:
    lines = [f"{troop}.{name} = {value}" for troop, row in variant.troops.items() for name, value in row.items()]
    for side, units in variant.forces.items():
        lines.append(f"the {side} force: {', '.join(entry.troop for entry in units)}")
    lines += [f"scenario {variant.scenario}"] * bool(variant.scenario)
    if variant.bots is not None:
        lines.append(f"played by {variant.bots[0]} and {variant.bots[1]}")
    return lines


def scenario_named(rules: Ruleset[Any], name: str, folder: Path) -> Scenario:
    """A scenario of a book by its name, or one from a file beside the study."""
    if name in rules.scenarios():
        return rules.scenario(name)
    if not name.endswith(".toml"):
        raise DataError(
            "scenarios", "", f"{rules.name} has no scenario {name!r}: there are {', '.join(rules.scenarios())}"
        )
    return parse_scenario(_text(folder / name), Path(name).stem)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from error


def one_change(book: str, scenarios: Sequence[str], settings: Sequence[str], rules_file: str, study: Study) -> Study:
    """The study of one change, as it is typed: base against what is set."""
    chosen = {name: value if equals else None for name, equals, value in (one.partition("=") for one in settings)}
    variant = Variant(name=", ".join(settings) or rules_file, set=chosen, rules=rules_file)
    return replace(study, books=(book,), scenarios=tuple(scenarios), variant=(variant,))
