"""What an action has noted before the question that is weighed: it is known, and nothing to be foreseen."""

from typing import Any

from sandtable.dice.roll import Roll, Rolled
from sandtable.dice.sources import check_faces
from sandtable.play.events import Event
from sandtable.play.script import Play

from .forecast import Standing
from .outcomes import Facts, note


def happened(standing: Standing) -> Facts:
    """What was noted of the running step so far: it is begun again and fed its inputs, up to the pending question."""
    rules = standing.rules
    step = rules.next_step(standing.checkpoint)
    assert step is not None
    play: Play[Any] = Play(standing.checkpoint, rules.apply)
    _feed(step.begin(play), list(standing.given)[::-1])
    events = [one for one in play.happenings if isinstance(one, Event)]
    return note((), [fact for event in events for fact in rules.noted(event)])


def _feed(script: Any, given: list[object]) -> None:
    """Give a script its inputs, last first in the list, until it asks for one that nobody has given yet."""
    sent: Any = None
    try:
        while True:
            request = script.send(sent)
            if isinstance(request, Roll):
                faces = given.pop() if request.dice and given else b""
                if request.dice and not faces:
                    return
                assert isinstance(faces, bytes)
                read = check_faces(list(faces), request.dice, request.sides) if request.dice else ()
                sent = Rolled(request.reading.read(read), (), 0)
            else:
                answer = request.domain.forced()
                if answer is None:
                    if not given:
                        return
                    answer = given.pop()
                sent = request.domain.check(answer)
    except StopIteration:
        return
    finally:
        script.close()
