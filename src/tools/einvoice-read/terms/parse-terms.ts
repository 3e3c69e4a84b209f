import { isGroup, type Term, type TermAttribute, type TermGroup, type TermKind } from "./term.ts";

const HEADING = /^( *)(?:(BG-\d+)|(BT-\d+(?:-\d+)?) (\w+)) (.+)$/;
const ATTRIBUTE = /^@(\w+) (\S+) (.+)$/;

/**
 * Parses a table of terms. A term begins with a line of its id, kind and name, a group with its id
 * and name. Then come the paths in UBL and CII (`-`: none) and the terms in attributes of the value
 * (`@attribute id name`). The members of a group are two spaces further in.
 */
export function parseTerms(table: string): (Term | TermGroup)[] {
  const terms: (Term | TermGroup)[] = [];
  const open = [terms];
  for (const text of table.trim().split(/\n(?= *B[GT]-)/)) {
    const [heading = "", ...lines] = text.split("\n");
    const [, indent = "", groupId, id = "", kind, name = ""] = HEADING.exec(heading) ?? [];
    const paths = parsePaths(lines);
    const attributes = lines.flatMap(parseAttribute);
    const entry: Term | (TermGroup & { members: typeof terms }) =
      groupId === undefined
        ? { id, name, kind: kind as TermKind, ...paths, ...(attributes[0] && { attributes }) }
        : { id: groupId, name, ...paths, members: [] };
    const depth = indent.length / 2;
    open[depth]?.push(entry);
    if (isGroup(entry)) open.splice(depth + 1, Infinity, entry.members);
  }
  return terms;
}

function parsePaths(lines: readonly string[]): { ubl: string; cii: string } {
  const texts = lines.map((line) => line.trim()).filter((line) => !line.startsWith("@"));
  const [ubl = "", cii = ""] = texts.flatMap((text) => text.split(/ +/));
  return { ubl: ubl.replace(/^-$/, ""), cii: cii.replace(/^-$/, "") };
}

function parseAttribute(line: string): TermAttribute[] {
  const [, attribute, id = "", name = ""] = ATTRIBUTE.exec(line.trim()) ?? [];
  return attribute === undefined ? [] : [{ id, name, attribute }];
}
