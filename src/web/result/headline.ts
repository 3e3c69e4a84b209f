import type { Headline } from "../../tools/define.ts";
import type { ToolResponse } from "../tool/response.ts";
import type { ToolView } from "../tool/view.ts";
import type { Values } from "../form/values.ts";
import { formatMoney, formatNumber } from "./number.ts";

type Members = Record<string, unknown>;

/**
 * The parts of a headline, formatted. Read in order they are a sentence: "Sell at", "$35.71", "to
 * keep 45%".
 */
export interface FormattedHeadline {
  lead: string;
  figure: string;
  label: string;
  isBad: boolean;
  /** The member of the output that the figure is. */
  member: string;
}

/** Returns the headline of a response: the first of the tool whose value the response has. */
export function toHeadline(
  { headline }: ToolView,
  { content }: ToolResponse,
): FormattedHeadline | undefined {
  if (content.kind !== "json" || typeof content.value !== "object") return undefined;
  const members = (content.value ?? {}) as Members;
  const chosen = headline.find(({ value }) => (members[value] ?? null) !== null);
  return chosen && formatHeadline(chosen, members);
}

/**
 * Returns the headline that the tool's definition has for a response as a sentence; undefined when
 * it has none.
 */
export function toHeadlineText(
  response: ToolResponse,
  _values: Values,
  view: ToolView,
): string | undefined {
  const headline = toHeadline(view, response);
  return headline && [headline.lead, headline.figure, headline.label].filter(Boolean).join(" ");
}

function formatHeadline(headline: Headline, members: Members): FormattedHeadline {
  const { value, lead = "", label, currency, bad = [], words = {} } = headline;
  const fill = (template: string) =>
    template.replaceAll(/\{(\w+)(?::(\w+))?\}/g, (_, member: string, format?: string) =>
      formatMember(headline, members, { member, format }),
    );
  const raw = String(members[value]);
  return {
    lead: fill(lead),
    figure:
      words[raw] ?? formatMember(headline, members, { member: value, format: currency && "money" }),
    label: fill(label),
    isBad: Number(members[value]) < 0 || bad.includes(raw),
    member: value,
  };
}

interface MemberFormat {
  member: string;
  /** `money`, or a number of decimals; undefined: as it is. */
  format: string | undefined;
}

function formatMember(
  { currency = "" }: Headline,
  members: Members,
  { member, format }: MemberFormat,
): string {
  const value = members[member];
  if (format === "money") {
    const code = members[currency];
    return formatMoney(Number(value), typeof code === "string" ? code : currency);
  }
  if (format !== undefined) return Number(value).toFixed(Number(format));
  return typeof value === "number" ? formatNumber(value) : String(value);
}
