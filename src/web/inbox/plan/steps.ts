import type { PlanStep, ResponseType } from "../../../domain/record/plan-step.ts";

/** A header as the form edits it. */
export interface HeaderDraft {
  /** Identifies the row while others are added and removed. */
  key: number;
  name: string;
  value: string;
}

/** The fields of a step that are typed as text. */
type TextField = "status" | "times" | "delayMs" | "body";

/** A step as the form edits it: numbers are texts, because a half-typed number is kept as it is. */
export interface StepDraft extends Record<TextField, string> {
  key: number;
  closes: boolean;
  /** Empty for the default. */
  type: ResponseType | "";
  headers: readonly HeaderDraft[];
}

/** Errors by the path below `steps` with slashes: "0/headers/X-Id". */
export type StepErrors = Readonly<Record<string, string>>;

export const PRESETS: readonly { title: string; steps: PlanStep[] }[] = [
  { title: "Always 500", steps: [{ status: 500 }] },
  { title: "Fail 3 times, then 200", steps: [{ status: 500, times: 3 }, { status: 200 }] },
  {
    title: "Rate limit once",
    steps: [{ status: 429, times: 1, headers: { "Retry-After": "2" } }, { status: 200 }],
  },
  {
    title: "Slack challenge",
    steps: [{ status: 200, type: "text/plain", body: "{json.challenge}" }],
  },
  { title: "Slow: 5 seconds", steps: [{ status: 200, delayMs: 5000 }] },
  { title: "Close the connection", steps: [{ close: true }] },
];

let lastKey = 0;

export function createHeader(name = "", value = ""): HeaderDraft {
  return { key: (lastKey += 1), name, value };
}

/** Converts a step to its fields. */
export function toDraft(step: PlanStep): StepDraft {
  const { status = "", times = "", delayMs = "", type = "", body = "", headers = {} } = step;
  return {
    key: (lastKey += 1),
    closes: step.close === true,
    status: String(status),
    times: String(times),
    delayMs: String(delayMs),
    type,
    body,
    headers: Object.entries(headers).map(([name, value]) => createHeader(name, value)),
  };
}

/**
 * Converts fields to a step. Empty ones are left out, and those that a closed connection or the
 * status has no use for.
 */
export function toStep({
  closes,
  status,
  times,
  delayMs,
  type,
  body,
  headers,
}: StepDraft): PlanStep {
  const timing = { ...toNumber("times", times), ...toNumber("delayMs", delayMs) };
  if (closes) return { close: true, ...timing };
  const named = headers.filter(({ name, value }) => name.trim() !== "" || value !== "");
  return {
    ...toNumber("status", status),
    ...timing,
    ...(type !== "" && { type }),
    ...(body !== "" && !hasNoBody(status) && { body }),
    ...(named.length > 0 && {
      headers: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])),
    }),
  };
}

/** The API reports a text that is not a number, because JSON has null for it. */
function toNumber(name: string, text: string): Record<string, number> {
  return text.trim() === "" ? {} : { [name]: Number(text) };
}

/** Returns true for statuses whose responses have no body. */
export function hasNoBody(status: string): boolean {
  return /^(204|205|304)$/.test(status.trim());
}

/**
 * Returns the error of names that a step has twice, because the API's form has one value for each
 * name.
 */
export function findRepeatedHeaders(drafts: readonly StepDraft[]): StepErrors {
  const errors = drafts.flatMap(({ headers, closes }, index) => {
    const names = headers.map(({ name }) => name.trim().toLowerCase());
    const repeated = closes
      ? []
      : headers.filter((_, at) => names[at] !== "" && names.indexOf(names[at] ?? "") !== at);
    return repeated.map(({ name }) => [`${index}/headers/${name.trim()}`, "Must not be repeated"]);
  });
  return Object.fromEntries(errors) as StepErrors;
}

/** Returns the list with a step moved by some places; the same list when there is no such place. */
export function moveStep(
  drafts: readonly StepDraft[],
  from: number,
  by: number,
): readonly StepDraft[] {
  const to = from + by;
  const moved = drafts[from];
  if (!moved || to < 0 || to >= drafts.length) return drafts;
  return drafts.toSpliced(from, 1).toSpliced(to, 0, moved);
}

export function formatSteps(steps: readonly PlanStep[]): string {
  return JSON.stringify(steps, null, 2);
}

/** Parses steps. Returns a sentence when the text is not a list of objects. */
export function parseSteps(text: string): PlanStep[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `Not valid JSON: ${(error as Error).message}`;
  }
  if (Array.isArray(value) && value.every(isStep)) return value;
  return 'Enter a list of steps, such as [{ "status": 500 }].';
}

function isStep(value: unknown): value is PlanStep {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
