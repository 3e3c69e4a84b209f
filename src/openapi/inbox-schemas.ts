const SEQ = { type: "integer", minimum: 1, description: "The place in the inbox, from 1." };
const COUNT = { type: "integer", minimum: 0 };
const TOTAL = { ...COUNT, description: "Records ever received in this life of the inbox." };
const DROPPED = { ...COUNT, description: "Of these, those that made room for newer ones." };
const EXPIRES = {
  type: ["string", "null"],
  format: "date-time",
  description: "When the inbox and its records end; null where nothing was sent.",
};

/** The response to a captured request. */
export const Receipt = object({
  received: { const: true },
  id: { type: "string", description: "Names the record." },
  inbox: { type: "string", description: "The inbox's id." },
  seq: SEQ,
  receivedAt: time("When it arrived."),
  expiresAt: time("When the inbox and its records end."),
});

/** A stored request. */
const WebhookRecord = object(
  {
    id: { type: "string", description: "Names the record." },
    seq: SEQ,
    receivedAt: time("When it arrived."),
    method: { type: "string" },
    path: { type: "string", description: "What followed the inbox id in the path." },
    query: { type: "string", description: "The query as it was sent." },
    contentType: { type: "string", description: "Empty without the header." },
    ip: { type: "string", description: "The sender's address." },
    bodySize: { ...COUNT, description: "Bytes received." },
    bodySha256: { type: "string", description: "Of the bytes received, in hex." },
    bodyEncoding: {
      enum: ["utf8", "base64"],
      description: "base64: `body` is not the bytes received, `bodyBase64` is.",
    },
    body: { type: "string", description: "The body as text." },
    bodyJson: { description: "The body as JSON, in the sender's own digits and order, or null." },
    headers: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "By lower-case name, repeats joined.",
    },
    rawHeaders: {
      type: "array",
      items: { type: "array", items: { type: "string" } },
      description: "Name and value, in the order and spelling of the sender.",
    },
  },
  {
    preflight: { const: true, description: "It is a CORS preflight." },
    truncated: { const: true, description: "The body was too large: this is its beginning." },
    declaredSize: { type: ["integer", "null"], description: "Bytes it was said to have." },
    bodyDecoded: { const: true, description: "`body` is what the compressed bytes hold." },
    bodyBase64: { type: "string", description: "The bytes received." },
    jsonError: { type: "string", description: "Why `bodyJson` is null though JSON was sent." },
  },
);

/** The metadata of an inbox. */
export const Summary = object({
  id: { type: "string" },
  count: { ...COUNT, description: "Records there are." },
  total: TOTAL,
  dropped: DROPPED,
  bytes: { ...COUNT, description: "What the records take up as they are stored." },
  createdAt: {
    type: ["string", "null"],
    format: "date-time",
    description: "When the first record came.",
  },
  expiresAt: EXPIRES,
});

/** The response to a read. */
export const Records = object({
  id: { type: "string" },
  expiresAt: EXPIRES,
  total: TOTAL,
  dropped: DROPPED,
  count: { ...COUNT, description: "Records in this answer." },
  payloads: { type: "array", items: WebhookRecord, description: "Oldest first." },
});

/** Returns the schema of an object with required and optional members. */
function object(always: Record<string, object>, sometimes: Record<string, object> = {}): object {
  const properties = { ...always, ...sometimes };
  return { type: "object", required: Object.keys(always), properties };
}

function time(description: string): object {
  return { type: "string", format: "date-time", description };
}
