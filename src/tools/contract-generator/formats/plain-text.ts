import type { Static } from "typebox";
import type { ContractOutput } from "../schema.ts";
import {
  type Contract,
  type KeyTerm,
  type NumberedClause,
  SIGNATURE_LINES,
  type Signatory,
} from "../contract-model.ts";

/** Writes the JSON response: the agreement as plain text and its number of words. */
export function writeJson(contract: Contract): Static<typeof ContractOutput> {
  const text = writeText(contract);
  return { contract: `${text}\n`, wordCount: countWords(text), type: contract.type };
}

function writeText({ title, notice, keyTerms, sections, signatures }: Contract): string {
  return [
    title.toUpperCase(),
    `NOTICE: ${notice}`,
    "KEY TERMS",
    keyTerms.map(writeKeyTerm).join("\n"),
    ...sections.flatMap(({ number, heading, clauses }) => [
      `${number}. ${heading.toUpperCase()}`,
      ...clauses.map(writeClause),
    ]),
    `${signatures.number}. ${signatures.heading.toUpperCase()}`,
    ...signatures.signatories.map(writeSignature),
  ].join("\n\n");
}

function writeKeyTerm({ label, value, details }: KeyTerm): string {
  return indentBelow(`${label}: ${value}`, details);
}

function writeClause({ number, text, passage }: NumberedClause): string {
  if (!passage) return `${number} ${text}`;
  const { kind, lines } = passage;
  return indentBelow(
    `${number} ${text}`,
    kind === "list" ? lines.map((line) => `- ${line}`) : lines,
  );
}

/** Indents the caller's lines, so that none can be mistaken for a heading or a clause. */
function indentBelow(sentence: string, lines: readonly string[]): string {
  return [sentence, ...lines.map((line) => `    ${line}`.trimEnd())].join("\n");
}

function writeSignature({ role, name }: Signatory): string {
  const rule = "_".repeat(32);
  return [`${role}: ${name}`, ...SIGNATURE_LINES.map((label) => `${label}: ${rule}`)].join("\n");
}

/**
 * Counts words in a loop, because a regular expression would take a third of the response's time.
 */
function countWords(text: string): number {
  let words = 0;
  let wasSpace = true;
  for (let at = 0; at < text.length; at += 1) {
    const isSpace = isWhiteSpace(text.charCodeAt(at));
    if (wasSpace && !isSpace) words += 1;
    wasSpace = isSpace;
  }
  return words;
}

/**
 * Returns true for white space. Tests only the control characters that a request may contain: line
 * breaks and tabs.
 */
function isWhiteSpace(code: number): boolean {
  return code <= 0x20 || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));
}
