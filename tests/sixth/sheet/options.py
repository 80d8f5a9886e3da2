"""The switches of the sheet."""

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Every switch with its default, read at the one place where its clause lives."""

    gun_on_the_move: bool = False
