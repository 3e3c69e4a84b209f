import { compileInput } from "../../lib/input/input.ts";
import { runForClient } from "../../lib/workers/task-pool.ts";
import { ExportInput } from "../tool-schemas.ts";
import { checkId, toCredentials, toFilter } from "../tool-input.ts";
import type { CheckInboxAccess } from "../workbench/access.ts";
import { type ExportOptions, exportRecords } from "./export.ts";
import { INBOX_PREFIX } from "../address.ts";
import { mapStoreErrors } from "../../store/store.ts";

interface ExportToolOptions extends Pick<ExportOptions, "reader" | "tasks"> {
  checkAccess: CheckInboxAccess;
  version: string;
}

/** Longer exports are cut, because a model would have to read all of them. */
const MAX_TEXT_BYTES = 256 * 1024;

/** Creates the MCP tool that exports records as text and links to the whole file. */
export function createExportToolHandler({
  reader,
  tasks,
  checkAccess,
  version,
}: ExportToolOptions) {
  const read = compileInput(ExportInput);
  return async (args: unknown, call: { origin: string; ipPrefix: string }) => {
    const { id, token, format, after, limit, ...filters } = read(args);
    const range = { after: after ?? 0, limit, newest: after === undefined, preflights: true };
    const query = { ...range, view: "stored", ...toFilter(filters) } as const;
    await checkAccess(checkId(id), toCredentials(token, call.ipPrefix));
    const first = await mapStoreErrors(reader.read(id, query));
    const context = { inbox: id, origin: call.origin, version };
    const file = exportRecords(first, {
      reader,
      tasks: runForClient(tasks, call.ipPrefix),
      format,
      context,
    });
    const { bytes, truncated } = await readBeginning(file);
    const url = `${call.origin}${INBOX_PREFIX}${encodeURIComponent(id)}/export?format=${format}`;
    const structuredContent = { id, format, text: bytes.toString(), truncated, url };
    const text = JSON.stringify(structuredContent);
    return { content: [{ type: "text" as const, text }], structuredContent };
  };
}

async function readBeginning(file: AsyncIterable<string | Uint8Array>) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > MAX_TEXT_BYTES) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, MAX_TEXT_BYTES);
  return { bytes, truncated: size > MAX_TEXT_BYTES };
}
