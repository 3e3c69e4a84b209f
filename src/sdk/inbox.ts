import type { FormPart, InboxRecord } from "../domain/record/inbox-record.ts";
import type { PlanStep } from "../domain/record/plan-step.ts";
import type { ClientOptions } from "./client.ts";
import { type ApiResponse, parse, readMessage, SundryError, toApiResponse } from "./response.ts";

export { SundryError };
export type { Answer } from "./response.ts";
export type { ApiResponse, ClientOptions, FormPart, InboxRecord, PlanStep as ResponseStep };

export interface InboxOptions extends ClientOptions {
  id: string;
  /** The read token of a private inbox. */
  token?: string;
}

/** A new inbox. It starts with its first request. */
export interface NewInbox {
  id: string;
  /** URL to send requests to, with any method but GET. */
  url: string;
  page: string;
  /** The token of a private inbox, which the server does not store. */
  readToken?: string;
  expiresAt: null;
}

/** Records of an inbox, oldest first. */
export interface InboxRecords extends Omit<InboxSummary, "bytes" | "createdAt"> {
  payloads: InboxRecord[];
}

export interface InboxSummary {
  id: string;
  count: number;
  total: number;
  dropped: number;
  bytes: number;
  createdAt: string | null;
  expiresAt: string | null;
}

/** The plan of an inbox and how far it has come. */
export interface ResponsePlan {
  id: string;
  fromSeq: number;
  steps: PlanStep[];
  served: number;
  /** The step of the next request, from 0; null when the plan is used up. */
  next: number | null;
}

/** The scheme, secret and options to verify a signature with. */
export interface VerifyInput {
  secret: string | string[];
  scheme?: "standard" | "stripe" | "github" | "shopify" | "slack" | "twilio" | "paddle" | "hmac";
  url?: string;
  toleranceSeconds?: number;
  algorithm?: "sha1" | "sha256" | "sha512";
  header?: string;
  encoding?: "hex" | "base64";
  prefix?: string;
  payload?: string;
}

export interface Verification {
  valid: boolean;
  scheme: string | null;
  reason: "ok" | "no-header" | "malformed" | "mismatch" | "too-old" | "in-future";
  signedAt: string | null;
  ageSeconds: number | null;
  expected: string | null;
  hints: string[];
}

/** Query parameters of reads, such as `{ after: 3, where: '.event=="paid"' }`. */
export type InboxQuery = Record<string, string | number | boolean>;

/** An inbox. Methods reject with SundryError. */
export interface Inbox {
  /** URL to send requests to. */
  url: string;
  list(query?: InboxQuery): Promise<ApiResponse<InboxRecords>>;
  summary(): Promise<ApiResponse<InboxSummary>>;
  delete(): Promise<void>;
  /** Sets what the inbox responds to the next requests. */
  respond(steps: PlanStep[]): Promise<ApiResponse<ResponsePlan>>;
  plan(): Promise<ApiResponse<ResponsePlan>>;
  deletePlan(): Promise<void>;
  /** Verifies the signature of a record by its id. */
  verify(record: string, input: VerifyInput): Promise<ApiResponse<Verification>>;
  /** Returns the received bytes of a record by its id. */
  raw(record: string): Promise<ApiResponse<Blob>>;
  /** Returns a file of a multipart body by its index in `bodyForm`. */
  file(record: string, index: number): Promise<ApiResponse<Blob>>;
  export(
    format: "ndjson" | "har" | "curl" | "http",
    query?: InboxQuery,
  ): Promise<ApiResponse<Blob>>;
}

/** Creates an inbox with a random id; a private one is read with its token only. */
export async function createInbox(
  options: ClientOptions & { private?: boolean },
): Promise<ApiResponse<NewInbox>> {
  const body = { private: options.private ?? false };
  return readJson(await send(options, "POST", { path: "inboxes", body }));
}

/** Opens an inbox, which need not exist yet. */
export function openInbox(options: InboxOptions): Inbox {
  const id = encodeURIComponent(options.id);
  const toReadRequest = (query?: InboxQuery) => ({
    path: `webhook/${id}`,
    ...(query && { query }),
  });
  const toInboxPath = (path = "") => `inboxes/${id}${path}`;
  const toRecordPath = (record: string, action: string) =>
    toInboxPath(`/records/${encodeURIComponent(record)}/${action}`);
  const read = async <T>(request: InboxRequest, method = "GET") =>
    readJson<T>(await send(options, method, request));
  const remove = async (path: string) => void (await send(options, "DELETE", { path }));
  const download = async (request: InboxRequest) => {
    const response = await send(options, "GET", request);
    return toApiResponse(response, await response.blob());
  };
  return {
    url: `${toBase(options)}/webhook/${id}`,
    list: (query) => read<InboxRecords>(toReadRequest(query)),
    summary: () => read<InboxSummary>({ path: toInboxPath() }),
    delete: () => remove(toInboxPath()),
    respond: (steps) =>
      read<ResponsePlan>({ path: toInboxPath("/response"), body: { steps } }, "PUT"),
    plan: () => read<ResponsePlan>({ path: toInboxPath("/response") }),
    deletePlan: () => remove(toInboxPath("/response")),
    verify: (record, input) =>
      read<Verification>({ path: toRecordPath(record, "verify"), body: input }, "POST"),
    raw: (record) => download({ path: toRecordPath(record, "raw") }),
    file: (record, index) => download({ path: toRecordPath(record, `files/${index}`) }),
    export: (format, query) =>
      download({ path: toInboxPath("/export"), query: { ...query, format } }),
  };
}

interface InboxRequest {
  path: string;
  query?: InboxQuery;
  body?: object;
}

type Server = ClientOptions & { token?: string };

function toBase({ url }: Server): string {
  return `${url.replace(/\/+$/, "")}/api/v1`;
}

async function send(
  server: Server,
  method: string,
  { path, query = {}, body }: InboxRequest,
): Promise<Response> {
  const { key, token, fetch: request = fetch } = server;
  const text = new URLSearchParams(query as Record<string, string>).toString();
  const response = await request(`${toBase(server)}/${path}${text && `?${text}`}`, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(key && { "x-api-key": key }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new SundryError(response, await readMessage(response));
  return response;
}

async function readJson<T>(response: Response): Promise<ApiResponse<T>> {
  const data = parse(await response.text());
  if (data === undefined) throw new SundryError(response, "the answer is not JSON");
  return toApiResponse(response, data as T);
}
