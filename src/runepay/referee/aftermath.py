"""Whether the play is still legal once it is paid for (357.3, 358, 822.3)."""

from __future__ import annotations

from runepay.model.objects import fields_of
from runepay.referee.claims import Bill
from runepay.referee.terms import Terms
from runepay.referee.verdict import Whistle

UNOFFERED = frozenset({"trash", "banished", "deck"})
"""Zones from which a card is played only if something lets it be."""

OFF_BOARD = frozenset({"hand", "champion", "trash", "facedown", "banished"})
"""Zones in which a permanent's abilities are not used."""

TURN = frozenset({"my_turn", "main_phase", "open_state", "showdown"})
"""Facts that say what the turn is like; timing is judged if one of them is stated."""


def aftermath(terms: Terms, bill: Bill, whistle: Whistle) -> None:
    """Report everything that makes the play fail after its payment."""
    _targets(terms, whistle)
    _ambush(terms, whistle)
    if terms.played.kind == "card":
        _permission(terms, bill, whistle)
    if terms.played.kind in {"card", "ability"} and terms.played.play.by is None:
        # A play that an effect makes happens as the effect resolves, whatever the phase (419.3).
        _timing(terms, whistle)


def _targets(terms: Terms, whistle: Whistle) -> None:
    away = terms.table.gone - terms.table.recalled - {terms.played.self_id}
    lost = dict.fromkeys(aim.object.id for aim in terms.aimed if aim.needed and aim.object.id in away)
    for name in lost:
        whistle.blow("target-lost", "357.3", f"{name} was chosen and the payment removes it")


def _ambush(terms: Terms, whistle: Whistle) -> None:
    play = terms.played.play
    if not play.ambush:
        return
    if play.to in {None, "base"}:
        whistle.blow("ambush-nowhere", "822.3", "a card played by Ambush names the battlefield it is played to")
        return
    units = [
        one
        for one in terms.table.layout.objects
        if one.whose == 0 and one.zone == "board" and "unit" in one.type and one.at == play.to
    ]
    if all(one.id in terms.table.gone for one in units):
        why = "the payment removes the last one" if units else "there is none"
        whistle.blow("ambush-alone", "822.3", f"Ambush needs a unit of one's own at {play.to}, and {why}")


def _permission(terms: Terms, bill: Bill, whistle: Whistle) -> None:
    play, name = terms.played.play, terms.played.card.name
    alternates = any(one.alternate for one in bill.offers.values())
    if play.origin in UNOFFERED and not (
        play.by is not None or play.effects or alternates or play.origin in bill.permits
    ):
        whistle.blow("no-permission", "358.3", f"nothing lets {name} be played from the {play.origin}")
    if play.by is not None:
        fields = fields_of(play.by, terms.table.layout.state.cards)
        brings = fields.brings if fields is not None else None
        if brings is None:
            return
        if brings.only is not None and not terms.reaches(brings.only, None, 0):
            whistle.blow("out-of-reach", "206", f"{play.by} does not let {name} be played")
        limit = brings.energy_at_most
        if limit is not None and terms.played.card.energy > (most := terms.count(limit, None, 0)):
            energy = terms.played.card.energy
            whistle.blow("out-of-reach", "206", f"{play.by} reaches {most} printed Energy, and {name} has {energy}")


def _timing(terms: Terms, whistle: Whistle) -> None:
    """Judge timing, if the state says what the turn is like (358.3, contract C3)."""
    if terms.table.layout.state.facts.stated.keys().isdisjoint(TURN):
        return
    ability, play = terms.played.ability, terms.played.play
    speed = (
        ability.speed
        if ability is not None
        else next((word for word in ("reaction", "action") if terms.bears(word)), "normal")
    )
    mine, clear, showdown = (terms.fact(name) for name in ("my_turn", "open_state", "showdown"))
    if speed == "reaction" or play.origin == "facedown" or play.ambush:
        return
    if speed == "action":
        legal = clear and (mine or showdown)
        when = "in an open state on one's own turn or in a showdown"
    else:
        legal = mine and clear and not showdown and terms.fact("main_phase")
        when = "on one's own turn, in the Main Phase, in an open state outside showdowns"
    if not legal:
        whistle.blow("wrong-time", "358.3", f"{terms.played.card.name} is used {when}")


def condition(terms: Terms, whistle: Whistle) -> None:
    """Report what keeps an ability from being used, or a card from being hidden, as things are before the payment.

    What an ability asks for is asked as it is used (402); its own cost may end it.
    """
    played = terms.played
    if played.kind == "hide" and played.card.type and not played.card.has("hidden"):
        whistle.blow("not-hidden", "811", f"{played.card.name} has no Hidden and cannot be hidden")
    if played.kind == "hide" and played.play.origin not in {"hand", "champion"}:
        whistle.blow("not-hidden", "811", "a card is hidden from the hand or the Champion Zone")
    ability, bearer = played.ability, played.bearer
    permanent = "unit" in bearer.type or "gear" in bearer.type
    if ability is not None and ability.kind == "ability" and permanent and bearer.zone in OFF_BOARD:
        whistle.blow("ability-closed", "358.3", f"{bearer.name} is not on the board, where its abilities are used")
    if played.ability is not None and played.ability.once and played.ability.id in played.bearer.used:
        whistle.blow("ability-used", "358.3", f"{played.ability.id} of {played.bearer.name} was used this turn already")
    if played.ability is not None and not terms.all_hold(played.ability.when, played.bearer, 0):
        rule = "441.1.b" if played.ability.id == "empower" else "358.3"
        whistle.blow(
            "ability-closed", rule, f"what {played.bearer.name}'s ability {played.ability.id} asks for does not hold"
        )
