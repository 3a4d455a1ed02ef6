"""The disk, behind one narrow seam: `base` says what a store can do, `sqlite` does it in one file."""

from kenning.store.base import ApartReader, Reader, Store, Writer
from kenning.store.connect import Options
from kenning.store.graph.entities import SqliteGraph as Graph
from kenning.store.graph.writing import KeysOf
from kenning.store.graph.writing import SqliteGraphWriter as GraphWriter
from kenning.store.places import NOW, SEQUENCE_MAX
from kenning.store.sqlite import MEMORY, SqliteStore, check_file
from kenning.store.words.lexicon import Lexicon
from kenning.store.writer import BagOf

__all__ = [
    "MEMORY",
    "NOW",
    "SEQUENCE_MAX",
    "ApartReader",
    "Graph",
    "GraphWriter",
    "Options",
    "Reader",
    "Store",
    "Writer",
    "check_file",
    "open_store",
]


def open_store(path: str, options: Options, bag_of: BagOf, keys_of: KeysOf) -> Store:
    """Open or create the store at a path.

    ``bag_of`` turns a row's text into its packed words, ``keys_of`` gives the keys an entity is found by.
    """
    return SqliteStore(path, options, (bag_of, keys_of), Lexicon(tail_docs=options.tail_docs, fan=options.fan))
