"""CHECKS: kind of entry -> may it be? Here the entries that are no turn of a player; those are in `turns`."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct

from adjudicator.core.entries import Adjust, End, Entry
from adjudicator.core.game import Checks

from . import rules, turns
from .deals import may_hold, must_hold
from .goals import FACES, orders_of, orders_showing
from .gold import Taken, added, cards_due, one_card, threes_of_shares, within_box
from .mine import reaching
from .moves import Gold, Reveal, Roles, Round, Stuck, Summary
from .pieces import GOLD, GOLD_CARDS, HAND, KIND, KINDS, MINER, ROLES, SABOTEUR
from .state import State, named
from .stuck import playable
from .turns import Found, nothing_owed, round_goes_on


def round_not_begun(state: State, entry: Round, plan: None) -> Found:
    """SAB-6.8: a round begins where none is being played."""
    return () if state.stage == "ready" else [rules.STAGE.impossible("round_has_begun")]


def roles_of_the_box(state: State, entry: Round | Roles, plan: None) -> Found:
    """SAB-1.2: no more of either role than were shuffled."""
    roles = [] if entry.roles is UNSET else list(entry.roles.values())
    miners, saboteurs = roles.count(MINER), roles.count(SABOTEUR)
    shuffled = ROLES[len(state.players)]
    if miners <= shuffled[0] and saboteurs <= shuffled[1]:
        return ()
    return [rules.ROLES.impossible(miners=miners, saboteurs=saboteurs, shuffled=list(shuffled))]


def dealt_cards_exist(state: State, entry: Round, plan: None) -> Found:
    """SAB-1.3: the cards of the hands exist."""
    unknown = _unknown(entry)
    return [rules.TUNNELS.impossible(card=unknown[0])] if unknown else ()


def dealt_copies_exist(state: State, entry: Round, plan: None) -> Found:
    """SAB-1.6: the hands hold no more copies of a kind than exist."""
    if entry.hands is UNSET or _unknown(entry):
        return ()
    counts = Counter(KIND[card] for hand in entry.hands.values() for card in hand)
    cards = [KINDS[kind] for kind, most in enumerate(state.limits) if counts[kind] > most]
    return [rules.COPIES.impossible("too_many_copies", cards=cards, frame=state.options.card_frame)] if cards else ()


def hands_of_the_deal(state: State, entry: Round, plan: None) -> Found:
    """SAB-2.3: everybody is dealt so many cards."""
    hands = {} if entry.hands is UNSET else entry.hands
    cards = HAND[len(state.players)]
    wrong = [name for name, hand in hands.items() if len(hand) != cards]
    return [rules.DEAL.impossible(players=wrong, cards=cards)] if wrong else ()


def goals_of_the_box(state: State, entry: Round | Roles, plan: None) -> Found:
    """SAB-2.2: the goals are the gold and the two stones."""
    if entry.goals is UNSET or orders_of(entry.goals):
        return ()
    return [rules.GOALS.impossible("not_the_goals", goals=list(entry.goals))]


def goal_reached(state: State, entry: Reveal, plan: None) -> Found:
    """SAB-6.2: only a goal that was reached is turned over."""
    if entry.goal in state.goals.owed:
        return ()
    return [rules.REVEAL.illegal("goal_not_reached", player=entry.player, goal=entry.goal)]


def owed_by_them(state: State, entry: Reveal, plan: None) -> Found:
    """SAB-6.2: whoever reached it turns it over."""
    seat = state.goals.owed.get(entry.goal)
    if seat is None or state.players[seat] == entry.player:
        return ()
    return [rules.REVEAL.illegal("owed_by_another", player=entry.player, goal=entry.goal, by=state.players[seat])]


def not_open_yet(state: State, entry: Reveal, plan: None) -> Found:
    """SAB-6.2: what lies open cannot be turned over."""
    shown = state.goals.shown[entry.goal - 1]
    return () if shown is None else [rules.REVEAL.impossible("goal_already_open", goal=entry.goal, shows=shown)]


def goal_as_known(state: State, entry: Reveal, plan: None) -> Found:
    """SAB-2.2: what a goal shows agrees with what is known of the goals."""
    if state.goals.orders & orders_showing(entry.goal, entry.shows):
        return ()
    return [rules.GOALS.impossible("goal_known_otherwise", goal=entry.goal, shows=entry.shows)]


def turned_to_join(state: State, entry: Reveal, plan: None) -> Found:
    """SAB-6.4: a stone that was reached is turned so that it joins a tunnel that reached it."""
    at = reaching(state.mine, state.mine.goals[entry.goal - 1])
    if entry.shows == GOLD or not at or FACES[entry.shows] & at:
        return ()
    return [rules.STONE.illegal(goal=entry.goal, shows=entry.shows)]


def pile_is_empty(state: State, entry: Stuck, plan: None) -> Found:
    """SAB-6.6: while there is something to draw nobody is stuck."""
    return [rules.STUCK.illegal("pile_not_empty", pile=state.pile)] if state.pile else ()


def stuck_may_end(state: State, entry: Stuck, plan: None) -> Found:
    """SAB-6.6: the option must allow it."""
    return () if state.options.stuck_ends_round else [rules.STUCK.illegal("stuck_ends_nothing")]


def nobody_can_play(state: State, entry: Stuck, plan: None) -> Found:
    """SAB-6.6: no hand holds a card that can be played; judged hand by hand, from what the log names of it."""
    kinds = playable(state.mine, state.tools, state.options.placement == "from_start")
    able = [seat for seat, hand in enumerate(state.hands) if must_hold(hand, kinds[seat])]
    if able:
        return [rules.STUCK.illegal("somebody_can_play", players=named(state, able))]
    if state.pile or not state.options.stuck_ends_round:
        return ()
    open_hands = any(hand.held and may_hold(hand, kinds[seat]) for seat, hand in enumerate(state.hands))
    return [rules.STUCK.unverified()] if open_hands else ()


def roles_are_due(state: State, entry: Roles, plan: None) -> Found:
    """SAB-6.8: roles are shown once, when the round has ended."""
    return () if state.stage == "roles" else [rules.STAGE.impossible("roles_not_due")]


def roles_as_known(state: State, entry: Roles, plan: None) -> Found:
    """SAB-2.4: roles are what they were said to be."""
    pairs = zip(state.players, state.roles, strict=True)
    wrong = [name for name, role in pairs if role is not None and entry.roles[name] != role]
    return [rules.AS_LOGGED.impossible("role_known_otherwise", players=wrong)] if wrong else ()


def goals_as_known(state: State, entry: Roles, plan: None) -> Found:
    """SAB-2.4: the goals lie as was known of them."""
    goals: Sequence[str] = [] if entry.goals is UNSET else entry.goals
    if not goals or orders_of(goals) & state.goals.orders or not orders_of(goals):
        return ()
    return [rules.AS_LOGGED.impossible("goals_known_otherwise", goals=list(goals))]


def gold_is_due(state: State, entry: Gold, plan: None) -> Found:
    """SAB-6.8: gold is taken when the miners have won and all roles are shown, until the last card is gone."""
    return () if state.stage == "gold" else [rules.STAGE.impossible("gold_not_due")]


def gold_card_exists(state: State, entry: Gold, plan: None) -> Found:
    """SAB-1.5: gold cards are of 1, 2 or 3 nuggets."""
    if entry.nuggets is UNSET or entry.nuggets in GOLD_CARDS:
        return ()
    return [rules.GOLD_CARDS.impossible(nuggets=entry.nuggets)]


def gold_left(state: State, entry: Gold, plan: None) -> Found:
    """SAB-1.6: such a gold card is left in the box, however the gold of rounds logged as a whole was made up."""
    if entry.nuggets is UNSET or entry.nuggets not in GOLD_CARDS or one_card(state.taken, entry.nuggets):
        return ()
    return [rules.COPIES.impossible("too_much_gold", nuggets=entry.nuggets)]


def their_turn_to_take(state: State, entry: Gold, plan: None) -> Found:
    """SAB-7.2: the stack goes round from the finder."""
    taker = "" if state.stack is None else state.players[state.stack.taker]
    return () if entry.player == taker else [rules.TAKE_GOLD.illegal(player=entry.player, due=taker)]


class Told(Struct):
    """A summary worked out: its miners, the gold cards due to them, all gold of the game with it (None: more than there is).

    `said`: the amounts can be judged. `named`: they name the miners, and nobody else. `fit`: some cards give them.
    """

    miners: list[int]
    due: int
    said: bool
    named: bool = False
    fit: bool = False
    taken: Taken | None = None


def plan_summary(state: State, entry: Summary) -> Told:
    """Who mined, and what gold cards they can have taken. Of a view that does not see all amounts, only the former."""
    miners = [seat for seat, name in enumerate(state.players) if name not in entry.saboteurs]
    due = cards_due(state.options, len(state.players), len(miners))
    told = Told(miners, due, state.all_shown and entry.nuggets is not UNSET and bool(miners))
    nuggets: Mapping[str, int] = {} if entry.nuggets is UNSET else entry.nuggets
    told.named = nuggets.keys() == set(named(state, miners))
    if told.said and told.named:
        amounts = [nuggets[state.players[seat]] for seat in miners]
        threes = threes_of_shares(state.options, len(state.players), amounts)
        told.fit = threes > 0
        told.taken = within_box(added(state.taken, due, sum(amounts), threes))
    return told


def round_not_begun_for_summary(state: State, entry: Summary, plan: Told) -> Found:
    """SAB-9.1: a summary takes the place of a whole round."""
    return () if state.stage == "ready" else [rules.SUMMARY.impossible()]


def summary_saboteurs(state: State, entry: Summary, plan: Told) -> Found:
    """SAB-9.2: all saboteurs that were shuffled are in play, or all but one."""
    if _saboteurs_fit(state, entry):
        return ()
    most = ROLES[len(state.players)][1]
    return [rules.SUMMARY_SAYS.impossible("summary_saboteurs", saboteurs=list(entry.saboteurs), allowed=[most - 1, most])]


def summary_names(state: State, entry: Summary, plan: Told) -> Found:
    """SAB-9.2: what was taken is said of every miner, and of nobody else."""
    if not plan.said or plan.named:
        return ()
    return [rules.SUMMARY_SAYS.impossible("summary_names", miners=named(state, plan.miners))]


def summary_amounts(state: State, entry: Summary, plan: Told) -> Found:
    """SAB-9.2: gold cards can make up these amounts, for at least one choice of who took first."""
    if not plan.said or not plan.named or plan.fit or not _saboteurs_fit(state, entry):
        return ()
    return [rules.SUMMARY_SAYS.impossible("summary_amounts", nuggets=entry.nuggets)]


def summary_gold(state: State, entry: Summary, plan: Told) -> Found:
    """SAB-9.3: the box holds the gold of all rounds."""
    if not plan.fit or plan.taken is not None or not _saboteurs_fit(state, entry):
        return ()
    return [rules.SUMMARY_GOLD.impossible(nuggets=entry.nuggets)]


def _saboteurs_fit(state: State, entry: Summary) -> bool:
    return 0 <= ROLES[len(state.players)][1] - len(entry.saboteurs) <= 1


def _unknown(entry: Round) -> Sequence[str]:
    hands = {} if entry.hands is UNSET else entry.hands
    return [card for hand in hands.values() for card in hand if card not in KIND]


CHECKS: Mapping[type[Entry], Checks] = {
    Round: Checks(
        place=(round_not_begun,),
        facts=(roles_of_the_box, dealt_cards_exist, dealt_copies_exist, hands_of_the_deal, goals_of_the_box),
    ),
    **turns.CHECKS,
    Reveal: Checks(
        place=(round_goes_on,),
        facts=(not_open_yet, goal_as_known),
        rules=(goal_reached, owed_by_them, turned_to_join),
    ),
    Stuck: Checks(place=(round_goes_on,), rules=(nothing_owed, pile_is_empty, stuck_may_end, nobody_can_play)),
    Roles: Checks(place=(roles_are_due,), facts=(roles_of_the_box, roles_as_known, goals_of_the_box, goals_as_known)),
    Gold: Checks(place=(gold_is_due,), facts=(gold_card_exists, gold_left), rules=(their_turn_to_take,)),
    Summary: Checks(
        plan=plan_summary,
        place=(round_not_begun_for_summary,),
        facts=(summary_saboteurs, summary_names, summary_amounts, summary_gold),
    ),
    Adjust: Checks(),
    End: Checks(),
}
