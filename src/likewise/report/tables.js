// The tables of the page, all but the one of segments: a click on a head sorts, a button saves as CSV.
(function () {
  const page = document.querySelector("h1").textContent;
  const collator = new Intl.Collator(undefined, { numeric: true });

  // What a cell holds: the number in full where there is one, else its words.
  function valueOf(cell) {
    if (cell.dataset.value !== undefined) return cell.dataset.value;
    const text = (cell.querySelector(":scope > bdi") || cell).textContent.trim();
    if (!cell.classList.contains("num")) return text;
    return text === "–" ? "" : text.replace("−", "-").replace(/(?<=\d),(?=\d)/g, "");
  }

  function compared(a, b, falling) {
    const [x, y] = [a, b].map((cell) => valueOf(cell));
    // Cells without a value go last either way.
    if (x === "" || y === "") return (x === "") - (y === "");
    // What the page shows as equal stays in the order in which it was given.
    if (shownIn(a) === shownIn(b)) return 0;
    const numbers = [x, y].map(Number);
    const way = numbers.every(Number.isFinite) ? numbers[0] - numbers[1] : collator.compare(x, y);
    return falling ? -way : way;
  }

  // A column with intervals is three of the file.
  function rowsOf(table) {
    const lines = [...table.tBodies[0].rows].map((row) => [...row.cells]);
    const heads = table.tHead ? [...table.tHead.rows[0].cells].map((cell) => cell.dataset.name) : [];
    const width = Math.max(heads.length, ...lines.map((cells) => cells.length));
    const ends = [...Array(width).keys()].map((k) => lines.some((cells) => cells[k] && cells[k].dataset.low !== undefined));
    const spread = (k, value, low, high) => (ends[k] ? [value, low, high] : [value]);
    const named = heads.flatMap((name, k) => spread(k, name, `${name} low`, `${name} high`));
    const written = lines.map((cells) => cells.flatMap((cell, k) => (
      spread(k, valueOf(cell), cell.dataset.low || "", cell.dataset.high || ""))));
    return heads.length ? [named, ...written] : written;
  }

  // The number as the page shows it, without what stands beside it.
  function shownIn(cell) {
    const copy = cell.cloneNode(true);
    for (const aside of copy.querySelectorAll(".tie, .ci, .best-word")) aside.remove();
    return copy.textContent.trim();
  }

  // Sorted by numbers, rows have ranks; rows that the page shows as equal share one: "=2".
  function rank(rows, k) {
    const shown = rows.map((row) => (k < 0 || valueOf(row.cells[k]) === "" ? null : shownIn(row.cells[k])));
    rows.forEach((row, place) => {
      if (shown[place] === null) return delete row.cells[0].dataset.rank;
      const equal = shown.filter((text) => text === shown[place]).length > 1 ? "=" : "";
      row.cells[0].dataset.rank = `${equal}${shown.indexOf(shown[place]) + 1}`;
    });
  }

  function sortable(table) {
    const body = table.tBodies[0];
    const given = [...body.rows];
    if (given.length < 2) return;
    const heads = [...table.tHead.rows[0].cells];
    let sorted = -1, falling = false;
    heads.forEach((head, k) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      head.classList.add("sorts");
      const numeric = head.classList.contains("num");
      button.addEventListener("click", () => {
        // Once this way, once the other, then back to how the rows were given.
        if (sorted !== k) [sorted, falling] = [k, numeric];
        else if (falling === numeric) falling = !falling;
        else sorted = -1;
        const rows = given.slice();
        if (sorted >= 0) rows.sort((a, b) => compared(a.cells[k], b.cells[k], falling));
        body.append(...rows);
        rank(rows, sorted >= 0 && numeric ? k : -1);
        for (const other of heads) {
          other.removeAttribute("aria-sort");
          delete other.firstChild.dataset.way;
        }
        if (sorted < 0) return;
        head.setAttribute("aria-sort", falling ? "descending" : "ascending");
        button.dataset.way = falling ? " ↓" : " ↑";
      });
    });
  }

  for (const table of document.querySelectorAll(".scroll > table:not(#segment-table)")) {
    const title = table.caption ? table.caption.textContent : "";
    if (table.tHead) {
      for (const cell of table.tHead.rows[0].cells) cell.dataset.name = cell.textContent.trim();
      sortable(table);
    }
    const name = save.fileName(page, title);
    const csv = save.button("CSV", `Save the table as CSV: ${title}`, () => save.saveCsv(rowsOf(table), name));
    const box = table.parentElement;
    if (box.parentElement.classList.contains("pair")) {
      // Two columns, plot and table: what belongs to the table stays in its column.
      const column = document.createElement("div");
      box.replaceWith(column);
      column.append(box);
    }
    box.after(save.tools(csv));
  }
})();
