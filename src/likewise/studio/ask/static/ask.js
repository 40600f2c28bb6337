"use strict";
// What a page without scripts can do without: words that say what they mean, copies, candidates taken by a click.
(function () {
  const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));

  function arrived() {
    const answers = document.getElementById("answers");
    if (!answers) return;
    all("[data-copy], [data-into], .hint", answers).forEach((one) => { one.hidden = false; });
    all("[data-words]", answers).forEach((text) => {
      text.tabIndex = 0;
      text.setAttribute("role", "group");
      text.setAttribute("aria-label", "The text, word by word with the arrow keys");
    });
    say(answers.dataset.said || "");
  }

  // The region stands outside of what is put in its place, so that it is heard.
  function say(text) {
    const region = document.getElementById("announced");
    if (region && text) region.textContent = text;
  }

  // Word by word

  const clear = (text) => all(".lit", text).forEach((word) => word.classList.remove("lit"));

  function show(word) {
    clear(word.closest("[data-words]"));
    word.classList.add("lit");
  }

  function step(text, by) {
    const words = all(".w", text);
    const at = words.findIndex((word) => word.classList.contains("lit"));
    const next = at < 0 ? (by > 0 ? 0 : words.length - 1) : at + by;
    if (!words[next]) return;
    show(words[next]);
    say(`${words[next].textContent}: ${words[next].dataset.gloss}`);
  }

  const within = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

  document.addEventListener("mouseover", (event) => {
    const word = within(event, "[data-words] .w");
    if (word) show(word);
  });
  document.addEventListener("mouseout", (event) => {
    const text = within(event, "[data-words]");
    if (text && !text.contains(event.relatedTarget) && text !== document.activeElement) clear(text);
  });
  document.addEventListener("focusout", (event) => {
    const text = within(event, "[data-words]");
    if (text) clear(text);
  });
  document.addEventListener("keydown", (event) => {
    const text = within(event, "[data-words]");
    if (!text || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) {
      event.preventDefault();
      step(text, by);
    } else if (event.key === "Escape") clear(text);
  });

  // Copies, candidates

  function select(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }

  function copy(button) {
    const source = document.getElementById(button.dataset.copy);
    const done = () => say("Copied.");
    const failed = () => {
      select(source);
      say("The citation is selected: copy it with the keys of your system.");
    };
    if (navigator.clipboard) navigator.clipboard.writeText(source.textContent).then(done, failed);
    else failed();
    button.firstChild.textContent = navigator.clipboard ? "Copied" : "Selected";
  }

  document.addEventListener("click", (event) => {
    const word = within(event, "[data-words] .w");
    if (word) show(word);
    const copied = within(event, "[data-copy]");
    if (copied) copy(copied);
    const taken = within(event, "[data-into]");
    if (taken) {
      const field = document.getElementById(taken.dataset.into);
      field.value = taken.dataset.text;
      field.focus();
    }
  });
  document.addEventListener("htmx:afterSwap", arrived);
  document.addEventListener("DOMContentLoaded", arrived);
})();
