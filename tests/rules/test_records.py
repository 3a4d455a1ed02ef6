"""Laws of records: what joins them, and what keeps them apart."""

from hypothesis import given
from hypothesis import strategies as st

from kenning.rules.names.records import Record, candidates, cluster, known, likeness, rarity, site

SUGGEST = 0.70
NAMES = st.sampled_from(
    ["Larkspur Day School", "Larkspur School", "Okoye House", "Okoye House 2", "Brightwater Inc.", ""]
)
ADDRESSES = st.sampled_from(
    ["", "12 N Marsh St", "12 North Marsh Street", "14 Marsh St", "900 Hill Ave", "Lindenstr. 5"]
)
PHONES = st.sampled_from(["", "555 0101", "5550101", "(312) 555-0199", "12"])
COMPANY = st.lists(st.sampled_from(["Ines Valdez", "VALDEZ INES", "Jonas Hill", "Hiro Kimura"]), max_size=3).map(tuple)
RECORDS = st.builds(
    Record, id=st.just(""), name=NAMES, address=ADDRESSES, phone=PHONES, companions=COMPANY, subjects=COMPANY
)
LISTS = st.lists(RECORDS, max_size=12).map(
    lambda records: [
        Record(**{field: getattr(record, field) for field in record.__struct_fields__} | {"id": f"{n:02}"})
        for n, record in enumerate(records)
    ]
)


def scored(one, other):
    entries = known(one), known(other)
    return likeness(*entries, rarity(entries)).score


def grouped(*records):
    return cluster([Record(id=str(n), **fields) for n, fields in enumerate(records)], SUGGEST)


@given(RECORDS, RECORDS)
def test_likeness_is_symmetric_and_a_share(one, other):
    assert scored(one, other) == scored(other, one)
    assert 0.0 <= scored(one, other) <= 1.0


@given(LISTS, st.sampled_from([0.5, SUGGEST, 0.95]))
def test_every_record_is_in_one_group(records, threshold):
    ids = [record for group in cluster(records, threshold) for record in group]
    assert sorted(ids) == sorted(record.id for record in records)


@given(LISTS, st.randoms(use_true_random=False))
def test_the_order_of_records_changes_nothing(records, dice):
    assert cluster(dice.sample(records, len(records)), SUGGEST) == cluster(records, SUGGEST)


@given(LISTS)
def test_no_group_spans_two_streets(records):
    sites = {record.id: site(record.address) for record in records}
    for group in cluster(records, SUGGEST):
        streets = {where.street for record in group if (where := sites[record])}
        assert len(streets) <= 1


@given(LISTS)
def test_candidates_are_distinct_pairs_in_order(records):
    found = list(candidates([known(record) for record in records]))
    assert found == sorted(set(found))
    assert all(n < m for n, m in found)


def test_spellings_of_a_name_join():
    assert grouped({"name": "Brightwater N.V."}, {"name": "BRIGHTWATTER NV"}, {"name": "Okoye N.V."}) == [
        ["0", "1"],
        ["2"],
    ]


def test_another_number_never_joins():
    one = {"name": "Okoye House 1", "address": "12 N Marsh St", "phone": "5550101"}
    assert grouped(one, one | {"name": "Okoye House 2"}) == [["0"], ["1"]]


def test_an_address_and_a_telephone_number_join_two_names():
    one = {"name": "Larkspur Day School", "address": "12 N Marsh St", "phone": "555 0101"}
    assert grouped(one, {"name": "Greta's", "address": "12 North Marsh Street", "phone": "5550101"}) == [["0", "1"]]


def test_an_address_alone_does_not():
    assert grouped({"name": "Larkspur", "address": "12 N Marsh St"}, {"name": "Okoye", "address": "12 N Marsh St"}) == [
        ["0"],
        ["1"],
    ]


def test_one_name_at_two_addresses_is_two_sites():
    one = {"name": "Larkspur School", "phone": "5550101"}
    assert grouped(one | {"address": "12 N Marsh St"}, one | {"address": "900 Hill Ave"}) == [["0"], ["1"]]


def test_a_switchboard_does_not_chain_what_stands_apart():
    """The record without an address would join both sites, and so each to the other."""
    one = {"name": "Larkspur School", "phone": "5550101"}
    found = grouped(one | {"address": "12 N Marsh St"}, one, one | {"address": "900 Hill Ave"})
    assert sorted(map(len, found)) == [1, 2]


def test_companions_make_a_doubtful_name_one():
    one = {"name": "Larkspur Instruments", "companions": ("Ines Valdez", "Jonas Hill")}
    other = {"name": "Larkspur Instruments Shipping Avondale", "companions": ("VALDEZ INES", "HILL JONAS")}
    assert grouped(one, other) == [["0", "1"]]
    assert grouped({"name": one["name"]}, {"name": other["name"]}) == [["0"], ["1"]]
