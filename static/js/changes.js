// On a run, j and k go from change to change, and on to the next or previous list of them.
"use strict";
(() => {
  if (document.body.dataset.page !== "run") return;
  const busy = (target) =>
    target instanceof Element && target.closest("input:not([type=radio]), textarea, select, [contenteditable], dialog[open]");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || busy(event.target)) return;
    const step = { j: 1, k: -1 }[event.key];
    if (!step || document.querySelector("dialog[open]")) return;
    const changes = [...document.querySelectorAll(".changes > li")];
    const here = changes.findIndex((change) => change.contains(document.activeElement));
    const next = changes[here === -1 ? (step === 1 ? 0 : -1) : here + step];
    if (next) { next.focus({ preventScroll: true }); next.scrollIntoView({ block: "nearest" }); return; }
    document.querySelector(`#changes .pager [rel=${step === 1 ? "next" : "prev"}]`)?.click();
  });
})();
