import type { JSX } from "preact";
import type { Headline } from "../../tools/define.ts";
import { moneyText, numberText } from "./number.ts";

type Members = Record<string, unknown>;

/** A figure of more characters is set smaller, because it has to fit on one line. */
const MAX_LARGE_CHARACTERS = 12;

/** The first figure of an output, large, with its label; nothing when this output has no such member. */
export function HeadlineFigure({ headline, output }: HeadlineProps): JSX.Element | null {
  const members = output as Members;
  const { value, label, currency, bad = [] } = headline;
  if (!(value in members)) return null;
  const figure = formatMember(headline, members, { member: value, format: currency && "money" });
  const isBad = Number(members[value]) < 0 || bad.includes(String(members[value]));
  return (
    <p class={figure.length > MAX_LARGE_CHARACTERS ? "highlight wide" : "highlight"}>
      <strong class={isBad ? "bad" : undefined}>{figure}</strong>
      <span>
        {label.replaceAll(/\{(\w+)(?::(\w+))?\}/g, (_, member: string, format?: string) =>
          formatMember(headline, members, { member, format }),
        )}
      </span>
    </p>
  );
}

interface HeadlineProps {
  headline: Headline;
  output: unknown;
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
    return moneyText(Number(value), typeof code === "string" ? code : currency);
  }
  return format === undefined ? plainText(value) : Number(value).toFixed(Number(format));
}

function plainText(value: unknown): string {
  return typeof value === "number" ? numberText(value) : String(value);
}
