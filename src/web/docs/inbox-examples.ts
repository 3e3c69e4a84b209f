const RECORD = {
  id: "7613c3233f640f2ff77b-7",
  seq: 7,
  receivedAt: "2026-03-02T09:15:29.717Z",
  method: "POST",
  path: "/payments",
  query: "",
  contentType: "application/json",
  ip: "203.0.113.9",
  bodySize: 35,
  bodySha256: "e8c6eb0cc8119dbf4a90335a3c394a5a3d5de061f3a272bbb4e5d427ee3a882a",
  bodyEncoding: "utf8",
  body: '{"type":"payment_intent.succeeded"}',
  bodyJson: { type: "payment_intent.succeeded" },
  headers: { "content-type": "application/json" },
  rawHeaders: [["Content-Type", "application/json"]],
};

const RECEIPT = {
  received: true,
  id: RECORD.id,
  inbox: "my-inbox",
  seq: RECORD.seq,
  receivedAt: RECORD.receivedAt,
  expiresAt: "2026-03-02T13:15:29.717Z",
};

const PLAN = {
  id: "my-inbox",
  fromSeq: 7,
  steps: [{ status: 500, times: 3, headers: { "Retry-After": "1" } }, { status: 200 }],
  served: 0,
  next: 0,
};

/**
 * Responses of the inbox and of health checks by the ids of operations, because running them would
 * create inboxes.
 */
export const EXAMPLE_RESPONSES: Readonly<Record<string, object>> = {
  "webhook-read": {
    id: "my-inbox",
    expiresAt: RECEIPT.expiresAt,
    total: 7,
    dropped: 0,
    count: 1,
    payloads: [RECORD],
  },
  "webhook-send": RECEIPT,
  "webhook-put": RECEIPT,
  "inbox-create": {
    id: "~zaL_8-f4wHY_PHDk7ctLE_",
    url: "https://sundry.example/api/v1/webhook/~zaL_8-f4wHY_PHDk7ctLE_",
    page: "https://sundry.example/inbox/~zaL_8-f4wHY_PHDk7ctLE_#token=VSLpw_wX-nGsOM6wRE0TMdfF9T0",
    readToken: "VSLpw_wX-nGsOM6wRE0TMdfF9T0",
    expiresAt: null,
  },
  inbox: {
    id: "my-inbox",
    count: 7,
    total: 7,
    dropped: 0,
    bytes: 3120,
    createdAt: "2026-03-02T09:12:04.418Z",
    expiresAt: RECEIPT.expiresAt,
  },
  "inbox-response": PLAN,
  "inbox-respond": PLAN,
  "inbox-verify": {
    valid: true,
    scheme: "github",
    reason: "ok",
    signedAt: null,
    ageSeconds: null,
    expected: "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    hints: [],
  },
  healthz: { status: "ok" },
  readyz: { status: "ok" },
};

/** Values of path parameters in sample requests. */
export const PATH_VALUES: Readonly<Record<string, string>> = {
  id: RECEIPT.inbox,
  record: RECORD.id,
  file: "0",
};

/** Bodies of sample requests without a schema. */
export const SAMPLE_BODIES: Readonly<Record<string, object>> = {
  "webhook-send": RECORD.bodyJson,
  "webhook-put": RECORD.bodyJson,
};

/** Commands of the inbox by the ids of the operations that they call. */
export const INBOX_COMMANDS: Readonly<Record<string, string>> = {
  "webhook-read": `inbox list ${RECEIPT.inbox}`,
  "inbox-export": `inbox export ${RECEIPT.inbox}`,
};
