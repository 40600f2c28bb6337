"use strict";
// A board that was drawn step by step, to be watched: parts carry data-steps, the arm data-arm, where it is drawn.
window.ArmBoard = (function () {
  const SLOW = 260, PER_PIXEL = 1.6, REST = 220;
  let run = 0;

  const parts = (board) => Array.from(board.querySelectorAll("[data-steps]"));
  const has = (part, k) => part.dataset.steps.split(" ").includes(String(k));
  const last = (board) => Math.max(0, ...parts(board).flatMap((part) => part.dataset.steps.split(" ").map(Number)));
  const arm = (board, k) => parts(board).find((part) => part.dataset.arm && has(part, k));
  const place = (part) => part.dataset.arm.split(" ").map(Number);

  function show(board, k) {
    parts(board).forEach((part) => {
      part.setAttribute("visibility", has(part, k) ? "visible" : "hidden");
      part.removeAttribute("transform");
      part.querySelectorAll(".lw-rod").forEach((rod) => rod.setAttribute("y1", "-6"));
      part.querySelectorAll(".lw-under").forEach((under) => under.removeAttribute("visibility"));
    });
    board.dataset.at = String(k);
    const said = document.querySelectorAll("[data-arm-said]");
    said.forEach((line) => line.classList.toggle("now", Number(line.dataset.armSaid) === k));
    const now = Array.from(said).find((line) => Number(line.dataset.armSaid) === k);
    const output = board.querySelector(".steps output");
    if (output) output.textContent = `${k} of ${last(board)}: ${now ? now.textContent : "before"}`;
  }

  // From one board to the next: the arm, and the block that it carries, come from where the arm was.
  function glide(board, k, mine, then) {
    const [from, to] = [place(arm(board, k - 1)), place(arm(board, k))];
    const way = [from[0] - to[0], from[1] - to[1]];
    const moving = parts(board).filter((part) => has(part, k) && (part.dataset.arm || !has(part, k - 1)));
    const time = SLOW + PER_PIXEL * Math.hypot(...way);
    const begun = performance.now();
    show(board, k);
    (function frame(now) {
      if (mine !== run || !board.isConnected) return;
      const done = Math.min(1, Math.max(0, (now - begun) / time));
      const left = 1 - done * done * (3 - 2 * done);
      const [dx, dy] = [way[0] * left, way[1] * left];
      moving.forEach((part) => {
        part.setAttribute("transform", `translate(${dx} ${dy})`);
        part.querySelectorAll(".lw-rod").forEach((rod) => rod.setAttribute("y1", String(-6 - dy)));
        // The square under the arm is known when it has arrived.
        part.querySelectorAll(".lw-under").forEach((under) => under.setAttribute("visibility", done < 1 ? "hidden" : "visible"));
      });
      if (done < 1) requestAnimationFrame(frame);
      else setTimeout(then, REST);
    })(begun);
  }

  function pressed(board, on) {
    const button = board.querySelector("[data-arm-act=play]");
    if (!button) return;
    button.textContent = on ? "Pause" : "Play";
    button.setAttribute("aria-pressed", String(on));
  }

  function pause(board) {
    run += 1;
    pressed(board, false);
    show(board, Number(board.dataset.at));
  }

  function play(board) {
    const at = Number(board.dataset.at), end = last(board);
    const mine = (run += 1);
    pressed(board, true);
    (function next(k) {
      if (mine !== run || !board.isConnected) return;
      if (k > end) pause(board);
      else glide(board, k, mine, () => next(k + 1));
    })(at >= end ? 1 : at + 1);
  }

  // Start to watch; who wants less motion sees the end, and may go through it.
  function begin(board) {
    run += 1;
    const controls = board.querySelector(".steps");
    if (!controls || board.dataset.at !== undefined) return;
    controls.hidden = false;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    show(board, still ? last(board) : 0);
    if (!still) play(board);
  }

  document.addEventListener("click", function (event) {
    const button = event.target.closest && event.target.closest("[data-arm-act]");
    if (!button) return;
    const board = button.closest(".board"), act = button.dataset.armAct;
    if (act === "play" && button.getAttribute("aria-pressed") === "false") return play(board);
    pause(board);
    const to = Number(board.dataset.at) + { play: 0, on: 1, back: -1 }[act];
    show(board, Math.max(0, Math.min(to, last(board))));
  });

  return { begin, show };
})();
