"""Static files for serving: style sheets and scripts stay one subject a file, and go over the wire as one each.

A page that waits for five style sheets is visible later than one that waits for their sum (measured by `make bench`).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

# In this order: the first names the layers of the style sheets.
JOINED: Mapping[str, tuple[str, ...]] = {
    "css/site.css": (
        *("css/tokens.css", "css/base.css", "css/reading.css", "css/parts.css", "css/pages.css"),
        *("css/answer.css", "css/path.css", "css/origin.css", "css/records.css", "css/start.css"),
        *("css/relocations.css", "css/layout.css", "css/adding.css", "css/withheld.css", "css/programs.css"),
        *("css/queues.css", "css/cards.css", "css/scan.css", "css/notes.css", "css/policies.css"),
        *("css/work.css", "css/verdict.css", "css/label.css", "css/calibration.css", "css/agreement.css"),
        "css/judges.css",
    ),
    "js/site.js": (
        *("js/keys.js", "js/copy.js", "js/spans.js", "js/origin.js", "js/changes.js", "js/pairs.js"),
        *("js/drop.js", "js/cards.js", "js/select.js", "js/drafts.js", "js/lease.js", "js/next.js"),
        *("js/label_sending.js", "js/label.js"),
    ),
}


class JoinedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Write the joined files before all are hashed and compressed."""
        for name, parts in JOINED.items() if not dry_run else ():
            texts = []
            for part in parts:
                storage, path = paths[part]
                with storage.open(path) as file:
                    texts.append(file.read())
            self.delete(name)
            self.save(name, ContentFile(b"\n".join(texts)))
            paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)
