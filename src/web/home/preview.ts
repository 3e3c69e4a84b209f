import type { ComponentType } from "preact";
import { type FormattedHeadline, toHeadline } from "../result/headline.ts";
import type { ToolResponse } from "../tool/response.ts";
import type { ToolView } from "../tool/view.ts";

/** A preview of a tool: the result of its example, or a drawing of one. */
export type Preview =
  | { kind: "drawing"; Drawing: ComponentType }
  | { kind: "image"; url: string }
  | { kind: "document"; url: string }
  | { kind: "figure"; lead: string; figure: string; label: string }
  | { kind: "text"; text: string }
  /** The beginning of a long text. */
  | { kind: "lines"; text: string }
  | { kind: "rows"; rows: readonly (readonly [method: string, path: string, age: string])[] };

/** Characters of a text in a preview. A generated password is cut, because others may see it. */
const MAX_LINE = 14;
const MAX_LINES = 12;

/**
 * Returns the preview of a result; undefined when it has nothing to show. `sentence` is the
 * headline of the tool's page.
 */
export function toPreview(
  view: ToolView,
  response: ToolResponse,
  sentence?: string,
): Preview | undefined {
  const { content } = response;
  if (content.kind === "image") return { kind: "image", url: content.url };
  if (content.kind === "document") return { kind: "document", url: `${view.pagePath}/response` };
  if (content.kind === "text") return { kind: "lines", text: getFirstLines(content.text) };
  if (content.kind !== "json") return undefined;
  const headline = toHeadline(view, response);
  if (headline) return { kind: "figure", ...toLines(headline) };
  // "100 USD = 92.34 EUR" has the result after the sign.
  const [lead = "", figure] = sentence?.split(" = ") ?? [];
  return figure === undefined
    ? getFirstText(content.value)
    : { kind: "figure", lead: `${lead} =`, figure, label: "" };
}

/**
 * Removes the punctuation that joins a headline to a sentence, because a preview has each part on a
 * line.
 */
function toLines({ lead, figure, label }: FormattedHeadline) {
  return { lead: lead.replace(/:$/, ""), figure, label: label.replace(/^\((.*)\)$/, "$1") };
}

/** Returns the first text in a JSON value. */
function getFirstText(value: unknown): Preview | undefined {
  if (typeof value === "string") {
    return value.includes("\n")
      ? { kind: "lines", text: getFirstLines(value) }
      : { kind: "text", text: shorten(value) };
  }
  const inner = typeof value === "object" && value !== null ? Object.values(value) : [];
  for (const member of inner) {
    const text = getFirstText(member);
    if (text) return text;
  }
  return undefined;
}

function shorten(text: string): string {
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text;
}

function getFirstLines(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, MAX_LINES)
    .join("\n");
}
