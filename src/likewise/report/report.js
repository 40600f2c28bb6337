// The theme button, the segment explorer and the link from plots to segments.
// Text from the data only ever enters the page as text nodes, never as markup.
(function () {
  const PAGE = 25;
  const { ORDERS, coverage, grams, longestRun, pieces, plain, words } = ngrams;
  const byId = (id) => document.getElementById(id);

  function make(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== null && value !== undefined) node.setAttribute(name, value);
    }
    node.append(...children.filter((child) => child !== null && child !== ""));
    return node;
  }

  // ---- Light and dark --------------------------------------------------------------------------------------

  const toggle = byId("theme-toggle");
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme || (prefersDark.matches ? "dark" : "light")) === "dark";
  const nameToggle = () => { toggle.textContent = isDark() ? "Light colours" : "Dark colours"; };
  toggle.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem("likewise-theme", next);
    } catch {
      // Not remembered, then.
    }
    nameToggle();
  });
  prefersDark.addEventListener("change", nameToggle);
  nameToggle();
  toggle.hidden = false;

  // ---- Rows ------------------------------------------------------------------------------------------------

  const data = JSON.parse(byId("segment-data").textContent);
  if (!data.rows.length || !byId("segment-table")) return;

  const rows = data.rows.map(([id, system, source, candidate, place, scores, human, tokens, flags], index) => ({
    index, id, system, source, candidate, references: data.references[place], scores, human, tokens,
    place: data.places.length ? data.places[index] : index,
    flags: (flags || []).map(([metric, kind, why, sure]) => ({ metric, kind, why, sure })),
  }));
  const columns = [
    ...data.human.map((name, k) => ({ name, key: "human " + k, digits: null, of: (row) => row.human[k] })),
    ...data.metrics.map((name, k) => ({ name, key: "score " + k, digits: data.digits[k], of: (row) => row.scores[k] })),
  ];
  const numbered = new Map(columns.map((column) => [column.key, column]));

  function show(value, digits) {
    if (value === null || value === undefined) return "–";
    const text = digits === null ? String(Math.round(value * 100) / 100) : value.toFixed(digits);
    return text.replace(/^-(0(\.0*)?)$/, "$1").replace("-", "−");
  }

  function haystack(row) {
    row.haystack ??= [row.id, row.source, row.candidate, ...row.references].join("\n").toLowerCase();
    return row.haystack;
  }

  // ---- Filtering and sorting -------------------------------------------------------------------------------

  const controls = byId("segment-controls");
  const field = {
    text: byId("filter-text"), system: byId("filter-system"), flag: byId("filter-flag"), metric: byId("filter-metric"),
    min: byId("filter-min"), max: byId("filter-max"), sort: byId("sort-by"), way: byId("sort-way"),
  };
  const state = { order: rows, page: 0, falling: false, chosen: null };

  function bound(input) {
    const value = parseFloat(input.value);
    return Number.isFinite(value) ? value : null;
  }

  function kept() {
    const words = field.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const system = field.system.value;
    const column = numbered.get(field.metric.value);
    const least = bound(field.min);
    const most = bound(field.max);
    return rows.filter((row) => {
      if (system !== "" && String(row.system) !== system.slice(1)) return false;
      if (field.flag.value && !row.flags.some((flag) => field.flag.value === "any" || field.flag.value === flagKey(flag))) {
        return false;
      }
      if (column && (least !== null || most !== null)) {
        const value = column.of(row);
        if (value === null || (least !== null && value < least) || (most !== null && value > most)) return false;
      }
      return words.every((word) => haystack(row).includes(word));
    });
  }

  const flagKey = (flag) => `=${flag.metric}: ${flag.kind.replace(/-/g, " ")}`;

  // Sorting is stable: what the page shows as equal stays in the order of the file, whichever way it goes.
  function sorted(list) {
    const key = field.sort.value;
    const sign = state.falling ? -1 : 1;
    if (key === "given") return state.falling ? list.slice().reverse() : list;
    if (key === "id" || key === "system" || key === "candidate") {
      const collator = new Intl.Collator(undefined, { numeric: true });
      return list.slice().sort((a, b) => sign * collator.compare(a[key] || "", b[key] || ""));
    }
    const { of, digits } = numbered.get(key);
    const missing = (v) => v === null || v === undefined;
    const value = (row) => (missing(of(row)) ? null : Number(of(row).toFixed(digits ?? 2)));
    // Rows without a value go last either way: they are neither good nor bad.
    return list.slice().sort((a, b) => {
      const x = value(a), y = value(b);
      if (missing(x) || missing(y)) return missing(x) - missing(y);
      return sign * (x - y);
    });
  }

  // The rank of each row by the column that is sorted by; rows that the page shows as equal share one: "=2".
  function ranked(list) {
    const column = numbered.get(field.sort.value);
    if (!column) return null;
    const ranks = new Map();
    const shown = (row) => show(column.of(row), column.digits);
    for (let first = 0; first < list.length;) {
      let end = first + 1;
      while (end < list.length && shown(list[end]) === shown(list[first])) end += 1;
      const value = column.of(list[first]);
      const rank = value === null || value === undefined ? "–" : `${end - first > 1 ? "=" : ""}${first + 1}`;
      for (; first < end; first += 1) ranks.set(list[first], rank);
    }
    return ranks;
  }

  function update(page) {
    state.order = sorted(kept());
    state.ranks = ranked(state.order);
    state.page = page || 0;
    draw();
  }

  // ---- The table -------------------------------------------------------------------------------------------

  const head = document.querySelector("#segment-table thead tr");
  const body = document.querySelector("#segment-table tbody");
  const hasSystems = rows.some((row) => row.system !== null);

  function heading(name, key, numeric) {
    const button = make("button", { type: "button", dir: "auto" }, name);
    button.addEventListener("click", () => {
      // Once this way, once the other, then back to the order of the file.
      const again = field.sort.value === key;
      const done = again && key !== "given" && state.falling !== numeric;
      state.falling = done ? false : again ? !state.falling : numeric;
      field.sort.value = done ? "given" : key;
      update();
    });
    const cell = make("th", { scope: "col", class: numeric || key === "given" ? "num " + key : key }, button);
    cell.dataset.key = key;
    return cell;
  }

  function drawHead() {
    head.append(heading("row", "given", false), heading("segment", "id", false));
    if (hasSystems) head.append(heading("system", "system", false));
    head.append(heading("candidate", "candidate", false));
    for (const column of columns) head.append(heading(column.name, column.key, true));
  }

  // What a row is flagged for, in short; why stands in its detail.
  function kinds(row) {
    const names = [...new Set(row.flags.map((flag) => flagKey(flag).slice(1)))];
    return names.length ? make("p", { class: "flagged" }, "⚑ " + names.join(" · ")) : "";
  }

  function drawRow(row) {
    const line = make("tr", { tabindex: "-1" });
    line.dataset.row = row.index;
    if (row === state.chosen) line.setAttribute("aria-current", "true");
    const name = (kind) => make("bdi", { dir: "auto", class: kind }, row.system === null ? "–" : row.system);
    const id = make("bdi", { dir: "auto" }, row.id);
    line.append(make("td", { class: "num given" }, state.ranks ? state.ranks.get(row) : String(row.place + 1)));
    // On a narrow page the system stands under the segment's name instead of in a column of its own.
    line.append(make("th", { scope: "row", class: "key" }, id, hasSystems ? name("under") : ""));
    if (hasSystems) line.append(make("td", { class: "key system" }, name(null)));
    line.append(make("td", { class: "candidate" }, make("div", { dir: "auto" }, row.candidate), kinds(row)));
    for (const column of columns) line.append(make("td", { class: "num" }, show(column.of(row), column.digits)));
    return line;
  }

  function wayNames(key) {
    if (key === "given") return ["first to last", "last to first"];
    return numbered.has(key) ? ["lowest first", "highest first"] : ["A to Z", "Z to A"];
  }

  function draw() {
    const total = state.order.length;
    const pages = Math.max(1, Math.ceil(total / PAGE));
    state.page = Math.min(Math.max(state.page, 0), pages - 1);
    const first = state.page * PAGE;
    const visible = state.order.slice(first, first + PAGE);
    body.replaceChildren(...visible.map(drawRow));
    // One row is in the tab order; the arrow keys go on from there.
    const entry = body.querySelector("[aria-current]") || body.firstElementChild;
    if (entry) entry.tabIndex = 0;
    for (const cell of head.children) {
      if (cell.dataset.key === field.sort.value) {
        cell.setAttribute("aria-sort", state.falling ? "descending" : "ascending");
        cell.firstChild.dataset.way = state.falling ? " ↓" : " ↑";
      } else {
        cell.removeAttribute("aria-sort");
        delete cell.firstChild.dataset.way;
      }
    }
    head.firstElementChild.firstElementChild.textContent = state.ranks ? "rank" : "row";
    const whole = total === rows.length ? "" : ` of ${rows.length.toLocaleString("en")}`;
    byId("segment-status").textContent = total
      ? `${total.toLocaleString("en")}${whole} segment${rows.length === 1 ? "" : "s"}`
      : "No segment passes these filters.";
    byId("page-label").textContent = total ? `${first + 1}–${first + visible.length}` : "";
    byId("page-previous").disabled = state.page === 0;
    byId("page-next").disabled = state.page >= pages - 1;
    byId("segment-pager").hidden = pages === 1;
    field.way.textContent = wayNames(field.sort.value)[Number(state.falling)];
  }

  body.addEventListener("click", (event) => {
    const line = event.target.closest("tr");
    if (line && !String(getSelection())) open(rows[line.dataset.row]);
  });
  body.addEventListener("keydown", (event) => {
    const line = event.target.closest("tr");
    if (!line) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open(rows[line.dataset.row]);
    }
    const next = { ArrowDown: line.nextElementSibling, ArrowUp: line.previousElementSibling }[event.key];
    if (next) {
      event.preventDefault();
      line.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    }
  });

  function fillControls() {
    const option = (value, name) => make("option", { value }, name);
    const systems = [...new Set(rows.map((row) => row.system))].filter((name) => name !== null);
    field.system.append(option("", "all"), ...systems.map((name) => option("=" + name, name)));
    field.system.parentElement.hidden = systems.length < 2;
    const flagged = [...new Set(rows.flatMap((row) => row.flags.map(flagKey)))].sort();
    field.flag.append(option("", "or not"), option("any", "for any reason"), ...flagged.map((key) => option(key, key.slice(1))));
    field.flag.parentElement.hidden = !flagged.length;
    field.metric.append(...columns.map((column) => option(column.key, column.name)));
    field.metric.parentElement.hidden = !columns.length;
    field.sort.append(option("given", "order in the file"), option("id", "segment"));
    if (hasSystems) field.sort.append(option("system", "system"));
    field.sort.append(option("candidate", "candidate"), ...columns.map((c) => option(c.key, c.name)));
  }

  // No filter, the order of the file; the first metric is the likeliest to be filtered on.
  function clear() {
    controls.reset();
    const score = columns.find((column) => column.key.startsWith("score"));
    if (score) field.metric.value = score.key;
    state.falling = false;
  }

  let waiting = 0;
  const soon = () => { clearTimeout(waiting); waiting = setTimeout(update, 120); };
  for (const input of [field.text, field.min, field.max]) input.addEventListener("input", soon);
  for (const input of [field.system, field.flag, field.metric, field.sort]) input.addEventListener("change", () => update());
  field.way.addEventListener("click", () => { state.falling = !state.falling; update(); });
  controls.addEventListener("submit", (event) => event.preventDefault());
  byId("filter-reset").addEventListener("click", () => { clear(); update(); });
  byId("page-previous").addEventListener("click", () => { state.page -= 1; draw(); });
  byId("page-next").addEventListener("click", () => { state.page += 1; draw(); });

  // All rows that pass the filters, in the order on the page, with the columns that our own readers know.
  function table() {
    const most = (name) => rows.some((row) => row[name] !== null && row[name].length);
    const texts = ["system", "source"].filter(most);
    const flagged = most("flags");
    const heads = ["row", "id", ...texts, "candidate", ...(most("references") ? ["references"] : []),
      ...data.human.map((name) => `human.${name}`), ...data.metrics, ...(flagged ? ["flags"] : [])];
    const lines = state.order.map((row) => [row.place + 1, row.id, ...texts.map((name) => row[name]), row.candidate,
      ...(most("references") ? [row.references.join(" ||| ")] : []), ...row.human, ...row.scores,
      ...(flagged ? [row.flags.map((flag) => `${flagKey(flag).slice(1)}: ${flag.why}`).join("; ")] : [])]);
    return [heads, ...lines];
  }

  const csvName = save.fileName(document.querySelector("h1").textContent, "segments");
  const saved = save.button("CSV", "Save these segments as CSV, all pages, in this order", () => save.saveCsv(table(), csvName));
  byId("segment-pager").after(save.tools(saved));

  // ---- The detail of one segment ---------------------------------------------------------------------------

  const detail = byId("detail");
  const narrow = matchMedia("(max-width: 56rem)");

  function highlighted(text, tokens, cover, kind) {
    const line = make("p", { class: "words " + (kind || ""), dir: "auto" });
    for (const [part, order] of pieces(text, tokens, cover)) {
      const run = order === 4 ? "4 or more" : order;
      line.append(order ? make("span", { class: "o" + order, title: `in a run of ${run}` }, part) : part);
    }
    return line;
  }

  function orderLine(n, matched, total, of, list) {
    const title = `${n}-grams: ${matched} of ${total} ${of}`;
    if (!list.length) return make("li", {}, title);
    const items = list.map((entry) => make("li", {}, make("bdi", { dir: "auto" }, entry.text), entry.note));
    return make("li", {}, make("details", {}, make("summary", {}, title), make("ul", { class: "grams" }, ...items)));
  }

  // Matches as BLEU counts them: an n-gram counts at most as often as one reference has it.
  function referenceOrders(candidate, references) {
    return make("ul", { class: "orders" }, ...ORDERS.map((n) => {
      const counts = grams(candidate, n);
      const known = references.map((tokens) => grams(tokens, n));
      let matched = 0;
      const list = [];
      for (const [gram, count] of counts) {
        const having = known.map((other) => other.get(gram) || 0);
        const most = Math.max(0, ...having);
        if (!most) continue;
        matched += Math.min(count, most);
        const where = having.map((times, k) => (times ? `R${k + 1}` : "")).filter(Boolean).join(", ");
        const clipped = count > most ? `, ${count} times here but at most ${most} in a reference` : "";
        list.push({ text: plain(gram), note: ` — ${where}${clipped}` });
      }
      return orderLine(n, matched, Math.max(0, candidate.length - n + 1), "matched", list);
    }));
  }

  // Sharing as PINC counts it: different n-grams, each once.
  function sourceOrders(candidate, source) {
    return make("ul", { class: "orders" }, ...ORDERS.map((n) => {
      const mine = [...grams(candidate, n).keys()];
      const theirs = grams(source, n);
      const list = mine.filter((gram) => theirs.has(gram));
      const entries = list.map((gram) => ({ text: plain(gram), note: "" }));
      return orderLine(n, list.length, mine.length, "different ones also in the source", entries);
    }));
  }

  function key(kind) {
    const sample = (order, name) => make("span", { class: "o" + order }, name);
    return make("p", { class: "key-line " + (kind || "") }, "Underline by the longest run of shared words: ",
      sample(1, "one"), " ", sample(2, "two"), " ", sample(3, "three"), " ", sample(4, "four or more"));
  }

  function againstReferences(row, candidate, references) {
    const parts = [make("h3", {}, "Candidate against the references")];
    parts.push(highlighted(row.candidate, candidate, coverage(candidate, references)));
    if (!row.references.length) return [...parts, make("p", { class: "said" }, "There are no references.")];
    parts.push(key(), referenceOrders(candidate, references));
    const runs = references.map((tokens) => longestRun(candidate, tokens));
    const best = Math.max(...runs);
    const list = make("ol", { class: "references" });
    row.references.forEach((text, k) => {
      const most = runs[k] === best && best > 0;
      const said = `longest shared run: ${runs[k]} ${runs[k] === 1 ? "word" : "words"}`;
      list.append(make("li", {},
        make("span", { class: "name" }, `R${k + 1}`),
        highlighted(text, references[k], coverage(references[k], [candidate])),
        make("p", { class: "said" }, most ? make("strong", {}, said + (runs.length > 1 ? ", the most" : "")) : said)));
    });
    return [...parts, make("h3", {}, "References"), list];
  }

  function againstSource(row, candidate, source) {
    if (row.source === null) return [];
    return [
      make("h3", {}, "Source"),
      highlighted(row.source, source, coverage(source, [candidate]), "from-source"),
      make("h3", {}, "Candidate against the source"),
      make("p", { class: "said" }, "What is marked was taken over from the source; PINC rewards what is not."),
      highlighted(row.candidate, candidate, coverage(candidate, [source]), "from-source"),
      sourceOrders(candidate, source),
    ];
  }

  // What metrics found wrong, each with its reason in words.
  function reasons(row) {
    if (!row.flags.length) return [];
    const items = row.flags.map((flag) => make("li", {},
      make("span", { class: "kind" }, flagKey(flag).slice(1)), " ",
      make("span", { dir: "auto" }, flag.why),
      flag.sure === undefined ? "" : make("span", { class: "sure" }, ` ${Math.round(100 * flag.sure)} % sure`)));
    return [make("h3", {}, "Why it is flagged"), make("ul", { class: "reasons" }, ...items)];
  }

  function numbers(row) {
    const list = make("dl", { class: "pairs" });
    for (const column of columns) {
      list.append(make("div", {}, make("dt", { dir: "auto" }, column.name), make("dd", {}, show(column.of(row), column.digits))));
    }
    return columns.length ? [make("h3", {}, "Scores"), list] : [];
  }

  function fillDetail(row) {
    const [source, candidate, references] = row.tokens || ["", "", []];
    const mine = words(row.candidate, candidate);
    const origin = words(row.source, source);
    const others = row.references.map((text, k) => words(text, references[k]));
    const at = state.order.indexOf(row);
    const step = (name, to) => {
      const button = make("button", { type: "button" }, name);
      button.disabled = !state.order[to];
      button.addEventListener("click", () => open(state.order[to], name));
      return button;
    };
    const close = make("button", { type: "button", id: "detail-close" }, "Close");
    close.addEventListener("click", shut);
    const name = make("h2", { id: "detail-title", dir: "auto" }, row.id, row.system === null ? "" : ` · ${row.system}`);
    detail.replaceChildren(
      make("div", { class: "detail-bar" }, name, step("Previous", at - 1), step("Next", at + 1), close),
      ...reasons(row), ...againstReferences(row, mine, others), ...againstSource(row, mine, origin), ...numbers(row));
  }

  function open(row, pressed) {
    state.chosen = row;
    if (!state.order.includes(row)) {
      clear();
      state.order = sorted(kept());
      state.ranks = ranked(state.order);
    }
    state.page = Math.floor(state.order.indexOf(row) / PAGE);
    draw();
    for (const mark of document.querySelectorAll(".lw-points .chosen")) mark.classList.remove("chosen");
    for (const mark of document.querySelectorAll(`.lw-points [data-id="${row.index}"]`)) mark.classList.add("chosen");
    fillDetail(row);
    detail.hidden = false;
    detail.scrollTop = 0;
    for (const part of document.querySelectorAll("main, .top")) part.inert = narrow.matches;
    const again = [...detail.querySelectorAll(".detail-bar button")].find((b) => b.textContent === pressed && !b.disabled);
    (again || detail).focus({ preventScroll: true });
  }

  function shut() {
    detail.hidden = true;
    for (const part of document.querySelectorAll("main, .top")) part.inert = false;
    const line = body.querySelector("[aria-current]");
    if (line) line.focus();
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !detail.hidden) shut();
  });
  document.addEventListener("click", (event) => {
    const mark = event.target.closest && event.target.closest(".lw-points [data-id]");
    if (mark) open(rows[Number(mark.getAttribute("data-id"))]);
  });

  fillControls();
  clear();
  drawHead();
  controls.hidden = false;
  update();
})();
