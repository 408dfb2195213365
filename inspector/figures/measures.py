"""What the figures of agreement are called, and what each says and does not say (DESIGN 8)."""

from lineage.evidence.terms.term import Term


class Measure(Term):
    """A figure of agreement; its value is the name by which a page and a machine call it."""

    PERCENT = (
        "percent",
        "observed agreement",
        "Of an item's pairs of ratings the share that are equal, averaged over items. Chance alone can make it high.",
    )
    COHEN_KAPPA = (
        "cohen_kappa",
        "Cohen's kappa",
        (
            "How far two raters agree beyond what their own habits give by chance (Cohen 1960). Low where nearly all "
            "items are alike, even if the raters hardly differ: read it beside AC1."
        ),
    )
    WEIGHTED_KAPPA = (
        "weighted_kappa",
        "weighted kappa",
        (
            "Cohen's kappa where a difference counts by its square, for values in order (Cohen 1968): by rank, or by "
            "the numbers themselves where their differences can be compared."
        ),
    )
    FLEISS_KAPPA = (
        "fleiss_kappa",
        "Fleiss' kappa",
        "For any raters, equally many on each item (Fleiss 1971): chance is what all ratings together say.",
    )
    ALPHA_NOMINAL = (
        "alpha_nominal",
        "Krippendorff's alpha (categories)",
        "For any number of raters with ratings missing (Krippendorff 2011): values are equal or not.",
    )
    ALPHA_ORDINAL = (
        "alpha_ordinal",
        "Krippendorff's alpha (ranks)",
        "As above, where a difference counts by how many ratings lie between the two ranks.",
    )
    ALPHA_INTERVAL = (
        "alpha_interval",
        "Krippendorff's alpha (numbers)",
        "As above, where a difference counts by the square of the distance between the two numbers.",
    )
    AC1 = (
        "ac1",
        "Gwet's AC1",
        (
            "For any number of raters with ratings missing (Gwet 2008): does not fall because one value is frequent. "
            "Chance is taken from all values of the field and from every rating, single ones included."
        ),
    )
    PEARSON = "pearson", "Pearson's r", "How far the numbers of two raters lie on one straight line."
    SPEARMAN = "spearman", "Spearman's rho", "How far two raters put the items in the same order."
    POSITIVE_AGREEMENT = (
        "positive_agreement",
        "agreement on this label",
        "Of the pairs of ratings in which one is this label, how often the other is as well (specific agreement).",
    )


OVERALL = (
    *(Measure.PERCENT, Measure.COHEN_KAPPA, Measure.WEIGHTED_KAPPA, Measure.FLEISS_KAPPA, Measure.ALPHA_NOMINAL),
    *(Measure.ALPHA_ORDINAL, Measure.ALPHA_INTERVAL, Measure.AC1, Measure.PEARSON, Measure.SPEARMAN),
)
OF_A_PAIR = tuple(one for one in OVERALL if one is not Measure.FLEISS_KAPPA)
OF_A_LABEL = (Measure.POSITIVE_AGREEMENT, Measure.PERCENT, Measure.COHEN_KAPPA, Measure.ALPHA_NOMINAL)
