import type { Static } from "typebox";
import { DAY_MS, formatUtcDay, getUtcDayNumber } from "../lib/dates/date.ts";
import type { DayUsage } from "../store/store.ts";
import type { Usage } from "./schemas.ts";

type UsageDay = Static<typeof Usage>["days"][number];

/** The days of a usage, and whether one has its total only. */
interface UsageDays {
  days: UsageDay[];
  partial: boolean;
}

/** Returns the numbers of the last `count` UTC days, oldest first. */
export function listDays(nowMs: number, count: number): number[] {
  const today = getUtcDayNumber(nowMs);
  return Array.from({ length: count }, (_, index) => today - count + 1 + index);
}

/**
 * Returns the usage of each day. `todayTotal` counts requests that the history does not have, such
 * as those before an upgrade: they are `other`.
 */
export function summarizeUsage(
  days: readonly number[],
  stored: readonly DayUsage[],
  todayTotal: number,
): UsageDays {
  const byDay = new Map(stored.map((usage) => [usage.day, usage]));
  const today = days.at(-1);
  const summaries = days.map((day) => {
    const usage = byDay.get(day);
    const total = Math.max(usage?.total ?? 0, day === today ? todayTotal : 0);
    const isPartial = total > 0 && usage?.counts === undefined;
    const tools = { ...usage?.counts };
    const missing = total - (usage?.total ?? 0);
    if (!isPartial && missing > 0) tools["other"] = (tools["other"] ?? 0) + missing;
    return { isPartial, summary: { date: formatUtcDay(day * DAY_MS), total, tools } };
  });
  return {
    days: summaries.map(({ summary }) => summary),
    partial: summaries.some(({ isPartial }) => isPartial),
  };
}

/**
 * Returns the days as CSV (RFC 4180) with a header. A day with its total only is one row without a
 * tool.
 */
export function formatUsageCsv(days: readonly UsageDay[]): string {
  const rows = days.flatMap(({ date, total, tools }) => {
    const counts = Object.entries(tools);
    if (counts.length === 0 && total > 0) return [`${date},,${total}`];
    return counts.map(([tool, count]) => `${date},${tool},${count}`);
  });
  return ["date,tool,count", ...rows, ""].join("\r\n");
}
