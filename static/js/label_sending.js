// What a labeller did and the server has not answered yet: sent one after the other, and again until it is answered.
"use strict";
const labelSending = (() => {
  const PAUSES = [1000, 2000, 5000, 10000, 15000];
  const MOST_FAILURES = 5;
  const jobs = [];
  let isAtWork = false;
  let listener = () => {};

  const bodyOf = (fields) => {
    const body = new URLSearchParams(fields);
    body.set("script", "1");
    body.set("csrfmiddlewaretoken", document.getElementById("form-token").value);
    return body;
  };
  // What goes wrong is answered as a piece of a page, as htmx is.
  const ask = (address, fields) =>
    fetch(address, { method: "POST", body: bodyOf(fields), headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(20000) });

  // Early where the connection is there again; after the end of a session, once somebody signed in and said so.
  const wait = (milliseconds, signal) => new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    addEventListener(signal, () => { clearTimeout(timer); done(); }, { once: true });
  });
  document.addEventListener("htmx:oobAfterSwap", () => window.dispatchEvent(new Event("label:signed-in")));

  const attempt = async (job) => {
    try {
      const response = await ask(job.address, job.fields);
      return { status: response.status, text: await response.text() };
    } catch {
      return { status: 0, text: "" };
    }
  };

  const work = async () => {
    if (isAtWork) return;
    isAtWork = true;
    for (let failures = 0; jobs.length;) {
      const { status, text } = await attempt(jobs[0]);
      const isAway = status === 0 || status === 503 || (status >= 500 && failures + 1 < MOST_FAILURES);
      if (status === 401) {
        listener({ status, text, failures: 0, waiting: jobs.length });
        await wait(2 ** 31 - 1, "label:signed-in");
      } else if (isAway) {
        failures += 1;
        listener({ status, text, failures, waiting: jobs.length });
        await wait(PAUSES[Math.min(failures, PAUSES.length) - 1], "online");
      } else {
        failures = 0;
        const job = jobs.shift();
        listener({ status, text, failures, waiting: jobs.length });
        job.done(status, text);
      }
    }
    isAtWork = false;
  };

  // Who closes the window over what is under way loses nothing while the server answers, and is asked where it does not.
  let isAway = false;
  const leave = (last) => {
    for (const job of [...jobs, ...(last ? [last] : [])]) navigator.sendBeacon(job.address, bodyOf(job.fields));
  };
  addEventListener("beforeunload", (event) => { if (isAway && jobs.length) event.preventDefault(); });

  return {
    ask,
    leave,
    add: (job) => { jobs.push(job); work(); },
    items: () => jobs.map((job) => job.item).filter(Boolean),
    listen: (heard) => { listener = (said) => { isAway = said.failures > 0; heard(said); }; },
  };
})();
