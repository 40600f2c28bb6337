// The axes of the plane: of the drawings that are there, the one of the chosen pair is shown.
(function () {
  const controls = document.getElementById("plane-controls");
  if (!controls) return;
  const across = document.getElementById("plane-x");
  const up = document.getElementById("plane-y");
  const planes = [...document.querySelectorAll(".plane")];
  let last = [across.value, up.value];

  function update(other, was) {
    // A metric against itself says nothing: the other axis takes what this one was.
    if (across.value === up.value) other.value = was;
    last = [across.value, up.value];
    for (const plane of planes) plane.hidden = plane.dataset.x !== last[0] || plane.dataset.y !== last[1];
  }

  across.addEventListener("change", () => update(up, last[0]));
  up.addEventListener("change", () => update(across, last[1]));
  controls.addEventListener("submit", (event) => event.preventDefault());
  controls.hidden = false;
})();
