// A labeller's workplace: the next claims are here before they are asked for, and what was recorded is sent behind the scenes.
"use strict";
(() => {
  const root = document.getElementById("label");
  if (!root) return;
  // Words that were fetched longer ago are read anew before anybody sees them: a source may have been taken away since.
  const FRESH = 60000, RENEWED = 45000;
  const OFFER_AFTER = 50, OFFER_MINUTES = 25;
  const stage = document.getElementById("label-stage"), paused = document.getElementById("label-paused");
  const offer = document.getElementById("label-offer"), said = document.getElementById("label-said");
  const address = (step) => `${root.dataset.url}${step}/`;
  const now = () => performance.now();

  let current = null, ahead = [], done = [], filling = null, isShort = false, begun = now(), labelled = 0;

  const say = (words) => { said.textContent = words; delete said.dataset.waiting; };
  const entry = (node) => ({ item: node.dataset.item, claim: node.dataset.claim, node, at: now(), spent: 0 });
  const entries = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return [...holder.content.querySelectorAll(".label-item")].map(entry);
  };
  const formOf = (one) => one?.node.querySelector(".label-form");
  const count = (name, change) => {
    const place = root.querySelector(`[data-own=${name}]`);
    if (/^\d+$/.test(place.textContent)) place.textContent = Math.max(0, Number(place.textContent) + change);
  };

  const LABELLED = { today: 1, left: -1 }, SKIPPED = { left: -1 };
  const tally = (counted = {}, times) => Object.entries(counted).forEach(([name, change]) => count(name, times * change));

  // The questions of the claim on the screen; one of them has the keys.
  const questions = () => [...stage.querySelectorAll(".label-of")];
  const isAnswered = (question) => Boolean(question.querySelector("input:checked"));
  const mark = (question) => {
    const every = questions(), passages = [...stage.querySelectorAll(".label-passage")];
    every.forEach((one, place) => {
      one.toggleAttribute("data-here", one === question);
      passages[place]?.toggleAttribute("data-here", one === question && every.length > 1);
    });
  };
  const here = () => stage.querySelector(".label-of[data-here]");
  const move = (question) => {
    if (!question) return;
    mark(question);
    stage.querySelectorAll(".label-passage")[questions().indexOf(question)]?.scrollIntoView({ block: "nearest" });
    (question.querySelector("input:checked") ?? question.querySelector("input"))?.focus({ preventScroll: true });
  };
  const choose = (number) => {
    const option = here()?.querySelectorAll("input[type=radio]")[number - 1];
    if (!option) return;
    option.checked = true;
    option.focus({ preventScroll: true });
    option.dispatchEvent(new Event("change", { bubbles: true }));
    const every = questions(), at = every.indexOf(here());
    const open = [...every.slice(at + 1), ...every.slice(0, at)].find((one) => !isAnswered(one));
    if (open) move(open);
  };
  const step = (by) => { const every = questions(); move(every[every.indexOf(here()) + by]); };

  const show = (one) => {
    current = one;
    stage.replaceChildren(one.node);
    formOf(one)?.setAttribute("data-keys", "");
    mark(questions().find((question) => !isAnswered(question)) ?? questions()[0]);
    window.scrollTo(0, 0);
    one.node.querySelector(".label-claim").focus({ preventScroll: true });
    one.shown = now();
    fill();
  };
  const stopClock = () => { if (current?.shown) { current.spent += now() - current.shown; current.shown = 0; } };

  // A claim read anew keeps what was chosen; one that is not held any more is gone.
  const renew = async (one) => {
    const response = await fetch(`${root.dataset.url}?item=${one.item}`, { headers: { "HX-Request": "true" } });
    const fresh = response.status === 200 ? entries(await response.text())[0] : null;
    if (fresh?.item !== one.item) return response.status < 500 && response.status !== 401 ? null : one;
    for (const input of one.node.querySelectorAll("input:checked")) {
      const same = [...fresh.node.querySelectorAll(".label-of input")].find((each) => each.name === input.name && each.value === input.value);
      if (same) same.checked = true;
    }
    const why = one.node.querySelector("textarea"), place = fresh.node.querySelector("textarea");
    if (why?.value && place) { place.value = why.value; place.closest("details").open = true; }
    return Object.assign(fresh, { spent: one.spent });
  };
  const renewed = (one) => renew(one).catch(() => one);

  const hold = (words) => {
    current = null;
    stage.replaceChildren();
    say(words);
    said.dataset.waiting = "";
  };
  const next = async () => {
    const one = ahead.shift();
    if (!one) {
      hold("The next claim is being fetched.");
      isShort = false;
      fill();
      return;
    }
    if (now() - one.at <= FRESH) { show(one); return; }
    hold("The next claim is being read anew.");
    const fresh = await renewed(one);
    if (fresh && now() - fresh.at <= FRESH) { say(""); show(fresh); }
    else if (fresh) { ahead.unshift(fresh); setTimeout(() => { if (!current && paused.hidden) next(); }, 2000); }
    else next();
  };

  const known = () => new Set([current?.item, ...ahead.map((one) => one.item), ...labelSending.items()].filter(Boolean));
  const fill = () => {
    if (filling || isShort || !paused.hidden || (current && ahead.length >= 2)) return filling;
    filling = take().catch(() => null).then((found) => {
      filling = null;
      arrived(found);
    });
    return filling;
  };
  const take = async () => {
    const sent = labelSending.items(), has = [...known()].filter((item) => !sent.includes(item));
    const response = await labelSending.ask(address("next"), [...has.map((item) => ["has", item]), ...sent.map((item) => ["sent", item])]);
    if (response.status === 204) return [];
    return response.status === 200 ? entries(await response.text()) : null;
  };
  const arrived = (found) => {
    const have = known();
    if (paused.hidden) ahead.push(...(found ?? []).filter((one) => !have.has(one.item)));
    isShort = found !== null && !found.length;
    if (current || !paused.hidden) return;
    if (ahead.length) { say(""); next(); }
    else if (found === null) setTimeout(fill, 2000);
    else if (labelSending.items().length) return;
    else { say(""); stage.replaceChildren(document.getElementById("label-done").content.cloneNode(true)); stage.querySelector("h2").focus(); }
  };

  const answered = (one, status, html) => {
    isShort = false;
    if (status === 204) { fill(); return; }
    const refused = done.find((each) => each.one === one);
    done = done.filter((each) => each !== refused);
    tally(refused?.counted, -1);
    const [fresh] = entries(html);
    const why = document.createElement("template");
    why.innerHTML = html;
    const words = why.content.querySelector("[role=alert], .notice, .wrong")?.textContent.trim() ?? "";
    const isLost = status === 409 && !fresh;
    say(`A label was not recorded. ${words}${isLost ? "" : " Its claim comes next, with what you chose."}`);
    if (!isLost) ahead.unshift(fresh ?? one);
    if (!current && ahead.length) next();
    fill();
  };
  const submit = () => {
    const form = formOf(current);
    if (!form) { stage.querySelector(".label-why-not a")?.click(); return; }
    const open = questions().filter((question) => !isAnswered(question));
    questions().forEach((question) => question.toggleAttribute("data-missing", open.includes(question)));
    if (open.length) { say("Still to answer: what this passage does for the claim."); move(open[0]); return; }
    stopClock();
    const one = current;
    const fields = [...new FormData(form), ["seconds", Math.round(one.spent / 1000)]];
    done.push({ one, counted: LABELLED, undo: { item: one.item, claim: one.claim, key: form.elements.idempotency_key.value } });
    labelSending.add({ address: address("verdict"), item: one.item, fields, done: (status, html) => answered(one, status, html) });
    went();
  };
  const went = () => {
    tally(done.at(-1).counted, 1);
    root.querySelector(".label-undo").hidden = false;
    say("");
    labelled += 1;
    offerPause();
    next();
  };
  const leave = (kind) => {
    if (!current) return;
    stopClock();
    const one = current;
    done.push({ one, counted: kind === "skip" ? SKIPPED : {}, undo: { item: one.item } });
    labelSending.add({ address: address("step"), item: one.item, fields: { step: kind, item: one.item }, done: () => { isShort = false; fill(); } });
    went();
  };
  const recorded = () => {
    const fields = root.querySelector(".label-undo").elements;
    const last = Object.fromEntries(["item", "claim", "key"].map((name) => [name, fields[name].value]));
    fields.key.value = "";
    return last.key ? { undo: last, counted: LABELLED } : null;
  };
  const undo = () => {
    const last = done.pop() ?? recorded();
    if (!last) { say("There is nothing to take back here."); return; }
    const arrive = (status, html) => {
      const [back] = status === 200 ? entries(html) : [];
      if (!back) { say("It could not be taken back: it was judged again since, or too long ago."); return; }
      tally(last.counted, -1);
      stopClock();
      if (current) ahead.unshift(current);
      say("Taken back. What you chose is in it.");
      show(back);
    };
    labelSending.add({ address: address("step"), fields: { step: "undo", ...last.undo }, done: arrive });
  };

  const offerPause = () => {
    const minutes = Math.floor((now() - begun) / 60000);
    if (!offer.hidden || (labelled < OFFER_AFTER && minutes < OFFER_MINUTES)) return;
    offer.querySelector("[data-offer]").textContent = `${labelled} claims in ${Math.max(1, minutes)} minute${minutes > 1 ? "s" : ""}. Time for a pause?`;
    offer.hidden = false;
  };
  const startAnew = () => { labelled = 0; begun = now(); offer.hidden = true; };
  const pause = async () => {
    if (!paused.hidden) { await resume(); return; }
    stopClock();
    offer.hidden = true;
    stage.hidden = true;
    paused.hidden = false;
    paused.querySelector("h2").focus();
    await filling;
    ahead = [];
    labelSending.add({ address: address("step"), fields: kept(), done: () => {} });
  };
  // All that is held goes back but for the claim on the screen, and those whose labels are under way.
  const kept = () => [["step", "pause"], ...[current?.item, ...labelSending.items()].filter(Boolean).map((item) => ["item", item])];
  const resume = async () => {
    paused.hidden = true;
    stage.hidden = false;
    isShort = false;
    startAnew();
    if (!current) { next(); return; }
    const one = now() - current.at > FRESH ? await renewed(current) : current;
    if (one) show(one);
    else next();
  };

  const editing = (target) => target instanceof Element && target.closest("textarea, input:not([type=radio]), select");
  const keys = {
    "[": () => step(-1),
    "]": () => step(1),
    u: undo,
    s: () => leave("skip"),
    l: () => leave("later"),
    n: () => { const note = stage.querySelector(".label-note"); if (note) { note.open = true; note.querySelector("textarea").focus(); } },
    p: pause,
  };
  const actionOf = (event) => {
    const isControlled = event.ctrlKey || event.metaKey;
    if (event.altKey || event.isComposing || document.querySelector("dialog[open]")) return null;
    if (event.key === "Enter" && isControlled) return submit;
    if (event.key === "Escape" && editing(event.target)) return () => stage.querySelector(".label-claim")?.focus();
    if (editing(event.target)) return null;
    if (event.key === "z" && isControlled && !event.shiftKey) return undo;
    if (isControlled) return null;
    if (!paused.hidden) return event.key === "p" ? resume : null;
    if (event.key === "Enter") return event.target.closest?.("a, button, summary") ? null : submit;
    return /^[1-6]$/.test(event.key) ? () => choose(Number(event.key)) : keys[event.key];
  };
  // Before the keys of other pages, which mean something else by the same letters. A key held down does nothing twice.
  window.addEventListener("keydown", (event) => {
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) action();
  }, true);

  document.addEventListener("submit", (event) => {
    const form = event.target, name = event.submitter?.value;
    const action = form.matches(".label-form") ? submit : form.matches(".label-steps") ? () => leave(name) : form.matches(".label-undo") ? undo : form.matches(".label-pause") ? pause : null;
    if (!action) return;
    event.preventDefault();
    action();
  });
  stage.addEventListener("change", (event) => event.target.closest(".label-of")?.removeAttribute("data-missing"));
  stage.addEventListener("focusin", (event) => { const question = event.target.closest(".label-of"); if (question) mark(question); });
  root.addEventListener("click", (event) => {
    if (event.target.closest("[data-pause]")) pause();
    if (event.target.closest("[data-resume]")) resume();
    if (event.target.closest("[data-not-now]")) startAnew();
  });

  labelSending.listen(({ status, text, failures, waiting }) => {
    const notice = document.getElementById("notice");
    if (status === 401) { notice.innerHTML = text; htmx.process(notice); return; }
    const away = failures > 1;
    if (away) say(`The server does not answer just now. ${waiting} of your labels ${waiting === 1 ? "is" : "are"} kept in this page and sent again; do not close it.`);
    else if ("away" in said.dataset) say("");
    said.toggleAttribute("data-away", away);
  });
  const renewAhead = async () => {
    if (document.hidden || !paused.hidden) return;
    for (const old of ahead.filter((one) => now() - one.at > RENEWED)) {
      const fresh = await renewed(old), place = ahead.indexOf(old);
      if (place !== -1) ahead.splice(place, 1, ...(fresh ? [fresh] : []));
    }
  };
  setInterval(renewAhead, 5000);
  document.addEventListener("visibilitychange", renewAhead);
  window.addEventListener("pagehide", () => labelSending.leave({ address: address("step"), fields: kept() }));

  const first = stage.querySelector(".label-item");
  if (first) show(entry(first));
})();
