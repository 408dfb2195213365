// A cited span stands twice on a page of a source, on its picture and in its text: pointing at one shows the other.
"use strict";
(() => {
  const show = (target) => {
    const region = target instanceof Element && target.closest("[data-pairs]");
    const here = region && target.closest("[data-spans]");
    document.querySelectorAll(".paired").forEach((one) => one.classList.remove("paired"));
    if (!here) return;
    const wanted = here.dataset.spans.split(" ")[0];
    region.querySelectorAll("[data-spans]").forEach((one) => {
      one.classList.toggle("paired", one.dataset.spans.split(" ").includes(wanted));
    });
  };
  document.addEventListener("pointerover", (event) => show(event.target));
  document.addEventListener("focusin", (event) => show(event.target));
})();
