import type { FileList, ListedFile } from "../define.ts";
import type { HashResponse } from "./schema.ts";

/** Lists as `sha256sum` and `shasum` print them, also with `--tag`. */
export const HASH_LIST: FileList = {
  singleMembers: ["all", "expected"],
  formatLine: (output, file) => formatLine((output as HashResponse).hash, file),
  parse(text) {
    const lines = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
    const files = lines.flatMap((line) => parseLine(line) ?? []);
    return { files, malformed: lines.length - files.length };
  },
  isGood: (output) => (output as HashResponse).matches !== false,
  description: "Verify the lists of hashes in the files, as sha256sum prints them.",
  terms: { line: "a hash and a file name", values: "hashes" },
};

const LINE = /^(\\?)([A-Za-z0-9+/_-]+={0,2}) [ *](.+)$/;
const TAGGED_LINE = /^(\\?)([A-Za-z0-9-]+(?:\/\d+)?) \((.+)\) = ([A-Za-z0-9+/_-]+={0,2})$/;

function parseLine(line: string): ListedFile | undefined {
  const tagged = TAGGED_LINE.exec(line);
  if (tagged) {
    const [, escape, algorithm = "", file = "", hash = ""] = tagged;
    return { file: escape ? unescapeName(file) : file, members: { algorithm, expected: hash } };
  }
  const [, escape, hash, file = ""] = LINE.exec(line) ?? [];
  if (hash === undefined) return undefined;
  return { file: escape ? unescapeName(file) : file, members: { expected: hash } };
}

/** Formats a line as `sha256sum` does: a backslash before the hash marks escapes in the name. */
function formatLine(hash: string, file: string): string {
  const name = file.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `${name === file ? "" : "\\"}${hash}  ${name}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", "\\": "\\" };

function unescapeName(name: string): string {
  return name.replaceAll(/\\([nr\\])/g, (_, letter: string) => ESCAPES[letter] ?? "");
}
