import type { JSX } from "preact";
import { Copy } from "../shell/Copy.tsx";
import { formatNumber } from "./number.ts";

/** Names of members that are amounts of money, which have two decimals so that they line up. */
const MONEY = /(cost|costs|amount|price|profit|revenue|costPer\w+)$/i;

/**
 * A line in capitals before a paragraph. The agreements indent the caller's own lines, so those
 * never match.
 */
const HEADING = /^(?! )[^a-z\n]+\n\n/;

/**
 * Places where a page may break in print: not after a heading and not before signature lines, which
 * share a page.
 */
const BREAK = new RegExp(`(?<=\\n\\n)(?<!${HEADING.source})(?![^\\n]*\\n[^\\n]*: _{8})`, "m");

/** A single value, formatted. Numbers whose `name` is that of an amount have two decimals. */
export function Scalar({ value, name = "" }: { value: unknown; name?: string }): JSX.Element {
  if (typeof value === "number") {
    return <span class="number">{formatNumber(value, MONEY.test(name) ? 2 : 0)}</span>;
  }
  if (typeof value === "boolean") return <span>{value ? "yes" : "no"}</span>;
  if (value === null || value === undefined || value === "") return <span class="none">none</span>;
  return <span dir="auto">{typeof value === "string" ? value : JSON.stringify(value)}</span>;
}

/**
 * A text with a button that copies it. Long texts scroll; data URLs of images are shown as images.
 */
export function TextValue({ text, name }: { text: string; name: string }): JSX.Element {
  if (text.startsWith("data:image/")) return <img class="inline" src={text} alt={name} />;
  if (isLong(text)) return <LongText text={text} name={name} />;
  if (text === "") return <Scalar value={text} />;
  return (
    <span class="copyable">
      <code dir="auto">{text}</code>
      <Copy text={text} what={name} />
    </span>
  );
}

/** A text of several lines. */
export function LongText({ text, name }: { text: string; name: string }): JSX.Element {
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

/** Returns true when a text needs more than a line. */
export function isLong(text: string): boolean {
  return text.includes("\n") || text.length > 200;
}
