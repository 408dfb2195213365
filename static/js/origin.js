// A click asks for the very character under the pointer; the arrow keys go on by one while the panel has the focus.
"use strict";
(() => {
  const text = document.getElementById("origin-text");
  if (!text || !window.htmx) return;

  // The range of each code point of a piece: counted by them, not by UTF-16 units.
  function* ranges(piece) {
    const walk = document.createTreeWalker(piece, 4), range = new Range();
    while (walk.nextNode()) {
      let at = 0;
      for (const char of walk.currentNode.data) {
        range.setStart(walk.currentNode, at);
        range.setEnd(walk.currentNode, at += char.length);
        yield range;
      }
    }
  }
  const show = (address) => {
    history.replaceState(null, "", address);
    htmx.ajax("GET", address, { target: "#origin-of", swap: "outerHTML" });
  };
  const holds = (box, x, y) => box.left <= x && x < box.right && box.top <= y && y < box.bottom;

  text.onclick = (event) => {
    const piece = event.target.closest("[data-start]");
    if (!piece || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    let at = +piece.dataset.start, n = 0;
    for (const range of ranges(piece)) {
      if ([...range.getClientRects()].some((box) => holds(box, event.clientX, event.clientY))) { at += n; break; }
      n++;
    }
    const url = new URL(piece.href);
    url.searchParams.set("at", at);
    document.getElementById("origin-of").focus({ preventScroll: true });
    show(url.href);
  };

  document.addEventListener("keydown", (event) => {
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = rel && event.target.closest("#origin-of")?.querySelector(`[rel=${rel}]`);
    // Not a click: a key may come before the exchanged link does more than lead to a page of its own.
    if (link) show(link.href);
  });

  document.addEventListener("htmx:afterSettle", () => {
    const { at } = document.getElementById("origin-of").dataset;
    const piece = [...text.children].findLast((one) => +one.dataset.start <= at);
    text.querySelector("[aria-current]")?.removeAttribute("aria-current");
    CSS.highlights?.clear();
    let left = at - piece?.dataset.start;
    for (const range of piece ? ranges(piece) : []) {
      if (!left--) { CSS.highlights?.set("origin-here", new Highlight(range.cloneRange())); break; }
    }
  });
})();
