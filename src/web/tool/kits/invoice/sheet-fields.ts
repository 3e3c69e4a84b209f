import { formatFieldId } from "../../../form/model.ts";
import { toFormPath } from "../../../form/input.ts";
import type { Values } from "../../../form/values.ts";
import type { ToolView } from "../../view.ts";

/** The form's fields, and its values when the sheet was made. */
interface Source {
  view: ToolView;
  values: Values;
}

/** Parts of the sheet that come from a field of the form. */
const PARTS =
  ":is(.brand > *, .party .user, .facts > dl > dd, .items tbody tr > *, .sums dl > div:not(.total, :first-child), .notes, .payment dd)";

const STYLES = `@media screen { ${PARTS} { cursor: pointer } ${PARTS}:hover { outline: 2px solid #8886; outline-offset: 2px } }`;

/** Marks the parts of the sheet that can be clicked. A click moves the focus to the part's field; links and selected text keep theirs. */
export function handleSheetEvent(source: Source, { type, target }: Event): void {
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
function focusField({ view, values }: Source, target: Element): void {
  const path = toFormPath(view.fields, values, findPath(values, target));
  const control = document.getElementById(formatFieldId(path));
  const options = control?.closest("details");
  if (options) options.open = true;
  control?.focus();
}

/** The columns of the items; the amount comes from quantity and rate. */
const COLUMNS = ["description", "quantity", "rate"];

/** Returns the path of a field in the request, such as `items.1.rate`. */
function findPath(values: Values, target: Element): string {
  const row = target.closest<HTMLTableRowElement>(".items tr");
  if (row) {
    const cell = target.closest<HTMLTableCellElement>("th, td");
    return `items.${row.sectionRowIndex}.${COLUMNS[cell?.cellIndex ?? 0] ?? "rate"}`;
  }
  const party = target.closest(".party");
  if (party) {
    const role = party.previousElementSibling ? "to" : "from";
    return findValue(values, target, `${role}.`) ?? `${role}.name`;
  }
  if (target.closest(".payment")) return findValue(values, target, "payment.") ?? "payment.iban";
  if (target.closest(".brand h1")) return "invoiceNumber";
  if (target.closest(".brand")) return "from.name";
  if (target.closest(".notes")) return "notes";
  if (target.closest(".facts")) return findValue(values, target, "") ?? "dueDate";
  return isDiscount(values, target) ? "discount" : "taxRate";
}

/** Returns the path below `parent` with the longest value that the clicked text contains. */
function findValue(values: Values, target: Element, parent: string): string | undefined {
  const line = target.closest(".user, dd");
  const text = line?.querySelector("time")?.dateTime ?? line?.textContent ?? "";
  const paths = Object.keys(values).filter((path) => {
    const value = values[path]?.trim() ?? "";
    const isMember = path.startsWith(parent) && !path.slice(parent.length).includes(".");
    return isMember && value !== "" && text.includes(value);
  });
  return paths.toSorted((one, other) => getLength(values, other) - getLength(values, one))[0];
}

function getLength(values: Values, path: string): number {
  return values[path]?.length ?? 0;
}

/** Returns true for the second line of the sums when there is a discount. */
function isDiscount(values: Values, target: Element): boolean {
  const line = target.closest(".sums div > div, .sums dl > div");
  const isSecond = line?.previousElementSibling?.previousElementSibling === null;
  return isSecond && Number(values["discount"]) > 0;
}
