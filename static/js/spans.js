// Where spans overlap, a click takes the smallest one under the pointer; clicking again goes through the others.
"use strict";
(() => {
  document.addEventListener("click", (event) => {
    const mark = event.target instanceof Element && event.target.closest("mark[data-spans]");
    if (!mark || window.getSelection()?.toString()) return;
    const spans = mark.dataset.spans.split(" ").map(decodeURIComponent);
    const links = spans.map((span) => document.querySelector(`[data-span-tab="${CSS.escape(span)}"]`)).filter(Boolean);
    const here = links.findIndex((link) => link.getAttribute("aria-current"));
    const next = links[(here + 1) % links.length];
    if (next && !next.getAttribute("aria-current")) window.location.assign(next.href);
  });
})();
