// A button beside every digest that copies all of it, only where the browser lets a page write to the clipboard.
"use strict";
(() => {
  if (!navigator.clipboard) return;

  const offer = (root) => {
    for (const digest of root.querySelectorAll("[data-copy]:not([data-offered])")) {
      digest.dataset.offered = "";
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "copy";
      button.setAttribute("aria-label", `copy the digest ${digest.dataset.copy.replace("sha256:", "").slice(0, 8)}`);
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(digest.dataset.copy);
        button.textContent = "copied";
        setTimeout(() => { button.textContent = "copy"; }, 1500);
      });
      digest.removeAttribute("tabindex");
      digest.append(button);
    }
  };

  offer(document);
  document.addEventListener("htmx:afterSwap", (event) => offer(event.target.parentNode ?? document));
})();
