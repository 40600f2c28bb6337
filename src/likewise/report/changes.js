// The list of changed meanings: filters by kind and by system, some at a time.
(function () {
  const PAGE = 25;
  const list = document.getElementById("change-list");
  if (!list) return;
  const items = [...list.children];
  const kind = document.getElementById("change-kind");
  const system = document.getElementById("change-system");
  const more = document.getElementById("change-more");
  let shown = PAGE;

  function update() {
    const wanted = items.filter((item) => (
      (!kind.value || item.dataset.kinds.split(" ").includes(kind.value))
      && (!system || !system.value || item.dataset.system === system.value)
    ));
    const visible = new Set(wanted.slice(0, shown));
    for (const item of items) item.hidden = !visible.has(item);
    more.hidden = wanted.length <= shown;
    const plural = wanted.length === 1 ? "segment" : "segments";
    document.getElementById("change-status").textContent = `${wanted.length.toLocaleString("en")} ${plural}`;
  }

  function begin() {
    shown = PAGE;
    update();
  }

  kind.addEventListener("change", begin);
  if (system) system.addEventListener("change", begin);
  more.addEventListener("click", () => {
    const next = items.filter((item) => !item.hidden).at(-1);
    shown += PAGE;
    update();
    const first = items.slice(items.indexOf(next) + 1).find((item) => !item.hidden);
    if (first) {
      first.tabIndex = -1;
      first.focus();
    }
  });
  document.getElementById("change-controls").addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("change-controls").hidden = false;
  update();
})();
