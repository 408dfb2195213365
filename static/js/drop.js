// A place where files can be dropped: says which were chosen, shows the title and key that one is given where none is
// written, and takes away the fields that speak of one file when there are several. Without this script the file input
// takes dropped files by itself.
"use strict";
(() => {
  const place = document.querySelector("[data-drop]");
  const input = place?.querySelector("input[type=file]");
  if (!input) return;
  const list = place.querySelector("[data-chosen]");
  const ofOne = place.closest("form").querySelectorAll("[data-of-one]");

  const propose = (name) => {
    const stem = name.replace(/(.)\.[^.]*$/u, "$1");
    const { title, key } = place.closest("form").elements;
    if (title) title.placeholder = stem.replaceAll("_", " ");
    if (key) key.placeholder = stem.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/gu, "");
  };

  const tell = () => {
    const files = [...input.files];
    list.replaceChildren(...files.map((file) => {
      const line = document.createElement("li");
      line.textContent = `${file.name}, ${(file.size / 1024).toLocaleString("en-GB", { maximumFractionDigits: 0 })} kB`;
      return line;
    }));
    for (const field of ofOne) field.disabled = files.length > 1;
    propose(files.length === 1 ? files[0].name : "");
  };

  const carriesFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  for (const kind of ["dragenter", "dragover"]) {
    place.addEventListener(kind, (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      place.classList.add("over");
    });
  }
  place.addEventListener("dragleave", (event) => {
    if (!place.contains(event.relatedTarget)) place.classList.remove("over");
  });
  place.addEventListener("drop", (event) => {
    place.classList.remove("over");
    if (!carriesFiles(event)) return;
    event.preventDefault();
    input.files = event.dataTransfer.files;
    tell();
  });
  input.addEventListener("change", tell);
  tell();
})();
