import { OUTPUT_TYPES } from "../options.ts";
import { parseMediaType } from "../../lib/net/http-headers.ts";
import type { RowReply, RowResult } from "../row-result.ts";
import { createLineWriter, encodeLine } from "./line-output.ts";
import type { Output } from "./output.ts";

/** Writes one line of JSON for each row. */
export function createNdjsonOutput(): Output {
  return {
    form: "call",
    ...OUTPUT_TYPES.ndjson,
    encode: (result) => encodeLine(result, formatLine(result)),
    createWriter: () => createLineWriter(),
  };
}

function formatLine({ number, outcome }: RowResult): string {
  if ("error" in outcome) {
    const { status, message } = outcome.error;
    return `${JSON.stringify({ row: number, status, error: message })}\n`;
  }
  return `{"row":${number},"status":200,"result":${toJson(outcome.reply)}}\n`;
}

/** Returns the JSON of a reply; a file is its type and its bytes. */
function toJson({ type, body }: RowReply): string {
  const mediaType = parseMediaType(type);
  if (mediaType === "application/json") return Buffer.from(body).toString();
  return JSON.stringify({ type: mediaType, base64: Buffer.from(body).toString("base64") });
}
