// The next piece of work takes the place of the one before: reading begins at its top, for eyes and for screen readers.
"use strict";
(() => {
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "work") event.target.focus({ preventScroll: true });
  });
})();
