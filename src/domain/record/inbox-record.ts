import type { PartHeader } from "../../lib/net/part-header.ts";

/** A header as it was sent. */
export type HeaderPair = [name: string, value: string];

/** A captured request without `bodyJson`, which may be large and is parsed only where needed. */
export interface RecordFields {
  id: string;
  seq: number;
  receivedAt: string;
  method: string;
  path: string;
  query: string;
  contentType: string;
  ip: string;
  preflight?: true;
  truncated?: true;
  declaredSize?: number | null;
  bodySize: number;
  /** Of the received bytes, in hex. */
  bodySha256: string;
  bodyEncoding: "utf8" | "base64";
  bodyDecoded?: true;
  bodyExcerpt?: true;
  body: string;
  bodyBase64?: string;
  /** The response that a response plan chose. */
  answered?: PlannedResponse;
  headers: Record<string, string>;
  rawHeaders: HeaderPair[];
}

/** A captured request, as the API returns it. */
export interface InboxRecord extends RecordFields {
  bodyJson: unknown;
  /** The event that a JSON body names, where a page was sent without `bodyJson`. */
  bodyEvent?: string;
  jsonError?: string;
  /** The fields of a form body; absent for other bodies. */
  bodyForm?: FormBody;
}

/** A form body: pairs of `application/x-www-form-urlencoded`, parts of `multipart/form-data`. */
export type FormBody = [name: string, value: string][] | FormPart[];

export type FormField = FormBody[number];

/** A part of a `multipart/form-data` body. */
export type FormPart = PlainPart | FilePart;

interface PlainPart extends PartHeader {
  size: number;
  value: string;
  offset?: never;
}

export interface FilePart extends PartHeader {
  size: number;
  /** Of the file's bytes in the raw body. */
  offset: number;
  value?: never;
}

/** The response that a response plan chose. */
export type PlannedResponse =
  | { status: number; step: number; delayMs: number; truncated?: true }
  | { closed: true };
