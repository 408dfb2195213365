"""What may become of a version's words, and how far each ending has come (requirements 7.3, M-96, S4-52)."""

from lineage.evidence.terms.term import Term


class AuditRetention(Term):
    """What audit keeps of a deleted version."""

    NONE = "none", "nothing", "Words, title and address are erased as soon as two people have agreed, or when due."
    METADATA_ONLY = (
        "metadata_only",
        "title and address",
        "The words are erased; auditors still read title and address.",
    )
    RESTRICTED_SNAPSHOT = (
        "restricted_snapshot",
        "a snapshot for auditors",
        "Auditors still read everything until the date given; then it is erased.",
    )


class InvalidationTarget(Term):
    """What has to forget a version that was taken away."""

    INDEX_REMOVAL = "index_removal", "removed from the index", "Its passages are out of the retrieval index."
    RENDER_INVALIDATION = (
        "render_invalidation",
        "no longer shown to readers",
        "Answers shown from now on neither quote it nor link to it.",
    )


class InvalidationStatus(Term):
    REQUESTED = "requested", "asked for", "The owner of the index or page was asked; no answer yet."
    CONFIRMED = "confirmed", "confirmed", "There is evidence that it is done."
    UNCONFIRMED = "unconfirmed", "not confirmed", "It is said to be done, or ought to be; nothing shows that it is."


class Withheld(Term):
    """Why words are not shown. Five different things, and none of them is an empty field (M-96, S0-86)."""

    DELETED = "deleted", "deleted", "The version was deleted. Id, digest and dates stay; its words do not come back."
    WITHDRAWN = "withdrawn", "withdrawn", "The version was withdrawn for now. It may be restored."
    BLOCKED = "blocked", "blocked for you", "The words are kept, and you may not read them."
    NOT_RETAINED = "not_retained", "not retained", "Nobody kept the words here; only their digest, or an address."
    ARCHIVED = "archived", "archived", "The words are kept in an archive; ask for them to be brought back."
