"""The search in the complete frozen originals of a claim: every place of some words, or that there is none.

Originals are read whole, not the window that is shown; what may not be read or is not kept is named as not searched.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from inspector.frozen_originals import Originals, find_originals, read_texts, whole_originals
from inspector.pages.drawing import draw
from inspector.pages.scan_hits import Found, Given, hits_of, read_given
from inspector.pages.scan_phrases import is_of_claim, phrases_of, read_phrases
from inspector.pages.scan_view import LookedThrough, PhraseResult, ScanPage
from inspector.pages.withheld import words_of
from inspector.scan_receipts import MOST_HITS, Hit, Receipt, digest_of, seal
from lineage.access import Action, Reader, get_visible, require
from lineage.anchoring_policies import read_anchoring
from lineage.dossiers import ANSWER_TEXTS, read_answer
from lineage.evidence.bundle import claim_text
from lineage.evidence.digests import digest_text
from lineage.evidence.vocabulary import SourceKind
from lineage.models import rows
from lineage.policies import newest_normalization
from lineage.text.normalization import DEFAULT, EXACT, NormalizationPolicy
from lineage.text.occurrences import find_each

MOST_PLACES, FIRST, A_PAGE = 1_000, 5, 25
LONGEST_NORMALIZED = 8_000_000
NO_LABEL = "A source that you may not read was not looked through."
NOTHING_TO_SEARCH = "No original text that you may read is kept here, so nothing was looked through."
OF_CLAIM = "Looked through are the complete originals of the sources that the claim cites."
OF_ANSWER = "The claim cites no source that is known here. Looked through is every original that the answer was given."


def read_scan(reader: Reader, public_id: str, written: Iterable[str] = (), begin: int = 0) -> ScanPage:
    """What was `written` to be looked for, else the claim's own words. Raises NotVisible."""
    require(reader, Action.READ_CASES)
    claim = get_visible(claims_with_answers(), reader, public_id)
    answer = read_answer(claim.answer)[0]
    own = next(one for one in answer.claims if one.key == claim.key)
    originals = find_originals(reader, claim)
    asked = read_phrases(written)
    phrases = asked or phrases_of(answer, own, with_quotations=not originals.is_any_closed)
    texts = whole_originals(originals.texts)
    words = read_texts(texts)
    texts = tuple(text for text in texts if text.pk in words)
    policies = {text.pk: policy for text, policy in zip(texts, _policies(reader, texts, words), strict=True)}
    found = _find(phrases, texts, words, policies)
    given = read_given(claim) if any(found.values()) else Given()
    looked = tuple(_looked(text, words[text.pk], policies[text.pk]) for text in texts)
    may_attach = reader.may(Action.RECORD_VERDICT) and not originals.closed
    receipt = Receipt(
        claim=public_id,
        words=tuple(digest_text(phrase) for phrase in phrases),
        texts=digest_of(texts),
        looked=len(looked),
        characters=sum(text.characters for text in looked),
        policies=tuple(sorted({_label(policy) for policy in policies.values()})),
        hits=tuple(
            Hit(one.text.key, *one.place.span, one.place.is_exact) for every in found.values() for one in every
        )[:MOST_HITS],
        found=sum(map(len, found.values())),
        of_claim=any(is_of_claim(phrase, answer, own, DEFAULT) for phrase in phrases),
        closed=len(originals.closed),
        unkept=len(originals.unkept),
    )
    url = reverse("scan", args=[public_id])
    of_claim = claim_text(answer, own)
    return ScanPage(
        claim_url=reverse("claim", args=[public_id]),
        url=url,
        attach_url=reverse("located", args=[public_id]),
        claim=draw(of_claim) if of_claim else None,
        written=asked[0] if len(asked) == 1 else "",
        scope=OF_ANSWER if originals.of_answer else OF_CLAIM,
        phrases=tuple(
            _result(phrase, every, url, begin if len(phrases) == 1 else None, looked, words, given)
            for phrase, every in found.items()
        ),
        looked=looked,
        not_looked=_not_looked(originals, looked),
        receipt=seal(reader, receipt) if may_attach else "",
        may_attach=may_attach,
        why_not="" if phrases else "Write the words to look for.",
    )


def claims_with_answers() -> Any:
    texts = [f"answer__{name}" for name in ANSWER_TEXTS]
    return rows.Claim.objects.select_related("answer__case", *texts)


