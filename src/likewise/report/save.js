// What the page shows as files: plots as SVG and PNG, tables as CSV. Made in the browser, from what is there.
const save = (function () {
  const INK = "#1f2328";
  const PAPER = "#ffffff";
  const FONTS = "'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', Arial, sans-serif";
  const RISKY = /^[=+\-@\t\r]/;
  const FIGURE = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

  // A file name out of titles: letters and digits of any script, the rest as hyphens.
  function fileName(...parts) {
    const name = parts.join(" ").toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
    return [...name].slice(0, 80).join("") || "likewise";
  }

  function download(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  function button(name, told, action) {
    const node = document.createElement("button");
    node.type = "button";
    node.textContent = name;
    node.setAttribute("aria-label", told);
    node.title = told;
    node.addEventListener("click", action);
    return node;
  }

  // ---- Tables ----------------------------------------------------------------------------------------------

  // A cell that a spreadsheet would run as a formula has ' before it; numbers are no formulas.
  function cell(value) {
    const text = value === null || value === undefined ? "" : String(value);
    const safe = RISKY.test(text) && !FIGURE.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
  }

  function csv(rows) {
    return rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
  }

  function saveCsv(rows, name) {
    download(new Blob([csv(rows)], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
  }

  // ---- Plots -----------------------------------------------------------------------------------------------

  // The colours of light paper, written out: no other program need know our classes, nor `currentColor`.
  function plain(node, ink, current) {
    const own = node.getAttribute("color") || ink;
    const kept = {};
    for (const name of ["fill", "stroke"]) {
      const value = node.getAttribute(name);
      kept[name] = value === null ? current[name] : value === "currentColor";
      if (kept[name] && (value !== null || own !== ink)) node.setAttribute(name, own);
    }
    for (const name of ["class", "color", "data-id"]) node.removeAttribute(name);
    for (const child of node.children) plain(child, own, kept);
  }

  // A copy that stands alone: on white, with fonts by name, as large as what is drawn.
  function standalone(plot) {
    const copy = plot.cloneNode(true);
    const seen = plot.getBBox();
    const { x, y, width, height } = plot.viewBox.baseVal;
    const left = Math.floor(Math.min(x, seen.x - 4));
    const top = Math.floor(Math.min(y, seen.y - 4));
    const wide = Math.ceil(Math.max(x + width, seen.x + seen.width + 4)) - left;
    const high = Math.ceil(Math.max(y + height, seen.y + seen.height + 4)) - top;
    plain(copy, INK, { fill: false, stroke: false });
    const paper = document.createElementNS(copy.namespaceURI, "rect");
    const box = { x: left, y: top, width: wide, height: high };
    for (const [name, value] of Object.entries({ ...box, fill: PAPER })) paper.setAttribute(name, value);
    const first = [...copy.children].find((child) => !["title", "desc"].includes(child.localName));
    copy.insertBefore(paper, first || null);
    copy.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
    copy.setAttribute("width", wide);
    copy.setAttribute("height", high);
    copy.setAttribute("font-family", FONTS);
    return { text: new XMLSerializer().serializeToString(copy), width: wide, height: high };
  }

  function saveSvg(plot, name) {
    const { text } = standalone(plot);
    const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
    download(new Blob([head, text, "\n"], { type: "image/svg+xml" }), `${name}.svg`);
  }

  // Three pixels for one, less where the picture would be too large for a canvas.
  function savePng(plot, name) {
    const { text, width, height } = standalone(plot);
    const scale = Math.min(3, 8000 / Math.max(width, height));
    const image = new Image();
    image.addEventListener("load", () => {
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => download(blob, `${name}.png`), "image/png");
    });
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  }

  function tools(...buttons) {
    const bar = document.createElement("p");
    bar.className = "save";
    bar.append("Save as ", ...buttons);
    return bar;
  }

  const page = document.querySelector("h1").textContent;
  for (const plot of document.querySelectorAll("svg.lw-plot")) {
    const title = plot.getAttribute("aria-label") || "";
    const name = fileName(page, title);
    const bar = tools(
      button("SVG", `Save the plot as SVG: ${title}`, () => saveSvg(plot, name)),
      button("PNG", `Save the plot as PNG: ${title}`, () => savePng(plot, name)));
    const figure = plot.closest("figure") || plot;
    // Beside a box that scrolls sideways, not in it.
    const box = figure.closest(".scroll");
    if (box) box.after(bar);
    else if (figure === plot) plot.after(bar);
    else figure.append(bar);
  }

  return { button, fileName, saveCsv, tools };
})();
