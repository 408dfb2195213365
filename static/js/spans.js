// Where spans overlap, a click takes the smallest one under the pointer; clicking again goes through the others.
"use strict";
(() => {
  document.addEventListener("click", (event) => {
    const mark = event.target instanceof Element && event.target.closest("mark[data-spans]");
    if (!mark || window.getSelection()?.toString()) return;
    const spans = mark.dataset.spans.split(" ");
    const links = spans.map((span) => document.querySelector(`[data-span-tab="${CSS.escape(span)}"]`)).filter(Boolean);
    const here = links.findIndex((link) => link.getAttribute("aria-current"));
    const next = links[(here + 1) % links.length];
    if (next && !next.getAttribute("aria-current")) next.click();
  });

  // "read it" beside a question opens its span as the list of spans does, and keeps what was chosen in the form.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest(".pair-of .elsewhere");
    const wanted = link && link.closest(".pair-of").dataset.pair;
    const tab = link && document.querySelector(`[data-span-tab="${CSS.escape(wanted)}"]`);
    if (!tab) return;
    event.preventDefault();
    tab.click();
  });

  // The question that digits answer is that of the span being read.
  document.addEventListener("htmx:afterSettle", () => {
    const tab = document.querySelector("[data-span-tab][aria-current]");
    if (!tab) return;
    document.querySelectorAll(".pair-of").forEach((pair) => pair.toggleAttribute("data-here", pair.dataset.pair === tab.dataset.spanTab));
  });
})();