def _find(
    phrases: Sequence[str],
    texts: Iterable[Any],
    words: Mapping[int, str],
    policies: Mapping[int, NormalizationPolicy],
) -> dict[str, list[Found]]:
    """By phrase its places, text after text."""
    found: dict[str, list[Found]] = {phrase: [] for phrase in phrases}
    for text in texts:
        policy = policies[text.pk]
        for phrase, places in zip(phrases, find_each(words[text.pk], phrases, policy, MOST_PLACES), strict=True):
            found[phrase] += [Found(text, place, policy) for place in places]
    return {phrase: places[: MOST_PLACES + 1] for phrase, places in found.items()}


def _policies(reader: Reader, texts: tuple[Any, ...], words: Mapping[int, str]) -> Iterable[NormalizationPolicy]:
    """That of each text's source; of a text that is too long to be normalized here, none. Two statements at most."""
    known: dict[bool, NormalizationPolicy] = {}
    for text in texts:
        is_pdf = text.version.source.kind == SourceKind.PDF
        if is_pdf not in known:
            kind = SourceKind.PDF if is_pdf else SourceKind.OTHER
            known[is_pdf] = read_anchoring(newest_normalization(reader.tenant_id, kind)).normalization
        yield known[is_pdf] if len(words[text.pk]) <= LONGEST_NORMALIZED else EXACT


def _result(
    phrase: str,
    found: list[Found],
    url: str,
    begin: int | None,
    looked: tuple[LookedThrough, ...],
    words: Mapping[int, str],
    given: Given,
) -> PhraseResult:
    """Of one phrase alone a page of its places from `begin` on; of several, the first places of each."""
    start, size = (0, FIRST) if begin is None else (begin, A_PAGE)
    shown = found[start : start + size]
    left = len(found) - start - len(shown)
    query = {"words": phrase} | ({"begin": start + size} if begin is not None else {})
    return PhraseResult(
        words=draw(phrase),
        said=_said(found, looked),
        is_found=bool(found),
        hits=tuple(hits_of(shown, words, given)),
        more_url=f"{url}?{urlencode(query)}" if left else "",
        more=(f"the next {min(left, A_PAGE)}" if begin is not None else f"all {_many(len(found))}") if left else "",
    )


def _said(found: list[Found], looked: tuple[LookedThrough, ...]) -> str:
    if not looked:
        return NOTHING_TO_SEARCH
    characters = sum(text.characters for text in looked)
    where = ", ".join(dict.fromkeys(f"{text.title}, version {text.version}" for text in looked[:5]))
    where += f" and {len(looked) - 5} more" if len(looked) > 5 else ""
    if not found:
        return f"Nothing was found in {characters:,} characters of {where}."
    exact = sum(one.place.is_exact for one in found)
    alike = {_label(one.policy) for one in found if not one.place.is_exact}
    parts = [f"{exact} exactly"] if exact else []
    parts += [f"{len(found) - exact} as {' and '.join(sorted(alike))} normalizes words"] if alike else []
    many = f"{_many(len(found))} place{'' if len(found) == 1 else 's'}"
    return f"{many} in {characters:,} characters of {where}: {', '.join(parts)}."


def _many(count: int) -> str:
    return f"{count:,}" if count <= MOST_PLACES else f"more than {MOST_PLACES:,}"


def _looked(text: Any, words: str, policy: NormalizationPolicy) -> LookedThrough:
    version = text.version
    return LookedThrough(
        artifact=text.key,
        title=version.title or version.source.key,
        version=version.version,
        url=reverse("source", args=[version.public_id]),
        characters=len(words),
        policy="the very words only: too long to be normalized here" if policy is EXACT else _label(policy),
    )


def _not_looked(originals: Originals, looked: tuple[LookedThrough, ...]) -> tuple[str, ...]:
    said = [NO_LABEL if why is None else f"{words_of(why)} It was not looked through." for why in originals.closed]
    said += [
        f"Of {version.source.key}, version {version.version}, no original text is kept here: it was not looked through."
        for version in originals.unkept
    ]
    return tuple(said) if said or looked else (NOTHING_TO_SEARCH,)


def _label(policy: NormalizationPolicy) -> str:
    return f"{policy.name}@{policy.revision}"
