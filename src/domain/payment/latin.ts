/** Returns a text without the marks of its letters: `Škofja Loka` as `Skofja Loka`. */
export function removeDiacritics(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[đĐłŁøØ]/g, (letter) => BASE_LETTERS[letter] ?? letter);
}

/** Letters with a stroke, which Unicode does not decompose. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  đ: "d",
  Đ: "D",
  ł: "l",
  Ł: "L",
  ø: "o",
  Ø: "O",
};

/** Cuts a text after a number of characters (code points). */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : Array.from(text).slice(0, maxLength).join("");
}

/** The bytes of ISO 8859-2 by their characters; its lower half is ASCII. */
const LATIN_2 = new Map(
  Array.from({ length: 256 }, (_, byte): [string, number] => [
    new TextDecoder("iso-8859-2").decode(new Uint8Array([byte])),
    byte,
  ]).filter(([, byte]) => byte < 0x80 || byte >= 0xa0),
);

/** Replaces characters that ISO 8859-2 lacks by their base letters, or by question marks. */
export function toLatin2Text(text: string): string {
  return Array.from(text.normalize("NFC"), (character) => {
    if (LATIN_2.has(character)) return character;
    const base = removeDiacritics(character);
    return LATIN_2.has(base) ? base : "?";
  }).join("");
}

/** Encodes a text of {@link toLatin2Text}. */
export function encodeLatin2(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => LATIN_2.get(character) ?? 0x3f);
}
