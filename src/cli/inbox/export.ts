import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { openResponse } from "../server-client.ts";
import { formatAuthorization, type InboxAddress, formatInboxUrl } from "./server.ts";

/** Writes an export to a file or to standard output, with backpressure. */
export async function exportInbox(
  address: InboxAddress,
  parameters: URLSearchParams,
  output: string | undefined,
): Promise<void> {
  const url = formatInboxUrl(address, `/export?${parameters.toString()}`);
  const { body } = await openResponse(url, { headers: formatAuthorization(address) });
  const file = Readable.fromWeb(body as WebStream);
  if (output === undefined) await pipeline(file, process.stdout, { end: false });
  else await pipeline(file, createWriteStream(output));
}
