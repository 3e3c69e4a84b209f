import type { Values } from "../form/values.ts";
import { toRequest } from "../tool/tool-request.ts";
import type { ToolView } from "../tool/view.ts";
import { listMapped, type Mapping } from "./columns.ts";
import type { RowsFile } from "./read-rows.ts";

export type OutputKind = "" | "zip" | "ndjson" | "csv" | "pdf";

/** The choices of the page. */
export interface ManyOptions {
  mapping: Mapping;
  groupBy: string;
  name: string;
  output: OutputKind;
  /** The form whose values rows lack; undefined: none. */
  form: Values | undefined;
  /** The value of the tool's format field; empty: its default. */
  format: string;
}

/** A request of a batch or a job. */
interface ManyRequest {
  /** The query of the tool's own members. */
  query: string;
  form: FormData;
}

const FILE_NAMES = { table: "rows.csv", json: "rows.json", ndjson: "rows.ndjson" };

/** Returns the field that chooses the files of a tool. */
export function findFormatField({ query, fields }: ToolView) {
  return [...query, ...fields].find(({ media }) => media);
}

/** Creates the request of rows: those of the file, or its first ones. */
export function createRequest(
  view: ToolView,
  { kind, ...rows }: RowsFile,
  { isSample = false, ...options }: ManyOptions & { isSample?: boolean },
): ManyRequest {
  const { mapping, groupBy, name, output } = options;
  const format = findFormatField(view);
  const isQuery = view.query.some((field) => field === format);
  const query = isQuery && options.format ? `?format=${encodeURIComponent(options.format)}` : "";
  const defaults = createDefaults(view, options);
  if (format && !isQuery && options.format) defaults[format.name] = options.format;
  const form = new FormData();
  form.set("defaults", JSON.stringify(defaults));
  if (kind === "table") {
    form.set("mapping", JSON.stringify(mapping));
    if (groupBy !== "") form.set("groupBy", groupBy);
  }
  if (name.trim() !== "") form.set("name", name);
  if (isSample) form.set("output", "ndjson");
  else if (output !== "") form.set("output", output);
  form.set("rows", isSample ? rows.sample : rows.file, FILE_NAMES[kind]);
  return { query: isSample ? "" : query, form };
}

/** Returns the members of the form that no column sets, nor replaces. */
function createDefaults(
  view: ToolView,
  { form, mapping }: Pick<ManyOptions, "form" | "mapping">,
): Record<string, unknown> {
  if (!form) return {};
  const mapped = new Set(listMapped(mapping));
  const alternatives = view.fields
    .map(({ name, unless = [] }) => [name, ...unless])
    .filter((names) => names.length > 1 && names.some((name) => mapped.has(name)));
  const replaced = new Set(alternatives.flat());
  const isKept = ([name, value]: [string, unknown]) =>
    !replaced.has(name) &&
    (!mapped.has(name) || (typeof value === "object" && !Array.isArray(value)));
  return Object.fromEntries(Object.entries(toRequest(view, form).input).filter(isKept));
}
