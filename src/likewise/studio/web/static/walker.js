"use strict";
// Moving on a drawn map: places carry data-place, corridors data-from and data-to, the walker is .lw-walker.
window.Walker = (function () {
  const STEPS = { 0: [0, -1], 90: [1, 0], 180: [0, 1], 270: [-1, 0] };
  const KEYS = { ArrowLeft: "LEFT", ArrowRight: "RIGHT", ArrowUp: "FORWARD" };

  // Where a place lies in the drawing: the middle of its square.
  function middle(map, x, y) {
    const square = map.querySelector(`[data-place="${x},${y}"] rect`);
    const value = (name) => Number(square.getAttribute(name));
    return [value("x") + value("width") / 2, value("y") + value("height") / 2];
  }

  function stand(map, x, y, heading) {
    const walker = map.querySelector(".lw-walker");
    walker.setAttribute("transform", `translate(${middle(map, x, y).join(" ")}) rotate(${heading})`);
    walker.dataset.pose = [x, y, heading].join(",");
    reveal(walker);
  }

  // On a narrow screen the map is wider than its frame: push it until the walker and its surroundings are seen.
  const ROOM = 90;
  function reveal(walker) {
    const frame = walker.closest(".scroll");
    if (!frame) return;
    const at = walker.getBoundingClientRect(), seen = frame.getBoundingClientRect();
    if (at.left < seen.left + ROOM) frame.scrollLeft -= seen.left + ROOM - at.left;
    else if (at.right > seen.right - ROOM) frame.scrollLeft += at.right - seen.right + ROOM;
  }

  // The pose after some actions and the places on the way; null where there is a wall.
  function walked(map, start, actions) {
    const ways = new Set();
    map.querySelectorAll(".lw-corridor").forEach((way) => {
      ways.add(`${way.dataset.from} ${way.dataset.to}`);
      ways.add(`${way.dataset.to} ${way.dataset.from}`);
    });
    let [x, y, heading] = start;
    const way = [[x, y]];
    for (const action of actions) {
      if (action === "LEFT") heading = (heading + 270) % 360;
      else if (action === "RIGHT") heading = (heading + 90) % 360;
      else if (action === "FORWARD") {
        const [dx, dy] = STEPS[heading];
        if (!ways.has(`${x},${y} ${x + dx},${y + dy}`)) return null;
        x += dx;
        y += dy;
        way.push([x, y]);
      } else return null;
    }
    return { x, y, heading, way };
  }

  // Walk from a start, and leave a line; says what was done.
  function trace(map, start, actions) {
    const now = walked(map, start, actions);
    if (!now) return { walked: false, said: "There is a wall ahead." };
    let line = map.querySelector(".drawn");
    if (!line) {
      line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
      line.setAttribute("class", "drawn");
      const walker = map.querySelector("[data-step], .lw-walker");
      walker.parentNode.insertBefore(line, walker);
    }
    line.setAttribute("points", now.way.map(([x, y]) => middle(map, x, y).join(",")).join(" "));
    stand(map, now.x, now.y, now.heading);
    const moves = actions.length === 1 ? "1 move" : `${actions.length} moves`;
    const said = actions.length ? `${moves}, the last one: ${actions[actions.length - 1].toLowerCase()}.` : "No move yet.";
    return { walked: true, said };
  }

  // A walk that was drawn pose by pose, to be watched

  const NAMES = { 0: "up", 90: "right", 180: "down", 270: "left" };
  const BEAT = 600;
  let beat = null;

  function show(map, k) {
    const steps = Array.from(map.querySelectorAll("[data-step]"));
    const at = Math.max(0, Math.min(k, steps.length - 1));
    steps.forEach((step, i) => step.setAttribute("visibility", i === at ? "visible" : "hidden"));
    map.dataset.at = String(at);
    reveal(steps[at].querySelector(".lw-walker"));
    const [x, y, heading] = steps[at].querySelector(".lw-walker").dataset.pose.split(",");
    map.querySelector(".steps output").textContent =
      `${at} of ${steps.length - 1} moves: at ${x},${y}, looking ${NAMES[heading]}`;
    return at === steps.length - 1;
  }

  function pressed(on) {
    document.querySelectorAll("[data-walk=play]").forEach((button) => {
      button.textContent = on ? "Pause" : "Play";
      button.setAttribute("aria-pressed", String(on));
    });
  }

  function pause() {
    clearInterval(beat);
    beat = null;
    pressed(false);
  }

  function play(map) {
    const at = Number(map.dataset.at || 0);
    pause();
    show(map, at >= map.querySelectorAll("[data-step]").length - 1 ? 0 : at);
    pressed(true);
    beat = setInterval(() => {
      if (!map.isConnected || show(map, Number(map.dataset.at) + 1)) pause();
    }, BEAT);
  }

  // Start to watch; who wants less motion sees the end, and may go through it.
  function begin(map) {
    pause();
    const controls = map.querySelector(".steps");
    if (!controls || map.dataset.at !== undefined) return false;
    controls.hidden = false;
    const last = map.querySelectorAll("[data-step]").length - 1;
    const still = last < 1 || matchMedia("(prefers-reduced-motion: reduce)").matches;
    show(map, still ? last : 0);
    if (!still) play(map);
    return true;
  }

  document.addEventListener("click", function (event) {
    const button = event.target.closest && event.target.closest("[data-walk]");
    if (!button) return;
    const map = button.closest(".watch");
    const act = button.dataset.walk;
    if (act === "play" && !beat) return play(map);
    pause();
    if (act !== "play") show(map, Number(map.dataset.at) + (act === "on" ? 1 : -1));
  });

  return { KEYS, begin, pause, show, stand, trace };
})();
