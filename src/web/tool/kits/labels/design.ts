import type { Values } from "../../../form/values.ts";
import { listRows, withRow, withRows } from "../../../form/values.ts";
import type { Field } from "../../../form/field.ts";

/** The path of the code's template in the form. */
const CODE = "label.code.text";
/** The path of the lines in the form. */
export const LINES = "label.lines";

/** Lines that a label can have. */
export const MAX_LINES = 8;

/** A line of text and its style, which the form holds as a text or as JSON. */
export interface Line {
  text: string;
  bold?: boolean | undefined;
  scale?: number | undefined;
}

export function parseLine(value: string): Line {
  if (!value.startsWith('{"')) return { text: value };
  try {
    const line = JSON.parse(value) as Partial<Line> | null;
    return typeof line?.text === "string" ? { ...line, text: line.text } : { text: value };
  } catch {
    return { text: value };
  }
}

export function formatLine({ text, bold, scale }: Line): string {
  const style = { ...(bold && { bold }), ...(scale !== undefined && scale !== 1 && { scale }) };
  return Object.keys(style).length === 0 ? text : JSON.stringify({ text, ...style });
}

/** The schema's entry of the list of lines. */
const ITEM: Field = { name: "", kind: "text", label: "", required: true };

/** Returns the form with another line of text. */
export function addLine(values: Values, text: string): Values {
  const added = withRow(values, LINES, ITEM);
  const row = listRows(added, LINES).at(-1) ?? 0;
  return { ...added, [`${LINES}.${row}`]: text };
}

/** Returns the form with a column's template in the code, or as another line. */
export function placeColumn(values: Values, name: string, place: "code" | "line"): Values {
  const template = `{${name}}`;
  return place === "code" ? { ...values, [CODE]: template } : addLine(values, template);
}

/** Names of columns that a code most likely contains. */
const CODE_NAME =
  /^(.*(sku|code|ean|gtin|upc|isbn|serial|asset|tag|barcode|url|link).*|id|no|nr|number|nummer)$/i;
const SUGGESTED_LINES = 3;

/**
 * Returns the form with templates for these columns where its own name others. They are a code of
 * the column that looks like one, and lines of the next ones.
 */
export function adaptDesign(values: Values, names: readonly string[]): Values {
  const templates = [values[CODE] ?? "", ...listLines(values).map(({ text }) => text)];
  const used = templates.flatMap((text) =>
    Array.from(text.matchAll(/\{([^{}]+)\}/g), ([, name = ""]) => name),
  );
  const usable = names.filter((name) => /^[^{}]+$/.test(name));
  if (used.every((name) => name === "row" || names.includes(name))) return values;
  const code = usable.find((name) => CODE_NAME.test(name)) ?? usable[0] ?? "row";
  const lines = usable.filter((name) => name !== code).slice(0, SUGGESTED_LINES);
  const blank = withRows(values, LINES, []);
  return [...(lines.length > 0 ? lines : [code])].reduce(
    (form, name) => addLine(form, `{${name}}`),
    { ...blank, [CODE]: `{${code}}` } as Values,
  );
}

function listLines(values: Values): Line[] {
  return listRows(values, LINES).map((row) => parseLine(values[`${LINES}.${row}`] ?? ""));
}
