"""Words by which a name in an English text is told to be a person's, an organization's or a place's.

All of them are general knowledge of the language; no list was drawn from texts that anything here is measured on.
"""

from __future__ import annotations

from kenning.rules.knowledge.extract.named.given import GIVEN as _COUNTED
from kenning.rules.mentions.words import COMMON_WORDS


def _listed(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


_ABROAD = _listed(
    """
    abdul abdullah abebe adebayo adeola agnieszka ahmed ahmet aiko ajay akira aleksander alejandra alejandro aleksei
    alessandro alexei ali alim aliyah amara ambrosio amina amir amit anand ananya anders andrei andrzej anil anja
    anjali ankit antoine antonia aoife arjun arnaud arturo arun asha ashok astrid aylin ayşe bartosz beata benoît
    björn boris bram caoimhe chidi chiara chinedu christoph ciarán claude cristina dagmar damien deepak deepika
    dieter dimitri dmitri dmitry eilidh eino elif elke emeka emre enrique erika esra étienne eva evgeni fatih fatima
    fatma fernando fiona florian françois friedrich fumiko gautam georgi gerhard giovanni giulia giuseppe grzegorz
    gunnar günter günther guillaume gustav habib hakan hamza hans haruki haruto hassan heike heinrich helga helmut
    henrik hiro hiroshi hugo hussein ibrahim igor ikechukwu ilya imran ines ingrid isabella ivan jacek jakub jan
    javier jens jörg johannes joão josé jun jürgen kaito karim karthik kasia katarzyna kavita kemal kenji khalid
    kiran klaus krzysztof lakshmi lars laszlo leila lena leonardo lina linnea luca luís łukasz maciej magnus mahmoud
    małgorzata marco marek mariam mario marta martina mateusz mathieu matteo mehmet mei mikael mikhail milan min
    mohamed mohammad mohammed muhammad murat mustafa nadia naoki naomi natasha neha nikhil nikolai nils niamh nobuko
    oksana olaf oleg olga oluwaseun omar ömer oscar pablo padma paolo pascal patrik paweł pedro petra pierre piotr
    pooja prakash pranav priya radek rafael rahul raj rajesh ravi rashid ravi renate ricardo rohan rohit sakura
    salim samir sandeep sanjay santiago sara saoirse sasha satoshi sebastian serge sergei shanti shreya siân siobhán
    sofia soren søren stefan stéphane sunil suresh svetlana sven takashi tariq tatiana thabo thierry thomas tomás
    tomasz ulrich uma usha valentina vijay vikram vinod viktor vladimir wanjiru wei wojciech wolfgang xavier xiao
    yasmin yosef youssef yuki yuri yusuf zahra zainab zeynep zhang zofia
    """,
)
"""Given names often borne where the census of the United States counted few."""

GIVEN = _COUNTED | _ABROAD

MONTHS_AND_DAYS = _listed(
    """
    january february march april may june july august september october november december jan feb mar apr jun jul
    aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur
    thurs fri sat sun mondays tuesdays wednesdays thursdays fridays saturdays sundays
    """,
)

FEASTS = _listed(
    "christmas easter thanksgiving halloween hanukkah ramadan diwali valentine's xmas eid passover lent nye"
)

PEOPLES = _listed(
    """
    american americans british english irish scottish welsh french german germans italian italians spanish spaniards
    portuguese dutch belgian swiss austrian polish russian russians ukrainian ukrainians chinese japanese korean
    koreans indian indians pakistani bangladeshi vietnamese thai indonesian filipino filipinos malaysian australian
    australians canadian canadians mexican mexicans brazilian brazilians argentine argentinian chilean colombian
    peruvian cuban african africans nigerian egyptian moroccan kenyan ethiopian israeli israelis palestinian
    palestinians arab arabs arabic iranian iraqi syrian lebanese turkish turks greek greeks roman romans norwegian
    norwegians swedish swedes danish danes finnish finns icelandic hungarian czech slovak romanian bulgarian serbian
    croatian bosnian albanian estonian latvian lithuanian european europeans asian asians latin latino latinos
    hispanic muslim muslims christian christians jewish jews jew hindu hindus buddhist buddhists catholic catholics
    protestant protestants sikh sikhs republican republicans democrat democrats democratic communist marxist nazi
    nazis soviet ottoman byzantine victorian hebrew sanskrit mandarin cantonese hindi urdu bengali swahili gaelic
    orthodox islamic islam afghan caucasian mormon methodist lutheran anglican presbyterian baptist texan
    californian parisian londoner
    """,
)
"""Peoples, languages, beliefs and those who hold them: written with a capital, and nobody's name."""

TITLES = _listed(
    """
    mr mrs ms miss mister dr doctor prof professor sir madam madame dame lord lady president senator sen congressman
    congresswoman representative rep governor gov mayor minister premier chancellor ambassador secretary judge
    justice king queen prince princess emperor empress duke duchess count countess baron baroness pope cardinal
    archbishop bishop father fr rev reverend pastor rabbi imam sheikh captain capt general gen colonel col major
    lieutenant lt sergeant sgt commander admiral officer detective inspector attorney coach chief uncle aunt auntie
    aunty grandma grandpa granny nurse chairman chairwoman director headmaster monsieur mademoiselle mlle mme herr
    frau senor señor señora don doña
    """,
)
"""What stands before a person's name and is no part of it."""

TITLE_LEADS = _listed(
    "vice prime foreign home deputy former then president-elect chief lieutenant attorney first major grand late state"
)
"""What stands before a title: prime minister, attorney general."""

NEAR_PEOPLE = _listed(
    """
    sister brother mother father mom mum dad wife husband son daughter aunt uncle cousin niece nephew grandmother
    grandfather grandma grandpa girlfriend boyfriend partner fiancé fiancée fiance fiancee friend friends roommate
    flatmate housemate neighbor neighbour colleague coworker co-worker boss manager assistant teacher tutor mentor
    student classmate teammate coach therapist dentist doctor nurse lawyer landlord landlady babysitter nanny singer
    actor actress author writer poet painter artist musician guitarist drummer composer director producer comedian
    journalist reporter photographer player striker quarterback goalkeeper scientist mathematician physicist chemist
    philosopher historian professor engineer lecturer activist politician ceo founder co-founder chairman spokesman
    spokeswoman spokesperson twin stepfather stepmother named called
    """,
)
"""Before a name these say it is a person's: my sister Anna, the singer Adele."""

DEEDS = _listed(
    """
    said says say told tells asked asks replied replies added adds explained explains thinks thought knows knew
    believes wants wanted loves loved likes liked hates hated feels felt went goes came comes married marries died
    dies born smiled laughed cried called calls wrote writes met meets sings sang plays played ate eats is was has
    had did does will would wouldn't isn't wasn't doesn't didn't won't can't can could should kissed broke gave
    gives took takes got gets left leaves moved moves lives lived works worked retired resigned testified argued
    claimed stated insisted admitted announced walks walked enters exits looks looked
    """,
)
"""What persons do: a single name before one of them is more likely a person's."""

TO_PEOPLE = _listed(
    """
    with from by and met meet meeting tell told ask asked call called love loves loved hate see saw invite invited
    married marry thank thanks dear hi hey hello bye goodnight morning congratulations congrats sorry miss poor dude
    sweet oh ok okay listen remember hug kiss kissed kissing help for about like to or
    """,
)
"""Before a name in a sentence these lean a little towards a person."""

GREETINGS = _listed(
    """
    hi hey hello hiya dear oh ok okay well yeah yes no thanks thank bye goodbye please sorry look listen come wait
    god wow so ah uh um hmm whoa now good morning evening night congratulations congrats sweet poor dude man
    """,
)

ORGANIZATIONS = _listed(
    """
    university college school academy institute institution foundation association society council committee
    commission ministry department agency authority bureau court parliament senate congress assembly government
    party army navy corps brigade regiment police union league federation confederation club company corporation
    corp inc ltd llc plc gmbh ag bank group holdings partners ventures capital industries technologies systems labs
    laboratories laboratory studios studio records pictures entertainment media press publishing publishers news
    times post herald tribune gazette journal guardian chronicle magazine radio television network channel airlines
    airways railways motors hospital clinic church orchestra ensemble choir museum library theatre theater
    restaurant cafe café bakery hotel bar team united rovers wanderers fc afc athletic panel tribunal board office
    service services administration consulting solutions software pharmaceuticals insurance stores supermarket
    brewery cooperative coop charity trust fund house-of-commons caucus coalition alliance organization organisation
    band trio quartet
    """,
)
"""As the last word of a name, or before its "of", these say it is an organization's."""

SCHOOLS = _listed("university college school academy institute kindergarten polytechnic lyceum gymnasium")
FIRMS = _listed("inc ltd llc plc gmbh ag corp corporation company co sa bv oy ab nv llp lp sarl kg pty")

GROUPS = _listed("band trio quartet ensemble choir orchestra team united rovers wanderers fc afc club league")

KNOWN_FIRMS = _listed(
    """
    google facebook microsoft apple amazon netflix twitter youtube instagram whatsapp linkedin snapchat tiktok
    reddit spotify uber airbnb tesla ford toyota honda bmw mercedes volkswagen audi nissan hyundai boeing airbus
    siemens bosch samsung sony nokia huawei lenovo intel amd nvidia ibm oracle cisco dell hp adobe salesforce sap
    paypal visa mastercard walmart costco ikea starbucks mcdonald's mcdonalds nike adidas puma gucci chanel zara
    disney hbo cnn bbc nbc abc fox cbs pbs npr reuters bloomberg pixar dreamworks nintendo sega pepsi coca-cola
    nestle nestlé unilever pfizer moderna bayer novartis shell bp exxon chevron verizon at&t comcast vodafone
    goldman deloitte kpmg pwc accenture mckinsey lufthansa ryanair easyjet openai anthropic github gitlab slack zoom
    dropbox mozilla wikipedia wikimedia wikinews ebay etsy nasa fbi cia nsa nato unesco unicef fifa uefa nba nfl nhl
    mlb nba espn mtv
    """,
)
"""Firms and bodies that everybody knows by one word."""

GENERAL_ACRONYMS = _listed(
    """
    ok tv dvd cd pc usa us uk eu uae am pm bc ad ceo cfo cto coo vp hr pr it ai id faq diy fyi asap lol omg wtf brb
    btw imo imho tbh smh rt dm ps pdf url http https www html css sql api gps usb atm vip rip aka etc diy ufo dna
    rna hiv aids phd md ba bsc msc mba st jr sr mr mrs ms dr no yes nyc la dc ny ca tx fl gop sms app ios ama til
    eta tba tbd rsvp bbq xoxo nsfw wip ot nn ii iii iv vi vii viii ix xi
    """,
)

ROADS = _listed(
    """
    street road avenue lane boulevard drive square plaza park river lake sea ocean bay gulf strait island islands
    isle mountain mountains mount hill hills valley beach coast forest desert falls canyon county district province
    state region peninsula village town city bridge tunnel airport station harbor harbour port castle palace tower
    stadium arena cathedral abbey garden gardens zoo highway building mall cemetery territory republic kingdom
    emirates heights creek canal
    """,
)
"""As the last word of a name, these say it is a place's."""

WORKS = _listed(
    """
    film films movie movies book books novel novels series song songs album albums single sitcom play plays musical
    opera poem painting episode titled entitled published comic manga game soundtrack documentary short sequel
    remake ballet symphony
    """,
)
"""Before a name these say it is a work's."""

VENUES = _listed(
    "museum library theatre theater restaurant cafe café bakery hotel bar hospital clinic church cinema gallery galleries stadium"
)
"""Bodies that are places as well."""

NO_BODIES = _listed(
    """
    award awards prize medal program programme scholarship fellowship fair war act bill day week festival cup series
    show project theory theorem law principle period era age century revolution battle treaty convention declaration
    amendment plan diet disease syndrome championship championships tournament olympics games game conference summit
    contest test method system effect line edition season album song tour degree thesis chair protocol virus bowl
    marathon election elections
    """,
)
"""As the last word of what has capitals, these say that it is neither somebody nor a body nor a place."""

UNMISTAKABLE_FIRMS = KNOWN_FIRMS - _listed(
    "apple amazon fox slack zoom shell visa ford oracle dell bosch abc nike puma sap disney zara intel"
)

SPEECHLESS = COMMON_WORDS | _listed(
    """
    actually again alright anyway apparently basically because both certainly clearly congratulations damn
    definitely despite each everybody everyone everything exactly excuse except finally first following god hey hi
    hello however hmm huh instead later let let's lol lots maybe meanwhile more nobody nope nothing oh ohh okay ok
    ow perhaps please possibly probably really recently second seriously several since somebody somehow someone
    something sometimes soon sorry sure surely therefore though thus ugh uh um unfortunately unless until unlike
    usually wait whatever whenever whether whoa wow ya yeah yep yesterday yes yo come get give got guess hang hold
    keep know leave listen look made need put said says take tell told try turn want watch went next last another
    many few other others any either neither nor per via
    """,
)
"""Words that begin a sentence with a capital and name nobody."""
