import { splitGraphemes } from "../../../lib/text/graphemes.ts";

/** Scripts that need contextual shaping, with their OpenType tags. */
const SHAPED_SCRIPTS = [
  { script: "Arab", letters: /^\p{Script=Arabic}/u, rightToLeft: true },
  { script: "Hebr", letters: /^\p{Script=Hebrew}/u, rightToLeft: true },
  { script: "Deva", letters: /^\p{Script=Devanagari}/u, rightToLeft: false },
  { script: "Thai", letters: /^\p{Script=Thai}/u, rightToLeft: false },
] as const;

/** A script that needs contextual shaping. */
export type ShapedScript = (typeof SHAPED_SCRIPTS)[number];

/** A unit of drawing: a grapheme, or a run of a shaped script. */
interface TextCluster {
  text: string;
  /** Start in the line, in UTF-16 code units. */
  offset: number;
  /** Present for runs. */
  script?: ShapedScript;
}

/** Longer runs are split, preferably at a space, because a run must fit in a row. */
const MAX_RUN_LENGTH = 40;

/** Longer graphemes are split, so that stacked marks cannot make a glyph of unbounded size. */
const MAX_GRAPHEME_LENGTH = 32;

const PLAIN_ASCII = /^[\x20-\x7e]*$/;

/**
 * Segments a line into clusters. A run never crosses one of `styleBoundaries` (offsets where the
 * style changes).
 */
export function createClusters(line: string, styleBoundaries: ReadonlySet<number>): TextCluster[] {
  if (PLAIN_ASCII.test(line)) return line.split("").map((text, offset) => ({ text, offset }));
  const clusters: TextCluster[] = [];
  for (const { segment, index } of splitGraphemes(line)) {
    for (const piece of splitGrapheme(segment, index))
      appendGrapheme(clusters, piece, styleBoundaries);
  }
  return clusters.flatMap(splitTrailingSpace);
}

/**
 * Trailing joiners become clusters of their own outside shaped scripts, because they could hide in
 * a name.
 */
const TRAILING_JOINERS = /[\u200c\u200d]+$/u;

function splitGrapheme(text: string, offset: number): TextCluster[] {
  const joiners = getShapedScript(text) ? undefined : TRAILING_JOINERS.exec(text);
  if (joiners && joiners.index > 0) {
    const loose = Array.from(joiners[0], (joiner, index) => ({
      text: joiner,
      offset: offset + joiners.index + index,
    }));
    return [...splitGrapheme(text.slice(0, joiners.index), offset), ...loose];
  }
  if (text.length <= MAX_GRAPHEME_LENGTH) return [{ text, offset }];
  const codePoints = Array.from(text);
  const clusters: TextCluster[] = [];
  let at = offset;
  for (let start = 0; start < codePoints.length; start += MAX_GRAPHEME_LENGTH) {
    const piece = codePoints.slice(start, start + MAX_GRAPHEME_LENGTH).join("");
    clusters.push({ text: piece, offset: at });
    at += piece.length;
  }
  return clusters;
}

/**
 * Appends a grapheme to the preceding run if both have the same script, otherwise as its own
 * cluster.
 */
function appendGrapheme(
  found: TextCluster[],
  grapheme: TextCluster,
  breaks: ReadonlySet<number>,
): void {
  const last = found.at(-1);
  const script = getShapedScript(grapheme.text);
  const joins =
    last?.script !== undefined &&
    (script === last.script || grapheme.text === " ") &&
    !breaks.has(grapheme.offset) &&
    !isRunFull(last.text, grapheme.text);
  if (joins) last.text += grapheme.text;
  else found.push(script ? { ...grapheme, script } : grapheme);
}

function isRunFull(run: string, next: string): boolean {
  return run.length >= MAX_RUN_LENGTH || (run.length > MAX_RUN_LENGTH / 2 && next === " ");
}

/** Returns the script to shape with. Digits are excluded because they keep their own direction. */
function getShapedScript(text: string): ShapedScript | undefined {
  if (/^\p{Nd}/u.test(text)) return undefined;
  return SHAPED_SCRIPTS.find(({ letters }) => letters.test(text));
}

/** Splits off trailing spaces, because a space belongs to a run only between two of its words. */
function splitTrailingSpace(cluster: TextCluster): TextCluster[] {
  if (cluster.script === undefined) return [cluster];
  const text = cluster.text.trimEnd();
  const spaces = Array.from(cluster.text.slice(text.length), (space, index) => ({
    text: space,
    offset: cluster.offset + text.length + index,
  }));
  return [{ ...cluster, text }, ...spaces];
}

/** East Asian wide and full-width characters (Unicode 16, UAX #11) except emoji. */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

/** Returns true if the grapheme occupies two cells. */
export function isWide(text: string): boolean {
  return WIDE.test(text);
}
