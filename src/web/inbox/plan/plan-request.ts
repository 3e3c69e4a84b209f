import { capitalize } from "../../../lib/text/capitalize.ts";
import type { PlanStep } from "../../../domain/record/plan-step.ts";
import type { StepErrors } from "./steps.ts";

/** A response of the API. `problem` is a sentence for one that is not a success. */
export interface PlanReply {
  status: number;
  body: { steps?: PlanStep[]; served?: number; next?: number | null };
  problem: string;
  errors: readonly { pointer: string; detail: string }[];
}

const UNREACHABLE = "The server does not respond. Your steps are kept: try again.";

/** Sends a request to the API of plans. Never rejects. */
export async function requestPlan(url: string, init: RequestInit): Promise<PlanReply> {
  const failure = { status: 0, body: {}, errors: [] };
  const headers = {
    ...(init.headers as Record<string, string> | undefined),
    "content-type": "application/json",
    // Asks for the errors of each field.
    accept: "application/problem+json, application/json",
  };
  try {
    const response = await fetch(url, { ...init, headers });
    const { status, ok } = response;
    if (status === 204) return { ...failure, status, problem: "" };
    const body = (await response.json()) as PlanReply["body"] & {
      error?: string;
      errors?: PlanReply["errors"];
    };
    if (ok) return { ...failure, status, body, problem: "" };
    const problem = capitalize(body.error ?? UNREACHABLE);
    return { status, body: {}, problem, errors: body.errors ?? [] };
  } catch {
    return { ...failure, problem: UNREACHABLE };
  }
}

/** Returns the errors that a field can show, and those that none can as a sentence. */
export function splitErrors({ errors, problem }: PlanReply): [StepErrors, string] {
  const entries = errors.map(({ pointer, detail }) => [
    pointer.replace(/^#\/steps\/?/, ""),
    capitalize(detail.replace(/^is /, "")),
  ]);
  const isShown = entries.length > 0 && entries.every(([path]) => path?.includes("/"));
  return [Object.fromEntries(entries) as StepErrors, isShown ? "" : problem];
}
