import type { NewRecord, PlanStep } from "../store.ts";

/** Formats the capture script's arguments about the plan that a record was prepared for. */
export function formatPlanArguments(
  plan: NewRecord["plan"],
): [id: string, mayDelay: number, cut: string] {
  if (plan === undefined) return ["-", 0, ""];
  if (plan === null) return ["", 0, ""];
  const { id, mayDelay, truncatedSteps } = plan;
  const length = Math.max(-1, ...truncatedSteps) + 1;
  const cut = Array.from({ length }, (_, step) => (truncatedSteps.includes(step) ? "1" : "0"));
  return [id, mayDelay ? 1 : 0, cut.join("")];
}

/** Formats the steps for the capture script: `times status delay;` for each. */
export function formatSchedule(steps: readonly PlanStep[]): string {
  const format = ({ times, status = 200, delayMs = 0, close }: PlanStep, index: number) => {
    const count = times ?? (index === steps.length - 1 ? 0 : 1);
    return `${count} ${close ? 0 : status} ${delayMs};`;
  };
  return steps.map(format).join("");
}
