"use strict";
// Choose the start on the map, watch the walk step by step, light up words with their steps, draw the right path.
(function () {
  const world = () => document.getElementById("world");
  const draw = () => document.getElementById("draw");
  const all = (selector) => Array.from(document.querySelectorAll(selector));

  function arrived() {
    if (!Walker.begin(world())) return;
    all(".tries").forEach((part) => { part.open = false; });
    world().querySelector("svg").scrollIntoView({ block: "nearest" });
  }

  // The start

  const form = () => document.getElementById("ask");

  function chosen() {
    const fields = form().elements;
    return [...fields.place.value.split(",").map(Number), Number(fields.heading.value)];
  }

  function startAt() {
    const result = document.getElementById("result");
    if (result) {
      // What was walked from elsewhere would only mislead.
      Walker.pause();
      all("#result, #verdict, #lexicon, .steps").forEach((part) => part.remove());
      all("#world .lw-path, #world .drawn, #world [data-step]:not([data-step='0'])").forEach((part) => part.remove());
      all("#world [data-step]").forEach((part) => part.setAttribute("visibility", "visible"));
      world().classList.add("choose");
    }
    Walker.stand(world(), ...chosen());
  }

  // The right path, drawn

  const moves = () => document.getElementById("f-moves").value.toUpperCase().split(/[\s,]+/).filter(Boolean);

  function opened() {
    const drawing = draw().open;
    Walker.pause();
    all("#world .lw-path").forEach((part) => part.setAttribute("visibility", drawing ? "hidden" : "visible"));
    all(".steps").forEach((part) => { part.hidden = drawing; });
    trace(drawing ? moves() : []);
    Walker.show(world(), 0);
    if (drawing) draw().querySelector("[data-move=FORWARD]").focus({ preventScroll: true });
    if (drawing) world().scrollIntoView({ block: "nearest" });
  }

  function trace(actions) {
    const fields = draw().closest("form").elements;
    const start = [...fields.place.value.split(",").map(Number), Number(fields.heading.value)];
    const done = Walker.trace(world(), start, actions);
    document.getElementById("drawn-said").textContent = done.said;
    return done.walked;
  }

  function move(action) {
    const field = document.getElementById("f-moves");
    const actions = moves();
    if (action === "UNDO") actions.pop();
    else actions.push(action);
    const text = actions.join(" ");
    if (text.length <= field.maxLength && trace(actions)) field.value = text;
  }

  // Words and steps

  function partners(half) {
    const steps = half.dataset.steps.split(" ");
    return all("#result [data-steps]").filter((one) => one.dataset.steps.split(" ").some((k) => steps.includes(k)));
  }

  function light(event, on) {
    const half = event.target instanceof Element && event.target.closest("#result [data-steps]");
    if (half) partners(half).forEach((one) => one.classList.toggle("lit", on));
  }

  function hold(half) {
    const keep = half.getAttribute("aria-pressed") !== "true";
    all("#result [data-steps]").forEach((one) => {
      one.classList.remove("held");
      one.setAttribute("aria-pressed", "false");
    });
    if (!keep) return;
    half.setAttribute("aria-pressed", "true");
    partners(half).forEach((one) => one.classList.add("held"));
  }

  document.addEventListener("mouseover", (event) => light(event, true));
  document.addEventListener("mouseout", (event) => light(event, false));
  document.addEventListener("focusin", (event) => light(event, true));
  document.addEventListener("focusout", (event) => light(event, false));

  document.addEventListener("click", function (event) {
    const at = (selector) => event.target.closest && event.target.closest(selector);
    if (at("#result [data-steps]")) hold(at("#result [data-steps]"));
    else if (at("[data-move]")) move(at("[data-move]").dataset.move);
    else if (at("#world [data-place]") && !(draw() && draw().open)) {
      form().elements.place.value = at("#world [data-place]").dataset.place;
      startAt();
    }
  });

  document.addEventListener("keydown", function (event) {
    if (!Walker.KEYS[event.key] || !event.target.matches || !event.target.matches("#draw [data-move]")) return;
    event.preventDefault();
    move(Walker.KEYS[event.key]);
  });

  document.addEventListener("input", function (event) {
    if (event.target.id === "f-moves") trace(moves());
  });
  document.addEventListener("change", function (event) {
    if (event.target.form === form() && ["place", "heading"].includes(event.target.name)) startAt();
  });
  document.addEventListener("toggle", (event) => { if (event.target.id === "draw") opened(); }, true);
  document.addEventListener("htmx:afterSwap", arrived);
  document.addEventListener("DOMContentLoaded", arrived);
  document.addEventListener("DOMContentLoaded", function () {
    // On a phone the map should not be far below the field.
    if (matchMedia("(max-width: 40rem)").matches) all(".tries").forEach((part) => { part.open = false; });
    if (document.querySelector("#world.choose .lw-walker")) startAt();
  });
})();
