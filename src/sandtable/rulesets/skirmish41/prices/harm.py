"""How what has become of a team is read: men by what happened to them, and whether the team is suppressed."""

from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.umpire.bare import Read


def harm_read(before: Battle, number: int = 1) -> Read:
    """What has become of a team on foot."""

    def read(after: Battle, _: object, __: object) -> dict[str, int]:
        was, now = before.units[number], after.units[number]
        return {
            "killed": len(was.men) - len(now.men) - len(now.down),
            "disabled": len(now.down),
            "wounded": sum(after.figures[man].wounds > 0 for man in now.men),
            "suppressed": int(now.suppression > was.suppression),
        }

    return read
