"use strict";
// Marking words of a text and joining marks, by mouse, finger or keys. Words carry data-start and data-end (code
// points of the text); what is answered lies in a hidden field as JSON, and is listed with a button to remove it.
(function () {
  function rows(text) {
    try {
      const value = JSON.parse(text);
      return Array.isArray(value) ? value : [];
    } catch {
      return [];
    }
  }

  function make(name, attributes, ...inside) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  }

  const quoted = (text) => `“${text}”`;
  const place = (end) => `${end.start}-${end.end}`;
  const key = (mark) => `${place(mark)} ${mark.label}`;

  // What both kinds share: the hidden field, the list of what is there, and what is said aloud.
  class Answers {
    constructor(root) {
      this.root = root;
      this.field = root.querySelector("[data-answer]");
      this.list = root.querySelector(".marked");
      this.most = Number(root.dataset.most);
      this.all = [];
    }

    say(text) {
      this.root.querySelector("[role=status]").textContent = text;
    }

    draw() {
      this.field.value = this.all.length ? JSON.stringify(this.all) : "";
      this.root.querySelector("[data-none]").hidden = this.all.length > 0;
      this.list.replaceChildren(...this.all.map((one) => {
        const remove = make("button", { type: "button", class: "link" }, "Remove");
        remove.setAttribute("aria-label", `Remove ${this.name(one)}`);
        remove.addEventListener("click", () => {
          this.remove(one);
          const next = this.list.querySelector("button") || this.place();
          if (next) next.focus();
        });
        return make("li", {}, ...this.shown(one), " ", remove);
      }));
    }

    remove(one) {
      this.all = this.all.filter((other) => other !== one);
      this.draw();
      this.say(`Removed ${this.name(one)}.`);
    }
  }

  class Marks extends Answers {
    constructor(root) {
      super(root);
      this.box = root.querySelector("[role=listbox]");
      this.words = Array.from(this.box.querySelectorAll("[role=option]"));
      this.text = Array.from(this.box.textContent);
      this.labels = Array.from(root.querySelectorAll(".labels input"));
      this.begun = null;
      const starts = new Set(this.words.map((word) => Number(word.dataset.start)));
      const ends = new Set(this.words.map((word) => Number(word.dataset.end)));
      const names = new Set(this.labels.map((label) => label.value));
      this.all = rows(this.field.value).filter(
        (one) => one && starts.has(one.start) && ends.has(one.end) && one.start < one.end && names.has(one.label));
      this.box.addEventListener("click", (event) => this.onWord(event, (at) => this.pick(at)));
      this.box.addEventListener("pointerdown", (event) => {
        this.down = event.pointerType === "mouse" ? this.words.indexOf(event.target) : -1;
      });
      // From one word to another without letting go: the click that follows belongs to neither.
      this.box.addEventListener("pointerup", (event) => this.onWord(event, (at) => {
        if (this.down >= 0 && this.down !== at) this.add(this.down, at);
      }));
      this.box.addEventListener("pointerover", (event) => this.onWord(event, (at) => this.preview(at)));
      root.addEventListener("keydown", (event) => this.key(event));
      this.draw();
    }

    onWord(event, act) {
      const at = this.words.indexOf(event.target);
      if (at >= 0) act(at);
    }

    place() {
      return this.box.querySelector("[tabindex='0']");
    }

    label() {
      return this.labels.find((label) => label.checked).value;
    }

    at(index) {
      const start = Number(this.words[index].dataset.start), end = Number(this.words[index].dataset.end);
      return this.all.filter((one) => one.start < end && start < one.end);
    }

    name(one) {
      return this.labels.length > 1 ? `${one.label}: ${this.said(one)}` : this.said(one);
    }

    said(one) {
      return quoted(this.text.slice(one.start, one.end).join(""));
    }

    shown(one) {
      const words = make("bdi", {}, this.text.slice(one.start, one.end).join(""));
      return this.labels.length > 1 ? [make("b", { dir: "auto" }, one.label), " ", words] : [words];
    }

    pick(index) {
      this.stand(index);
      if (this.begun !== null) {
        this.add(this.begun, index);
        return;
      }
      const there = this.at(index);
      if (there.length && this.box.closest("[data-overlap]") === null) {
        this.say(`${this.name(there[0])} is marked already. Remove it first.`);
        return;
      }
      this.begun = index;
      this.preview(index);
      this.say(`Begins at ${quoted(this.words[index].textContent)}. Now choose the last word.`);
    }

    add(one, other) {
      const [first, last] = one <= other ? [one, other] : [other, one];
      const mark = {
        start: Number(this.words[first].dataset.start), end: Number(this.words[last].dataset.end), label: this.label(),
      };
      this.cancel();
      this.stand(other);
      const meets = this.all.filter((that) => that.start < mark.end && mark.start < that.end);
      const twice = meets.some((that) => place(that) === place(mark) && that.label === mark.label);
      if (twice || (meets.length && this.box.closest("[data-overlap]") === null)) {
        this.say(`${this.name(meets[0])} is marked already. Remove it first.`);
      } else if (this.all.length >= this.most) {
        this.say(`No more than ${this.most} marks.`);
      } else {
        this.all.push(mark);
        this.all.sort((a, b) => a.start - b.start || a.end - b.end);
        this.draw();
        this.say(`Marked ${this.name(mark)}.`);
      }
    }

    cancel() {
      this.begun = null;
      this.words.forEach((word) => word.classList.remove("begun"));
    }

    preview(index) {
      if (this.begun === null) return;
      const [first, last] = [Math.min(this.begun, index), Math.max(this.begun, index)];
      this.words.forEach((word, at) => word.classList.toggle("begun", at >= first && at <= last));
    }

    // Only one word can be reached by Tab; the arrows go on from there.
    stand(index) {
      this.words.forEach((word, at) => { word.tabIndex = at === index ? 0 : -1; });
      this.words[index].focus();
      this.preview(index);
    }

    draw() {
      super.draw();
      const kinds = this.labels.map((label) => label.value);
      this.words.forEach((word, index) => {
        const there = this.at(index);
        const kind = there.length ? kinds.indexOf(there[there.length - 1].label) % 6 : -1;
        for (let k = 0; k < 6; k += 1) word.classList.toggle(`k${k}`, k === kind);
        word.classList.toggle("marked-word", there.length > 0);
        word.setAttribute("aria-selected", String(there.length > 0));
        if (there.length) {
          const labels = this.labels.length > 1 ? there.map((one) => one.label).join(", ") : "marked";
          word.setAttribute("aria-label", `${word.textContent}, ${labels}`);
        } else word.removeAttribute("aria-label");
        const first = this.labels.length > 1 && there.find((one) => one.start === Number(word.dataset.start));
        if (first) {
          word.dataset.kind = first.label;
          word.style.setProperty("--room", `${this.room(index, first)}px`);
        } else delete word.dataset.kind;
      });
      this.root.dispatchEvent(new CustomEvent("marks-changed", { bubbles: true }));
    }

    // How wide the name of a mark may be: as wide as its words, up to the end of the line.
    room(index, mark) {
      const begin = this.words[index].getBoundingClientRect();
      const inside = this.words.filter((word) => Number(word.dataset.start) >= mark.start && Number(word.dataset.end) <= mark.end);
      const line = inside.map((word) => word.getBoundingClientRect()).filter((box) => box.top === begin.top);
      return Math.max(...line.map((box) => box.right)) - Math.min(...line.map((box) => box.left));
    }

    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const digit = /^[1-9]$/.test(event.key) && this.labels[Number(event.key) - 1];
      const index = this.words.indexOf(event.target);
      if (digit && this.labels.length > 1) {
        digit.checked = true;
        this.say(`Label: ${digit.value}.`);
      } else if (event.key === "Escape" && this.begun !== null) {
        this.cancel();
        this.say("Begin again.");
      } else if (index < 0) return;
      else if (event.key === "Enter" || event.key === " ") this.pick(index);
      else if (event.key === "Delete" || event.key === "Backspace") this.at(index).forEach((one) => this.remove(one));
      else {
        const to = this.step(event.key, index);
        if (to === null) return;
        if (event.shiftKey && this.begun === null) this.begun = index;
        this.stand(Math.max(0, Math.min(to, this.words.length - 1)));
      }
      event.preventDefault();
    }

    step(key, index) {
      const onwards = getComputedStyle(this.box).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      if (key === "ArrowLeft" || key === "ArrowRight") return key === onwards ? index + 1 : index - 1;
      return { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: this.words.length - 1 }[key] ?? null;
    }
  }

  class Links extends Answers {
    constructor(root, marks) {
      super(root);
      this.sides = { from: marks[root.dataset.source], to: marks[root.dataset.target] };
      this.wanted = { from: rows(root.dataset.from), to: rows(root.dataset.to) };
      this.selects = {};
      for (const side of ["from", "to"]) this.selects[side] = root.querySelector(`[data-side=${side}]`);
      this.all = rows(this.field.value).filter((one) => one && one.from && one.to);
      this.selects.to.addEventListener("change", () => { this.selects.to.dataset.chosen = ""; });
      root.querySelector("[data-join]").addEventListener("click", () => this.add());
      for (const marked of new Set(Object.values(this.sides)))
        marked.root.addEventListener("marks-changed", () => this.draw());
      this.draw();
    }

    place() {
      return this.selects.from;
    }

    // The marks that can be joined on a side, and of these the one that an end names.
    marks(side) {
      return this.sides[side].all.filter((mark) => !this.wanted[side].length || this.wanted[side].includes(mark.label));
    }

    mark(side, end) {
      return this.marks(side).find(
        (mark) => place(mark) === place(end) && (end.label === undefined || end.label === mark.label));
    }

    // Where two marks are of the same words, their labels tell them apart.
    label(side, end) {
      const several = this.marks(side).filter((mark) => place(mark) === place(end)).length > 1;
      return several ? `${this.mark(side, end).label}: ` : "";
    }

    words(side, end) {
      return this.sides[side].text.slice(end.start, end.end).join("");
    }

    name(one) {
      const ends = ["from", "to"].map((side) => this.label(side, one[side]) + quoted(this.words(side, one[side])));
      return `${one.label}: ${ends.join(" to ")}`;
    }

    shown(one) {
      const ends = ["from", "to"].map(
        (side) => make("bdi", {}, this.label(side, one[side]) + this.words(side, one[side])));
      return [make("b", { dir: "auto" }, one.label), " ", ends[0], " → ", ends[1]];
    }

    add() {
      const chosen = {};
      for (const side of ["from", "to"]) {
        const mark = this.marks(side).find((one) => key(one) === this.selects[side].value);
        if (!mark) {
          this.say("Mark words first.");
          return;
        }
        chosen[side] = mark;
      }
      const ends = { from: { ...chosen.from }, to: { ...chosen.to } };
      const link = { ...ends, label: this.root.querySelector("[data-label]").value };
      const same = (one) => ["from", "to"].every((side) => this.mark(side, one[side]) === chosen[side]);
      if (chosen.from === chosen.to) this.say("Choose two different marks.");
      else if (this.all.some((one) => same(one) && one.label === link.label)) this.say("They are joined already.");
      else if (this.all.length >= this.most) this.say(`No more than ${this.most} links.`);
      else {
        this.all.push(link);
        this.draw();
        this.say(`Joined ${this.name(link)}.`);
      }
    }

    // What can be joined follows from what is marked; a link whose mark has gone goes too.
    draw() {
      for (const side of ["from", "to"]) {
        const select = this.selects[side], kept = select.value, marks = this.marks(side);
        this.all = this.all.filter((one) => this.mark(side, one[side]));
        select.replaceChildren(...marks.map((one) => make("option", { value: key(one) }, this.sides[side].name(one))));
        if (marks.some((one) => key(one) === kept)) select.value = kept;
        select.disabled = !marks.length;
      }
      // A mark is not joined to itself: where nobody has chosen yet, the next one is offered.
      const { from, to } = this.selects;
      if (this.sides.from === this.sides.to && from.value === to.value && to.dataset.chosen === undefined)
        to.selectedIndex = (from.selectedIndex + 1) % Math.max(1, to.options.length);
      super.draw();
    }
  }

  function begin() {
    const marks = {};
    document.querySelectorAll("[data-marks]:not([data-ready])").forEach((root) => {
      root.dataset.ready = "";
      marks[root.dataset.marks] = new Marks(root);
    });
    document.querySelectorAll("[data-links]:not([data-ready])").forEach((root) => {
      root.dataset.ready = "";
      if (marks[root.dataset.source] && marks[root.dataset.target]) new Links(root, marks);
    });
  }

  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:afterSettle", begin);
})();
