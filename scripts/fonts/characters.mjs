/**
 * Returns every character that a double-byte encoding can write between the given lead and trail
 * bytes.
 * @param {string} label
 * @param {[number, number]} leads
 * @param {[number, number]} trails
 */
function listCharacters(label, [firstLead, lastLead], [firstTrail, lastTrail]) {
  const decoder = new TextDecoder(label);
  /** @type {(number | undefined)[]} */
  const characters = [];
  for (let lead = firstLead; lead <= lastLead; lead++) {
    for (let trail = firstTrail; trail <= lastTrail; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if ([...text].length === 1 && text !== "\ufffd") characters.push(text.codePointAt(0));
    }
  }
  return characters;
}

/**
 * @param {number} first
 * @param {number} last
 */
function span(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/**
 * The Chinese characters of everyday writing on the mainland (GB 2312), in Japan (JIS X 0208) and
 * in Taiwan and Hong Kong (the 5401 frequent ones of Big5), with kana, bopomofo, full-width forms
 * and CJK punctuation. Big5's rare half would cost another megabyte.
 */
export const hanAndKana = new Set(
  [
    listCharacters("gbk", [0xb0, 0xf7], [0xa1, 0xfe]),
    listCharacters("euc-jp", [0xb0, 0xf4], [0xa1, 0xfe]),
    listCharacters("big5", [0xa4, 0xc6], [0x40, 0xfe]),
    span(0x2e80, 0x312f),
    span(0x3190, 0x33ff),
    span(0xfe10, 0xfe6f),
    span(0xff00, 0xffef),
  ].flat(),
);

/** Hangul: syllables, letters to compose them from, and half-width letters. */
export const hangul = new Set(
  [span(0x1100, 0x11ff), span(0x3130, 0x318f), span(0xac00, 0xd7a3), span(0xffa0, 0xffdc)].flat(),
);

/**
 * Arrows, technical signs, control pictures, Braille (spinners) and dingbats, which monospaced
 * fonts lack.
 */
export const symbols = new Set(
  [span(0x2190, 0x21ff), span(0x2300, 0x24ff), span(0x25a0, 0x28ff), span(0x2900, 0x2bff)].flat(),
);

/**
 * European text: Latin with the letters of Vietnamese, Greek, Cyrillic, combining marks,
 * punctuation, currency signs, letterlike signs, number forms, arrows, mathematics and the shapes
 * of lists.
 */
export const europeanText = new Set(
  [
    span(0x20, 0x7e),
    span(0xa0, 0x24f),
    span(0x250, 0x36f),
    span(0x370, 0x3ff),
    span(0x400, 0x52f),
    span(0x1e00, 0x1eff),
    span(0x1f00, 0x1fff),
    span(0x2000, 0x20cf),
    span(0x2100, 0x22ff),
    span(0x2460, 0x2473),
    span(0x25a0, 0x26ff),
    span(0x2713, 0x2717),
    span(0xa720, 0xa7ff),
    span(0xfb00, 0xfb06),
  ].flat(),
);
