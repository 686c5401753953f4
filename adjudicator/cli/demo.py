"""`adjudicator demo`: the service at work. The work, imported late, is in `showing`."""

from collections.abc import Sequence

import click

from adjudicator.cli import exits
from adjudicator.cli.serving import HOST, PORT, listener


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(exists=True, dir_okay=False))
@click.option("--host", default=HOST, show_default=True, help="The address to serve on.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0: any that is free.")
@click.option("--stay", is_flag=True, help="Go on serving afterwards.")
@click.pass_context
def demo(context: click.Context, /, files: Sequence[str], host: str, port: int, stay: bool) -> None:
    """Show the service at work on the logs in FILES.

    It is started, the logs are sent to it over HTTP, and what it answers is printed.

    \b
    Examples:
      adjudicator demo examples/*.json
      adjudicator demo --stay --port 8001 examples/*.json
    """
    from adjudicator.cli import showing

    with listener(host, port) as listening:
        answered = showing.show(context.obj, listening, files, stay)
    context.exit(exits.LAWFUL if answered else exits.UNREADABLE)
