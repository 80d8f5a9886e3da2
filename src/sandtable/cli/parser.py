"""What can be typed: commands, their options and their help."""

import argparse
from collections.abc import Sequence
from typing import NoReturn

ABOUT = """\
sandtable plays WW2 tabletop miniatures rulebooks end to end, with every rule enforced and explained.

  sandtable play                          the page: play a bot, a friend beside you or far away; replay battles
  sandtable rulesets                      the rulebooks there are
  sandtable watch RULEBOOK --seed 7       a battle between two bots, told line by line
  sandtable ask RULEBOOK                  the questions whose exact odds can be asked
  sandtable luck RECORD                   whom the dice of a recorded battle favoured
  sandtable compare SCENARIO --games 50   the same forces on the same ground under every rulebook that knows them
  sandtable lab try RULEBOOK --set X=Y    what a change of the rules does, in battles
  sandtable clauses RULEBOOK              every rule, in our words
  sandtable tables RULEBOOK               every number of its tables, to be changed
"""


class UsageError(Exception):
    """Wrong input, in one line."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and leaves exiting to us."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see '{self.prog} --help')")


class _Done(Exception):  # noqa: N818  # help has been printed
    pass


class _Help(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        parser.print_help()
        raise _Done


def _add_help(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-h", "--help", action=_Help, nargs=0, help="show this help and stop")


def _command(
    commands: "argparse._SubParsersAction[_Parser]", name: str, about: str, details: str = ""
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=about,
        description=f"{about[:1].upper()}{about[1:]}.",
        epilog=details,
        add_help=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_help(parser)
    return parser


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer with JSON")


def _ruleset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ruleset", metavar="RULEBOOK", help="a rulebook, as 'sandtable rulesets' lists them")


def _switches(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="play an optional reading, as the rulebook's page lists them, or change a cell of a table, as 'sandtable\n"
        "tables' lists them (may be given several times)",
    )
    parser.add_argument("--rules", default="", metavar="FILE", help="a TOML file of such changes; --set outdoes it")


def _play(commands: "argparse._SubParsersAction[_Parser]") -> None:
    play = _command(
        commands,
        "play",
        "play, watch and replay battles in the browser",
        "Battles are kept in your own data folder, or where --data or SANDTABLE_DATA says; an address such as\n"
        "postgresql+asyncpg://... names a database instead. Only this machine can reach the server unless --host says\n"
        "otherwise. A port that is taken gives way to the next free one. Battles that are begun\n"
        "there play what --set and --rules say, unless their own switches say otherwise.",
    )
    play.add_argument("--host", default="127.0.0.1", metavar="HOST", help="the address to listen on (127.0.0.1)")
    play.add_argument("--port", default="8765", metavar="N", help="the first port to try (8765; 0 takes any)")
    play.add_argument("--no-browser", action="store_true", help="do not open a browser")
    play.add_argument("--data", default="", metavar="DIR", help="where battles are kept")
    _switches(play)


def _clauses(commands: "argparse._SubParsersAction[_Parser]") -> None:
    clauses = _command(commands, "clauses", "list every clause of a rulebook with its ruling, switch, code and tests")
    _ruleset(clauses)
    clauses.add_argument("--find", default="", metavar="TEXT", help="only clauses whose id or words contain this")
    _json(clauses)


def _tables(commands: "argparse._SubParsersAction[_Parser]") -> None:
    tables = _command(
        commands,
        "tables",
        "list the cells of a rulebook's printed tables, by the names that change them",
        "A cell is changed with --set NAME=VALUE, or with NAME = VALUE in a file for --rules, of 'watch', 'ask', 'compare'\n"
        "and 'play'. Where the sheet's number is one of the rulebook's switches, the switch is listed.",
    )
    _ruleset(tables)
    tables.add_argument("--find", default="", metavar="TEXT", help="only cells whose name or clause contains this")
    _json(tables)


def _scenarios(commands: "argparse._SubParsersAction[_Parser]") -> None:
    scenarios = _command(commands, "scenarios", "list the scenarios of a rulebook with their forces and points")
    _ruleset(scenarios)
    _json(scenarios)


def _bots(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bots", nargs=2, default=["rookie", "rookie"], metavar="BOT", help="who plays: random, rookie"
    )


def _watch(commands: "argparse._SubParsersAction[_Parser]") -> None:
    watch = _command(
        commands,
        "watch",
        "watch two bots fight a battle",
        "With --json the last line of output is one JSON object about the battle.",
    )
    _ruleset(watch)
    watch.add_argument("--scenario", default="", metavar="NAME|FILE", help="a scenario's name or a TOML file")
    watch.add_argument("--map", default="", metavar="random|NAME|FILE", help="fight it on another map")
    watch.add_argument("--seed", default="1", metavar="N", help="the number that dice and bots begin from (1)")
    _bots(watch)
    watch.add_argument("--record", default="", metavar="FILE", help="save the record of the battle here")
    watch.add_argument("--svg", default="", metavar="FILE", help="save a picture of the table at the end here")
    watch.add_argument("--quiet", action="store_true", help="tell only how it ended")
    _switches(watch)
    _json(watch)


def _compare(commands: "argparse._SubParsersAction[_Parser]") -> None:
    compare = _command(
        commands,
        "compare",
        "fight one scenario under every rulebook that knows its troops, and tell what each makes of it",
        "A scenario that belongs to no rulebook names troops by ids; each rulebook says what they are. Bots fight it so\n"
        "many times under each, from the same seeds, on all cores. Told are: how often either side wins, with the\n"
        "interval that holds the true share 95 times of 100; what the sides lose of the points they began with and how\n"
        "many of their units are gone; how many turns and decisions a battle takes, and the seconds of a processor.\n"
        "Counts, turns and losses hang on the seeds alone: the same command tells the same again, however many\n"
        "processes work at it. 'sandtable watch RULEBOOK --scenario SCENARIO --seed N' shows any of the battles.",
    )
    compare.add_argument("scenario", metavar="SCENARIO", help="a scenario of no rulebook by its name, or a TOML file")
    compare.add_argument("--games", default="20", metavar="N", help="battles under each rulebook (20)")
    compare.add_argument("--books", default="", metavar="BOOK,BOOK", help="only these rulebooks")
    compare.add_argument("--seed", default="1", metavar="N", help="the first seed; each battle has the next (1)")
    _bots(compare)
    compare.add_argument("--jobs", default="", metavar="N", help="processes that fight side by side (as many as cores)")
    compare.add_argument("--svg", default="", metavar="FILE", help="save a picture of the comparison here")
    _switches(compare)
    _json(compare)


def _fights(parser: argparse.ArgumentParser, games: str) -> None:
    """How battles of a study are fought."""
    parser.add_argument("--games", default=games, metavar="N", help=f"battles each way ({games})")
    parser.add_argument("--seed", default="1", metavar="N", help="the first seed; each battle has the next (1)")
    _bots(parser)
    _work(parser)


def _work(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", default="", metavar="N", help="processes that fight side by side (as many as cores)")
    parser.add_argument("--limit", default="60", metavar="MINUTES", help="refuse what would take longer (60)")
    parser.add_argument("--backend", default="processes", metavar="NAME", help="who fights: processes (usual), ray")


def _lab(commands: "argparse._SubParsersAction[_Parser]") -> None:
    lab = _command(
        commands,
        "lab",
        "the laboratory: change a number, fight the battles, get a verdict",
        "Every way of playing is fought on the same seeds. Differences come with intervals that hold 95 times of 100; what\n"
        "is said to be shown holds for all measures at once. A verdict holds between the bots that are named in it.\n"
        "The laboratory's libraries are an extra: pip install 'sandtable[lab]'.",
    )
    studies = lab.add_subparsers(dest="study", metavar="WHAT", parser_class=_Parser)
    once = _command(studies, "try", "fight a rulebook as it is and with one change, and say what the change does")
    _ruleset(once)
    once.add_argument("--scenario", default="", metavar="NAME|FILE", help="a scenario's name or a TOML file")
    _switches(once)
    once.add_argument(
        "--until", default="", metavar="WIDTH", help="stop when wins are known within so much, such as 2%%"
    )
    once.add_argument("--out", default="", metavar="DIR", help="keep battles, tables and report in this folder")
    _fights(once, "200")
    _json(once)
    run = _command(
        studies,
        "run",
        "carry out a study from its file",
        "A study that was broken off goes on where it stood when the same folder is named. When it is done, the folder\n"
        "holds battles.parquet, units.parquet and report.html.",
    )
    run.add_argument("file", metavar="STUDY", help="a TOML file")
    run.add_argument("--out", default="", metavar="DIR", help="the folder for what comes of it (named after the file)")
    _work(run)
    _json(run)
    _ready_studies(studies)


def _ready_studies(studies: "argparse._SubParsersAction[_Parser]") -> None:
    """Studies that are always wanted."""
    switches = _study(studies, "switches", "fight every switch of a rulebook both ways: which rulings matter", "60")
    cells = _study(studies, "sensitivity", "fight every number of a printed table, one more and one less", "60")
    cells.add_argument("table", metavar="TABLE", help="a table, as 'sandtable tables' lists them")
    clauses = _study(studies, "clauses", "count which clauses come up: never, rarely, or deciding battles", "40")
    points = _study(studies, "points", "fight forces drawn by lot, and fit what every troop is worth", "2")
    points.add_argument("--lots", default="200", metavar="N", help="pairs of forces that are drawn (200)")
    balance = _study(studies, "balance", "say who wins a scenario, and find the handicap that would even it", "200")
    for one in (switches, cells):
        one.add_argument("--out", default="", metavar="DIR", help="keep battles, tables and report in this folder")
    for one in (switches, cells, clauses, points, balance):
        _json(one)


def _study(
    studies: "argparse._SubParsersAction[_Parser]", name: str, about: str, games: str
) -> argparse.ArgumentParser:
    study = _command(studies, name, about)
    _ruleset(study)
    study.add_argument("--scenario", default="", metavar="NAME|FILE", help="a scenario's name or a TOML file")
    _fights(study, games)
    return study


def _ask(commands: "argparse._SubParsersAction[_Parser]") -> None:
    ask = _command(
        commands,
        "ask",
        "ask a rulebook for the exact odds of a procedure",
        "Without a question, the questions are listed with their fields. With --throws you are led through it: the\n"
        "faces of your own dice, throw by throw; the answer is what they said and what to roll next.\n"
        "\n"
        "--joint hits,lost tells two or three outcomes together. --if hits=2 tells outcomes as they are when that is\n"
        "known; hits>=2 and hits<=2 are written likewise, in quotes, and several --if hold all at once.",
    )
    _ruleset(ask)
    ask.add_argument("question", nargs="?", default="", metavar="QUESTION", help="the name of a question")
    ask.add_argument("--given", default="{}", metavar="JSON", help="the situation; fields left out have their defaults")
    ask.add_argument("--throws", default=None, metavar="JSON", help="the dice thrown so far, such as [[4, 6], [1]]")
    ask.add_argument(
        "--joint",
        action="append",
        default=[],
        metavar="NAMES",
        help="outcomes to be told together, such as hits,lost (may be given several times)",
    )
    ask.add_argument(
        "--if",
        dest="supposed",
        action="append",
        default=[],
        metavar="WHAT",
        help="something about an outcome that is known, such as hits=2 (may be given several times)",
    )
    ask.add_argument(
        "--choices",
        nargs="?",
        const="",
        default=None,
        metavar="FIELD",
        help="list what this field may be set to, or all fields that have choices; of all questions, if none is named",
    )
    _switches(ask)
    _json(ask)


def _record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a record saved by 'watch --record'")


def _records(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """What can be done with a battle that was recorded."""
    replay = _command(
        commands,
        "replay",
        "tell a recorded battle again",
        "With --study and --battle it is a battle of a study, by its row in battles.parquet, fought again from its seed.",
    )
    replay.add_argument("record", nargs="?", default="", metavar="RECORD", help="a record saved by 'watch --record'")
    replay.add_argument("--study", default="", metavar="DIR", help="the folder of a study")
    replay.add_argument("--battle", default="", metavar="N", help="which of its battles: the first row is 0")
    replay.add_argument("--record", dest="save", default="", metavar="FILE", help="save the record of that battle here")
    replay.add_argument("--answers", default="", metavar="N", help="stop after so many answers")
    replay.add_argument("--svg", default="", metavar="FILE", help="save a picture of the table where it stops")
    _json(replay)

    verify = _command(commands, "verify", "prove a record: every die from its key, every answer legal")
    _record(verify)
    _json(verify)

    luck = _command(
        commands,
        "luck",
        "tell how the dice of a recorded battle fell, against what was to be expected",
        "With --json every roll is listed with its exact chances; what each side's rolls add up to comes with it.",
    )
    _record(luck)
    luck.add_argument("--swings", action="store_true", help="say what each roll was worth in points (some seconds)")
    _json(luck)


def build() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = _Parser(
        prog="sandtable", description=ABOUT, add_help=False, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    _add_help(parser)
    parser.add_argument("--version", action="store_true", help="say which version this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    _play(commands)
    _json(_command(commands, "rulesets", "list the rulebooks"))
    _clauses(commands)
    _tables(commands)
    _scenarios(commands)
    _watch(commands)
    _compare(commands)
    _lab(commands)
    _ask(commands)
    _records(commands)
    bench = _command(commands, "bench", "measure how fast the engine is on this machine")
    bench.add_argument("--rounds", default="5", metavar="N", help="rounds to take medians over (5)")
    _json(bench)
    _json(_command(commands, "schema", "print the JSON schema of everything that leaves the engine"))
    return parser


def parse(arguments: Sequence[str]) -> argparse.Namespace | None:
    """What was asked for; None if help or the version was all."""
    parser = build()
    try:
        asked = parser.parse_args(list(arguments))
    except _Done:
        return None
    if asked.version:
        from sandtable import __version__  # noqa: PLC0415

        print(f"sandtable {__version__}")
        return None
    if not asked.command:
        parser.print_help()
        return None
    return asked
