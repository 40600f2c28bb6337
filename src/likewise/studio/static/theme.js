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
    const button = document.getElementById("theme-toggle");
    if (!button) return;
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const now = () => document.documentElement.dataset.theme || (dark.matches ? "dark" : "light");
    const name = () => { button.textContent = now() === "dark" ? "Light" : "Dark"; };
    button.hidden = false;
    name();
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
