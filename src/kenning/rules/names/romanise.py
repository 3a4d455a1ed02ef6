"""Romanising: how a name of another script may be written in Latin letters, so that the two can be compared.

Alphabets letter by letter, Hangul syllable by syllable, kana as spelled; Arabic and Hebrew write no short vowels, so that only
consonants can be compared. Ideographs have no reading without a dictionary and stay as they are. One spelling is given where
several are in use: the comparison allows for the rest. Sources: BGN/PCGN 1947 (Cyrillic), ELOT 743 (Greek), Hepburn (kana),
Revised Romanisation of Korean 2000, ALA-LC without diacritics (Arabic, Hebrew).
"""

from __future__ import annotations

import unicodedata

_ALPHABETS = dict(
    pair.split("=")
    for pair in """
    а=a б=b в=v г=g д=d е=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e
    ю=yu я=ya і=i ї=yi є=ye ґ=g ў=u ј=j љ=lj њ=nj ћ=c ђ=dj џ=dz ѓ=gj ќ=kj ѕ=dz қ=q ғ=gh ұ=u ү=u ң=ng һ=h ө=o ә=a
    α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s τ=t υ=y φ=f χ=ch ψ=ps ω=o
    ا=a ب=b ت=t ث=th ج=j ح=h خ=kh د=d ذ=dh ر=r ز=z س=s ش=sh ص=s ض=d ط=t ظ=z ع=a غ=gh ف=f ق=q ك=k ل=l م=m ن=n ه=h و=w ي=y ء=
    پ=p چ=ch ژ=zh گ=g ڤ=v
    א=a ב=b ג=g ד=d ה=h ו=v ז=z ח=h ט=t י=y כ=k ך=k ל=l מ=m ם=m נ=n ן=n ס=s ע=a פ=p ף=f צ=ts ץ=ts ק=k ר=r ש=sh ת=t
    """.split()  # noqa: SIM905 - reads as a table
)
_GREEK_PAIRS = (("ου", "ou"), ("αυ", "av"), ("ευ", "ev"), ("μπ", "b"), ("ντ", "nt"), ("γκ", "gk"), ("γγ", "ng"))
_INITIALS = ("g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h")
_VOWELS = tuple("a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split())  # noqa: SIM905 - reads as a list
_FINALS = ("", *"k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split())  # noqa: SIM905 - reads as a list
_KANA = dict(
    pair.split("=")
    for pair in """
    ア=a イ=i ウ=u エ=e オ=o カ=ka キ=ki ク=ku ケ=ke コ=ko サ=sa シ=shi ス=su セ=se ソ=so タ=ta チ=chi ツ=tsu テ=te
    ト=to ナ=na ニ=ni ヌ=nu ネ=ne ノ=no ハ=ha ヒ=hi フ=fu ヘ=he ホ=ho マ=ma ミ=mi ム=mu メ=me モ=mo ヤ=ya ユ=yu
    ヨ=yo ラ=ra リ=ri ル=ru レ=re ロ=ro ワ=wa ヰ=i ヱ=e ヲ=o ン=n ガ=ga ギ=gi グ=gu ゲ=ge ゴ=go ザ=za ジ=ji ズ=zu
    ゼ=ze ゾ=zo ダ=da ヂ=ji ヅ=zu デ=de ド=do バ=ba ビ=bi ブ=bu ベ=be ボ=bo パ=pa ピ=pi プ=pu ペ=pe ポ=po ヴ=vu ー=
    ッ= ヵ=ka ヶ=ke
    """.split()  # noqa: SIM905 - reads as a table
)
_SMALL = dict(zip("ァィゥェォャュョヮ", ("a", "i", "u", "e", "o", "ya", "yu", "yo", "wa"), strict=True))


def romanised(word: str) -> str:
    """A folded word in Latin letters, or "" where its script has no reading here.

    >>> [romanised(word) for word in ("елкин", "καπασ", "アバチャ", "김", "王")]
    ['elkin', 'kapas', 'abacha', 'gim', '']
    """
    if word.isascii():
        return word
    first = word[0]
    if "\uac00" <= first <= "\ud7a3":
        return "".join(map(_syllable, word))
    if "\u3040" <= first <= "\u30ff":
        return _kana(word)
    for pair, latin in _GREEK_PAIRS if "\u0370" <= first <= "\u03ff" else ():
        word = word.replace(pair, latin)
    letters = [_ALPHABETS.get(letter, letter) for letter in unicodedata.normalize("NFC", word)]
    spelled = "".join(letters)
    return spelled if spelled.isascii() else ""


def _syllable(letter: str) -> str:
    """One syllable of Hangul, by the arithmetic of its block (Unicode, section 3.12)."""
    index = ord(letter) - 0xAC00
    if not 0 <= index < 11172:
        return ""
    return _INITIALS[index // 588] + _VOWELS[index % 588 // 28] + _FINALS[index % 28]


def _kana(word: str) -> str:
    """Kana as spelled: a small vowel takes the place of the one before it."""
    spelled = ""
    for letter in word:
        sign = chr(ord(letter) + 0x60) if "\u3041" <= letter <= "\u3096" else letter
        if sign in _SMALL:
            spelled = spelled[:-1] + _SMALL[sign] if spelled else _SMALL[sign]
        elif sign in _KANA:
            spelled += _KANA[sign]
        else:
            return ""
    return spelled.replace("chy", "ch").replace("shy", "sh").replace("jy", "j")
