// The next piece of work takes the place of the one before: reading begins at its top, for eyes and for screen readers.
"use strict";
(() => {
  // A form that was not recorded: where words are missing they are typed at once, else what is wrong is read first.
  const askAgain = (verdict) => {
    if (document.activeElement !== document.body) return;
    const field = verdict.querySelector(".error")?.closest(".field")?.querySelector("[aria-invalid=true]");
    const said = verdict.querySelector("[role=alert]");
    if (field) {
      field.focus({ preventScroll: true });
      field.scrollIntoView({ block: "center" });
    } else if (said) {
      said.tabIndex = -1;
      said.focus({ preventScroll: true });
    }
  };

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "work") event.target.focus({ preventScroll: true });
    // The swap itself scrolls last of all.
    if (event.target.id === "verdict") setTimeout(askAgain, 0, event.target);
  });
})();
