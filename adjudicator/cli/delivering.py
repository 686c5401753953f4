"""`adjudicator deliver`: the deliveries of webhooks, sent by a process of their own. The work is in the services."""

import threading
from collections.abc import Mapping

import click

from adjudicator.cli import terminal
from adjudicator.cli.serving import settings_of_environment
from adjudicator.core.game import Game


@click.command(epilog="Exit codes: 0 done, whatever the other side answered, 2 a database that is not ready, 3 internal error.")
@click.option("--once", is_flag=True, help="Send what is due now, say what came of it, and end.")
@click.pass_obj
def deliver(known: Mapping[str, Game], /, once: bool) -> None:
    """Send what webhooks are to be told, until interrupted. `adjudicator serve` does so too: both can run at the same time.

    \b
    Examples:
      adjudicator deliver
      adjudicator deliver --once           from a timer, say
    """
    from adjudicator.app import delivering_of
    from adjudicator.cli.keeping import existing_database
    from adjudicator.services.webhooks.delivering import Courier

    setting = existing_database(known)
    delivering = delivering_of(settings_of_environment(), setting)
    if once:
        done = delivering.deliver(threading.Event())
        delivered = sum(attempt.state == "delivered" for attempt in done)
        terminal.show(f"{delivered} of {len(done)} delivered\n")
    else:
        Courier(delivering).run()
    setting.database.close()
