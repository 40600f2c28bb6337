"use strict";
// Sliders show their value, the next line begins where the last one ended; voice and beat where a browser has them.
(function () {
  let pulse = null;

  function shown(slider) {
    const output = document.querySelector(`[data-shown="${slider.id}"]`);
    if (output) output.value = slider.value;
  }
  document.addEventListener("input", function (event) {
    if (event.target instanceof HTMLInputElement && event.target.type === "range") shown(event.target);
  });

  // Voice: lines that came with the last answer, read in their language.
  function speak(root) {
    if (!document.querySelector("[data-speak]:checked")) return;
    window.speechSynthesis.cancel();
    root.querySelectorAll("[data-say]").forEach(function (line) {
      const text = "value" in line ? line.value : line.textContent;
      if (!text.trim()) return;
      const said = new SpeechSynthesisUtterance(text);
      said.lang = line.lang || document.documentElement.lang;
      window.speechSynthesis.speak(said);
    });
  }

  // Beat: a bar of kick, snare and hat at 90 beats a minute, made of an oscillator and noise.
  function drum(audio, at, kind) {
    const level = audio.createGain();
    level.connect(audio.destination);
    const loud = { kick: 0.5, snare: 0.18, hat: 0.06 }[kind];
    const length = { kick: 0.18, snare: 0.14, hat: 0.05 }[kind];
    level.gain.setValueAtTime(loud, at);
    level.gain.exponentialRampToValueAtTime(0.001, at + length);
    if (kind === "kick") {
      const tone = audio.createOscillator();
      tone.frequency.setValueAtTime(120, at);
      tone.frequency.exponentialRampToValueAtTime(45, at + length);
      tone.connect(level);
      tone.start(at);
      tone.stop(at + length);
      return;
    }
    const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    filter.type = "highpass";
    filter.frequency.value = kind === "hat" ? 7000 : 1200;
    source.buffer = noise;
    source.connect(filter).connect(level);
    source.start(at);
  }

  function startBeat() {
    const audio = new AudioContext();
    const eighth = 60 / 90 / 2;
    let next = audio.currentTime + 0.1;
    let step = 0;
    const timer = window.setInterval(function () {
      while (next < audio.currentTime + 0.4) {
        if ([0, 3, 5].includes(step)) drum(audio, next, "kick");
        if ([2, 6].includes(step)) drum(audio, next, "snare");
        drum(audio, next, "hat");
        next += eighth;
        step = (step + 1) % 8;
      }
    }, 100);
    pulse = { stop() { window.clearInterval(timer); audio.close(); } };
  }

  function stopBeat() {
    if (pulse) pulse.stop();
    pulse = null;
  }

  document.addEventListener("change", function (event) {
    if (!(event.target instanceof HTMLInputElement)) return;
    if (event.target.matches("[data-beat]")) {
      stopBeat();
      if (event.target.checked) startBeat();
    }
    if (event.target.matches("[data-speak]") && !event.target.checked) window.speechSynthesis.cancel();
  });
  window.addEventListener("pagehide", stopBeat);

  document.addEventListener("DOMContentLoaded", function () {
    const voice = "speechSynthesis" in window && "SpeechSynthesisUtterance" in window;
    const drums = "AudioContext" in window;
    document.querySelectorAll("[data-sound]").forEach(function (box) {
      box.hidden = !voice && !drums;
      box.querySelector("[data-voice]").hidden = !voice;
      box.querySelector("[data-drums]").hidden = !drums;
      // A browser may remember a tick from before; sound begins only when someone asks for it now.
      box.querySelectorAll("input").forEach((tick) => { tick.checked = false; });
    });
    document.body.addEventListener("htmx:afterSettle", function (event) {
      const swapped = document.getElementById(event.target.id) || event.target;
      const line = swapped.querySelector("[data-next]");
      if (line) line.focus();
      if (voice && (swapped.id === "battle" || swapped.id === "verse")) speak(swapped);
    });
  });
})();
