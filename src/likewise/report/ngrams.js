"use strict";
// Words, n-grams and what covers what: plain functions that know nothing of the page.
const ngrams = (function () {
  const ORDERS = [1, 2, 3, 4];
  const JOIN = "\u0001";
  const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
  const WORD = new RegExp(`[${CJK}]|(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+`, "gu");

  // Delivered words where there are some; else runs of letters and digits, CJK by character.
  function words(text, delivered) {
    if (Array.isArray(delivered)) return delivered;
    if (typeof delivered === "string" && delivered !== "") return delivered.split(" ");
    return text === null ? [] : text.toLowerCase().match(WORD) || [];
  }

  function grams(tokens, n) {
    const counts = new Map();
    for (let i = 0; i + n <= tokens.length; i += 1) {
      const gram = tokens.slice(i, i + n).join(JOIN);
      counts.set(gram, (counts.get(gram) || 0) + 1);
    }
    return counts;
  }

  const plain = (gram) => gram.split(JOIN).join(" ");

  // For each word the longest order that covers it, and the same for each gap between two words.
  function coverage(tokens, others) {
    const word = new Array(tokens.length).fill(0);
    const gap = new Array(Math.max(0, tokens.length - 1)).fill(0);
    for (const n of ORDERS) {
      const known = others.map((other) => grams(other, n));
      for (let i = 0; i + n <= tokens.length; i += 1) {
        const gram = tokens.slice(i, i + n).join(JOIN);
        if (!known.some((counts) => counts.has(gram))) continue;
        word.fill(n, i, i + n);
        gap.fill(n, i, i + n - 1);
      }
    }
    return { word, gap };
  }

  // The longest run of words that two texts share, of any length.
  function longestRun(a, b) {
    let best = 0;
    let above = new Array(b.length + 1).fill(0);
    for (const word of a) {
      const here = new Array(b.length + 1).fill(0);
      b.forEach((other, j) => {
        if (word === other) here[j + 1] = above[j] + 1;
        best = Math.max(best, here[j + 1]);
      });
      above = here;
    }
    return best;
  }

  // Where each word stands in the text as written; none where the words are not simply parts of it.
  function positions(text, tokens) {
    let folded = text.toLowerCase();
    if (folded.length !== text.length) folded = text;
    const found = [];
    let from = 0;
    for (const token of tokens) {
      const at = folded.indexOf(token.toLowerCase(), from);
      if (at < 0 || /[\p{L}\p{N}]/u.test(text.slice(from, at))) return null;
      from = at + token.length;
      found.push([at, from]);
    }
    return found;
  }

  // The text cut where the order changes, as [part, order]: as written if the words can be found in it,
  // else the words themselves.
  function pieces(text, tokens, cover) {
    let shown = text;
    let places = text === null ? null : positions(text, tokens);
    if (places === null) {
      shown = tokens.join(" ");
      let at = 0;
      places = tokens.map((token) => {
        at += token.length + 1;
        return [at - token.length - 1, at - 1];
      });
    }
    const cut = [];
    const add = (part, order) => {
      const last = cut[cut.length - 1];
      if (last && last[1] === order) last[0] += part;
      else if (part !== "") cut.push([part, order]);
    };
    let done = 0;
    places.forEach(([start, end], k) => {
      // A gap is marked only as strongly as the weaker of the words beside it.
      add(shown.slice(done, start), k ? Math.min(cover.gap[k - 1], cover.word[k], cover.word[k - 1]) : 0);
      add(shown.slice(start, end), cover.word[k]);
      done = end;
    });
    add(shown.slice(done), 0);
    return cut;
  }

  return { ORDERS, coverage, grams, longestRun, pieces, plain, words };
})();
