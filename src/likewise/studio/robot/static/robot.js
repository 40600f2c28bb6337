"use strict";
// Orders by voice where the browser understands speech on the device; words light up with their leaves of the tree.
(function () {
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  const field = () => document.getElementById("f-text");

  function arrived() {
    const board = document.getElementById("board");
    if (!board) return;
    ArmBoard.begin(board);
    all(".try").forEach((button) => { button.hidden = false; });
    offerSpeech();
  }

  // Words and leaves

  const partners = (half) => all("#told [data-leaf]").filter((one) => one.dataset.leaf === half.dataset.leaf);

  function light(event, on) {
    const half = event.target instanceof Element && event.target.closest("#told [data-leaf]");
    if (half) partners(half).forEach((one) => one.classList.toggle("lit", on));
  }

  function hold(half) {
    const keep = half.getAttribute("aria-pressed") !== "true";
    all("#told [data-leaf]").forEach((one) => {
      one.classList.remove("held");
      one.setAttribute("aria-pressed", "false");
    });
    if (!keep) return;
    partners(half).forEach((one) => {
      one.classList.add("held");
      one.setAttribute("aria-pressed", "true");
    });
  }

  document.addEventListener("mouseover", (event) => light(event, true));
  document.addEventListener("mouseout", (event) => light(event, false));
  document.addEventListener("focusin", (event) => light(event, true));
  document.addEventListener("focusout", (event) => light(event, false));

  // Speech: only where it stays on the device

  const Speech = window.SpeechRecognition || window.webkitSpeechRecognition;
  const SPOKEN = { en: "en-US", es: "es-ES", zh: "zh-CN" };
  const able = {};
  let heard = null;

  function spoken() {
    const lang = document.getElementById("ask").elements.lang.value;
    return SPOKEN[lang] || lang;
  }

  function isLocal(lang) {
    if (!Speech || typeof Speech.available !== "function") return Promise.resolve(false);
    const asked = Speech.available({ langs: [lang], processLocally: true });
    return Promise.resolve(asked).then((found) => found === "available", () => false);
  }

  function offerSpeech() {
    const lang = spoken();
    able[lang] = able[lang] || isLocal(lang);
    able[lang].then((able) => {
      const button = document.getElementById("speak");
      if (button) button.hidden = !able;
    });
  }

  function say(text) {
    const line = document.getElementById("heard");
    if (line) line.textContent = text;
  }

  function listening(on) {
    const button = document.getElementById("speak");
    if (!button) return;
    button.textContent = on ? "Stop" : "Speak";
    button.setAttribute("aria-pressed", String(on));
  }

  function speak() {
    if (heard) {
      heard.stop();
      return;
    }
    heard = new Speech();
    heard.lang = spoken();
    heard.processLocally = true;
    heard.interimResults = true;
    heard.onresult = (event) => {
      field().value = Array.from(event.results).map((one) => one[0].transcript).join(" ");
    };
    heard.onerror = (event) => say(`Nothing was understood (${event.error}): type the order.`);
    heard.onend = () => {
      heard = null;
      listening(false);
      field().focus();
    };
    say("Listening…");
    listening(true);
    heard.start();
  }

  document.addEventListener("click", function (event) {
    const at = (selector) => event.target.closest && event.target.closest(selector);
    if (at("#told [data-leaf]")) hold(at("#told [data-leaf]"));
    else if (at("#speak")) speak();
    else if (at("[data-try]")) {
      field().value = at("[data-try]").dataset.try;
      document.getElementById("ask").requestSubmit(document.getElementById("do-order"));
    }
  });
  document.addEventListener("change", function (event) {
    if (event.target.id !== "f-lang") return;
    field().lang = event.target.value;
    offerSpeech();
  });
  document.addEventListener("htmx:afterSwap", arrived);
  document.addEventListener("DOMContentLoaded", arrived);
})();
