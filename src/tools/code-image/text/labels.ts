const C0_CONTROLS =
  "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US";

const C1_CONTROLS =
  "PAD HOP BPH NBH IND NEL SSA ESA HTS HTJ VTS PLD PLU RI SS2 SS3 DCS PU1 PU2 STS CCH MW SPA EPA SOS SGC SCI CSI ST OSC PM APC";

/** Abbreviations of invisible characters: direction marks, joiners, zero-width spaces. */
const INVISIBLE: Record<number, string> = {
  0x7f: "DEL",
  0xad: "SHY",
  0x34f: "CGJ",
  0x61c: "ALM",
  0x180e: "MVS",
  0x200b: "ZWSP",
  0x200c: "ZWNJ",
  0x200d: "ZWJ",
  0x200e: "LRM",
  0x200f: "RLM",
  0x202a: "LRE",
  0x202b: "RLE",
  0x202c: "PDF",
  0x202d: "LRO",
  0x202e: "RLO",
  0x2028: "LS",
  0x2029: "PS",
  0x2060: "WJ",
  0x2066: "LRI",
  0x2067: "RLI",
  0x2068: "FSI",
  0x2069: "PDI",
  0xfeff: "BOM",
};

/**
 * Returns the label of an invisible character as one or two rows of letters, or undefined if it is
 * visible.
 */
export function getInvisibleLabel(codePoint: number): string[] | undefined {
  const name = getControlName(codePoint) ?? INVISIBLE[codePoint];
  if (name === undefined) return undefined;
  return name.length > 3 ? [name.slice(0, 2), name.slice(2)] : [name];
}

function getControlName(codePoint: number): string | undefined {
  if (codePoint < 0x20) return C0_CONTROLS.split(" ")[codePoint];
  if (codePoint >= 0x80 && codePoint < 0xa0) return C1_CONTROLS.split(" ")[codePoint - 0x80];
  return undefined;
}

/** Formats a code point in hexadecimal on two rows, for characters that no font covers. */
export function formatCodePoint(codePoint: number): string[] {
  const digits = codePoint.toString(16).toUpperCase().padStart(4, "0");
  const half = Math.ceil(digits.length / 2);
  return [digits.slice(0, half), digits.slice(half).padStart(half, "0")];
}
