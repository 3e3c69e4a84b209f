import type { Route } from "../../http/route.ts";
import type { UsageReport } from "../../domain/access/usage-report.ts";
import type { PageServices } from "./page-renderer.ts";
import { JSON_TYPE } from "../../lib/net/http-headers.ts";

/** Creates the page with the caller's requests. */
export function createUsagePage({ injectApi, render, getSite }: PageServices): Route {
  return {
    methods: ["GET", "HEAD"],
    path: "/usage",
    access: "usage",
    handler: async (context) => {
      const call = { url: "/api/v1/usage", method: "GET", isCounted: false } as const;
      const { status, body } = await injectApi(context, call);
      if (status !== 200) return { status, type: JSON_TYPE, body };
      const usage = JSON.parse(body.toString("utf8")) as UsageReport;
      return render(context, {
        title: "Usage · Sundry",
        description: "Your requests of the last 31 days.",
        part: "access",
        content: { page: "UsagePage", props: { site: getSite(context), usage } },
      });
    },
  };
}
