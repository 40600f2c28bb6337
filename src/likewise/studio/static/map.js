"use strict";
// Driving on the map with three keys: left and right turn on the spot, up takes a step where there is a way.
(function () {
  const CELL = 64;
  const STEPS = { 0: [0, -1], 90: [1, 0], 180: [0, 1], 270: [-1, 0] };
  const KEYS = { ArrowLeft: "LEFT", ArrowRight: "RIGHT", ArrowUp: "FORWARD" };

  function parts() {
    const map = document.getElementById("map");
    const field = document.getElementById("path-field");
    return map && field && map.dataset.drive === "yes" ? { map, field } : null;
  }

  function walk(map, actions) {
    const ways = new Set(map.dataset.ways.split(" "));
    let [x, y, heading] = map.dataset.start.split(" ").map(Number);
    const way = [[x, y]];
    for (const action of actions) {
      if (action === "LEFT") heading = (heading + 270) % 360;
      else if (action === "RIGHT") heading = (heading + 90) % 360;
      else {
        const [dx, dy] = STEPS[heading];
        if (!ways.has([x, y, x + dx, y + dy].join(","))) return null;
        x += dx;
        y += dy;
        way.push([x, y]);
      }
    }
    return { x, y, heading, way };
  }

  function drive(action) {
    const found = parts();
    if (!found) return;
    const { map, field } = found;
    const actions = field.value ? field.value.split(" ") : [];
    const said = document.getElementById("way-said");
    if (action === "UNDO") actions.pop();
    else if (actions.length >= Number(field.dataset.most)) return;
    else actions.push(action);
    const now = walk(map, actions);
    if (!now) {
      said.textContent = "There is a wall ahead.";
      return;
    }
    field.value = actions.join(" ");
    const place = (x, y) => `${x * CELL} ${y * CELL}`;
    document.getElementById("agent").setAttribute("transform", `translate(${place(now.x, now.y)}) rotate(${now.heading})`);
    document.getElementById("way").setAttribute("points", now.way.map(([x, y]) => `${x * CELL},${y * CELL}`).join(" "));
    said.textContent = actions.length ? `${actions.length} moves, the last one: ${actions[actions.length - 1].toLowerCase()}.` : "No step yet.";
  }

  document.addEventListener("keydown", function (event) {
    const action = KEYS[event.key];
    if (!action || !parts() || event.target.matches("textarea, input[type=text]")) return;
    event.preventDefault();
    drive(action);
  });
  document.addEventListener("click", function (event) {
    const button = event.target.closest && event.target.closest("button[data-drive]");
    if (button) drive(button.dataset.drive);
  });
})();
