import { fill, formatVerdict } from "../../../domain/einvoice/verdict.ts";
import type { Message } from "../judge.ts";
import type { Report, ViewLanguage } from "../task.ts";
import { FRENCH_NAMES } from "../terms/names/fr.ts";
import { GERMAN_NAMES } from "../terms/names/de.ts";
import type { GroupValue, TermValue } from "../terms/read-terms.ts";
import { getWords, type ViewWords } from "./words.ts";

type Member = TermValue | GroupValue;

/** The parts of a report that a view shows beside the terms. */
export type ViewReport = Omit<Report, "invoice">;

/** Content of the page and the PDF of a received invoice: every value of the document as text. */
export interface View {
  words: ViewWords;
  /** Such as `Invoice R-1`, with the first word in the language of `locale`. */
  title: string;
  locale: string;
  verdict: string;
  isInvalid: boolean;
  specification: string;
  sections: ViewSection[];
}

export interface ViewSection {
  /** Empty for terms of the document itself. */
  title: string;
  /** Number of the group, such as `BG-4`. */
  id: string;
  rows: readonly ViewRow[];
  /** Messages and attachments. */
  items: readonly ViewItem[];
  sections: readonly ViewSection[];
}

/** A value with its name, and the number of its term, such as `BT-1`. */
export interface ViewRow {
  name: string;
  id: string;
  value: string;
}

export interface ViewItem {
  name: string;
  text: string;
  /** Such as the line of the place. */
  note: string;
}

/** Returns every term of an invoice, its verdict, messages and files. */
export function createView(
  members: readonly Member[],
  report: ViewReport,
  { locale, invoice, creditNote }: ViewLanguage,
): View {
  const words = getWords(locale);
  const type = report.type === "invoice" ? invoice : creditNote;
  return {
    words,
    title: `${type} ${findNumber(members)}`.trim(),
    locale,
    verdict: formatVerdict(report, words),
    isInvalid: report.valid === false,
    specification: report.specification ?? "",
    sections: [
      ...listMessages(report, words),
      createSection("", createTerms(members, words)),
      ...listAttachments(report, words),
      ...listOthers(report, words),
    ],
  };
}

function findNumber(members: readonly Member[]): string {
  const entry = members.find((member) => "term" in member && member.term.id === "BT-1");
  return entry !== undefined && "value" in entry ? entry.value : "";
}

/** Returns a section of its own with rows or items. */
function createSection(title: string, content: Partial<ViewSection>): ViewSection {
  return { title, id: "", rows: [], items: [], sections: [], ...content };
}

function listMessages({ messages, truncated }: ViewReport, words: ViewWords): ViewSection[] {
  const sections = (["fatal", "warning", "information"] as const).map((severity) => {
    const items = messages.filter((message) => message.severity === severity);
    return createSection(words[severity], {
      items: items.map((message) => createMessage(message, words)),
    });
  });
  const note = truncated ? [createSection(words.truncated, {})] : [];
  return [...sections.filter(({ items }) => items.length > 0), ...note];
}

function createMessage({ rule, text, line, location }: Message, words: ViewWords): ViewItem {
  return { name: rule, text, note: fill(words.line, { line, location }) };
}

/** Values become rows, and groups sections. */
function createTerms(members: readonly Member[], words: ViewWords): Partial<ViewSection> {
  const rows = members.flatMap((member) => ("term" in member ? listRows(member, words) : []));
  const sections = members.flatMap((member) =>
    "group" in member ? [createGroup(member, words)] : [],
  );
  return { rows, sections };
}

function createGroup({ group, members }: GroupValue, words: ViewWords): ViewSection {
  const content = { ...createTerms(members, words), id: group.id };
  return createSection(translate(group, words), content);
}

function listRows({ term, value, attributes }: TermValue, words: ViewWords): ViewRow[] {
  const content = term.kind === "binary" ? words.attached : value;
  return [{ ...term, value: content }, ...attributes].map((entry) => ({
    id: entry.id,
    name: translate(entry, words),
    value: entry.value,
  }));
}

/** Returns the name of a term or group; the English one where there is no translation. */
function translate({ id, name }: { id: string; name: string }, { language }: ViewWords): string {
  if (language === "en") return name;
  return (language === "de" ? GERMAN_NAMES : FRENCH_NAMES)[id] ?? name;
}

function listAttachments({ attachments }: ViewReport, words: ViewWords): ViewSection[] {
  if (attachments.length === 0) return [];
  const items = attachments.map(({ name, type, bytes, description }) => ({
    name,
    text: description,
    note: [type, fill(words.bytes, { bytes })].filter(Boolean).join(", "),
  }));
  return [createSection(words.attachments, { items })];
}

/** Values that are not of EN 16931, by their places. */
function listOthers({ beyond }: ViewReport, words: ViewWords): ViewSection[] {
  const rows = beyond.flatMap(({ term, location, value }) =>
    term === null ? [{ id: "", name: location, value }] : [],
  );
  return rows.length === 0 ? [] : [createSection(words.outside, { rows })];
}
