"""Words that are also names, and names that are also words."""

from __future__ import annotations

from kenning.rules.text import FUNCTION_WORDS

COMMON_WORDS = FUNCTION_WORDS | frozenset(
    """
    able above adobe after again age air all almost alone also always amazon amber amen angel another apple april
    arch art ash aspen august autumn away baby back baker ball band bank banks bar barn base basil bat bay beach
    beacon bear beck bell berry best beta better big bill birch bird bishop bit black blank block bloom blue boat
    bob bond book boss box boy branch brand brave brick bridge bright brook brooks brown buck bud bull burn bush
    butler buy cabin call camp can candy cap carbon card carol carpenter carry cart carver case cash cast castle cat
    center champion chance chase check cherry chip chips christian chuck city clark class clay clear click cliff
    clock close cloud clover coach coal coast cold colt come cook cool copper coral core corn cotton count country
    court cover cow craft creed cricket crisp cross crow crystal cup current curry daily daisy dale dash data date
    dave dawn day days deal dean dear deep delta dev dick discord dish dive dock doctor dog doll dollar don door
    double dove down draft drake dream drew drive drop duck duke dusty eagle earl early earnest earth east easy echo
    edge edit egg elder else ember emerald end english epic era ever every excel express eye fair faith falcon fall
    fan farmer fast father favor fern fever few field fig figma file fin finch fire first fish fisher flash fleet
    flint flora flower fly focus folk force ford forest forge fork fort forward foster fox frank free freed french
    friday friend frost full gage gale game gap garage gardener gay gem gene general genesis gift gill ginger girl
    glass glen go gold golden good google goose grace grand grant grass gray great green grey ground grove guardian
    guest guide gulf gun guy hall ham hand happy harbor hard hardy harmony hart hat haven hawk hay hazel head heart
    heath heather heaven helm herb here hero high hill hobby holiday holly home honey honor hood hook hope horn
    horse house how hub hue hunt hunter ice idea ink inn iris iron isle ivory ivy jack jade jam jar jasmine jay
    jelly jersey jet jewel job jobs joint jolly joy judge july june junior just justice key kid kind king kite
    knight know lab lace lad lake lamb lance land lane lark last late later latin laurel lavender law lawn lay leaf
    lean left legend lemon less liberty light like lilac lily lime line linen link lion list little live lock lodge
    long look lord lot lotus love low loyal luck lucky lunar lux lynx mace magic magnolia maid mail main major make
    mall man manor many maple marble march marina mark market marlin marsh marshal marshall mason mass master mat
    mate matrix max may maya mayor me meadow mean meet melody memory mercury mercy merit merry message met meta mild
    miles mill miller mind mine mini mint miss mist misty mix moment monday money moon moor moose more moss most
    mother mount mouse much must myrtle need nest never new news next nice nick night nike no noble norm north note
    notion novel now oak ocean of off office old olive on once one only onyx opal open opera oracle orange orchid
    order otter out over own page pages pal palm pan pansy park parker part pat patience paw pay peace peach peak
    pear pearl peg pen penny people pepper perch person pet petal phoenix pierce pike pilot pine pioneer piper pitch
    place plain planet plant plum point pole pond poppy port porter post pound power present press prime prince
    princess prior private project prosper prudence pulse pure queen quest quick quill rain ranger raven ray read
    red reed reef regal remedy rest rev rich richer ride right ring rise river rivers rob robin rock rocket rocky
    rod roman room root rope rose rosemary round rover row royal ruby rue run rush russet rust rusty sable saffron
    sage sail saint sale salt same sand sandy satin saturday save saw say scarlet school scout sea seal season
    second see self serene set seven shade shadow shale sharp shaw she shell shelly shepherd shield ship shore short
    show sierra signal silver simple singer sir sister site six sketch skip sky slack slate sleep small smart smith
    snap snow so solar sole some son song sonny sorrel soul sound south space spark sparrow spike spring square
    stack staff stag star stark steel step still stone stop storm story strand stream street stripe strong studio
    sue summer summit sun sunday sunny sure swan sweet swift table tag take tale tan target tart tax taylor tea teal
    team tech teller tempest temple ten tend terra thank thanks then thing think thistle thorn thought three
    thursday tide tiger tile timber time tip tips today token tomorrow tool top topaz tower town trace track trail
    train tree trinity trip true trust truth tuck tucker tuesday tulip turn turner twin twitter two uber under union
    unity up us use vale valentine valley van vast velvet venus verity vesper victor victory view viola violet
    virtue visa vision volt wade walker wall ward warden warren was watch water waters watt wave way weaver web
    wednesday week well wells west whatsapp wheel while white why wide wild wiley will willow win wind windows wing
    winter wise wish wolf woman wonder wood woods woody word words work works world worth wren wright write year
    yellow yes yet you young zest zip zone zoom
    """.split(),  # noqa: SIM905 - reads as a list
)
"""English words that are, or become, names of persons, firms and products: alone they are mentions only by their case."""

NEVER_NAMES = FUNCTION_WORDS - {"will"}
"""Words that alone are no mention, however they are written."""


def is_common(word: str) -> bool:
    """Whether a folded word is a common one, or more than one of it."""
    return word in COMMON_WORDS or (word.endswith("s") and word[:-1] in COMMON_WORDS)
