import { decodeUri } from "../../../../lib/text/uri-text.ts";

/** An image in Markdown: its address in angle brackets, or without spaces. */
const INLINE = /!\[[^\]]{0,1000}\]\(\s*(?:<([^<>\n]+)>|((?:\([^\s()]*\)|[^\s()])+))/g;
/** The definition of a reference, such as `[logo]: assets/logo.png`. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:\s*(?:<([^<>\n]+)>|(\S+))/gm;

/** Returns the names under which a text shows images, each once. */
export function listImageNames(markdown: string): string[] {
  const matches = [...markdown.matchAll(INLINE), ...markdown.matchAll(DEFINITION)];
  const names = matches.map(([, quoted, plain]) => quoted ?? plain ?? "");
  return [...new Set(names.map((name) => name.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")))];
}

/**
 * Assigns files to the names of images. Each name gets the file with which it shares the longest
 * end of its path, at least the file's own name. A file with a missing image leaves the others
 * alone.
 */
export function assignFiles<F extends { name: string }>(
  files: readonly F[],
  names: readonly string[],
  isPresent: (name: string) => boolean,
): Map<F, string[]> {
  const assigned = new Map<F, string[]>();
  for (const name of names) {
    const ranked = files
      .map((file) => ({ file, shared: countSharedEnd(file.name, name) }))
      .toSorted((a, b) => b.shared - a.shared);
    const [best] = ranked;
    if (!best || best.shared === 0) continue;
    assigned.set(best.file, [...(assigned.get(best.file) ?? []), name]);
  }
  for (const [file, ofFile] of assigned) {
    const missing = ofFile.filter((name) => !isPresent(name));
    if (missing.length > 0) assigned.set(file, missing);
  }
  return assigned;
}

/** Returns a name for a file that Markdown takes without brackets. */
export function toImageName(fileName: string): string {
  return fileName.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
}

/** Counts the folders and names that two paths have in common at their ends. */
function countSharedEnd(first: string, second: string): number {
  const [a, b] = [listSegments(first), listSegments(second)];
  const different = a.findIndex((segment, index) => segment !== b[index]);
  return different === -1 ? a.length : different;
}

/** Lists the segments of a path from its end, as files are compared across systems. */
function listSegments(path: string): string[] {
  return decodeUri(path.replace(/[?#].*$/, ""))
    .normalize("NFC")
    .toLowerCase()
    .split(/[/\\]+/)
    .map(toImageName)
    .toReversed();
}
