import type { Static } from "typebox";
import type { RequestContext } from "../http/context.ts";
import type { Reply } from "../http/reply.ts";
import type { Route } from "../http/route.ts";
import { compileInput } from "../lib/input/input.ts";
import { parseQuery } from "../lib/input/parse-query.ts";
import { NO_STORE } from "../lib/net/http-headers.ts";
import { mapStoreErrors, type Store } from "../store/store.ts";
import { ALL_SCOPES } from "./accounts.ts";
import { type Me, type Usage, UsageQuery } from "./schemas.ts";
import { formatUsageCsv, listDays, summarizeUsage } from "./usage.ts";

interface AccessRouteOptions {
  store: Pick<Store, "history" | "counters">;
  now(): number;
}

/** The caller or key whose usage is reported. */
interface UsageSubject extends Pick<Static<typeof Usage>, "kind" | "id" | "name" | "limit"> {
  /** The identity of its counts. */
  identity: string;
  /** Its requests today. */
  todayCount: number;
}

const SHARED = { methods: ["GET", "HEAD"], usageName: "access" };

/** Creates the routes `/me` and `/usage`. */
export function createAccessRoutes(options: AccessRouteOptions): Route[] {
  const replyWithUsage = createReplyWithUsage(options);
  return [
    {
      ...SHARED,
      path: "/api/v1/me",
      access: "signed-in",
      handler: (context) => ({ headers: NO_STORE, json: describeCaller(context) }),
    },
    {
      ...SHARED,
      path: "/api/v1/usage",
      access: "usage",
      handler: (context) => {
        const { kind, id, name } = identifyCaller(context);
        const limit = context.dailyLimit ?? null;
        const identity = context.client.quotaKey;
        const subject = { kind, id, name, limit, identity, todayCount: context.usageCount };
        return replyWithUsage(context, subject);
      },
    },
  ];
}

/** Creates the function that replies with a usage of the days that the query names. */
export function createReplyWithUsage({ store, now }: AccessRouteOptions) {
  const parse = compileInput(UsageQuery);
  return async ({ query }: RequestContext, subject: UsageSubject): Promise<Reply> => {
    const { identity, todayCount, ...about } = subject;
    const { days: count, format } = parse(parseQuery(UsageQuery, query));
    const days = listDays(now(), count);
    const stored = await mapStoreErrors(store.history.read(identity, days));
    const usage = summarizeUsage(days, stored, todayCount);
    if (format === "csv") return createCsvReply(usage.days);
    const from = usage.days[0]?.date ?? "";
    const to = usage.days.at(-1)?.date ?? "";
    const json = { ...about, from, to, ...usage } satisfies Static<typeof Usage>;
    return { headers: NO_STORE, json };
  };
}

function describeCaller(context: RequestContext): Static<typeof Me> {
  const { caller, dailyLimit } = context;
  return {
    ...identifyCaller(context),
    // Without a credential everything is allowed.
    scopes: [...(caller?.scopes ?? ALL_SCOPES)],
    admin: caller?.isAdmin ?? false,
    perDay: dailyLimit ?? null,
    expiresAt: caller?.expiresAt ?? null,
  };
}

function identifyCaller({ caller, client }: RequestContext) {
  if (caller) return { kind: caller.kind, id: caller.id, name: caller.name };
  const kind: "label" | "anonymous" = client.hasLabel ? "label" : "anonymous";
  return { kind, id: null, name: null };
}

function createCsvReply(days: Static<typeof Usage>["days"]) {
  return {
    type: "text/csv; charset=utf-8; header=present",
    headers: { ...NO_STORE, "content-disposition": 'attachment; filename="usage.csv"' },
    body: formatUsageCsv(days),
  };
}
