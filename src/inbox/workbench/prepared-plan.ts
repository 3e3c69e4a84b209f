import { type PlanStep, RESPONSE_TYPES } from "../../domain/record/plan-step.ts";
import type { StoredPlan } from "../../store/store.ts";
import type { RequestValues } from "./request-values.ts";
import {
  MAX_ESCAPE_GROWTH,
  MAX_EXPANDED_BYTES,
  measureTemplate,
  parseTemplate,
  type ResponsePart,
} from "./template.ts";

/** A step whose body is parsed. */
export interface PreparedStep extends PlanStep {
  parts: readonly ResponsePart[];
}

/** A plan whose bodies are parsed. */
export interface PreparedPlan {
  id: string;
  steps: readonly PreparedStep[];
  hasDelays: boolean;
  /** The length of all bodies. */
  characters: number;
  /** The paths of all JSON placeholders, so that a request is searched once. */
  jsonPaths: readonly string[];
}

/** Parses the bodies of a plan. */
export function preparePlan({ id, steps }: StoredPlan): PreparedPlan {
  const prepared = steps.map((step) => ({ ...step, parts: parseTemplate(step.body ?? "") }));
  const characters = steps.reduce((sum, { body = "" }) => sum + body.length, 0);
  const hasDelays = steps.some(({ delayMs = 0 }) => delayMs > 0);
  const jsonPaths = prepared.flatMap(({ parts }) => parts.flatMap(listJsonPath));
  return { id, steps: prepared, hasDelays, characters, jsonPaths: [...new Set(jsonPaths)] };
}

function listJsonPath(part: ResponsePart): string[] {
  return typeof part === "object" && part.source === "json" ? [part.path] : [];
}

/**
 * Returns the steps whose expanded body is too long for this request. One multiplication rules out
 * most steps.
 */
export function findTruncatedSteps(
  steps: readonly PreparedStep[],
  values: RequestValues,
): number[] {
  const longestValue = values.maxBytes * MAX_ESCAPE_GROWTH;
  const shared = {
    readValue: values.createReader(),
    maxBytes: MAX_EXPANDED_BYTES,
    sizes: new Map<string, number>(),
  };
  return [...steps.entries()]
    .filter(
      ([, { body = "", parts }]) =>
        body.length * 3 + parts.length * longestValue > MAX_EXPANDED_BYTES,
    )
    .filter(
      ([, { parts, type = RESPONSE_TYPES[0] }]) =>
        measureTemplate(parts, { ...shared, type }) > MAX_EXPANDED_BYTES,
    )
    .map(([index]) => index);
}
