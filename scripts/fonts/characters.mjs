/** Every character that a double-byte encoding can write between the given lead and trail bytes. */
function charactersOf(label, [firstLead, lastLead], [firstTrail, lastTrail]) {
  const decoder = new TextDecoder(label);
  const found = [];
  for (let lead = firstLead; lead <= lastLead; lead++) {
    for (let trail = firstTrail; trail <= lastTrail; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if ([...text].length === 1 && text !== "\ufffd") found.push(text.codePointAt(0));
    }
  }
  return found;
}

function span(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/**
 * The Chinese characters of everyday writing on the mainland (GB 2312), in Japan (JIS X 0208) and in
 * Taiwan and Hong Kong (the 5401 frequent ones of Big5), with kana, bopomofo, full-width forms and CJK
 * punctuation. Big5's rare half would cost another megabyte.
 */
export const hanAndKana = new Set(
  [
    charactersOf("gbk", [0xb0, 0xf7], [0xa1, 0xfe]),
    charactersOf("euc-jp", [0xb0, 0xf4], [0xa1, 0xfe]),
    charactersOf("big5", [0xa4, 0xc6], [0x40, 0xfe]),
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

/** Arrows, technical signs, control pictures, Braille (spinners), dingbats: what monospaced fonts lack. */
export const symbols = new Set(
  [span(0x2190, 0x21ff), span(0x2300, 0x24ff), span(0x25a0, 0x28ff), span(0x2900, 0x2bff)].flat(),
);
