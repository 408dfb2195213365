"""The kinds of evidence, six mistakes with what catches them, and what no check proves (S0-16, S3-79, S0-12, S2-64)."""

from typing import NamedTuple

from lineage.evidence.vocabulary import EvidenceCategory


class Category(NamedTuple):
    """One kind of evidence in two sentences; `look` is how its words are drawn, empty where it has none of its own."""

    kind: EvidenceCategory
    meaning: str
    look: str = ""


class Mistake(NamedTuple):
    """`rules` are codes; `pages` are names of routes without parameters, each with the words of its link."""

    name: str
    what: str
    caught: str
    rules: tuple[str, ...] = ()
    pages: tuple[tuple[str, str], ...] = ()


CATEGORIES = (
    Category(
        EvidenceCategory.ORIGINAL_EVIDENCE,
        "The retained bytes of a source and the representation that was read out of them, before anything was added. "
        "Only these words are evidence.",
        "original",
    ),
    Category(
        EvidenceCategory.QUOTED_EXCERPT,
        "Words copied from original evidence, with the place where they stand and the policy under which they were "
        "read out. It holds where the same words stand there still.",
        "derived",
    ),
    Category(
        EvidenceCategory.GENERATED_RETRIEVAL_AID,
        "A hypothetical answer, questions, a summary or context that was written to find a passage. It may lead to "
        "evidence and is never quoted as evidence.",
        "generated",
    ),
    Category(
        EvidenceCategory.DERIVED_CLAIM,
        "A calculation, a synthesis or an inference. It names its inputs and the warrant that leads from them to it; "
        "without both it is a statement that nobody can check.",
    ),
    Category(
        EvidenceCategory.SOURCE_SNAPSHOT,
        "One version of a source, kept for replay, with the day on which it was seen and the form in which it was "
        "kept. What stands at its address today may be another text.",
    ),
    Category(
        EvidenceCategory.EVIDENCE_BOUNDARY,
        "The recorded border between words of the source and words that were generated or changed. What nobody "
        "recorded is no border that can be relied on, and is drawn as not recorded.",
    ),
)

MISTAKES = (
    Mistake(
        "Summaries as evidence",
        "A summary, a translation or a prefix is cited as though the source had said it.",
        "Two rules, and a third where the summary outranks its original.",
        ("lineage/derivative-only-support", "origin/generated-target", "retrieval/ranking-inversion"),
    ),
    Mistake(
        "One index for everything",
        "Originals and what was made from them lie in one index, and nobody can tell afterwards which was found.",
        "The inventory says of every text who wrote it, where it was visible and whether it may be quoted.",
        (),
        (("corpus", "the inventory"),),
    ),
    Mistake(
        "Preference alone",
        "An answer passes because people liked it better; short answers without support are liked.",
        "Five contracts that are never added to one score, and a verdict on each passage alone. "
        "Figures of a release are not computed.",
        ("evaluation/evaluation-wiring",),
        (("cases", "the cases by decision"),),
    ),
    Mistake(
        "Only models are watched",
        "A parser, a clean-up or a table export changes words too, and is not recorded as a step.",
        "The path of each claim has every step, whoever made it, with a digest before and after.",
        ("lineage/broken-mapping", "lineage/packed-text-differs", "lineage/merged-hash-mismatch"),
    ),
    Mistake(
        "Citations attached at the end",
        "The answer is written first, and passages are looked for that resemble it. Such a pointer is no grounding.",
        "Claim and answer say how their citations were attached, and that they were added afterwards.",
        ("identity/orphan-citation", "lineage/points-to-unsupplied-text"),
    ),
    Mistake(
        "No view for who answers for it",
        "What happened can be read from logs only, by whoever built the system.",
        "The page of a claim: claim, cited words, source, path, neighbours, and every summary on the way.",
        (),
        (("cases", "the cases"), ("try_it", "the page to try it on")),
    ),
)

NON_GOALS = (
    "That a source is true: only what it says.",
    "That nobody poisoned a source before it was kept.",
    "That the cited words brought the answer about: they may have been added afterwards.",
    "That a source has authority, is in force, or wins over another: its owner decides that, and here it is checked.",
    "Anything about the meaning of equal bytes, or who may read the source today.",
)
