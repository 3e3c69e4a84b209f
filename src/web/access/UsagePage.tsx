import type { JSX } from "preact";
import type { UsageReport } from "../../domain/access/usage-report.ts";
import type { Site } from "../tool-summary.ts";
import { UsageChart, UsageTable } from "./UsageChart.tsx";

/** The caller's requests of the last 31 days. */
export function UsagePage({ site, usage }: { site: Site; usage: UsageReport }): JSX.Element {
  const today = usage.days.at(-1)?.total ?? 0;
  const limit = usage.limit === null ? "" : ` of ${usage.limit} a day`;
  return (
    <div class="usage">
      <h1>Usage</h1>
      <p class="lead">
        {formatSubject(usage)}: {today}
        {limit} today.
      </p>
      <UsageChart days={usage.days} />
      <p>
        <a class="button" href={`${site.basePath}/api/v1/usage?format=csv`} download="usage.csv">
          Download CSV
        </a>
      </p>
      {usage.partial && <p class="help">Some days have their total only.</p>}
      <UsageTable days={usage.days} />
    </div>
  );
}

function formatSubject({ kind, name }: UsageReport): string {
  if (name !== null) return `Requests of ${name.replace(/^user:/, "")}`;
  if (kind === "admin") return "Requests with the admin token";
  return kind === "label" ? "Requests with your label" : "Requests from your address";
}
