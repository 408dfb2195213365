// What is typed is saved by the form itself (hx-trigger); here what that cannot do: leaving, and a server that is away.
"use strict";
(() => {
  const AWAY = "The server does not answer just now, so nothing was recorded. Your words are still in this form: send it again when it is back.";
  let unsaved = false;
  const draft = () => document.getElementById("draft");
  const isDraft = (event) => event.detail.elt?.id === "draft";

  document.addEventListener("input", (event) => { if (draft()?.closest("form")?.contains(event.target)) unsaved = true; });

  const say = (words) => {
    const place = document.getElementById("notice");
    if (!place) return;
    const notice = document.createElement("div");
    notice.className = "notice wrong";
    notice.dataset.away = "";
    notice.textContent = words;
    place.replaceChildren(notice);
  };

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    if (isDraft(event) || event.detail.elt?.matches("form.verdict-form")) unsaved = false;
    document.querySelector("#notice [data-away]")?.remove();
  });
  document.addEventListener("htmx:sendError", (event) => {
    say(isDraft(event) ? "The server does not answer just now. What you type is kept in this page alone until it is back." : AWAY);
  });
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500 && event.detail.xhr.status !== 503) say(AWAY);
  });

  // Who turns the page within a second of the last key loses nothing either.
  window.addEventListener("pagehide", () => {
    const form = draft()?.closest("form");
    const address = draft()?.getAttribute("hx-post");
    if (unsaved && form && address) navigator.sendBeacon(address, new FormData(form));
    unsaved = false;
  });
})();
