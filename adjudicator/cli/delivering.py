"""`adjudicator deliver`: the deliveries of webhooks, sent by a process of their own. The work is in the services."""

import signal
from collections.abc import Mapping

import click

from adjudicator.cli import exits, terminal
from adjudicator.cli.serving import settings_of_environment
from adjudicator.core.game import Game


@click.command(epilog="Exit codes: 0 done, whatever the other side answered, 2 a database that is not ready, 3 internal error.")
@click.option("--once", is_flag=True, help="Send what is due now, say what came of it, and end.")
@click.pass_obj
def deliver(known: Mapping[str, Game], /, once: bool) -> None:
    """Send what webhooks are to be told, until interrupted. `adjudicator serve` does so too: both can run at the same time.

    A line of the log (JSON, on stderr) tells of each attempt.

    \b
    Examples:
      adjudicator deliver
      adjudicator deliver --once           from a timer, say
    """
    from adjudicator.cli.keeping import existing_database
    from adjudicator.services.webhooks.courier import Courier
    from adjudicator.wiring import configure_logging, delivering_of

    settings, setting = settings_of_environment(), existing_database(known)
    configure_logging(settings.log_level)
    courier = Courier(delivering_of(settings, setting))
    before = signal.signal(signal.SIGTERM, _end)
    try:
        if once:
            done = courier.once()
            delivered = sum(attempt.state == "delivered" for attempt in done)
            terminal.show(f"{delivered} of {len(done)} delivered\n" if done else "nothing was due\n")
        else:
            courier.begin()
            courier.wait()
    finally:
        courier.close()
        setting.database.close()
        signal.signal(signal.SIGTERM, before)


def _end(number: int, frame: object) -> None:
    """As at the end of the work: what is under way is left to whoever comes next."""
    raise click.exceptions.Exit(exits.LAWFUL)
