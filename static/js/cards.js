// Keys of the page on which a disagreement is settled: a, b, c adopt a card, n none, 1 to 5 say why people differed.
"use strict";
(() => {
  const form = () => document.querySelector("[data-page=adjudication] .settle-form");
  const typing = (target) => target instanceof Element && target.closest("textarea, select, input:not([type=radio], [type=checkbox])");

  const check = (name, wanted) => {
    const field = [...form().querySelectorAll(`input[name=${name}]`)].find(wanted);
    if (!field) return false;
    field.checked = true;
    field.focus();
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  };

  // The letter of a card, or the number of a reason: what stands on its key.
  const on = (key) => (field) => field.parentElement.querySelector("kbd")?.textContent === key;

  document.addEventListener("keydown", (event) => {
    if (!form() || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form().requestSubmit();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target)) return;
    const done = /^[1-9]$/.test(event.key) ? check("error_kind", on(event.key)) : /^[a-z]$/.test(event.key) && check("adopt", on(event.key));
    if (done) event.preventDefault();
  });
})();
