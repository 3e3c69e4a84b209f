import { addRow } from "../../../form/form-model.ts";
import { listRows, type Values, withRows, withoutRow } from "../../../form/values.ts";
import type { EditableField, SheetSource } from "./sheet-fields.ts";

/** Optional fields that an empty sheet offers, by the element that they are added to. */
const PLACEHOLDERS: readonly [path: string, text: string, host: string][] = [
  ...(["from", "to"] as const).flatMap((role, index) =>
    ["address", "email", "phone"].map((name): [string, string, string] => [
      `${role}.${name}`,
      `Add ${name}`,
      `.party:nth-of-type(${index + 1})`,
    ]),
  ),
  ["notes", "Add notes", ".sheet"],
];

/** Adds places for the optional fields that are empty. */
export function createPlaceholders(page: Document, { model }: SheetSource): EditableField[] {
  const values = model.values.value;
  return PLACEHOLDERS.flatMap(([path, text, selector]) => {
    const host = page.querySelector(selector);
    if (!host || isFilled(values, path)) return [];
    return [{ element: appendPlaceholder(host, text), path }];
  });
}

/** An address is filled in by its parts, too. */
function isFilled(values: Values, path: string): boolean {
  const [role = ""] = path.split(".");
  const paths = path.endsWith(".address") ? [path, `${role}.street`, `${role}.city`] : [path];
  return paths.some((name) => values[name]?.trim());
}

function appendPlaceholder(host: Element, text: string): HTMLElement {
  const create = () => host.ownerDocument.createElement("span");
  let places = host.querySelector<HTMLElement>(":scope > [data-places]");
  if (!places) {
    places = create();
    places.dataset["places"] = "";
    host.append(places);
  }
  const element = create();
  element.textContent = text;
  places.append(element);
  return element;
}

/** Adds buttons to the lines: add, move, discount and remove. */
export function createRowTools(
  page: Document,
  { view, model }: SheetSource,
  edit: (path: string) => void,
): void {
  const item = view.fields.find(({ name }) => name === "items")?.item;
  const lines = [...page.querySelectorAll<HTMLTableRowElement>(".items tbody tr")];
  for (const [index, line] of lines.entries()) {
    const values = model.values.value;
    const row = listRows(values, "items")[index] ?? index;
    const name = `item ${index + 1}`;
    const tools = page.createElement("span");
    tools.dataset["tools"] = "";
    const add = (label: string, text: string, run: () => void) => {
      const button = page.createElement("button");
      button.type = "button";
      button.ariaLabel = label;
      button.title = label;
      button.textContent = text;
      button.addEventListener("click", run);
      tools.append(button);
    };
    const discount = `items.${row}.discount`;
    if (index > 0) add(`Move ${name} up`, "↑", () => move(model, row, -1));
    if (index < lines.length - 1) add(`Move ${name} down`, "↓", () => move(model, row, 1));
    add(`Discount of ${name}`, "%", () => {
      tools.before(createDiscount(page, values, discount));
      edit(discount);
    });
    add(`Add item after ${name}`, "+", () => {
      if (!item) return;
      addRow(model, "items", item);
      const rows = listRows(model.values.value, "items");
      const added = rows.pop() ?? row;
      rows.splice(rows.indexOf(row) + 1, 0, added);
      const filled = { ...model.values.value, [`items.${added}.description`]: "New item" };
      const zero = { [`items.${added}.quantity`]: "1", [`items.${added}.rate`]: "0" };
      model.change(withRows({ ...filled, ...zero }, "items", rows));
      edit(`items.${row + 1}.description`);
    });
    if (lines.length > 1) {
      add(`Remove ${name}`, "×", () => model.change(withoutRow(model.values.value, "items", row)));
    }
    line.cells[0]?.append(tools);
  }
}

function createDiscount(page: Document, values: Values, path: string): HTMLElement {
  const element = page.createElement("span");
  element.dataset["field"] = path;
  element.tabIndex = 0;
  element.textContent = values[path] ?? "";
  return element;
}

/** Moves a line up or down by one. */
function move(model: SheetSource["model"], row: number, by: number): void {
  const values = model.values.value;
  const rows = listRows(values, "items");
  const from = rows.indexOf(row);
  rows.splice(from + by, 0, ...rows.splice(from, 1));
  model.change(withRows(values, "items", rows));
}
