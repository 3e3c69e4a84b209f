/** The kind of a caller, by its credential. */
export type CallerKind = "key" | "admin" | "user" | "label" | "anonymous";

/** The requests of a caller by day and tool. */
export interface UsageReport {
  kind: CallerKind;
  id: string | null;
  name: string | null;
  limit: number | null;
  from: string;
  to: string;
  /** True when a day has its total only. */
  partial: boolean;
  days: UsageDay[];
}

/** The requests of a UTC day. */
export interface UsageDay {
  date: string;
  total: number;
  tools: Record<string, number>;
}
