import {
  acceptsExplicitly,
  formatContentDisposition,
  negotiate,
} from "../../lib/net/http-headers.ts";
import type { ReplyOptions, ToolReply } from "../define.ts";
import type { ToolContext } from "../tool-context.ts";
import { makeInWorker } from "./labels.ts";
import type { LabelFormat } from "./schema.ts";
import type { LabelsJob, MadeLabels } from "./task.ts";

const JSON_TYPE = "application/json";
const TYPES = { pdf: "application/pdf", zpl: "application/zpl", json: JSON_TYPE } as const;

/** Makes the labels and returns them in the requested format. */
export async function createLabelsReply(
  job: LabelsJob,
  options: Pick<ReplyOptions, "format" | "accept">,
  context: Pick<ToolContext, "tasks">,
): Promise<ToolReply> {
  const format = chooseFormat(job, options);
  const result = await makeInWorker(job, format, context);
  const headers = createHeaders(result);
  if (format === "json" || !result.file) {
    const { labels, pages, positions = [], warnings } = result;
    const { id = null, ...measures } = job.sheet;
    const body = { sheet: { id, ...measures }, labels, pages, positions, warnings };
    return { type: JSON_TYPE, body, headers, isNegotiated: true };
  }
  const disposition = formatContentDisposition({
    name: "labels",
    extension: format,
    type: format === "pdf" ? "inline" : "attachment",
  });
  return {
    type: TYPES[format],
    body: result.file,
    headers: { ...headers, "Content-Disposition": disposition },
    isNegotiated: true,
  };
}

function chooseFormat(
  job: LabelsJob,
  { format, accept }: Pick<ReplyOptions, "format" | "accept">,
): LabelFormat {
  if (format === "json") return "json";
  if (format === "file" || !acceptsExplicitly(accept, JSON_TYPE)) return job.format;
  return negotiate(accept, [TYPES[job.format], JSON_TYPE]) === JSON_TYPE ? "json" : job.format;
}

function createHeaders({ labels, pages, warnings }: MadeLabels): Record<string, string> {
  const codes = warnings.map(({ code }) => code).join(", ");
  return {
    "X-Labels-Count": String(labels),
    "X-Labels-Pages": String(pages),
    ...(codes !== "" && { "X-Labels-Warnings": codes }),
  };
}
