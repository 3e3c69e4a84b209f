import { parentPort } from "node:worker_threads";
import { toTransferable } from "../transferable.ts";
import { type IncomingRequest, makeRecord } from "./record.ts";

/** What the thread is given: a request whose body came over as plain bytes. */
export interface RecordTask {
  task: number;
  arrival: Omit<IncomingRequest, "body"> & { body: Uint8Array };
  mostBytes: number;
}

/** The members of the record, or none when it could not be made. */
export interface BuiltRecord {
  task: number;
  members?: Uint8Array;
}

parentPort?.on("message", ({ task, arrival, mostBytes }: RecordTask) => {
  const members = membersOf(arrival, mostBytes);
  const made: BuiltRecord = { task, ...(members && { members }) };
  parentPort?.postMessage(made, members ? [members.buffer] : []);
});

function membersOf(
  arrival: RecordTask["arrival"],
  mostBytes: number,
): Uint8Array<ArrayBuffer> | undefined {
  const { buffer, byteOffset, byteLength } = arrival.body;
  const body = Buffer.from(buffer, byteOffset, byteLength);
  try {
    return toTransferable(makeRecord({ ...arrival, body }, mostBytes).members);
  } catch {
    return undefined;
  }
}
