import type { OpenedInvoice } from "./open.ts";
import type { Choice, Profile } from "./profile.ts";
import { type BrokenRule, type CompiledSet, RuleRunner, type Severity } from "./rules/run-rules.ts";
import { locate, type XmlNode } from "./xml/tree.ts";
import { listViolations, loadSchemas } from "./xml/validate.ts";

type SetName = "en16931" | "xrechnung" | "peppol";

/** A finding on a document. */
export interface Message extends Omit<BrokenRule, "node"> {
  /** XPath that selects exactly one node. */
  location: string;
  /** Line of the element, from 1. */
  line: number;
  /** Terms and groups of EN 16931 that the text names. */
  terms: string[];
  source: "schema" | SetName | "sundry";
}

/** The verdict of the rules on a document. */
export interface Judgment {
  /** Null: no set judges all of the document's profile. */
  valid: boolean | null;
  counts: Record<Severity, number>;
  /** True when there are more messages than listed. */
  truncated: boolean;
  rules: { set: SetName; version: string }[];
  messages: Message[];
}

/** The shipped sets, in folders of `rules/` named `<set>-<version>`. */
const VERSIONS: Readonly<Record<SetName, string>> = {
  en16931: "1.3.16",
  xrechnung: "3.0",
  peppol: "3.0",
};

const FOLDER = new URL("../../../rules/", import.meta.url);

const MAX_MESSAGES = 500;

const runners = new Map<string, RuleRunner>();

/** Loads the sets for a syntax and its schemas, so that a deadline can start afterwards. */
export async function loadRules(sets: readonly SetName[], syntax: "ubl" | "cii"): Promise<void> {
  if (sets.length > 0) loadSchemas(syntax);
  for (const set of sets) {
    const path = `${set}-${VERSIONS[set]}/${syntax}.js`;
    if (runners.has(`${set} ${syntax}`)) continue;
    const module = (await import(new URL(path, FOLDER).href)) as { default: CompiledSet };
    runners.set(`${set} ${syntax}`, new RuleRunner(module.default));
  }
}

const NOT_JUDGED: ReadonlySet<Profile> = new Set([
  "factur-x-minimum",
  "factur-x-basicwl",
  "factur-x-extended",
  "zugferd1",
  "other",
]);

/** Returns the sets that judge a document: those of its profile, and those that a caller chose. */
export function chooseSets(
  profile: Profile,
  choice: Choice,
  syntax: OpenedInvoice["syntax"],
): SetName[] {
  if (syntax === "zugferd1") return [];
  if (choice === "auto" && NOT_JUDGED.has(profile)) return [];
  const sets: SetName[] = ["en16931"];
  if (choice === "xrechnung" || profile.startsWith("xrechnung")) sets.push("xrechnung");
  if (syntax === "ubl" && (choice === "peppol" || profile === "peppol")) sets.push("peppol");
  return sets;
}

/** Judges a document by sets and schemas that are loaded. */
export function judge(invoice: OpenedInvoice, profile: Profile, choice: Choice): Judgment {
  const { root, syntax } = invoice;
  const sets = chooseSets(profile, choice, syntax);
  const isPartial = sets.length === 0 || (profile === "peppol" && syntax === "cii");
  const findings = sets.length === 0 ? [] : applySets(invoice, sets);
  if (isPartial) findings.push({ ...describeNotJudged(sets.length > 0), node: root });
  const unique = dropRepeated(findings).toSorted(
    (left, right) => left.node.order - right.node.order,
  );
  const counts = countSeverities(unique);
  return {
    valid: counts.fatal > 0 ? false : isPartial ? null : true,
    counts,
    truncated: unique.length > MAX_MESSAGES,
    rules: sets.map((set) => ({ set, version: VERSIONS[set] })),
    messages: unique.slice(0, MAX_MESSAGES).map(toMessage),
  };
}

interface Finding extends BrokenRule {
  source: Message["source"];
}

const SCHEMA_RULE = { rule: "SCHEMA", severity: "fatal", source: "schema" } as const;

function applySets(
  { xml, text, document, root, syntax }: OpenedInvoice,
  sets: readonly SetName[],
): Finding[] {
  if (syntax === "zugferd1") return [];
  const violations = listViolations(toUtf8(xml, text), root, syntax).map((violation) =>
    Object.assign(violation, SCHEMA_RULE),
  );
  const broken = sets.flatMap((set) =>
    (runners.get(`${set} ${syntax}`)?.run(document) ?? []).map((rule) =>
      Object.assign(rule, { source: set }),
    ),
  );
  return [...violations, ...broken];
}

/** Returns the bytes of a text in UTF-8: those that it was read from, if they are. */
function toUtf8(bytes: Buffer, text: string): Buffer {
  const isSame = bytes[0] === LESS_THAN && bytes.length === Buffer.byteLength(text);
  return isSame ? bytes : Buffer.from(text);
}

/** First byte of documents in encodings that have ASCII in them. */
const LESS_THAN = 0x3c;

function describeNotJudged(isPeppol: boolean): Omit<Finding, "node"> {
  const text = isPeppol
    ? "Peppol's rules are for UBL; only those of EN 16931 were applied."
    : "No shipped set of rules judges this profile.";
  return { rule: "SUNDRY-NOT-JUDGED", severity: "information", text, source: "sundry" };
}

/** Keeps one finding for each rule and node. */
function dropRepeated(findings: readonly Finding[]): Finding[] {
  const byKey = new Map(findings.map((entry) => [`${entry.rule} ${entry.node.order}`, entry]));
  return [...byKey.values()];
}

function countSeverities(findings: readonly Finding[]): Judgment["counts"] {
  const counts = { fatal: 0, warning: 0, information: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

function toMessage({ rule, severity, text, node, source }: Finding): Message {
  return {
    rule,
    severity,
    text: shorten(text.replace(/^\[[^\]]*\]\s*-?\s*/, "").trim()),
    location: locate(node),
    line: getLine(node),
    terms: [...new Set(text.match(/\bB[TG]-\d+(?:-\d+)?\b/g))],
    source,
  };
}

/** A text that quotes the document may be as long as that. */
const MAX_TEXT_LENGTH = 1000;

function shorten(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

function getLine(node: XmlNode): number {
  if (node.kind === "root") return 1;
  if (node.kind === "element") return node.line;
  return getLine(node.parent);
}
