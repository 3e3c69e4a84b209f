/** The scripts whose letters change shape or order beside each other, by their OpenType tags. */
const SHAPED_SCRIPTS = [
  { script: "Arab", letters: /^\p{Script=Arabic}/u, rightToLeft: true },
  { script: "Hebr", letters: /^\p{Script=Hebrew}/u, rightToLeft: true },
  { script: "Deva", letters: /^\p{Script=Devanagari}/u, rightToLeft: false },
  { script: "Thai", letters: /^\p{Script=Thai}/u, rightToLeft: false },
] as const;

/** A script that is shaped in runs. */
export type ShapedScript = (typeof SHAPED_SCRIPTS)[number];

/** What is drawn as one: a character as people see it (a grapheme), or a run of a shaped script. */
export interface TextCluster {
  text: string;
  /** Where in the line it starts, in UTF-16 units. */
  offset: number;
  /** Set for runs. */
  script?: ShapedScript;
}

// One locale for every machine; grapheme rules hardly know locales, but nothing says they never will.
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A run longer than this is cut at a space or, failing that, here: runs must fit a row. */
const MAX_RUN_LENGTH = 40;

/** More marks than this on one letter are drawn on their own, so that no glyph grows without bound. */
const MAX_GRAPHEME_LENGTH = 32;

const PLAIN_ASCII = /^[\x20-\x7e]*$/;

/** Cuts a line into clusters. `breaks` are offsets at which the style changes: no run goes across one. */
export function segmentGraphemes(
  line: string,
  styleBoundaries: ReadonlySet<number>,
): TextCluster[] {
  if (PLAIN_ASCII.test(line)) return line.split("").map((text, offset) => ({ text, offset }));
  const found: TextCluster[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    for (const piece of pieces(segment, index)) append(found, piece, styleBoundaries);
  }
  return found.flatMap(withoutTrailingSpace);
}

/** A joiner at the end joins nothing: outside shaped scripts it is shown on its own, as it could hide in a name. */
const LOOSE_JOINERS = /[\u200c\u200d]+$/u;

function pieces(text: string, offset: number): TextCluster[] {
  const joiners = scriptOf(text) ? undefined : LOOSE_JOINERS.exec(text);
  if (joiners && joiners.index > 0) {
    const loose = Array.from(joiners[0], (joiner, index) => ({
      text: joiner,
      offset: offset + joiners.index + index,
    }));
    return [...pieces(text.slice(0, joiners.index), offset), ...loose];
  }
  if (text.length <= MAX_GRAPHEME_LENGTH) return [{ text, offset }];
  const codePoints = Array.from(text);
  const found: TextCluster[] = [];
  let at = offset;
  for (let start = 0; start < codePoints.length; start += MAX_GRAPHEME_LENGTH) {
    const piece = codePoints.slice(start, start + MAX_GRAPHEME_LENGTH).join("");
    found.push({ text: piece, offset: at });
    at += piece.length;
  }
  return found;
}

/** Adds a grapheme: to the run before it if both are of one script, as a cluster of its own otherwise. */
function append(found: TextCluster[], grapheme: TextCluster, breaks: ReadonlySet<number>): void {
  const last = found.at(-1);
  const script = scriptOf(grapheme.text);
  const joins =
    last?.script !== undefined &&
    (script === last.script || grapheme.text === " ") &&
    !breaks.has(grapheme.offset) &&
    !isFull(last.text, grapheme.text);
  if (joins) last.text += grapheme.text;
  else found.push(script ? { ...grapheme, script } : grapheme);
}

function isFull(run: string, next: string): boolean {
  return run.length >= MAX_RUN_LENGTH || (run.length > MAX_RUN_LENGTH / 2 && next === " ");
}

/** Digits keep their own direction, so they are no part of a run. */
function scriptOf(text: string): ShapedScript | undefined {
  if (/^\p{Nd}/u.test(text)) return undefined;
  return SHAPED_SCRIPTS.find(({ letters }) => letters.test(text));
}

/** A space belongs to a run only between two of its words. */
function withoutTrailingSpace(cluster: TextCluster): TextCluster[] {
  if (cluster.script === undefined) return [cluster];
  const text = cluster.text.trimEnd();
  const spaces = Array.from(cluster.text.slice(text.length), (space, index) => ({
    text: space,
    offset: cluster.offset + text.length + index,
  }));
  return [{ ...cluster, text }, ...spaces];
}

/** East Asian wide and full-width characters (Unicode 16, UAX 11) that are no emoji. */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

/** Whether the grapheme takes two cells. */
export function isWide(text: string): boolean {
  return WIDE.test(text);
}
