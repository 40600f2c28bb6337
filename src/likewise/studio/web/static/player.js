"use strict";
// "Play segment" and "Play entire video": by address for YouTube's player, by time for a film of our own.
(function () {
  // Where a film of our own stops: at the end of its segment, until the entire film is asked for.
  function watch(player) {
    if (player.paused || !player.dataset.stop) return;
    if (player.currentTime >= Number(player.dataset.stop)) {
      player.pause();
      player.dataset.stop = "";
    } else {
      requestAnimationFrame(() => watch(player));
    }
  }

  document.addEventListener("click", function (event) {
    const button = event.target.closest && event.target.closest("[data-play]");
    const player = button && document.getElementById("player");
    if (!player) return;
    const entire = button.dataset.play === "entire";
    if (player.tagName === "IFRAME") {
      player.src = (entire ? player.dataset.entire : player.dataset.segment) + "&autoplay=1";
      return;
    }
    player.dataset.stop = entire ? "" : player.dataset.end;
    player.currentTime = entire ? 0 : Number(player.dataset.start);
    const started = player.play();
    if (started) started.then(() => watch(player), () => {});
  });
  // The player's own button plays the segment too, at first; a second press goes on.
  document.addEventListener("play", function (event) {
    const player = event.target;
    if (player.id !== "player") return;
    if (player.dataset.stop === undefined) player.dataset.stop = player.dataset.end;
    watch(player);
  }, true);
  // In a tab that is not seen, frames do not come.
  document.addEventListener("timeupdate", function (event) {
    if (event.target.id === "player") watch(event.target);
  }, true);
})();
