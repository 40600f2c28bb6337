"use strict";
// "Play segment" and "Play entire video": by address for YouTube's player, by time for a film of our own.
(function () {
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
    if (started) started.catch(() => {});
  });
  document.addEventListener("timeupdate", function (event) {
    const player = event.target;
    if (player.id === "player" && player.dataset.stop && player.currentTime >= Number(player.dataset.stop)) {
      player.pause();
      player.dataset.stop = "";
    }
  }, true);
})();
