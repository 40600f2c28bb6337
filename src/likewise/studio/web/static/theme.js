"use strict";
// Runs before the page is drawn, so that a remembered choice does not flash.
(function () {
  let remembered = null;
  try {
    remembered = localStorage.getItem("likewise-theme");
  } catch {
    // Storage may be closed to a framed page; the system's preference then applies.
  }
  if (remembered === "light" || remembered === "dark") {
    document.documentElement.dataset.theme = remembered;
  }
  document.addEventListener("DOMContentLoaded", function () {
    // On a phone the links are one row that scrolls: the current one is brought into sight.
    const current = document.querySelector(".bar nav [aria-current]");
    const row = current && current.closest("ul");
    if (row) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
    const button = document.getElementById("theme-toggle");
    if (!button) return;
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const now = () => document.documentElement.dataset.theme || (dark.matches ? "dark" : "light");
    const name = () => { button.textContent = now() === "dark" ? "Light" : "Dark"; };
    button.hidden = false;
    name();
    dark.addEventListener("change", name);
    button.addEventListener("click", function () {
      const next = now() === "dark" ? "light" : "dark";
      document.documentElement.dataset.theme = next;
      try {
        localStorage.setItem("likewise-theme", next);
      } catch {
        // The choice then lasts as long as the page.
      }
      name();
    });
  });
})();
