import type { Static } from "typebox";
import type { RequestContext } from "../http/context.ts";
import type { Route } from "../http/route.ts";
import { UnavailableError } from "../lib/errors.ts";
import { SCOPES } from "../lib/scope.ts";
import { compileInput } from "../lib/input/input.ts";
import { StoreError, type UsageHistory } from "../store/store.ts";
import { parseQuery } from "../lib/input/parse-query.ts";
import { type Me, type Usage, UsageQuery } from "./schemas.ts";
import { formatUsageCsv, listDays, summarizeUsage } from "./usage.ts";

/** Dependencies of the routes. */
interface AccessOptions {
  history: UsageHistory;
  now(): number;
}

const NO_STORE = { "cache-control": "no-store" };

/** What a caller may do where no keys are issued. */
const ALL_SCOPES = ["tools:*", ...SCOPES];

const SHARED = { methods: ["GET", "HEAD"], usageName: "access" };

/** Creates the routes that tell callers who they are and what they used. */
export function createAccessRoutes({ history, now }: AccessOptions): Route[] {
  const parse = compileInput(UsageQuery);
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
      handler: async (context) => {
        const { days: count, format } = parse(parseQuery(UsageQuery, context.query));
        const days = listDays(now(), count);
        const stored = await readHistory(() => history.read(context.client.quotaKey, days));
        const usage = summarizeUsage(days, stored, context.usageCount);
        if (format === "csv") return createCsvReply(usage.days);
        return { headers: NO_STORE, json: toUsage(context, usage) };
      },
    },
  ];
}

async function readHistory<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new UnavailableError("The store is out of reach.", "overloaded", 1);
  }
}

function describeCaller({ client, dailyLimit }: RequestContext): Static<typeof Me> {
  return {
    kind: client.hasLabel ? "label" : "anonymous",
    id: null,
    name: null,
    scopes: ALL_SCOPES,
    admin: false,
    perDay: dailyLimit ?? null,
    expiresAt: null,
  };
}

function toUsage(
  { client, dailyLimit }: RequestContext,
  { days, partial }: Pick<Static<typeof Usage>, "days" | "partial">,
): Static<typeof Usage> {
  return {
    kind: client.hasLabel ? "label" : "anonymous",
    id: null,
    name: null,
    limit: dailyLimit ?? null,
    from: days[0]?.date ?? "",
    to: days.at(-1)?.date ?? "",
    partial,
    days,
  };
}

function createCsvReply(days: Static<typeof Usage>["days"]) {
  return {
    type: "text/csv; charset=utf-8; header=present",
    headers: { ...NO_STORE, "content-disposition": 'attachment; filename="usage.csv"' },
    body: formatUsageCsv(days),
  };
}
