import assert from "node:assert/strict";
import { waitUntil } from "../../support/eventually.ts";
import { createCaller } from "../../support/post.ts";

/** A job as responses have it. */
export interface JobObject {
  id: string;
  url: string;
  tool: string;
  state: string;
  rows: number;
  done: number;
  failed: number;
  etaSeconds: number | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  expiresAt: string | null;
  output: string;
  bytes: number | null;
  result: string | null;
  error: string | null;
}

type Headers = Record<string, string>;

/** Sends JSON or text of another type to a path of a server, as another caller each time. */
export function post(url: string, body: unknown, headers: Headers = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...createCaller(), ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

export async function createJob(
  server: { url: string },
  path: string,
  body: unknown,
  headers: Headers = {},
): Promise<JobObject> {
  const response = await post(`${server.url}/api/v1/jobs/${path}`, body, headers);
  const text = await response.text();
  assert.equal(response.status, 202, text);
  return JSON.parse(text) as JobObject;
}

/** Reads a job from a server, which may have another address than the one that created it. */
export async function readJob(server: { url: string }, { id }: { id: string }) {
  const response = await fetch(`${server.url}/api/v1/jobs/${id}`, { headers: createCaller() });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as JobObject;
}

/** Waits until a job has ended, and returns it. Rejects when it makes no progress for 30 s. */
export async function waitForEnd(server: { url: string }, { id }: { id: string }) {
  let job = await readJob(server, { id });
  while (job.finishedAt === null) {
    const { state, done } = job;
    await waitUntil(async () => {
      job = await readJob(server, { id });
      return job.state !== state || job.done !== done;
    });
  }
  return job;
}

/** Reads the result of a job. */
export async function readResult(server: { url: string }, { id }: { id: string }) {
  const url = `${server.url}/api/v1/jobs/${id}/result`;
  const response = await fetch(url, { headers: createCaller() });
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, bytes.toString("utf8", 0, 500));
  return bytes;
}

/** Reads the output of a batch. */
export async function readBatch(server: { url: string }, path: string, body: unknown) {
  const response = await post(`${server.url}/api/v1/batch/${path}`, body);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, bytes.toString("utf8", 0, 500));
  return bytes;
}

/** Returns rows of a hash. */
export function createRows(count: number, prefix = "row"): { text: string }[] {
  return Array.from({ length: count }, (_, index) => ({ text: `${prefix} ${index}` }));
}
