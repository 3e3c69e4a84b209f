import { getIsoDecimals } from "../../lib/codes/iso4217.ts";
import { DAY_MS } from "../../lib/dates/date.ts";
import type { Decimal } from "../../lib/money/exact.ts";
import { getFormatter } from "../../lib/money/localized.ts";
import { parseText, toText, type Values } from "../form/values.ts";
import type { LedgerEntry } from "./entry.ts";
import { type Facts, getLetterWords, type LetterWords } from "./letter-words.ts";
import { toLocalDay } from "../device/local-day.ts";

/** Days to pay after a reminder. */
const DAYS_TO_PAY = 7;

interface ReminderOptions {
  entry: LedgerEntry;
  /** The amount that is not paid. */
  open: Decimal;
  today: Date;
}

/** Returns the fragment with which the PDF page shows the letter that reminds of an invoice. */
export function formatReminder({ entry, open, today }: ReminderOptions): string {
  const form = parseText(entry.form);
  const [locale = "en"] = (form["locale"] || "en").split(",");
  const words = getLetterWords(locale);
  const format = getFormatter(words.locale, {
    code: entry.currency,
    decimals: getIsoDecimals(entry.currency) ?? 2,
  });
  const amount = format.amount(open);
  const issueDay = toLocalDay(today);
  const payBy = new Date(Date.parse(issueDay) + DAYS_TO_PAY * DAY_MS);
  const facts: Facts = {
    number: escapeMarkdown(entry.number),
    issued: format.date(entry.issueDate),
    due: entry.dueDate === "" ? "" : format.date(entry.dueDate),
    amount,
    payBy: format.date(payBy.toISOString().slice(0, 10)),
  };
  const parts = [
    formatParty(form, "from."),
    formatParty(form, "to."),
    format.date(issueDay),
    `# ${words.title} ${facts.number}`,
    words.greeting,
    words.opening(facts),
    formatTable(words, facts),
    words.request(facts),
    formatAccount(words, entry, form),
    words.closing,
    `${words.regards}\\\n${escapeMarkdown(entry.sender)}`,
  ];
  return toText({
    markdown: `${parts.filter(Boolean).join("\n\n")}\n`,
    title: `${words.title} ${entry.number}`,
    language: words.locale,
  });
}

function formatTable({ columns }: LetterWords, { number, issued, due, amount }: Facts): string {
  const cells = [number, issued, due, amount];
  return [
    `| ${columns.join(" | ")} |`,
    "| --- | --- | --- | ---: |",
    `| ${cells.join(" | ")} |`,
  ].join("\n");
}

function formatAccount(words: LetterWords, entry: LedgerEntry, form: Values): string {
  const iban = form["payment.iban"] ?? "";
  if (iban === "") return escapeMarkdown(form["payment.link"] ?? "");
  const lines = [
    [words.holder, form["payment.accountName"] || entry.sender],
    ["IBAN", iban],
    ["BIC", form["payment.bic"] ?? ""],
    [words.reference, form["payment.reference"] || entry.number],
  ];
  return lines
    .filter(([, text]) => text !== "")
    .map(([label, text = ""]) => `${label}: ${escapeMarkdown(text)}`)
    .join("\\\n");
}

/** Returns name and address of a party, a line each. */
function formatParty(form: Values, role: "from." | "to."): string {
  const read = (name: string) => (form[role + name] ?? "").trim();
  const parts = [
    read("street"),
    read("street2"),
    [read("postalCode"), read("city")].filter(Boolean).join(" "),
  ];
  const address = read("address") === "" ? parts : read("address").split("\n");
  const [name = "", ...lines] = [read("name"), ...address].filter(Boolean).map(escapeMarkdown);
  const head = role === "from." ? `**${name}**` : name;
  return [head, ...lines].join("\\\n");
}

/** Escapes what Markdown would read as markup. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>|#~]/g, "\\$&")
    .replaceAll(/&(?=#?\w+;)/g, "\\&")
    .replace(/^(\s*)([-+=])/, "$1\\$2")
    .replace(/^(\s*\d+)([.)])/, "$1\\$2");
}
