import type { JSX } from "preact";
import { Copy } from "../shell/Copy.tsx";
import { numberText } from "./number.ts";

/** Members that hold money by their names: two decimals line up. */
const MONEY = /(cost|costs|amount|price|profit|revenue|costPer\w+)$/i;

/** A line in capitals over a paragraph, as agreements have them; what a caller wrote is indented there. */
const HEADING = /^(?! )[^a-z\n]+\n\n/;

/**
 * Where paragraphs part that may be printed on two pages: not after a heading, and not before lines to sign on,
 * since all sign one sheet.
 */
const BREAK = new RegExp(`(?<=\\n\\n)(?<!${HEADING.source})(?![^\\n]*\\n[^\\n]*: _{8})`, "m");

/** A single value, as people write it. `name` tells whether a number is money. */
export function Scalar({ value, name = "" }: { value: unknown; name?: string }): JSX.Element {
  if (typeof value === "number") {
    return <span class="number">{numberText(value, MONEY.test(name) ? 2 : 0)}</span>;
  }
  if (typeof value === "boolean") return <span>{value ? "yes" : "no"}</span>;
  if (value === null || value === undefined || value === "") return <span class="none">none</span>;
  return <span dir="auto">{typeof value === "string" ? value : JSON.stringify(value)}</span>;
}

/** A text that somebody may want to copy; long ones scroll, pictures show. */
export function Text({ text, name }: { text: string; name: string }): JSX.Element {
  if (text.startsWith("data:image/")) return <img class="inline" src={text} alt={name} />;
  if (isLong(text)) {
    return (
      <div class="long">
        <Copy text={text} what={name} />
        <pre tabIndex={0} dir="auto">
          {text.split(BREAK).map((paragraph, index) => (
            <span key={index} class="paragraph">
              <b>{HEADING.exec(paragraph)?.[0]}</b>
              {paragraph.replace(HEADING, "")}
            </span>
          ))}
        </pre>
      </div>
    );
  }
  if (text === "") return <Scalar value={text} />;
  return (
    <span class="copyable">
      <code dir="auto">{text}</code>
      <Copy text={text} what={name} />
    </span>
  );
}

/** Whether a text needs room of its own. */
export function isLong(text: string): boolean {
  return text.includes("\n") || text.length > 200;
}
