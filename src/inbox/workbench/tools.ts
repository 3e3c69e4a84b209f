import { compileInput } from "../../lib/input/input.ts";
import { HttpError } from "../../lib/errors.ts";
import { mapStoreErrors } from "../../store/store.ts";
import type { InboxRouteDeps } from "../routes.ts";
import type { InboxToolCall } from "../tools.ts";
import { INBOX_TOOLS } from "../tool-definitions.ts";
import { checkId, toCredentials } from "../tool-input.ts";
import { describePlan, parsePlan } from "./plan.ts";
import { RESPONSES_OFF } from "./plan-routes.ts";
import { RespondInput, VerifyToolInput } from "./schemas.ts";
import { createVerify } from "./verify.ts";

type WorkbenchToolDeps = Pick<
  InboxRouteDeps,
  "store" | "findRecord" | "checkAccess" | "hasResponses"
>;

type WorkbenchCall = Omit<InboxToolCall, "origin">;

/** Creates the MCP tools that set an inbox's response plan and verify its records. */
export function createWorkbenchTools(deps: WorkbenchToolDeps) {
  const { inbox_respond, inbox_verify } = INBOX_TOOLS;
  return [
    { ...inbox_respond, call: createRespondHandler(deps) },
    { ...inbox_verify, call: createVerifyHandler(deps) },
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
