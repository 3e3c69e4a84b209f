import type { Handler, Route } from "../../http/route.ts";
import { HttpError } from "../../lib/errors.ts";
import { NO_STORE } from "../../lib/net/http-headers.ts";
import { mapStoreErrors, type InboxStore } from "../../store/store.ts";
import { INBOX_PREFIX, parseInboxPath } from "../address.ts";
import { describePlan, parsePlan } from "./plan.ts";

const MAX_BODY_BYTES = 262_144;
interface PlanRouteOptions {
  store: InboxStore;
  /** False: the operator turned planned responses off. */
  isEnabled: boolean;
}

/** `/api/v1/inboxes/{id}/response`: the response plan of an inbox. */
export function createPlanRoutes({ store, isEnabled }: PlanRouteOptions): Route[] {
  const shared = { quotaExempt: true, path: `${INBOX_PREFIX}:inbox/response` };
  const createPlanHandler = (
    run: (inbox: string, body: unknown) => ReturnType<Handler>,
  ): Handler => {
    return ({ target, body }) => {
      if (!isEnabled) throw new HttpError(403, RESPONSES_OFF);
      return run(parseInboxPath(target, INBOX_PREFIX).inbox, body);
    };
  };
  const put: Route = {
    ...shared,
    methods: ["PUT"],
    access: "inbox:manage",
    ownOriginOnly: true,
    body: { format: "json", maxBytes: MAX_BODY_BYTES },
    handler: createPlanHandler(async (inbox, body) => {
      const state = await mapStoreErrors(store.setPlan(inbox, parsePlan(body)));
      return { headers: NO_STORE, json: describePlan(inbox, state) };
    }),
  };
  const get: Route = {
    ...shared,
    methods: ["GET"],
    access: "inbox:read",
    handler: createPlanHandler(async (inbox) => {
      const state = await mapStoreErrors(store.getPlan(inbox));
      if (!state) throw new HttpError(404, "Not found: the inbox has no response plan.");
      return { headers: NO_STORE, json: describePlan(inbox, state) };
    }),
  };
  const remove: Route = {
    ...shared,
    methods: ["DELETE"],
    access: "inbox:manage",
    ownOriginOnly: true,
    handler: createPlanHandler(async (inbox) => {
      await mapStoreErrors(store.removePlan(inbox));
      return { status: 204 };
    }),
  };
  return [put, get, remove];
}

/** The error where the operator turned planned responses off. */
export const RESPONSES_OFF =
  "Response plans are turned off on this server (INBOX_RESPONSES=false).";
