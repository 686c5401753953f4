"""Pairing large fields, against bare networkx in the same run: how many times the time of one maximum weight matching.

The yardstick is `networkx.max_weight_matching` on a field of the same size with eight random partners for everybody, about as
many pairs as our windows weigh. What a complete graph takes, of far fewer players, is told for scale.
"""

import random
import statistics
import time
from collections.abc import Callable
from itertools import combinations

import networkx

from adjudicator.tournaments.pairing import propose
from adjudicator.tournaments.simulation import PLAIN, field, result_of
from adjudicator.tournaments.stage import Format, Round, Stage, Swiss, Tables, with_round

SEED = 20261129
PLAYERS, ROUNDS, PARTNERS, FEW = 500, 9, 8, 150
WANTED = 1.0
"""Seconds a round."""


def main() -> None:
    """Print seconds for the slowest and the middle round of each format, and their ratio to the yardstick."""
    yardstick = statistics.median(matching(sparse(number)) for number in range(3))
    print(f"pairing {PLAYERS} players, seconds a round ({ROUNDS} rounds); wanted: at most {WANTED}")
    print(f"{'yardstick: networkx, 8 partners each':40}{yardstick:8.2f}")
    print(f"{f'networkx, complete graph of {FEW}':40}{matching(complete()):8.2f}")
    for name, format in (("swiss", Swiss(ROUNDS)), ("tables of 3 to 4", Tables(ROUNDS)), ("tables of 5", Tables(ROUNDS, 5, 5))):
        times = rounds(format)
        middle, slowest = statistics.median(times), max(times)
        print(f"{name:40}{middle:8.2f}  slowest {slowest:.2f}  yardstick / slowest {yardstick / slowest:.2f}")


def rounds(format: Format) -> list[float]:
    """Seconds for each round of a tournament that is played on."""
    rng = random.Random(SEED)
    there = field(rng, PLAYERS)
    stage, times = Stage(format=format, seed=str(SEED), entrants=there.entrants), []
    for number in range(1, ROUNDS + 1):
        times.append(seconds(lambda stage=stage: propose(stage)))
        done = tuple(result_of(stage, match, there.strengths, rng, PLAIN) for match in propose(stage).matches)
        stage = with_round(stage, Round(number=number, matches=done))
    return times


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def matching(graph: networkx.Graph) -> float:
    """Seconds for the bare matching."""
    return seconds(lambda: networkx.max_weight_matching(graph, maxcardinality=True))


def sparse(number: int) -> networkx.Graph:
    rng, graph = random.Random(SEED + number), networkx.Graph()
    for one in range(PLAYERS):
        graph.add_weighted_edges_from((one, other, rng.randrange(10**6)) for other in rng.sample(range(PLAYERS), PARTNERS))
    graph.remove_edges_from([*networkx.selfloop_edges(graph)])
    return graph


def complete() -> networkx.Graph:
    rng, graph = random.Random(SEED), networkx.Graph()
    graph.add_weighted_edges_from((one, other, rng.randrange(10**6)) for one, other in combinations(range(FEW), 2))
    return graph


if __name__ == "__main__":
    main()
