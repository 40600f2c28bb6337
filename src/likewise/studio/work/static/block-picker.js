"use strict";
// Who carries out an order chooses on the picture: first the block, then where it goes. The lists below say the same.
(function () {
  const board = () => document.getElementById("pick-board");
  const list = (name) => document.getElementById("f-" + name);
  const column = (place) => place.split(",").slice(0, 2).join(",");

  function label(name) {
    const chosen = list(name).selectedOptions[0];
    return chosen && chosen.value ? chosen.textContent.trim() : "";
  }

  // The highest block over a square, other than the one that is taken away; blocks in the gripper are nobody's ground.
  function top(square) {
    const held = list("block").querySelector("option:nth-child(2)");
    const away = [list("block").value, held && /gripper/.test(held.textContent) ? held.value : ""];
    const there = Array.from(board().querySelectorAll("[data-block]")).filter(
      (one) => column(one.dataset.block) === square && !away.includes(one.dataset.block));
    return there.sort((a, b) => b.dataset.block.split(",")[2] - a.dataset.block.split(",")[2])[0];
  }

  function show() {
    const from = list("block").value, to = list("to").value;
    board().querySelectorAll(".from, .goal").forEach((one) => one.classList.remove("from", "goal"));
    if (from) board().querySelectorAll(`[data-block="${from}"]`).forEach((one) => one.classList.add("from"));
    if (to && to !== "gripper") {
      const goal = top(to) || board().querySelector(`[data-square="${to}"]`);
      if (goal) goal.classList.add("goal");
    }
    const said = document.getElementById("pick-said");
    said.textContent = !from ? "Choose the block that is meant." : !to ? `The ${label("block")}. Where to?` : `The ${label("block")} → ${label("to")}.`;
  }

  function choose(name, value) {
    list(name).value = value;
    const done = document.querySelector("#answer input[value='carried-out']");
    if (value && done) done.checked = true;
  }

  function press(place, block) {
    if (!list("block").value || list("to").value) {
      if (!block) return;
      choose("block", block);
      choose("to", "");
    } else if (block !== list("block").value) choose("to", place);
    show();
  }

  document.addEventListener("click", function (event) {
    const at = (selector) => event.target.closest && event.target.closest(selector);
    const block = at("#pick-board [data-block]"), square = at("#pick-board [data-square]"), key = at("[data-pick]");
    if (!list("block") || !board()) return;
    if (block) press(column(block.dataset.block), block.dataset.block);
    else if (square) press(square.dataset.square, "");
    else if (key && key.dataset.pick === "gripper") {
      choose("to", "gripper");
      show();
    } else if (key) {
      choose("block", "");
      choose("to", "");
      show();
    }
  });
  document.addEventListener("change", function (event) {
    if (!board() || !list("block")) return;
    const name = ["block", "to"].find((one) => event.target === list(one));
    if (name) choose(name, event.target.value);
    show();
  });

  function begin() {
    if (!board() || !list("block")) return;
    board().classList.add("choose");
    ["pick-said", "pick-keys"].forEach((one) => { document.getElementById(one).hidden = false; });
    show();
  }
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:afterSwap", begin);
})();
