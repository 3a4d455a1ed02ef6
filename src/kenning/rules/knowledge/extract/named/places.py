"""Places that everybody knows by one or two words: countries, their larger regions, capitals and large cities.

General knowledge, kept short: a place that is missing is told by what stands before it, or by who was met there before.
"""

from __future__ import annotations


def _listed(text: str) -> frozenset[str]:
    """The names of a list, with strokes between them."""
    return frozenset(" ".join(name.split()) for name in text.split("/"))


COUNTRIES = _listed(
    """
    afghanistan/albania/algeria/andorra/angola/argentina/armenia/australia/austria/azerbaijan/bahamas/bahrain
    /bangladesh/barbados/belarus/belgium/belize/benin/bhutan/bolivia/bosnia/bosnia and herzegovina/botswana/brazil
    /britain/great britain/brunei/bulgaria/burkina faso/burma/burundi/cambodia/cameroon/canada/cape verde/chad/chile
    /china/colombia/comoros/congo/costa rica/croatia/cuba/cyprus/czech republic/czechia/denmark/djibouti/dominica
    /dominican republic/east timor/ecuador/egypt/el salvador/england/eritrea/estonia/ethiopia/fiji/finland/france
    /gabon/gambia/germany/east germany/west germany/ghana/greece/greenland/grenada/guatemala/guinea/guyana/haiti
    /honduras/hong kong/hungary/iceland/india/indonesia/iran/iraq/ireland/northern ireland/israel/italy/ivory coast
    /jamaica/japan/kazakhstan/kenya/kiribati/kosovo/kuwait/kyrgyzstan/laos/latvia/lebanon/lesotho/liberia/libya
    /liechtenstein/lithuania/luxembourg/macau/macedonia/madagascar/malawi/malaysia/maldives/mali/malta/mauritania
    /mauritius/mexico/micronesia/moldova/monaco/mongolia/montenegro/morocco/mozambique/myanmar/namibia/nauru/nepal
    /netherlands/holland/new zealand/nicaragua/niger/nigeria/north korea/norway/oman/pakistan/palau/palestine/panama
    /papua new guinea/paraguay/peru/philippines/poland/portugal/puerto rico/qatar/romania/russia/rwanda/samoa
    /san marino/saudi arabia/scotland/senegal/serbia/seychelles/sierra leone/singapore/slovakia/slovenia/somalia
    /south africa/south korea/korea/south sudan/soviet union/spain/sri lanka/sudan/suriname/swaziland/sweden
    /switzerland/syria/taiwan/tajikistan/tanzania/thailand/tibet/togo/tonga/trinidad/tunisia/turkey/turkmenistan
    /tuvalu/uganda/ukraine/united arab emirates/united kingdom/united states/united states of america/uruguay
    /uzbekistan/vanuatu/vatican/vatican city/venezuela/vietnam/wales/yemen/yugoslavia/zambia/zimbabwe/u.s./u.s.a.
    /usa/uk/u.k./uae/us
    """,
)

REGIONS = _listed(
    """
    africa/america/americas/asia/europe/north america/south america/latin america/antarctica/oceania/middle east
    /far east/scandinavia/balkans/caribbean/central america/southeast asia/alabama/alaska/arizona/arkansas
    /california/colorado/connecticut/delaware/florida/hawaii/idaho/illinois/indiana/iowa/kansas/kentucky/louisiana
    /maine/maryland/massachusetts/michigan/minnesota/mississippi/missouri/montana/nebraska/nevada/new hampshire
    /new jersey/new mexico/new york/north carolina/north dakota/ohio/oklahoma/oregon/pennsylvania/rhode island
    /south carolina/south dakota/tennessee/texas/utah/vermont/virginia/west virginia/wisconsin/wyoming/ontario
    /quebec/british columbia/alberta/manitoba/saskatchewan/nova scotia/new south wales/queensland/tasmania/bavaria
    /saxony/catalonia/andalusia/tuscany/sicily/sardinia/crete/normandy/brittany/provence/transylvania/siberia
    /kashmir/punjab/bengal/gujarat/kerala/cornwall/yorkshire/sussex/kent/essex/devon/midlands/new england
    /silicon valley/himalayas/alps/andes/pyrenees/sahara/amazonia/mediterranean/pacific/atlantic/arctic/earth/mars
    /bavaria/flanders/wallonia/galicia
    """,
)

