"use strict";
// Runs before the page is drawn, so that a remembered choice does not flash.
(function () {
  let remembered = null;
  try {
    remembered = localStorage.getItem("likewise-theme");
  } catch {
    // Storage may be closed to pages opened from a file; the system's preference then applies.
  }
  if (remembered === "light" || remembered === "dark") {
    document.documentElement.dataset.theme = remembered;
  }
})();
