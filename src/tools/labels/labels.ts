import { ValidationError } from "../../lib/errors.ts";
import type { ToolContext } from "../tool-context.ts";
import { checkCode } from "./code/check-code.ts";
import { createFrame } from "./layout/frame.ts";
import { parseTemplates } from "./rows/templates.ts";
import type { LabelDesign } from "./label-schema.ts";
import { DOTS_PER_MM, type LabelFormat, type LabelsRequest } from "./schema.ts";
import { resolveSheet } from "../../domain/label-sheet/resolve-sheet.ts";
import { countPositions } from "../../domain/label-sheet/sheet.ts";
import { type LabelsJob, type LabelsResult, MAKE_TASK, type MadeLabels } from "./task.ts";

/** Dots that ZPL can address, and that fit into a worker's memory. */
const MAX_DOTS_PER_SIDE = 32_000;
const MAX_DOTS = 40_000_000;

/** Throws ValidationError for a design without content, and for an invalid code or template. */
export function checkLabel({ label }: Pick<LabelsRequest, "label">): void {
  if (label.code === undefined && label.lines.length === 0)
    throw ValidationError.at(["label"], "must have code or lines");
  parseTemplates(label);
  if (label.code) checkCode(label.code);
}

/** Throws ValidationError for a padding that leaves no room. */
export function checkPadding({ label, sheet }: Pick<LabelsRequest, "label" | "sheet">): void {
  createFrame(label, resolveSheet(sheet));
}

/** Throws ValidationError for a position that the sheet does not have. */
export function checkStart({ sheet, startAt, format }: LabelsRequest): void {
  const positions = countPositions(resolveSheet(sheet));
  if (format !== "zpl" && startAt > positions)
    throw ValidationError.at(["startAt"], `must be at most ${positions}, the labels of the sheet`);
}

/** Throws ValidationError for a sheet that a label printer cannot print. */
export function checkPrinter({ sheet: sent, format, dpi }: LabelsRequest): void {
  if (format !== "zpl") return;
  const sheet = resolveSheet(sent);
  const positions = countPositions(sheet);
  if (positions > 1) {
    const name = sheet.id ?? "this one";
    const rule = `zpl needs a sheet with one label; ${name} has ${positions}`;
    throw ValidationError.at(["format"], rule);
  }
  const [width, height] = [sheet.width, sheet.height].map((mm) =>
    Math.round(mm * DOTS_PER_MM[dpi]),
  );
  const [across = 0, down = 0] = [width, height];
  if (Math.max(across, down) > MAX_DOTS_PER_SIDE || across * down > MAX_DOTS)
    throw ValidationError.at(
      ["format"],
      `zpl has too many dots for this label: ${across} × ${down}`,
    );
}

/** Resolves the sheet of a request. Throws ValidationError. */
export function toJob(request: LabelsRequest): LabelsJob {
  checkLabel(request);
  checkPadding(request);
  checkStart(request);
  checkPrinter(request);
  const { sheet, rows, label } = request;
  return { ...request, sheet: resolveSheet(sheet), rows: pickMembers(rows, label) };
}

/** Returns the rows with the members that the label shows, because a worker gets a copy of them. */
function pickMembers(rows: LabelsRequest["rows"], label: LabelDesign): LabelsRequest["rows"] {
  if (typeof rows === "string") return rows;
  const { names } = parseTemplates(label);
  return rows.map((row) => {
    // `fromEntries` defines members, so that one named `__proto__` is as harmless as any other.
    return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
  });
}

/** Makes labels in a worker. Rejects with ValidationError for broken rows and too many of them. */
export async function makeInWorker(
  job: LabelsJob,
  format: LabelFormat,
  { tasks }: Pick<ToolContext, "tasks">,
): Promise<MadeLabels> {
  const options = { onTimeout: throwTooLong };
  const result = await tasks.run<LabelsResult>(MAKE_TASK, { ...job, format }, options);
  if (result.kind === "invalid") throw new ValidationError(result.issues);
  return result;
}

function throwTooLong(): never {
  const subject = "The labels take too long to draw.";
  throw new ValidationError([{ path: ["rows"], subject, message: "Send fewer rows." }]);
}
