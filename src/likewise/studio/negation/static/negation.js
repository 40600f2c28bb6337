"use strict";
// A word of a scope, when chosen, shows its reason and the way from the cue, and lights that way up in the drawing.
(function () {
  function reset(sentence) {
    sentence.querySelectorAll("[data-why]").forEach((word) => word.setAttribute("aria-pressed", "false"));
    sentence.querySelectorAll(".lit").forEach((part) => part.classList.remove("lit"));
    sentence.querySelectorAll(".why").forEach(function (place) {
      place.hidden = true;
      place.replaceChildren();
    });
  }

  function tell(word, row, place) {
    const name = document.createElement("b");
    name.textContent = word.textContent;
    const way = row.querySelector(".way");
    const has = way && way.querySelector(".step");
    place.append(name, has ? ": " : ` is in: ${row.cells[1].textContent}.`);
    if (has) way.childNodes.forEach((node) => place.append(node.cloneNode(true)));
    place.hidden = false;
  }

  function light(sentence, row) {
    row.querySelectorAll("[data-step]").forEach(function (step) {
      sentence.querySelectorAll(`[data-node="${CSS.escape(step.dataset.step)}"]`).forEach((node) => node.classList.add("lit"));
    });
  }

  document.addEventListener("click", function (event) {
    const word = event.target instanceof Element && event.target.closest("[data-why]");
    if (!word) return;
    const sentence = word.closest("li");
    const chosen = word.getAttribute("aria-pressed") !== "true";
    reset(sentence);
    if (!chosen) return;
    word.setAttribute("aria-pressed", "true");
    const row = sentence.querySelector(`[data-row="${word.dataset.why}"]`);
    tell(word, row, word.closest(".negation").querySelector(".why"));
    light(sentence, row);
  });
})();
