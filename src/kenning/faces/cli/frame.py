"""What every command shares: the options of all, the store it opens, how it answers and how it fails."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Concatenate, ParamSpec, cast

import typer
from typer.core import TyperGroup

from kenning.faces.settings import NOBODY, Setting, Settings, Speaks, settings

if TYPE_CHECKING:
    from kenning.engine.session import Session
    from kenning.errors import InvalidError
    from kenning.faces.cli.page import Page
    from kenning.providers import Embedder, Extractor, Speller

P = ParamSpec("P")
MEMORY = ":memory:"
PANELS = ("Record", "Ask", "Entities", "Claims", "Artifacts", "Access", "Watch", "Forget", "Keep")

StoreOption = Annotated[
    str | None, typer.Option("--store", metavar="PATH", help="The store to work on.", show_default=False)
]
AsOption = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="WHO", help="Ask as somebody: CHANNEL:IDENTIFIER, or NAME/CHANNEL.", show_default=False
    ),
]
ForOption = Annotated[
    str | None, typer.Option("--for", metavar="WHO", help="For whom an assistant asks.", show_default=False)
]
MeOption = Annotated[
    str | None, typer.Option("--me", metavar="WHO", help='Whom "my" means in a question of yours.', show_default=False)
]
NamespaceOption = Annotated[
    str | None, typer.Option("--namespace", metavar="NAME", help="The namespace in it.", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON; errors too, on stderr.")]


@dataclass(frozen=True, slots=True)
class Asked:
    """How a command was asked, whatever it does: the settings in force, for whom it runs, and whether it answers in JSON."""

    settings: Settings
    json: bool

    @property
    def store(self) -> Path:
        """The path of the store."""
        return Path(self.settings.store.value)

    @contextmanager
    def session(self, *, create: bool = False, extractors: tuple[Extractor, ...] = ()) -> Iterator[Session]:
        """Open the store and close it afterwards; only what records makes one where there is none."""
        import kenning
        from kenning.model.time import zone

        path = self.settings.store.value
        if path != MEMORY:
            self._look(create=create)
        zone_name = zone(self.settings.time_zone.value, self.settings.time_zone.whence).key
        with self._embedders() as embedders:
            config = kenning.Config(
                time_zone=zone_name,
                speller=self._speller(),
                extractors=extractors,
                embedders=embedders,
                vectors=self._vectors(),
            )
            with kenning.open(path, namespace=self.settings.namespace.value, config=config) as session:
                yield self._entered(session)

    def _embedders(self) -> AbstractContextManager[tuple[Embedder, ...]]:
        if self.settings.embedder.model is None:
            return nullcontext(())
        from kenning.faces.cli.drawing import served

        return served.embedders(self.settings)

    def _entered(self, session: Session) -> Session:
        """Give the session of whoever the command runs for; the admin's where nobody is named."""
        who, person = self.settings.as_who, self.settings.for_whom
        if who is None:
            if person is not None:
                hint = "say who asks with --as as well"
                raise wrong_of("--for", person.value, "is whom somebody acts for, and nobody is named", hint)
            return session
        name, channel = spoken(who)
        return session.enter(name, channel=channel, acting_for=person.value if person is not None else None)

    def _speller(self) -> Speller | None:
        """Give what spells names of other scripts. Raises `InvalidError` for one there is none of, or that is not installed."""
        from kenning.faces.settings import NO_NAMES
        from kenning.model.time import wrong

        asked = self.settings.names.value
        if asked == NO_NAMES:
            return None
        if asked != "rigour":
            raise wrong("KENNING_NAMES", asked, "spells no names", hint='say "rigour", or "none"')
        from kenning.providers.rigour import RigourSpeller

        return RigourSpeller()

    def _vectors(self) -> bool:
        """Tell whether meaning is looked for. Raises `InvalidError` for anything but "auto" and "none"."""
        from kenning.model.time import wrong

        asked = self.settings.vectors
        if asked.value not in {"auto", "none"}:
            raise wrong(asked.whence, asked.value, "is neither auto nor none")
        return asked.value == "auto"

    def _look(self, *, create: bool) -> None:
        from kenning.errors import NotFoundError, UnavailableError

        if self.store.exists():
            return
        if not create:
            hint = "import or record something and it is made, or name another with --store or KENNING_STORE"
            details = {"path": "store", "value": str(self.store), "reason": "does not exist"}
            raise NotFoundError(f'store: "{self.store}" does not exist', hint=hint, details=details)
        try:
            self.store.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise UnavailableError(f'store: "{self.store.parent}" cannot be made: {error.strerror}') from error

    def page(self) -> Page:
        """Give the page that answers are printed on."""
        from kenning.faces.cli.page import Page

        return Page(sys.stdout, columns=self.settings.columns)

    def side_page(self) -> Page:
        """Give the page beside it, for what is no answer: questions, plans, remarks."""
        from kenning.faces.cli.page import Page

        return Page(sys.stderr, columns=self.settings.columns)

    @property
    def zone(self) -> str:
        """The time zone in which a person is shown times."""
        return self.settings.time_zone.value

    def remark(self, text: str) -> None:
        """Say something beside the answer, where a person reads."""
        if sys.stderr.isatty() and sys.stdout.isatty():
            from kenning.faces.cli.page import QUIET, span

            self.side_page().line(span(text, QUIET))

    def fail(self, error: Exception) -> int:
        """Tell of an error after which the command goes on, and give the exit code it stands for."""
        from kenning.faces.cli import failure

        return failure.tell(error, as_json=self.json)

    def answer(self, value: object) -> None:
        """Print an answer as one line of JSON."""
        from kenning.faces import wire

        sys.stdout.write(wire.to_json(value) + "\n")


