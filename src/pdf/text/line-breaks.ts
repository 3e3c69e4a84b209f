/** A line break opportunity: before the character at this offset. */
interface LineBreak {
  at: number;
  /** True after a line feed, where the line must end. */
  mandatory: boolean;
}

/**
 * Matches up to where a line may end: after spaces, and after hyphens and slashes, so that long
 * addresses can break.
 */
const SIMPLE_BREAK = /\n| +|[-\u00ad\u2010\u2012-\u2014/](?=[^\s\d\n])|\u200b/gu;

/** Scripts without spaces between words, whose words a dictionary finds. */
const DICTIONARY_SCRIPTS =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/gu;

/** Scripts that break between any two characters. */
const IDEOGRAPHS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Closing punctuation, small kana, marks and joiners: no line begins with these (JIS X 4051, UAX
 * 14).
 */
const NEVER_FIRST =
  /[\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff1f\uff01\u30fb\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u301f\uff09\uff3d\uff5d\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fc\u3005\u309d\u309e\u30fd\u30fe!%),.:;?\]}\u2019\u201d\uff9e\uff9f]|\u200d|\p{M}/u;

/** Opening brackets and quotes: no line ends with these. */
const NEVER_LAST =
  /[\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u301d\uff08\uff3b\uff5b([{\u2018\u201c]/u;

const LINE_FEED = 0x0a;

/** Matches texts with characters of scripts that may break in more places. */
const NEEDS_MORE = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u2e80-\uffef]/u;

let dictionaryWords: Intl.Segmenter | undefined;

/**
 * Returns where lines of the text may end, in order. Based on UAX 14, reduced to what documents
 * need.
 */
export function findLineBreaks(text: string): LineBreak[] {
  const breaks: LineBreak[] = [];
  SIMPLE_BREAK.lastIndex = 0;
  // Avoids `matchAll`, because it would create an object for each match.
  while (SIMPLE_BREAK.test(text)) {
    const at = SIMPLE_BREAK.lastIndex;
    const mandatory = text.charCodeAt(at - 1) === LINE_FEED;
    if (at < text.length || mandatory) breaks.push({ at, mandatory });
  }
  if (!NEEDS_MORE.test(text)) return breaks;
  const more = [...findDictionaryBreaks(text), ...findIdeographBreaks(text)];
  const positions = new Set(breaks.map(({ at }) => at));
  for (const at of new Set(more)) if (!positions.has(at)) breaks.push({ at, mandatory: false });
  return breaks.sort((first, second) => first.at - second.at);
}

/** UTF-16 units that are segmented at a time, because the segmenter takes quadratic time. */
const MAX_SEGMENTED = 400;

function segmentWords(text: string): Intl.Segments {
  dictionaryWords ??= new Intl.Segmenter("th", { granularity: "word" });
  return dictionaryWords.segment(text);
}

function* findDictionaryBreaks(text: string): Generator<number> {
  for (const { 0: match, index } of text.matchAll(DICTIONARY_SCRIPTS)) {
    let start = 0;
    while (start < match.length) {
      const end = start + MAX_SEGMENTED;
      const starts = Array.from(segmentWords(match.slice(start, end)), (word) => word.index);
      // The last word may continue after the part, so that it is segmented again with the next one.
      const last = starts.at(-1) ?? 0;
      for (const at of starts) if (start + at > 0) yield index + start + at;
      start = end < match.length && last > 0 ? start + last : end;
    }
  }
}

function* findIdeographBreaks(text: string): Generator<number> {
  if (!IDEOGRAPHS.test(text)) return;
  let before = "";
  let at = 0;
  for (const character of text) {
    if (before !== "" && mayBreakBetween(before, character)) yield at;
    before = character;
    at += character.length;
  }
}

/** Vowels and final consonants of Hangul that are written as parts of a syllable. */
const CONJOINING = /[\u1160-\u11ff]/;

function mayBreakBetween(before: string, after: string): boolean {
  return (
    (IDEOGRAPHS.test(before) || IDEOGRAPHS.test(after)) &&
    !/\s/.test(before + after) &&
    !NEVER_FIRST.test(after) &&
    !NEVER_LAST.test(before) &&
    !CONJOINING.test(after)
  );
}
