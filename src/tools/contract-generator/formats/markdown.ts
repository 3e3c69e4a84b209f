import {
  type Contract,
  type KeyTerm,
  type NumberedClause,
  type Section,
  SIGNATURE_LINES,
  type Signatory,
} from "../contract-model.ts";

/** Writes the agreement as CommonMark. Escapes all text of the caller, so that it stays text. */
export function writeMarkdown(contract: Contract, { hasNotice }: { hasNotice: boolean }): string {
  const { title, parties, notice, keyTerms, sections, signatures } = contract;
  const blocks = [
    `# ${escapeMarkdown(title)}`,
    escapeMarkdown(parties),
    ...(hasNotice ? [`> **Notice:** ${escapeMarkdown(notice)}`] : []),
    "## Key terms",
    keyTerms.map(writeKeyTerm).join("\n"),
    ...sections.flatMap(writeSection),
    `## ${signatures.number}. ${escapeMarkdown(signatures.heading)}`,
    ...signatures.signatories.map(writeSignature),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Ends a line without ending its paragraph. */
const HARD_BREAK = "\\\n";

function writeKeyTerm({ label, value, details }: KeyTerm): string {
  const lines = details.map(escapeLine).filter((line) => line !== "");
  return [`- **${label}:** ${escapeMarkdown(value)}`, ...lines].join(`${HARD_BREAK}  `);
}

function writeSection({ number, heading, clauses }: Section): string[] {
  const title = `## ${number}. ${escapeMarkdown(heading)}`;
  return [title].concat(clauses.flatMap(writeClause));
}

function writeClause({ number, text, passage }: NumberedClause): string[] {
  const sentence = `**${number}** ${escapeMarkdown(text)}`;
  if (!passage) return [sentence];
  const lines = passage.lines.map(escapeLine);
  return [sentence, passage.kind === "list" ? writeList(lines) : quoteLines(lines)];
}

function writeList(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** Writes lines as a quotation. Blank lines separate its paragraphs. */
function quoteLines(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      if (line === "") return ">";
      return lines[index + 1] ? `> ${line}\\` : `> ${line}`;
    })
    .join("\n");
}

function writeSignature({ role, name }: Signatory): string {
  const rule = "\\_".repeat(32);
  const lines = SIGNATURE_LINES.map((label) => `${label}: ${rule}`);
  return [`**${role}:** ${escapeMarkdown(name)}`, ...lines].join(HARD_BREAK);
}

/**
 * Matches characters with a meaning inside a line. `:` and `@` have one only where a renderer would
 * create a link.
 */
const INLINE_SYNTAX = /[\\`*_[\]<>&|~$]|!(?=\[)|:(?=\/\/)|@/g;

function escapeMarkdown(text: string): string {
  return text
    .replace(INLINE_SYNTAX, "\\$&")
    .replace(/\bwww\./gi, (prefix) => `${prefix.slice(0, -1)}\\.`);
}

/**
 * Escapes a text at the start of a line, where further characters create headings, lists and rules.
 */
function escapeLine(line: string): string {
  return escapeMarkdown(line.trim())
    .replace(/^[#+\-=]/, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}
