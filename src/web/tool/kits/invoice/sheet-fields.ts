import { toFormPath } from "../../../form/input.ts";
import type { Values } from "../../../form/values.ts";
import type { FormModel } from "../../../form/form-model.ts";
import type { ToolView } from "../../view.ts";

/** The form that the sheet belongs to. */
export interface SheetSource {
  view: ToolView;
  model: FormModel;
}

/** An element of the sheet with the text of a field. */
export interface EditableField {
  element: HTMLElement;
  /** The path in the form. */
  path: string;
}

/** Members of an item by column. */
const COLUMNS = ["description", "quantity", "rate"];

/**
 * Lists the texts and numbers of the form that a sheet shows, by the classes of
 * `tools/invoice/page`.
 */
export function markFields(page: Document, { view, model }: SheetSource): EditableField[] {
  const values = model.values.value;
  const toField = (element: Element | null, path: string | undefined) =>
    element && path !== undefined
      ? [{ element: wrapText(element), path: toFormPath(view.fields, values, path) }]
      : [];
  return [
    ...toField(page.querySelector(".brand h1 .user"), "invoiceNumber"),
    ...listPartyFields(page, values, toField),
    ...toField(groupAddress(page, values), "to.address"),
    ...[...page.querySelectorAll(".items tbody tr")].flatMap((row, index) =>
      COLUMNS.flatMap((name, column) =>
        toField(row.children[column] ?? null, `items.${index}.${name}`),
      ),
    ),
    ...[...page.querySelectorAll(".facts > dl > dd:not(.due), .payment dd")].flatMap((detail) => {
      const path = findMember(values, detail, detail.closest(".payment") ? "payment." : "");
      return path === undefined ? listLetterFields(detail, values, toField) : toField(detail, path);
    }),
    ...listRates(page, values, toField),
    ...toField(page.querySelector(".notes .kept"), "notes"),
  ];
}

type ToField = (element: Element | null, path: string | undefined) => EditableField[];

function listPartyFields(page: Document, values: Values, toField: ToField): EditableField[] {
  return (["from", "to"] as const).flatMap((role, index) => {
    const lines = page.querySelectorAll(`.party:nth-of-type(${index + 1}) .user`);
    return [...lines].flatMap((line) => toField(line, findMember(values, line, `${role}.`)));
  });
}

/** Puts the lines of the address in an envelope's window into one element. */
function groupAddress(page: Document, values: Values): Element | null {
  const lines = [...page.querySelectorAll(".window address .user")].slice(1);
  const text = normalize(lines.map(({ textContent }) => textContent).join(" "));
  if (text === "" || !normalize(values["to.address"] ?? "").startsWith(text)) return null;
  const group = page.createElement("span");
  group.className = "user";
  lines[0]?.before(group);
  group.append(...lines);
  return group;
}

/** Facts of the recipient that a letter prints below the dates, a text in each line. */
function listLetterFields(detail: Element, values: Values, toField: ToField): EditableField[] {
  if (!detail.ownerDocument.querySelector(".window")) return [];
  const lines = detail.textContent.split("\n").map((text) => {
    const line = detail.ownerDocument.createElement("span");
    line.textContent = text;
    return line;
  });
  if (lines.every((line) => findMember(values, line, "to.") === undefined)) return [];
  detail.replaceChildren(...lines.flatMap((line, at) => (at > 0 ? ["\n", line] : [line])));
  return lines.flatMap((line) => toField(line, findMember(values, line, "to.")));
}

/** The rates of discount and tax, which are the document's own where there is one line of each. */
function listRates(page: Document, values: Values, toField: ToField): EditableField[] {
  const labels = [...page.querySelectorAll(".sums dl > div:not(.total) dt")];
  const hasDiscount = Number(values["discount"]) > 0;
  const rates = labels.slice(1).filter(({ textContent }) => /\(.*%.*\)/.test(textContent));
  const paths = hasDiscount ? ["discount", "taxRate"] : ["taxRate"];
  if (rates.length !== paths.length || labels.length > 3) return [];
  return rates.flatMap((label, index) => toField(label, paths[index]));
}

/** Returns the path below `parent` whose value is the text of an element. */
function findMember(values: Values, element: Element, parent: string): string | undefined {
  const text = element.querySelector("time")?.dateTime ?? element.textContent;
  const isSame = (value = "") => value.trim() !== "" && normalize(text).endsWith(normalize(value));
  return Object.keys(values)
    .filter((path) => path.startsWith(parent) && !path.slice(parent.length).includes("."))
    .filter((path) => isSame(values[path]))
    .toSorted((left, right) => (values[right]?.length ?? 0) - (values[left]?.length ?? 0))[0];
}

const normalize = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Puts an element's own text into one of its own, so that the table keeps its cells. */
function wrapText(element: Element): HTMLElement {
  if (!/^(TH|TD|DT|DD)$/.test(element.tagName)) return element as HTMLElement;
  const host = element.ownerDocument.createElement("span");
  const small = element.querySelector("small");
  host.append(...[...element.childNodes].filter((node) => node !== small));
  element.prepend(host);
  return host;
}
