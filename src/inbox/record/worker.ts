import { serveCalls } from "../../lib/workers/worker-server.ts";
import { detachBuffer, toTransferable } from "../../lib/workers/transferable.ts";
import { type IncomingRequest, buildRecord } from "./record.ts";

/** A request to build, whose body was transferred as plain bytes. */
export interface BuildTask {
  request: Omit<IncomingRequest, "body"> & { body: Uint8Array };
  /** Maximum size of a decompressed body in bytes. */
  maxDecodedBytes: number;
}

/** Returns the members of the record. */
function build({ request, maxDecodedBytes }: BuildTask): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = request.body;
  const body = Buffer.from(buffer, byteOffset, byteLength);
  const { members } = buildRecord({ ...request, body }, maxDecodedBytes);
  detachBuffer(body);
  return toTransferable(members);
}

serveCalls(build, (members) => [(members as Uint8Array<ArrayBuffer>).buffer]);
