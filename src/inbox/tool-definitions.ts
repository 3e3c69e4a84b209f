import { VerificationOutput } from "../domain/webhook-signature/fields.ts";
import { MAX_WAIT_SECONDS } from "./query.ts";
import {
  CreateInput,
  CreateOutput,
  ExportInput,
  ExportOutput,
  INBOX_TOOL,
  ListInput,
  RecordsPage,
  VERIFY_LIMIT,
  WaitInput,
} from "./tool-schemas.ts";
import { PlanOutput, RespondInput, VerifyToolInput } from "./workbench/schemas.ts";

const COMMON = { ...INBOX_TOOL, isReadOnly: true, isIdempotent: true };

/**
 * The MCP tools of inboxes without what they do, which is also known where a server does it. The
 * inbox has no definition of a tool, because its HTTP routes take any method and raw bytes.
 */
export const INBOX_TOOLS = {
  inbox_create: {
    ...COMMON,
    scope: "inbox:manage" as const,
    name: "inbox_create",
    title: "New webhook inbox",
    description:
      "Returns a URL that stores every request sent to it. The inbox starts with its first request and expires hours later.",
    inputSchema: CreateInput,
    outputSchema: CreateOutput,
    isIdempotent: false,
  },
  inbox_list: {
    ...COMMON,
    name: "inbox_list",
    title: "Requests in an inbox",
    description: "The requests that a webhook inbox has received, oldest first.",
    inputSchema: ListInput,
    outputSchema: RecordsPage,
  },
  inbox_wait: {
    ...COMMON,
    name: "inbox_wait",
    title: "Wait for a request",
    description: `Waits up to ${MAX_WAIT_SECONDS} seconds for a webhook inbox to receive a request. None came: call it again with the same after.`,
    inputSchema: WaitInput,
    outputSchema: RecordsPage,
    isIdempotent: false,
    heartbeatMs: [5000],
  },
  inbox_export: {
    ...COMMON,
    name: "inbox_export",
    title: "Export an inbox",
    description:
      "Returns requests of a webhook inbox as curl commands that send them again, raw HTTP, HAR or NDJSON.",
    inputSchema: ExportInput,
    outputSchema: ExportOutput,
  },
  inbox_respond: {
    ...COMMON,
    isReadOnly: false,
    scope: "inbox:manage" as const,
    name: "inbox_respond",
    title: "Plan an inbox's responses",
    description:
      "Sets what a webhook inbox responds to the next requests: statuses, bodies, delays or closed connections. Use it to test a sender's retries. Returns the plan and how far it has come.",
    inputSchema: RespondInput,
    outputSchema: PlanOutput,
  },
  inbox_verify: {
    ...COMMON,
    perMinute: VERIFY_LIMIT.perMinute,
    name: "inbox_verify",
    title: "Verify a webhook's signature",
    description:
      "Verifies the signature of a request in a webhook inbox at the time when it arrived, and names probable mistakes.",
    inputSchema: VerifyToolInput,
    outputSchema: VerificationOutput,
  },
} as const;
