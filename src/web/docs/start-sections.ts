/** The parts of the first page of the docs, with further words that people search for. */
export const START_SECTIONS = [
  { id: "start", title: "Start", keywords: "first request curl example quickstart" },
  { id: "assistants", title: "For assistants", keywords: "mcp claude cursor vs code n8n ai" },
  { id: "errors", title: "Errors", keywords: "status code problem json pointer failure" },
  { id: "limits", title: "Limits", keywords: "x-usage-count quota daily retry-after" },
  { id: "keys", title: "Keys", keywords: "x-api-key api key header" },
  { id: "self-hosting", title: "Self-hosting", keywords: "npm start port healthz install" },
];

export const STATUSES = [
  ["400", "The body is empty, not JSON or not UTF-8."],
  ["404, 405", "Unknown path or method; see the Allow header."],
  ["413", "The body is too large for this path."],
  ["415", "Send Content-Type: application/json."],
  ["422", "A field is invalid; the message names it."],
  ["429", "A limit is reached; see the Retry-After header."],
  ["500", "Server error. Search the log for the request ID."],
  ["503, 507", "Overloaded, the store is unreachable, or the store is full."],
] as const;
