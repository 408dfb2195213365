// Keys for people who work here all day. Off inside inputs and open dialogs; only Ctrl+Enter works inside the form.
"use strict";
(() => {
  const typing = (target) =>
    target instanceof Element && target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable], dialog[open]");

  const go = (url) => { if (url) window.location.assign(url); };
  // The next piece of work is swapped in without its body.
  const beside = () => (document.getElementById("work") ?? document.body).dataset;

  const neighbourSpan = (step) => {
    const tabs = [...document.querySelectorAll("[data-span-tab]")];
    const here = tabs.findIndex((tab) => tab.getAttribute("aria-current"));
    if (tabs.length > 1) tabs[(here + step + tabs.length) % tabs.length].click();
  };

  const choose = (number) => {
    const fields = [...document.querySelectorAll(".pair-of")];
    const field = document.querySelector(".pair-of[data-here]") ?? fields[0];
    const list = field?.querySelector("select");
    if (list) { list.selectedIndex = number; list.focus(); return; }
    const option = field?.querySelectorAll("input[type=radio]")[number - 1];
    if (!option) return;
    option.checked = true;
    option.focus();
    option.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const contest = () => {
    const facts = [...document.querySelectorAll("input[name=contest]")];
    const here = facts.indexOf(document.activeElement);
    const next = here === -1 || facts[here].checked ? facts[(here + 1) % facts.length] : facts[here];
    if (!next) return;
    next.checked = !next.checked;
    next.focus();
  };

  const explain = () => {
    const all = [...document.querySelectorAll("details.why")];
    const open = all.some((details) => !details.open);
    all.forEach((details) => { details.open = open; });
  };

  const follow = (key) => document.querySelector(`[data-key="${key}"]`)?.click();

  // Arrows scroll what has the focus, move a caret and choose among radio buttons: then they are not ours.
  const turns = (target) => !(target instanceof Element) || target === document.body || target.matches("main");

  const actions = {
    j: () => go(beside().next),
    k: () => go(beside().previous),
    "]": () => neighbourSpan(1),
    "[": () => neighbourSpan(-1),
    ArrowRight: (event) => turns(event.target) && go(beside().next),
    ArrowLeft: (event) => turns(event.target) && go(beside().previous),
    w: () => why(),
    a: () => follow("a"),
    x: contest,
    e: explain,
    "/": () => { const field = document.querySelector("input[type=search]"); if (field) field.focus(); else go("/cases/#search"); },
    "?": () => document.getElementById("keys")?.showModal(),
  };

  // What was fetched is read from its heading; the same key closes it again.
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "why") document.getElementById("why-title")?.focus(); });
  const why = () => {
    const panel = document.querySelector("[data-page=claim] .why-panel");
    if (!panel) { follow("w"); return; }
    panel.hidden = !panel.hidden;
    (panel.hidden ? document.querySelector("[data-key=w]") : document.getElementById("why-title")).focus();
  };

  // With Ctrl: save what was typed now, also while typing; take the last verdict back, where nothing typed is to be undone.
  const controlled = {
    s: () => { const draft = document.getElementById("draft"); if (draft) htmx.trigger(draft, "save"); return draft; },
    z: (event) => { const undo = !typing(event.target) && document.querySelector("[data-undo]"); if (undo) undo.click(); return undo; },
  };

  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && controlled[event.key]?.(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const form = document.querySelector("form.verdict-form");
      if (form?.querySelector("[type=submit]")) { event.preventDefault(); form.requestSubmit(); }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const action = /^[1-6]$/.test(event.key) ? () => choose(Number(event.key)) : actions[event.key];
    if (!action) return;
    if (!event.key.startsWith("Arrow")) event.preventDefault();
    action(event);
  });
})();
