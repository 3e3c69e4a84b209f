/**
 * Modules of a wide element. A narrow one has one module, and ISO/IEC 16388, 16390 and EN 798 allow
 * a ratio of 2 to 3.
 */
const WIDE = 3;

/**
 * Elements of the digits of Interleaved 2 of 5: `N` is narrow, `W` is wide (ISO/IEC 16390:2007,
 * Table 1).
 */
const INTERLEAVED = "NNWWN WNNNW NWNNW WWNNN NNWNW WNWNN NWWNN NNNWW WNNWN NWNWN".split(" ");

/** Returns the widths of Interleaved 2 of 5, bar first. The number of digits must be even. */
export function encodeItf(digits: string): number[] {
  let pattern = "NNNN";
  for (let at = 0; at < digits.length; at += 2) {
    const bars = INTERLEAVED[Number(digits[at])] ?? "";
    const spaces = INTERLEAVED[Number(digits[at + 1])] ?? "";
    for (let index = 0; index < 5; index++) pattern += bars.charAt(index) + spaces.charAt(index);
  }
  return toWidths(`${pattern}WNN`);
}

/** The characters of Code 39 and their elements (ISO/IEC 16388:2007, Table 1). */
const CODE_39 = new Map(
  (
    "0NNNWWNWNN 1WNNWNNNNW 2NNWWNNNNW 3WNWWNNNNN 4NNNWWNNNW 5WNNWWNNNN 6NNWWWNNNN 7NNNWNNWNW 8WNNWNNWNN " +
    "9NNWWNNWNN AWNNNNWNNW BNNWNNWNNW CWNWNNWNNN DNNNNWWNNW EWNNNWWNNN FNNWNWWNNN GNNNNNWWNW HWNNNNWWNN " +
    "INNWNNWWNN JNNNNWWWNN KWNNNNNNWW LNNWNNNNWW MWNWNNNNWN NNNNNWNNWW OWNNNWNNWN PNNWNWNNWN QNNNNNNWWW " +
    "RWNNNNNWWN SNNWNNNWWN TNNNNWNWWN UWWNNNNNNW VNWWNNNNNW WWWWNNNNNN XNWNNWNNNW YWWNNWNNNN ZNWWNWNNNN " +
    "-NWNNNNWNW .WWNNNNWNN _NWWNNNWNN $NWNWNWNNN /NWNWNNNWN +NWNNNWNWN %NNNWNWNWN *NWNNWNWNN"
  )
    .split(" ")
    .map((entry) => [entry.charAt(0).replace("_", " "), entry.slice(1)]),
);

/** Returns the widths of Code 39 with its start and stop characters, bar first. */
export function encodeCode39(text: string): number[] {
  return joinCharacters(`*${text}*`, CODE_39);
}

/** The characters of Codabar and their elements (EN 798:1995, Table 1). */
const CODABAR = new Map(
  (
    "0NNNNNWW 1NNNNWWN 2NNNWNNW 3WWNNNNN 4NNWNNWN 5WNNNNWN 6NWNNNNW 7NWNNWNN 8NWWNNNN 9WNNWNNN -NNNWWNN $NNWWNNN " +
    ":WNNNWNW /WNWNNNW .WNWNWNN +NNWNWNW ANNWWNWN BNWNWNNW CNNNWNWW DNNNWWWN"
  )
    .split(" ")
    .map((entry) => [entry.charAt(0), entry.slice(1)]),
);

/** Returns the widths of Codabar, bar first. `text` begins and ends with A, B, C or D. */
export function encodeCodabar(text: string): number[] {
  return joinCharacters(text, CODABAR);
}

/** Joins the elements of the characters with narrow spaces between them. */
function joinCharacters(text: string, patterns: ReadonlyMap<string, string>): number[] {
  return toWidths(Array.from(text, (character) => patterns.get(character) ?? "").join("N"));
}

function toWidths(pattern: string): number[] {
  return Array.from(pattern, (element) => (element === "W" ? WIDE : 1));
}
