// The peer of bench_anchoring.py: how the Hypothesis client finds a quotation, on the library that it uses.
// Written anew after its description: exact places first, else places within half as many errors as the quotation
// has characters; the best by likeness of quotation, context and position (weights 50, 20, 20, 2).
//
// node match_quote.mjs LIBRARY INPUT: prints the processor's seconds and where each was found.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [library, input] = process.argv.slice(2);
const { default: approxSearch } = await import(pathToFileURL(library));

function places(text, words, mostErrors) {
  const exact = [];
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    exact.push({ start: at, end: at + words.length, errors: 0 });
  }
  return exact.length ? exact : approxSearch(text, words, mostErrors);
}

function likeness(text, words) {
  if (!text || !words) return 0;
  return 1 - places(text, words, words.length)[0].errors / words.length;
}

function score(text, { exact, prefix, suffix, start }, place) {
  const before = prefix ? likeness(text.slice(Math.max(0, place.start - prefix.length), place.start), prefix) : 1;
  const after = suffix ? likeness(text.slice(place.end, place.end + suffix.length), suffix) : 1;
  const near = start === null ? 1 : 1 - Math.abs(place.start - start) / text.length;
  return (50 * (1 - place.errors / exact.length) + 20 * before + 20 * after + 2 * near) / 92;
}

function matchQuote(text, quotation) {
  const found = places(text, quotation.exact, Math.min(256, quotation.exact.length / 2));
  let best = null;
  for (const place of found) {
    const worth = score(text, quotation, place);
    if (best === null || worth > best.worth) best = { ...place, worth };
  }
  return best && [best.start, best.end];
}

const { text, quotations, warm } = JSON.parse(readFileSync(input, "utf8"));
for (const quotation of quotations.slice(0, warm)) matchQuote(text, quotation);
const before = process.cpuUsage();
const spans = quotations.slice(warm).map((quotation) => matchQuote(text, quotation));
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ seconds: (user + system) / 1e6, spans }));
