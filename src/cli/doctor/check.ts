import type { checkConfig } from "../../config.ts";

export type Result = "ok" | "warn" | "fail" | "skip";

/** The outcome of a check, in the words of one line. */
export interface Outcome {
  result: Result;
  finding: string;
  /** The remedy; undefined for "ok" and "skip". */
  advice?: string | undefined;
}

/** The input of the checks. */
export interface CheckInput {
  report: ReturnType<typeof checkConfig>;
  /** The URL of the server as callers reach it; undefined: none is known. */
  server: string | undefined;
  /** Aborted when the checks end. */
  signal: AbortSignal;
}

export type Check = (environment: CheckInput) => Outcome | Promise<Outcome>;

const SEVERITY: readonly Result[] = ["skip", "ok", "warn", "fail"];

export function ok(finding: string): Outcome {
  return { result: "ok", finding };
}

export function skip(finding: string): Outcome {
  return { result: "skip", finding };
}

export function warn(finding: string, advice: string): Outcome {
  return { result: "warn", finding, advice };
}

export function fail(finding: string, advice: string): Outcome {
  return { result: "fail", finding, advice };
}

/** Joins the problems of one check; without any its outcome is `success`. */
export function join(problems: readonly Outcome[], success: Outcome): Outcome {
  if (problems.length === 0) return success;
  const worst = Math.max(...problems.map(({ result }) => SEVERITY.indexOf(result)));
  return {
    result: SEVERITY[worst] ?? "fail",
    finding: problems.map(({ finding }) => finding).join("; "),
    advice: problems.flatMap(({ advice }) => advice ?? []).join("; "),
  };
}
