// One file, because all of them are loaded with the first use of the form.
export { takeTable } from "./replace-rows.ts";
export { findSheets, SheetChoices } from "./SheetChoices.tsx";
export { SheetSummary } from "./SheetSummary.tsx";
export { TableEditor } from "./TableEditor.tsx";
