// How long a claim is still somebody's: counted down beside the time itself, a minute at a time, nothing that blinks.
"use strict";
(() => {
  const show = () => {
    for (const lease of document.querySelectorAll("[data-lease-until]")) {
      const left = Math.ceil((Date.parse(lease.dataset.leaseUntil) - Date.now()) / 60000);
      const said = left > 1 ? `(${left} minutes left)` : left === 1 ? "(less than a minute left)"
        : "(the time is over; it stays yours until somebody else takes it)";
      const shown = lease.querySelector(".lease-left");
      if (shown.textContent !== said) shown.textContent = said;
      lease.toggleAttribute("data-short", left <= 5);
    }
  };
  document.addEventListener("htmx:load", show);
  setInterval(show, 10000);
  show();
})();
