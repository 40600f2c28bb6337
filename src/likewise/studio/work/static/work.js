"use strict";
// The work page without a mouse: Ctrl+Enter submits, number keys rate, and the time taken goes along.
(function () {
  let begun = performance.now();

  function scales() {
    return Array.from(document.querySelectorAll("#answer fieldset[data-scale]"));
  }

  function mark() {
    const all = scales();
    const next = all.find((set) => !set.querySelector("input:checked"));
    all.forEach((set) => set.classList.toggle("current", set === next));
  }

  function typing(target) {
    return target instanceof HTMLElement && target.matches("textarea, select, input:not([type=radio]):not([type=checkbox])");
  }

  function rate(digit) {
    const focused = document.activeElement && document.activeElement.closest("fieldset[data-scale]");
    const set = focused || scales().find((one) => !one.querySelector("input:checked"));
    const choice = set && Array.from(set.querySelectorAll("input")).find((input) => input.value === digit);
    if (!choice) return false;
    choice.checked = true;
    choice.focus();
    mark();
    const next = scales().find((one) => !one.querySelector("input:checked"));
    const place = next ? next.querySelector("input") : document.querySelector("#answer button.main");
    if (place) place.focus();
    return true;
  }

  document.addEventListener("keydown", function (event) {
    const form = document.getElementById("answer");
    if (!form || event.defaultPrevented) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit(form.querySelector("button.main"));
    } else if (/^[0-9]$/.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey && !typing(event.target)) {
      if (rate(event.key)) event.preventDefault();
    }
  });

  document.addEventListener("submit", function (event) {
    const field = event.target.querySelector("[data-seconds]");
    if (field) field.value = ((performance.now() - begun) / 1000).toFixed(1);
  }, true);

  function fresh() {
    begun = performance.now();
    mark();
    const first = document.querySelector("#answer .bad, #answer [aria-invalid] input, #answer input[aria-invalid]");
    const texts = Array.from(document.querySelectorAll("#answer input[type=text]"));
    const place = first || texts.find((field) => !field.value) || texts[0];
    if (place && place.focus && window.matchMedia("(min-width: 40rem)").matches) place.focus({ preventScroll: true });
  }

  document.addEventListener("change", mark);
  document.addEventListener("htmx:afterSettle", fresh);
  document.addEventListener("DOMContentLoaded", mark);
})();
