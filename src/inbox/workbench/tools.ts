import { compileInput } from "../../lib/input/input.ts";
import { HttpError } from "../../lib/errors.ts";
import { VerificationOutput } from "../../domain/webhook-signature/fields.ts";
import { mapStoreErrors, type InboxStore } from "../../store/store.ts";
import type { FindRecord } from "../read/find-record.ts";
import { INBOX_TOOL } from "../tool-schemas.ts";
import { checkId, toCredentials } from "../tool-input.ts";
import type { CheckAccess } from "./access.ts";
import { describePlan, parsePlan } from "./plan.ts";
import { RESPONSES_OFF } from "./plan-routes.ts";
import { PlanOutput, RespondInput, VerifyToolInput } from "./schemas.ts";
import { createVerify, VERIFY_LIMIT } from "./verify.ts";

/** Dependencies of the workbench's tools. */
interface WorkbenchToolDeps {
  store: InboxStore;
  findRecord: FindRecord;
  checkAccess: CheckAccess;
  /** False: response plans are turned off. */
  hasResponses: boolean;
}

interface WorkbenchCall {
  ipPrefix: string;
  /** Aborted when the caller has disconnected. */
  signal: AbortSignal;
}

/** Creates the MCP tools that set an inbox's response plan and verify its records. */
export function createWorkbenchTools(deps: WorkbenchToolDeps) {
  return [
    {
      ...INBOX_TOOL,
      isReadOnly: false,
      isIdempotent: true,
      scope: "inbox:manage" as const,
      name: "inbox_respond",
      title: "Plan an inbox's responses",
      description:
        "Sets what a webhook inbox responds to the next requests: statuses, bodies, delays or closed connections. Use it to test a sender's retries. Returns the plan and how far it has come.",
      inputSchema: RespondInput,
      outputSchema: PlanOutput,
      call: createRespondHandler(deps),
    },
    {
      ...INBOX_TOOL,
      isReadOnly: true,
      isIdempotent: true,
      perMinute: VERIFY_LIMIT.perMinute,
      name: VERIFY_LIMIT.name,
      title: "Verify a webhook's signature",
      description:
        "Verifies the signature of a request in a webhook inbox at the time when it arrived, and names probable mistakes.",
      inputSchema: VerifyToolInput,
      outputSchema: VerificationOutput,
      call: createVerifyHandler(deps),
    },
  ];
}

function createRespondHandler({ store, checkAccess, hasResponses }: WorkbenchToolDeps) {
  const read = compileInput(RespondInput);
  return async (args: unknown, { ipPrefix }: WorkbenchCall) => {
    const { id, token, steps } = read(args);
    await checkAccess(checkId(id), toCredentials(token, ipPrefix));
    if (!hasResponses) throw new HttpError(403, RESPONSES_OFF);
    if (steps?.length === 0) await mapStoreErrors(store.removePlan(id));
    const isNew = steps !== undefined && steps.length > 0;
    const work = isNew ? store.setPlan(id, parsePlan({ steps })) : store.getPlan(id);
    const state = await mapStoreErrors(work);
    return toResult(describePlan(id, state ?? { id, fromSeq: 0, lastSeq: 0, steps: [] }));
  };
}

function createVerifyHandler({ findRecord, checkAccess }: WorkbenchToolDeps) {
  const read = compileInput(VerifyToolInput);
  const verify = createVerify(findRecord);
  return async (args: unknown, { ipPrefix, signal }: WorkbenchCall) => {
    const { id, token, record, ...input } = read(args);
    await checkAccess(checkId(id), toCredentials(token, ipPrefix));
    const caller = { client: ipPrefix, isDisconnected: () => signal.aborted };
    return toResult({ ...(await verify({ inbox: id, record }, input, caller)) });
  };
}

function toResult(output: Record<string, unknown>) {
  return {
    content: [{ type: "text" as const, text: JSON.stringify(output) }],
    structuredContent: output,
  };
}
