import type { Static } from "typebox";
import { isCalendarDate } from "../../lib/dates/date.ts";
import { ValidationError } from "../../lib/errors.ts";
import type { Input } from "../../lib/schema.ts";
import { isBase64 } from "../../domain/webhook-signature/digest.ts";
import { readSignedUrl } from "../../domain/webhook-signature/signed-request.ts";
import { verifyWebhook } from "../../domain/webhook-signature/verify.ts";
import {
  MAX_BODY_BYTES,
  MAX_HEADERS,
  type WebhookSignatureInput,
  type WebhookSignatureOutput,
} from "./schema.ts";

type VerifyRequest = Input<typeof WebhookSignatureInput>;

/** Verifies a webhook's signature. Throws ValidationError for a broken rule of the request. */
export function verifyWebhookSignature(
  input: VerifyRequest,
  nowMs: number,
): Static<typeof WebhookSignatureOutput> {
  const headers = readHeaders(input.headers);
  const body = readBody(input);
  const atMs = readTime(input.at, nowMs);
  const url = readSignedUrl(input.url);
  const { secret, scheme, toleranceSeconds } = input;
  const { algorithm, encoding, header, prefix, payload } = input;
  const generic = { algorithm, encoding, header, prefix, payload };
  return verifyWebhook({ headers, body, url }, { secret, scheme, toleranceSeconds, generic, atMs });
}

type Headers = [name: string, value: string][];

/** Returns names and values. Throws ValidationError for a line without a name. */
export function readHeaders(headers: VerifyRequest["headers"]): Headers {
  if (typeof headers === "string") return readHeaderLines(headers);
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): Headers[number] => [name, value]),
  );
}

function readHeaderLines(text: string): Headers {
  const lines = text.split(/\r?\n/, MAX_HEADERS + 1);
  if (lines.length > MAX_HEADERS) {
    throw ValidationError.at(["headers"], `must have at most ${MAX_HEADERS} lines`);
  }
  return lines.flatMap((line, index): Headers => {
    if (line.trim() === "") return [];
    const colon = line.indexOf(":");
    if (colon > 0) return [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
    throw ValidationError.at(["headers"], `must have a Name: value in line ${index + 1}`);
  });
}

/** Returns the raw body. Throws ValidationError above 1 MiB and for two bodies. */
export function readBody({ body, bodyBase64 }: Pick<VerifyRequest, "body" | "bodyBase64">): Buffer {
  if (body !== undefined && bodyBase64 !== undefined) {
    throw ValidationError.at(["bodyBase64"], "must not be sent together with body");
  }
  if (bodyBase64 !== undefined && !isBase64(bodyBase64)) {
    throw ValidationError.at(["bodyBase64"], "must be base64 with padding");
  }
  const bytes =
    bodyBase64 === undefined ? Buffer.from(body ?? "") : Buffer.from(bodyBase64, "base64");
  if (bytes.length <= MAX_BODY_BYTES) return bytes;
  const member = bodyBase64 === undefined ? "body" : "bodyBase64";
  throw ValidationError.at([member], `must have at most ${MAX_BODY_BYTES} bytes`);
}

/** Returns milliseconds since 1970. Throws ValidationError for days that do not exist. */
export function readTime(at: string | undefined, nowMs: number): number {
  if (at === undefined) return nowMs;
  const time = Date.parse(at.toUpperCase().replace(" ", "T"));
  if (isCalendarDate(at.slice(0, 10)) && Number.isFinite(time)) return time;
  throw ValidationError.at(["at"], "must be a time that exists");
}
