// A button beside every digest or locator that copies all of it, only where the browser lets a page write to the
// clipboard. An empty `data-copy` means the words of the element itself.
"use strict";
(() => {
  if (!navigator.clipboard) return;

  const offer = (root) => {
    for (const digest of root.querySelectorAll("[data-copy]:not([data-offered])")) {
      digest.dataset.offered = "";
      const words = digest.dataset.copy || digest.textContent;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "copy";
      button.setAttribute("aria-label", `copy ${digest.dataset.copyName ?? `the digest ${words.replace("sha256:", "").slice(0, 8)}`}`);
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(words);
        button.textContent = "copied";
        setTimeout(() => { button.textContent = "copy"; }, 1500);
      });
      if (digest.dataset.copy) digest.removeAttribute("tabindex");
      digest.append(button);
    }
  };

  offer(document);
  document.addEventListener("htmx:afterSwap", (event) => offer(event.target.parentNode ?? document));
})();