CITIES = _listed(
    """
    aberdeen/abu dhabi/accra/addis ababa/adelaide/ahmedabad/aleppo/alexandria/algiers/amsterdam/ankara/antwerp
    /athens/atlanta/auckland/austin/baghdad/baku/baltimore/bangalore/bangkok/barcelona/basel/beijing/beirut/belfast
    /belgrade/berkeley/berlin/bern/birmingham/bogota/bogotá/bologna/bombay/bonn/bordeaux/boston/brasilia/bratislava
    /bremen/brighton/brisbane/bristol/brooklyn/brussels/bucharest/budapest/buenos aires/buffalo/cairo/calcutta
    /calgary/cambridge/canberra/cape town/caracas/cardiff/casablanca/chennai/chicago/cincinnati/cleveland/cologne
    /copenhagen/cork/dakar/dallas/damascus/delhi/denver/detroit/dhaka/dresden/dubai/dublin/düsseldorf/edinburgh
    /edmonton/florence/frankfurt/geneva/genoa/ghent/glasgow/gothenburg/graz/guangzhou/hamburg/hanoi/havana/helsinki
    /hiroshima/ho chi minh city/hollywood/honolulu/houston/indianapolis/istanbul/jakarta/jerusalem/johannesburg
    /kabul/kampala/karachi/kathmandu/khartoum/kiev/kyiv/kingston/kolkata/krakow/kraków/kuala lumpur/kyoto/lagos
    /lahore/las vegas/vegas/leeds/leicester/leipzig/lima/lisbon/liverpool/ljubljana/london/los angeles/lyon/madrid
    /malmö/manchester/manhattan/manila/marrakesh/marseille/mecca/medina/melbourne/memphis/mexico city/miami/milan
    /milwaukee/minneapolis/minsk/montevideo/montreal/montréal/moscow/mumbai/munich/nagasaki/nairobi/nanjing/naples
    /nashville/new delhi/new orleans/new york city/nyc/newcastle/nice/nottingham/oakland/odessa/orlando/osaka/oslo
    /ottawa/oxford/palermo/palo alto/paris/perth/philadelphia/phoenix/phnom penh/pittsburgh/portland/porto/prague
    /pretoria/pune/pyongyang/queens/quito/reykjavik/riga/rio de janeiro/rio/riyadh/rome/rotterdam/sacramento/saigon
    /salzburg/san diego/san francisco/san jose/santiago/sao paulo/são paulo/sarajevo/seattle/seoul/seville/shanghai
    /sheffield/shenzhen/sofia/southampton/st. petersburg/saint petersburg/st. louis/stockholm/strasbourg/stuttgart
    /sydney/taipei/tallinn/tbilisi/tehran/tel aviv/the hague/tokyo/toronto/trieste/tripoli/tunis/turin/utrecht
    /valencia/vancouver/venice/verona/vienna/vilnius/warsaw/washington/washington d.c./washington, d.c.
    /washington dc/d.c./wellington/winnipeg/wuhan/yokohama/zagreb/zurich/zürich
    """,
)

PLACES = COUNTRIES | REGIONS | CITIES

PEOPLE_OF: dict[str, str] = dict(
    pair.split("=")
    for pair in """
    american=United States/british=United Kingdom/english=England/scottish=Scotland/welsh=Wales/irish=Ireland
    /french=France/german=Germany/italian=Italy/spanish=Spain/portuguese=Portugal/dutch=Netherlands/belgian=Belgium
    /swiss=Switzerland/austrian=Austria/polish=Poland/russian=Russia/ukrainian=Ukraine/chinese=China/japanese=Japan
    /korean=Korea/indian=India/pakistani=Pakistan/bangladeshi=Bangladesh/vietnamese=Vietnam/thai=Thailand
    /indonesian=Indonesia/filipino=Philippines/malaysian=Malaysia/australian=Australia/canadian=Canada
    /mexican=Mexico/brazilian=Brazil/argentine=Argentina/argentinian=Argentina/chilean=Chile/colombian=Colombia
    /peruvian=Peru/cuban=Cuba/nigerian=Nigeria/egyptian=Egypt/moroccan=Morocco/kenyan=Kenya/ethiopian=Ethiopia
    /israeli=Israel/iranian=Iran/iraqi=Iraq/syrian=Syria/lebanese=Lebanon/turkish=Turkey/greek=Greece
    /norwegian=Norway/swedish=Sweden/danish=Denmark/finnish=Finland/icelandic=Iceland/hungarian=Hungary
    /czech=Czech Republic/slovak=Slovakia/slovenian=Slovenia/romanian=Romania/bulgarian=Bulgaria/serbian=Serbia
    /croatian=Croatia/bosnian=Bosnia and Herzegovina/albanian=Albania/estonian=Estonia/latvian=Latvia
    /lithuanian=Lithuania/venezuelan=Venezuela/ecuadorian=Ecuador/bolivian=Bolivia/uruguayan=Uruguay
    /jamaican=Jamaica/ghanaian=Ghana/senegalese=Senegal/algerian=Algeria/tunisian=Tunisia/libyan=Libya
    /sudanese=Sudan/ugandan=Uganda/tanzanian=Tanzania/zimbabwean=Zimbabwe/zambian=Zambia/afghan=Afghanistan
    /nepalese=Nepal/georgian=Georgia/armenian=Armenia/azerbaijani=Azerbaijan/kazakh=Kazakhstan/belarusian=Belarus
    /maltese=Malta/cypriot=Cyprus/singaporean=Singapore/taiwanese=Taiwan
    """.strip()
    .replace("\n    /", "/")
    .split("/")
)
"""The country of a people, by the adjective that says so."""
