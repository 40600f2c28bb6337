"use strict";
// Both halves of a phrase pair light up together; the dial shows its value and asks again when it is turned.
(function () {
  function halves(half) {
    const wording = half.closest("li");
    return wording ? wording.querySelectorAll(`[data-pair="${half.dataset.pair}"]`) : [];
  }

  function light(event, on) {
    const half = event.target instanceof Element && event.target.closest("[data-pair]");
    if (half) halves(half).forEach((one) => one.classList.toggle("lit", on));
  }

  document.addEventListener("mouseover", (event) => light(event, true));
  document.addEventListener("mouseout", (event) => light(event, false));
  document.addEventListener("focusin", (event) => light(event, true));
  document.addEventListener("focusout", (event) => light(event, false));
  document.addEventListener("click", function (event) {
    const half = event.target instanceof Element && event.target.closest("[data-pair]");
    if (!half) return;
    const all = Array.from(halves(half));
    const chosen = !all.some((one) => one.classList.contains("held"));
    all.forEach(function (one) {
      one.classList.toggle("held", chosen);
      if (one.hasAttribute("aria-pressed")) one.setAttribute("aria-pressed", String(chosen));
    });
  });

  document.addEventListener("DOMContentLoaded", function () {
    const form = document.getElementById("ask");
    const dial = document.getElementById("f-novelty");
    const shown = document.getElementById("novelty-shown");
    if (!form || !dial || !shown) return;
    dial.addEventListener("input", () => { shown.value = dial.value; });
    dial.addEventListener("change", function () {
      form.elements.dial.checked = true;
      if (form.elements.text.value.trim()) form.requestSubmit();
    });
  });
})();
