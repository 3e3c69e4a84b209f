import type { RequestContext } from "../../http/context.ts";
import type { Handler, Route } from "../../http/route.ts";
import { compileInput } from "../../lib/input/input.ts";
import { NO_STORE } from "../../lib/net/http-headers.ts";
import type { Audit, AuditEvent } from "../audit.ts";
import type { KeyService } from "./key-service.ts";
import { RotateInput } from "./schemas.ts";
import type { Reply } from "../../http/reply.ts";
import { getUtcDayNumber } from "../../lib/dates/date.ts";
import type { Store } from "../../store/store.ts";
import { createReplyWithUsage } from "../routes.ts";
import { toKeyIdentity } from "./issued-key.ts";

interface KeyUsageDeps {
  store: Pick<Store, "history" | "counters">;
  now(): number;
}

const PATH = "/api/v1/keys";
const SHARED = { access: "administrator", usageName: "access", quotaExempt: true } as const;
const READ = { ...SHARED, methods: ["GET", "HEAD"] };
const WRITE = { ...SHARED, body: { format: "json", maxBytes: 65_536 } } as const;

interface KeyRouteDeps {
  keys: KeyService;
  audit: Audit;
  replyWithUsage(context: RequestContext, keyId: string): ReturnType<Handler>;
}

/** `/api/v1/keys`: administrators issue, change, rotate and revoke keys. */
export function createKeyRoutes(deps: KeyRouteDeps): Route[] {
  return [...createReadRoutes(deps), createIssueRoute(deps), ...createChangeRoutes(deps)];
}

function createReadRoutes({ keys, replyWithUsage }: KeyRouteDeps): Route[] {
  return [
    {
      ...READ,
      path: PATH,
      handler: async () => ({ headers: NO_STORE, json: { keys: await keys.list() } }),
    },
    {
      ...READ,
      path: `${PATH}/:id`,
      handler: async (context) => ({ headers: NO_STORE, json: await keys.get(getId(context)) }),
    },
    {
      ...READ,
      path: `${PATH}/:id/usage`,
      handler: (context) => replyWithUsage(context, getId(context)),
    },
  ];
}

function createIssueRoute({ keys, audit }: KeyRouteDeps): Route {
  return {
    ...WRITE,
    methods: ["POST"],
    path: PATH,
    async handler(context) {
      const json = await keys.create(context.body);
      audit.record("key.created", context, json.id);
      const location = `${context.basePath}${PATH}/${json.id}`;
      return { status: 201, headers: { ...NO_STORE, location }, json };
    },
  };
}

function createChangeRoutes({ keys, audit }: KeyRouteDeps): Route[] {
  const parseRotation = compileInput(RotateInput);
  const createHandler = (
    event: AuditEvent,
    run: (id: string, body: unknown) => Promise<object>,
  ): Handler => {
    return async (context) => {
      const json = await run(getId(context), context.body);
      audit.record(event, context, getId(context));
      return { headers: NO_STORE, json };
    };
  };
  return [
    {
      ...WRITE,
      methods: ["PATCH"],
      path: `${PATH}/:id`,
      handler: createHandler("key.changed", (id, body) => keys.change(id, body)),
    },
    {
      ...WRITE,
      methods: ["POST"],
      path: `${PATH}/:id/rotate`,
      handler: createHandler("key.rotated", (id, body) =>
        keys.rotate(id, parseRotation(body).overlapSeconds),
      ),
    },
    {
      ...SHARED,
      methods: ["DELETE"],
      path: `${PATH}/:id`,
      async handler(context) {
        const id = getId(context);
        if (await keys.revoke(id)) audit.record("key.revoked", context, id);
        return { status: 204, headers: NO_STORE };
      },
    },
  ];
}

function getId({ params }: RequestContext): string {
  return params["id"] ?? "";
}

export function createKeyUsage(deps: KeyUsageDeps, keys: KeyService) {
  const { store, now } = deps;
  const replyWithUsage = createReplyWithUsage(deps);
  return async (context: RequestContext, id: string): Promise<Reply> => {
    const { name, perDay } = await keys.get(id);
    const identity = toKeyIdentity(id);
    const today = getUtcDayNumber(now());
    const todayCount = await store.counters.addUsage(identity, today, 0);
    const subject = { kind: "key" as const, id, name, limit: perDay, identity, todayCount };
    return replyWithUsage(context, subject);
  };
}