def spoken(who: Setting) -> tuple[str, str]:
    """Read who asks, and by which channel. Raises `InvalidError` where no channel is named."""
    name, _, channel = who.value.rpartition("/") if "/" in who.value else (who.value, "", who.value.partition(":")[0])
    if not name or not channel or ("/" not in who.value and ":" not in who.value):
        raise wrong_of(who.whence, who.value, "names no channel", "write CHANNEL:IDENTIFIER, or NAME/CHANNEL")
    return name, channel


def wrong_of(path: str, value: str, reason: str, hint: str) -> InvalidError:
    """Build the refusal of an option that does not say what it should."""
    from kenning.model.time import wrong

    return wrong(path, value, reason, hint=hint)


def missing(path: str, *, hint: str) -> InvalidError:
    """Build the refusal of a command that lacks something no default can stand for."""
    from kenning.errors import InvalidError

    return InvalidError(f"{path}: is missing", hint=hint, details={"path": path, "value": None, "reason": "is missing"})


class Commands(TyperGroup):
    """The commands in groups, in the order in which one meets them, on one screen."""

    def format_commands(self, ctx: typer.Context, formatter: object) -> None:  # type: ignore[override]
        """Write each group under its own heading."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            assert command is not None
            panel = getattr(command, "rich_help_panel", PANELS[0])
            panels.setdefault(panel, []).append((name, command.get_short_help_str(limit=80)))
        for panel, rows in sorted(panels.items(), key=lambda group: PANELS.index(group[0])):
            with formatter.section(panel):  # type: ignore[attr-defined]
                formatter.write_dl(rows, col_max=14)  # type: ignore[attr-defined]


EPILOG = """\b
The store is --store, else KENNING_STORE, else your data folder; kenning config
says which. KENNING_NAMESPACE and KENNING_TIMEZONE set the others.

\b
Exit codes: 0 done, 1 done with findings, 2 invalid, 3 not found, 4 conflict,
5 not allowed, 6 erased, 7 corrupt, 8 unavailable, 9 unsupported.
"""

app = typer.Typer(
    epilog=EPILOG,
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    add_completion=True,
)


class Face:
    """A group as commands register on it: all take the shared options, before the command's name or after it."""

    def __init__(self, group: typer.Typer, panel: str = "") -> None:
        """Register on a group; ``panel`` is that of all its commands, where it has one."""
        self._group = group
        self._panel = panel

    def command(
        self, name: str, panel: str, *examples: str
    ) -> Callable[[Callable[Concatenate[Asked, P], int | None]], Callable[Concatenate[Asked, P], int | None]]:
        """Register a function as a command; its first parameter is how it was asked, what it returns the exit code."""

        def register(
            function: Callable[Concatenate[Asked, P], int | None],
        ) -> Callable[Concatenate[Asked, P], int | None]:
            self._group.command(name, epilog=_shown(examples), rich_help_panel=panel or self._panel)(_framed(function))
            return function

        return register

    def group(self, name: str, panel: str, says: str, *examples: str) -> Face:
        """Register a group of commands, `kenning NAME COMMAND`; what it says stands in the help above it."""
        group = typer.Typer(cls=Commands, rich_markup_mode=None)
        group.callback(invoke_without_command=True)(_help_alone)
        self._group.add_typer(group, name=name, help=says, epilog=_shown(examples), rich_help_panel=panel)
        return Face(group, panel)


def _help_alone(context: typer.Context) -> int:
    """Answer a group that no command follows with its help, as `kenning` alone is answered."""
    if context.invoked_subcommand is None:
        sys.stdout.write(context.get_help() + "\n")
    return 0


def _shown(examples: Sequence[str]) -> str:
    shown = "\n".join(f"  {example}" for example in examples)
    return f"\b\nExample{'s' if len(examples) > 1 else ''}:\n{shown}"


face = Face(app)


def _framed(function: Callable[Concatenate[Asked, P], int | None]) -> Callable[..., int]:
    """The function as typer sees it: the shared options behind its own ones, in place of `Asked`."""
    called = cast("Callable[..., int | None]", function)

    def command(context: typer.Context, *, store: str | None, namespace: str | None, json: bool, **own: object) -> int:
        before: Before = context.obj if isinstance(context.obj, Before) else Before()
        chosen = settings(store or before.store, namespace or before.namespace, before.speaks)
        asked = Asked(chosen, json or before.json)
        try:
            return called(asked, **own) or 0
        except BrokenPipeError as error:  # typer would take it for an exit code of its own
            return asked.fail(error)

    by_name = inspect.Parameter.KEYWORD_ONLY
    own_options = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    parameters = [
        inspect.Parameter("context", by_name, annotation=typer.Context),
        *(one.replace(kind=by_name) for one in own_options),
        inspect.Parameter("store", by_name, annotation=StoreOption, default=None),
        inspect.Parameter("namespace", by_name, annotation=NamespaceOption, default=None),
        inspect.Parameter("json", by_name, annotation=JsonOption, default=False),
    ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {}
    command.__name__, command.__doc__ = function.__name__, function.__doc__
    return command


@dataclass(frozen=True, slots=True)
class Before:
    """The shared options as they stood before the command's name."""

    store: str | None = None
    namespace: str | None = None
    json: bool = False
    speaks: Speaks = NOBODY
