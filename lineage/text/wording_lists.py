"""Seed lists of the words that `wording` compares: data, in lower case unless the case matters."""

# Words that take a statement back or narrow it (register 6.3, QualifierPhrase). Longest first, so that "except where"
# is not found as "except".
QUALIFIERS = (
    "not applicable when",
    "subject to",
    "except where",
    "except when",
    "except that",
    "only if",
    "unless",
    "except",
)
# What makes a number a limit; no summary is asked to keep them word for word, so they are not in the list above.
BOUNDS = (
    "at least",
    "at most",
    "no less than",
    "no more than",
    "not less than",
    "not more than",
    "less than",
    "fewer than",
    "more than",
    "greater than",
    "up to",
    "only",
    "provided that",
)

NEGATIONS = (
    "not",
    "no",
    "never",
    "without",
    "none",
    "neither",
    "nor",
    "nobody",
    "nothing",
    "nowhere",
    "non",
    "ain't",
)
# Prefix -> code points of the shortest word that it negates: "to" and "into", "come" and "income" are no such pair.
NEGATING_PREFIXES = {"un": 4, "in": 5, "im": 5, "il": 5, "ir": 5, "dis": 4, "non": 4}

MODALS = ("may", "must", "shall", "should", "can", "could", "will", "would", "might", "ought")
# As they are cut before "n't", and with "'ll": what each is compared as.
MODALS_BEFORE_NT = {"ca": "can", "wo": "will", "sha": "shall"}
CONTRACTED_MODALS = {**MODALS_BEFORE_NT, "'ll": "will"}

UNITS_OF_ONE = {
    word: value for value, word in enumerate("one two three four five six seven eight nine".split(), start=1)
}
TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_MULTIPLES = "once twice thrice double triple half quarter dozen hundred thousand million billion trillion lakh crore"
# A word -> what it is compared as.
NUMBER_WORDS = {
    "zero": "0",
    **{word: str(value) for word, value in (UNITS_OF_ONE | TENS).items()},
    **{word: str(value) for value, word in enumerate(_TEENS, start=10)},
    **{word: word for word in [*_ORDINALS, *_MULTIPLES.split()]},
}

_TIMES = """
    nanosecond microsecond millisecond seconds minute hour day week fortnight month year decade century centurie
    hourly daily weekly monthly quarterly yearly annual annually midnight noon a.m p.m utc gmt
    monday tuesday wednesday thursday friday saturday sunday
    january february april june july august september october november december
"""
_MONEY = "percent bps dollar euro pound pence yen cent franc rupee yuan ruble krona kroner peso"
_MEASURES = """
    gram kilogram milligram microgram tonne ton ounce stone metre meter kilometre kilometer centimetre centimeter
    millimetre millimeter inch inche foot feet yard mile acre hectare litre liter millilitre milliliter gallon pint
    bit byte kilobyte megabyte gigabyte terabyte pixel celsius fahrenheit kelvin watt kilowatt megawatt volt ampere
    joule calorie hertz newton pascal degree mole tablet dose
"""
_PHRASES = ("business day", "working day", "calendar day", "per cent", "percentage point", "basis point")
# Singular; a plural with -s is found with them.
UNIT_WORDS = (*_TIMES.split(), *_MONEY.split(), *_MEASURES.split(), *_PHRASES)
# As they are written: MW is not mW, Mb not MB.
ABBREVIATIONS = tuple(
    """
    AM PM USD EUR GBP JPY CNY CHF INR AUD CAD NZD SEK NOK DKK PLN BRL MXN KRW RUB ZAR HKD SGD
    kg mg mcg \u00b5g \u03bcg ng km cm mm nm \u00b5m \u03bcm ml mL dl dL cl
    kW MW mW GW kWh MWh GWh kV mV mA kJ MJ kcal Hz kHz MHz GHz kB KB MB Mb GB Gb TB PB KiB MiB GiB TiB kbps Mbps Gbps
    \u00b5s \u03bcs ns rpm mph kph ppm ppb psi kPa MPa hPa mmHg mmol mol IU dB dpi px lb lbs oz ft
    """.split()
)
ABBREVIATIONS_AFTER_A_NUMBER = tuple(
    """
    ms s sec secs min mins h hr hrs d wk wks mo yr yrs am pm
    g t l L m K C F N W V A J Pa B b k M bn mn pp
    """.split()
)
# Words with other meanings, which are months and weekdays beside a number.
DATED_WORDS = tuple("March May Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun".split())
