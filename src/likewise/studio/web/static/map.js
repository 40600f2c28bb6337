"use strict";
// Driving on the map with three keys: left and right turn on the spot, up takes a step where there is a way.
(function () {
  function parts() {
    const map = document.getElementById("map");
    const field = document.getElementById("path-field");
    return map && field && map.dataset.drive === "yes" ? { map, field } : null;
  }

  function drive(action) {
    const found = parts();
    if (!found) return;
    const { map, field } = found;
    const actions = field.value ? field.value.split(" ") : [];
    if (action === "UNDO") actions.pop();
    else if (actions.length >= Number(field.dataset.most)) return;
    else actions.push(action);
    const done = Walker.trace(map, map.dataset.start.split(" ").map(Number), actions);
    if (done.walked) field.value = actions.join(" ");
    document.getElementById("way-said").textContent = done.said;
  }

  document.addEventListener("keydown", function (event) {
    const action = Walker.KEYS[event.key];
    if (!action || !parts() || event.target.matches("textarea, input[type=text]")) return;
    event.preventDefault();
    drive(action);
  });
  document.addEventListener("click", function (event) {
    const button = event.target.closest && event.target.closest("button[data-drive]");
    if (button) drive(button.dataset.drive);
  });

  // Who writes an instruction watches the walk first.
  function watch() {
    const map = document.getElementById("map");
    if (map) Walker.begin(map);
  }
  document.addEventListener("DOMContentLoaded", watch);
  document.addEventListener("htmx:afterSwap", watch);
})();
