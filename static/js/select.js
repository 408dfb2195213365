// Words that are selected in an original text are attached to the verdict by their place in the stored text, counted in
// code points. The page holds every character of it, but for those that HTML cannot hold: their sign says which it is.
"use strict";
(() => {
  const LONGEST = 5000;

  const character = (name) => (name === "NUL" ? "\0" : String.fromCharCode(parseInt(name.slice(2), 16)));

  // What stands between two places of the page, as it is stored.
  const stored = (range) => {
    const copy = range.cloneContents();
    for (const sign of copy.querySelectorAll(".unseen.drawn")) {
      if (sign.textContent) sign.textContent = character(sign.dataset.name);
    }
    return copy.textContent;
  };

  const isHigh = (unit) => unit >= 0xd800 && unit <= 0xdbff;
  const isLow = (unit) => unit >= 0xdc00 && unit <= 0xdfff;

  // A place between the two halves of a character is moved out of it: a selection takes characters whole.
  const whole = (range) => {
    const halves = (node, at) => node.nodeType === Node.TEXT_NODE && isHigh(node.data.charCodeAt(at - 1)) && isLow(node.data.charCodeAt(at));
    if (halves(range.startContainer, range.startOffset)) range.setStart(range.startContainer, range.startOffset - 1);
    if (halves(range.endContainer, range.endOffset)) range.setEnd(range.endContainer, range.endOffset + 1);
    return range;
  };

  const textOf = (node) => (node instanceof Element ? node : node.parentElement)?.closest(".text[data-artifact]");

  // The part of a selection that lies in one original text: { artifact, start, end, words }, or nothing.
  const placeOf = (selection) => {
    if (!selection?.rangeCount || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0).cloneRange();
    const from = textOf(range.startContainer), to = textOf(range.endContainer);
    if (from && to && from !== to) return null;
    const text = from ?? to;
    if (!text) return null;
    // A triple click ends at the beginning of whatever comes next.
    if (!from) range.setStart(text, 0);
    if (!to) range.setEnd(text, text.childNodes.length);
    whole(range);
    const before = document.createRange();
    before.setStart(text, 0);
    before.setEnd(range.startContainer, range.startOffset);
    const words = stored(range);
    const start = Number(text.dataset.start) + [...stored(before)].length;
    return words ? { artifact: text.dataset.artifact, start, end: start + [...words].length, words } : null;
  };

  // ASCII alone: a browser changes line ends in what a form sends, and half a character cannot be sent at all.
  const written = (place) =>
    JSON.stringify(place).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

  const bar = () => document.getElementById("selected");
  let chosen = null;

  const show = () => {
    const shown = bar();
    if (!shown) return;
    const found = placeOf(document.getSelection());
    // The bar's own buttons take the focus, and must not lose what they are about.
    if (!found && shown.contains(document.activeElement)) return;
    chosen = found;
    shown.hidden = !found;
    if (!found) return;
    const length = found.end - found.start;
    shown.querySelector("[data-said]").textContent =
      length > LONGEST ? `${length} characters selected; at most ${LONGEST} can be attached` : `${length} character${length === 1 ? "" : "s"} selected, ${found.start} to ${found.end}`;
    shown.querySelectorAll("button").forEach((button) => { button.disabled = length > LONGEST; });
  };

  const attach = (role) => {
    const here = document.getElementById("located");
    if (!here || !chosen || chosen.end - chosen.start > LONGEST) return;
    const values = { located: written({ ...chosen, role }), csrfmiddlewaretoken: document.getElementById("form-token")?.value };
    document.getElementById("attach-problem").replaceChildren();
    htmx.ajax("POST", here.dataset.attach, { target: "#attached ul", swap: "beforeend", values });
    bar().hidden = true;
  };

  document.addEventListener("selectionchange", show);
  document.addEventListener("pointerdown", (event) => { if (event.target instanceof Element && event.target.closest("#selected button")) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("#selected button");
    if (button) attach(button.value);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "l" || event.ctrlKey || event.metaKey || event.altKey || bar()?.hidden !== false) return;
    event.preventDefault();
    attach("located");
  });

  // What is ticked among the places found belongs to the form, but does not stand in it: the form is told, so that its
  // draft is saved. Once the form was drawn anew it has these itself, and of two searches the newer one counts.
  const tell = () => document.getElementById("verdict-form")?.dispatchEvent(new Event("change", { bubbles: true }));
  document.addEventListener("change", (event) => { if (event.target instanceof Element && event.target.closest("#scan")) tell(); });
  // The search stands above the form, often out of sight: what it found is said in the form too.
  const sayFound = () => {
    const place = document.getElementById("scan-said");
    const said = [...document.querySelectorAll("#scan .scanned [role=status]")].map((line) => line.textContent.trim().replace(/\s+/g, " "));
    if (!place || !said.length) return;
    // No link: it would stand in the way of who tabs from one question to the next.
    place.textContent = `In the complete original: ${said.join(" ")}`;
  };
  document.addEventListener("htmx:afterSettle", (event) => {
    const { id } = event.target;
    if (id === "verdict") document.querySelectorAll("#scan [name=located]:checked").forEach((box) => { box.checked = false; });
    if (id === "scan" || id === "verdict") sayFound();
    if (id === "scan") document.querySelector("#attached [name=scan]")?.remove();
    if (id === "scan" || event.target.closest?.("#attached")) tell();
  });

  // Before a claim is called unsupported, all of the original is looked through once for its words.
  document.addEventListener("change", (event) => {
    const form = event.target instanceof Element && event.target.closest("#verdict-form");
    const isDenied = event.target.name === "in_original" && event.target.value === "no";
    if (!form || !(isDenied || ["does_not_support", "unsupported", "generated"].includes(event.target.value))) return;
    const panel = document.getElementById("located");
    if (!panel || document.getElementById("scan").childElementCount || document.querySelector("#attached [name=scan]")) return;
    panel.open = true;
    panel.querySelector(".scan-form").requestSubmit();
  });
})();
