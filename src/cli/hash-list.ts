export interface HashEntry {
  file: string;
  hash: string;
  /** The algorithm in lines such as `SHA256 (file) = …`. */
  algorithm?: string;
}

/** The entries of a list and the number of malformed lines. */
export interface HashList {
  entries: HashEntry[];
  /** Lines that are not an entry. */
  malformed: number;
}

const LINE = /^(\\?)([A-Za-z0-9+/_-]+={0,2}) [ *](.+)$/;
const TAGGED_LINE = /^(\\?)([A-Za-z0-9-]+(?:\/\d+)?) \((.+)\) = ([A-Za-z0-9+/_-]+={0,2})$/;

/** Parses a list as `sha256sum` and `shasum` print it, also with `--tag`. */
export function parseHashList(text: string): HashList {
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  const entries = lines.flatMap((line) => parseLine(line) ?? []);
  return { entries, malformed: lines.length - entries.length };
}

function parseLine(line: string): HashEntry | undefined {
  const tagged = TAGGED_LINE.exec(line);
  if (tagged) {
    const [, escape, algorithm = "", file = "", hash = ""] = tagged;
    return { file: escape ? unescapeName(file) : file, hash, algorithm };
  }
  const [, escape, hash, file = ""] = LINE.exec(line) ?? [];
  if (hash === undefined) return undefined;
  return { file: escape ? unescapeName(file) : file, hash };
}

/** Formats an entry as `sha256sum` does: a backslash before the hash marks escapes in the name. */
export function formatHashLine({ file, hash }: HashEntry): string {
  const name = file.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `${name === file ? "" : "\\"}${hash}  ${name}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", "\\": "\\" };

function unescapeName(name: string): string {
  return name.replaceAll(/\\([nr\\])/g, (_, letter: string) => ESCAPES[letter] ?? "");
}
