import { formatFieldId } from "../../../form/model.ts";
import { toFormPath } from "../../../form/input.ts";
import type { Values } from "../../../form/values.ts";
import type { ToolView } from "../../view.ts";

/** The form's fields, and its values when the sheet was made. */
interface SheetSource {
  view: ToolView;
  values: Values;
}

/**
 * Parts of the sheet that come from a field of the form, by the classes of `tools/invoice/page`.
 */
const PARTS =
  ":is(.brand > *, .party .user, .facts > dl > dd, .items tbody tr > *, .sums dl > div:not(.total, :first-child), .notes, .payment dd)";

const STYLES = `@media screen { ${PARTS} { cursor: pointer } ${PARTS}:hover { outline: 2px solid #8886; outline-offset: 2px } }`;

/**
 * Marks the parts of the sheet that can be clicked. A click moves the focus to the part's field;
 * links and selected text keep theirs.
 */
export function handleSheetEvent(source: SheetSource, { type, target }: Event): void {
  const element = target as Element;
  const page = element.ownerDocument;
  if (page.defaultView && page.adoptedStyleSheets.length === 0) {
    // Adopted, because the document stays while its content is replaced.
    const styles = new page.defaultView.CSSStyleSheet();
    styles.replaceSync(STYLES);
    page.adoptedStyleSheets = [styles];
  }
  const part = element.closest(`a, ${PARTS}`);
  const isSelecting = page.getSelection()?.isCollapsed === false;
  if (type === "click" && part && part.localName !== "a" && !isSelecting) focusField(source, part);
}

/** Moves the focus to the field of the form that a part of the sheet came from. */
function focusField({ view, values }: SheetSource, part: Element): void {
  const path = toFormPath(view.fields, values, findPath(values, part));
  const control = document.getElementById(formatFieldId(path));
  const details = control?.closest("details");
  // Opened, because a closed element would not take the focus.
  if (details) details.open = true;
  control?.focus();
}

/** Members of an item by column. The last column, the amount, leads to the rate. */
const COLUMNS = ["description", "quantity", "rate"];

/** Returns the path of a field in the request, such as `items.1.rate`. */
function findPath(values: Values, part: Element): string {
  const row = part.closest<HTMLTableRowElement>(".items tr");
  if (row) {
    const cell = part.closest<HTMLTableCellElement>("th, td");
    return `items.${row.sectionRowIndex}.${COLUMNS[cell?.cellIndex ?? 0] ?? "rate"}`;
  }
  const party = part.closest(".party");
  if (party) {
    const role = party.previousElementSibling ? "to" : "from";
    return findValue(values, part, `${role}.`) ?? `${role}.name`;
  }
  if (part.closest(".payment")) return findValue(values, part, "payment.") ?? "payment.iban";
  if (part.closest(".brand h1")) return "invoiceNumber";
  if (part.closest(".brand")) return "from.name";
  if (part.closest(".notes")) return "notes";
  if (part.closest(".facts")) return findValue(values, part, "") ?? "dueDate";
  return isDiscount(values, part) ? "discount" : "taxRate";
}

/**
 * Returns the path below `parent` with the longest value in the clicked text, because shorter ones
 * match by chance.
 */
function findValue(values: Values, part: Element, parent: string): string | undefined {
  const line = part.closest(".user, dd");
  const text = line?.querySelector("time")?.dateTime ?? line?.textContent ?? "";
  const paths = Object.keys(values).filter((path) => {
    const value = values[path]?.trim() ?? "";
    const isMember = path.startsWith(parent) && !path.slice(parent.length).includes(".");
    return isMember && value !== "" && text.includes(value);
  });
  return paths.toSorted((left, right) => getLength(values, right) - getLength(values, left))[0];
}

function getLength(values: Values, path: string): number {
  return values[path]?.length ?? 0;
}

/** Returns true for the line of the discount, which follows the subtotal when there is one. */
function isDiscount(values: Values, part: Element): boolean {
  const line = part.closest(".sums div > div, .sums dl > div");
  const isSecond = line?.parentElement?.children[1] === line;
  return isSecond && Number(values["discount"]) > 0;
}
