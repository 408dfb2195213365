// The next piece of work takes the place of the one before: reading begins at its top, for eyes and for screen readers.
"use strict";
(() => {
  // A form that was not recorded: what is wrong is read first, and the next Tab goes on into the form.
  const askAgain = (verdict) => {
    const said = verdict.querySelector("[role=alert]");
    if (!said || document.activeElement !== document.body) return;
    said.tabIndex = -1;
    said.focus({ preventScroll: true });
  };

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "work") event.target.focus({ preventScroll: true });
    // The swap itself scrolls last of all.
    if (event.target.id === "verdict") setTimeout(askAgain, 0, event.target);
  });
})();
