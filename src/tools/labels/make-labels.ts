import { parseColor } from "../../domain/symbol/colors.ts";
import { formatPath, type Issue, throwIssues, ValidationError } from "../../lib/errors.ts";
import { hasLowContrast } from "./code/check-code.ts";
import { createCodeEncoder } from "./code/encode-code.ts";
import type { Printer } from "./code/fit-code.ts";
import { createFrame } from "./layout/frame.ts";
import { layoutLabel } from "./layout/label-layout.ts";
import { createJsonWriter } from "./output/json.ts";
import { createPdfWriter } from "./output/pdf.ts";
import type { LabelWriter } from "./output/writer.ts";
import { createZplWriter } from "./output/zpl.ts";
import { readLabelRows } from "./rows/read-rows.ts";
import { parseTemplates } from "./rows/templates.ts";
import type { LabelWarning } from "./output-schema.ts";
import { DOTS_PER_MM } from "./schema.ts";
import { countPositions } from "../../domain/label-sheet/sheet.ts";
import type { LabelsJob, MadeLabels } from "./task.ts";

/** Sentences about rows in one response. */
const MAX_ISSUES = 20;

/**
 * Makes labels of rows. Throws a ValidationError with what is wrong in the rows; nothing is made if
 * one of them fails.
 */
export async function makeLabels(job: LabelsJob): Promise<MadeLabels> {
  const { sheet, label, copies } = job;
  const rows = readLabelRows(job.rows, copies);
  const { fill, requireNames } = parseTemplates(label);
  requireNames(rows);
  const encodeCode = label.code && (await createCodeEncoder(label.code));
  const frame = createFrame(label, sheet, getPrinter(job));
  const writer = createWriter(job);
  const warnings = new WarningList(
    label.code && hasLowContrast(label.code) ? ["low-contrast"] : [],
  );
  const issues: Issue[] = [];
  let failed = 0;
  for (const [row, values] of rows.entries()) {
    try {
      const { code, lines } = fill(values, row);
      const encoded = code === undefined ? undefined : encodeCode?.(code);
      const layout = layoutLabel(frame, { code: encoded, lines });
      warnings.add(layout.warnings, row);
      if (failed === 0) writer.add({ row, layout });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      failed += 1;
      if (failed <= MAX_ISSUES) issues.push(...nameRow(error.issues, row));
    }
  }
  if (failed > MAX_ISSUES)
    issues.push({ path: ["rows"], subject: "and", message: `${failed - MAX_ISSUES} more` });
  throwIssues(issues);
  const labels = rows.length * copies;
  return {
    labels,
    pages: Math.ceil((getFirst(job) - 1 + labels) / countPositions(sheet)),
    warnings: warnings.list(),
    ...writer.finish(),
  };
}

function nameRow(issues: readonly Issue[], row: number): Issue[] {
  return issues.map(({ path, message }) => ({
    path: ["rows", row],
    subject: path.length === 0 ? `rows[${row}]` : `rows[${row}]: ${formatPath(path)}`,
    message,
  }));
}

function getPrinter({ format, dpi }: LabelsJob): Printer | undefined {
  return format === "zpl" ? { dotsPerMm: DOTS_PER_MM[dpi] } : undefined;
}

/** Returns the first position; printers have one. */
function getFirst({ format, startAt }: LabelsJob): number {
  return format === "zpl" ? 1 : startAt;
}

type Written = Pick<MadeLabels, "positions" | "file">;

function createWriter(job: LabelsJob): LabelWriter<Written> {
  const { sheet, copies, outline, startAt, dpi, format, label } = job;
  if (format === "json") {
    const writer = createJsonWriter({ sheet, startAt, copies });
    return { ...writer, finish: () => ({ positions: writer.finish() }) };
  }
  const color = parseColor(label.code?.darkColor ?? "#000000");
  const writer =
    format === "pdf"
      ? createPdfWriter({ sheet, startAt, copies, outline, color })
      : createZplWriter({ size: sheet, copies, dotsPerMm: DOTS_PER_MM[dpi] });
  return { ...writer, finish: () => ({ file: writer.finish() }) };
}

/** Collects warnings with the rows that have them. */
class WarningList {
  readonly #rows = new Map<LabelWarning, number[]>();
  readonly #ofAll: readonly LabelWarning[];

  /** `ofAll` are warnings of every row. */
  constructor(ofAll: readonly LabelWarning[]) {
    this.#ofAll = ofAll;
  }

  /** `row` counts from 0. */
  add(warnings: readonly LabelWarning[], row: number): void {
    for (const code of [...this.#ofAll, ...warnings]) {
      const rows = this.#rows.get(code) ?? [];
      rows.push(row + 1);
      this.#rows.set(code, rows);
    }
  }

  list(): MadeLabels["warnings"] {
    return Array.from(this.#rows, ([code, rows]) => ({ code, rows }));
  }
}
