"""Maximum weight matching (networkx), told so that the same pairs give the same answer on every machine."""

from collections.abc import Mapping

Edge = tuple[int, int]


def least_penalty(penalties: Mapping[Edge, int]) -> list[Edge]:
    """As many disjoint pairs as there can be, among all such choices one of least total penalty; sorted, low number first.

    Penalties are whole numbers, so that the choice is exact. Vertices are numbers: their hashes are the same in every run.
    """
    # It takes as long to import as half of the command line, and most commands pair nobody.
    import networkx

    graph = networkx.Graph()
    highest = max(penalties.values(), default=0)
    for one, other in sorted(penalties):
        graph.add_edge(one, other, weight=highest - penalties[one, other])
    return sorted((min(pair), max(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))
