import { signal } from "@preact/signals";
import type { PlanStep } from "../../../domain/record/plan-step.ts";
import type { InboxAccess } from "../access.ts";
import { withToken } from "../token.ts";
import { type PlanReply, requestPlan, splitErrors } from "./plan-request.ts";
import {
  findRepeatedHeaders,
  formatSteps,
  parseSteps,
  PRESETS,
  type StepDraft,
  type StepErrors,
  toDraft,
  toStep,
} from "./steps.ts";

const NO_PLAN = "No plan: requests get the usual acknowledgement.";

/**
 * The response plan of an inbox while it is edited. It starts with a preset until the plan on the
 * server is loaded.
 */
export class EditedPlan {
  readonly #inbox: InboxAccess;
  readonly drafts = signal<readonly StepDraft[]>((PRESETS[1]?.steps ?? []).map(toDraft));
  /** The text of the JSON view; undefined while the form is shown. */
  readonly json = signal<string | undefined>(undefined);
  readonly errors = signal<StepErrors>({});
  /** The error of the whole plan. */
  readonly problem = signal("");
  /** The plan on the server in words. */
  readonly state = signal("");
  readonly isBusy = signal(false);
  #isTouched = false;

  constructor(inbox: InboxAccess) {
    this.#inbox = inbox;
  }

  async load(): Promise<void> {
    const { status, body, problem } = await this.#request({});
    // A plan that was saved or removed in the meantime is newer.
    if (this.state.value !== "") return;
    if (status === 404) this.state.value = NO_PLAN;
    else if (problem !== "") this.problem.value = problem;
    else this.state.value = describe(body);
    // Keeps text that was typed while the plan was loading.
    if (body.steps && !this.#isTouched) this.#show(body.steps);
  }

  async save(): Promise<void> {
    if (this.isBusy.value) return;
    this.#isTouched = true;
    this.#clearErrors();
    const steps = this.#readSteps();
    if (!steps) return;
    const { json, errors, problem, state } = this;
    if (json.value === undefined) errors.value = findRepeatedHeaders(this.drafts.value);
    if (Object.keys(errors.value).length > 0) return;
    const reply = await this.#change({ method: "PUT", body: JSON.stringify({ steps }) });
    if (reply.problem === "") state.value = "Saved. It applies from the next request.";
    else if (json.value === undefined) [errors.value, problem.value] = splitErrors(reply);
    else problem.value = reply.problem;
  }

  async remove(): Promise<void> {
    if (this.isBusy.value) return;
    this.#clearErrors();
    const { problem } = await this.#change({ method: "DELETE" });
    if (problem === "") this.state.value = `Removed. ${NO_PLAN}`;
    else this.problem.value = problem;
  }

  change(changed: readonly StepDraft[]): void {
    this.#isTouched = true;
    const before = this.drafts.value;
    // Keeps the errors of steps that are unchanged and in their places.
    const kept = Object.entries(this.errors.value).filter(([path]) => {
      const index = Number.parseInt(path, 10);
      return before[index] === changed[index];
    });
    this.errors.value = Object.fromEntries(kept);
    this.drafts.value = changed;
  }

  /** Replaces all steps. */
  fill(steps: readonly PlanStep[]): void {
    this.#isTouched = true;
    this.#clearErrors();
    this.#show(steps);
  }

  /** Shows the form or the JSON. An invalid text stays, with its error. */
  showJson(isShown: boolean): void {
    if (isShown === (this.json.value !== undefined)) return;
    this.#clearErrors();
    const steps = this.#readSteps();
    if (!steps) return;
    if (!isShown) this.drafts.value = steps.map(toDraft);
    this.json.value = isShown ? formatSteps(steps) : undefined;
  }

  /** Returns the edited steps; undefined for invalid JSON, whose error it shows. */
  #readSteps(): PlanStep[] | undefined {
    if (this.json.value === undefined) return this.drafts.value.map(toStep);
    const steps = parseSteps(this.json.value);
    if (typeof steps !== "string") return steps;
    this.problem.value = steps;
    return undefined;
  }

  #show(steps: readonly PlanStep[]): void {
    if (this.json.value === undefined) this.drafts.value = steps.map(toDraft);
    else this.json.value = formatSteps(steps);
  }

  #clearErrors(): void {
    this.errors.value = {};
    this.problem.value = "";
  }

  async #change(init: RequestInit): Promise<PlanReply> {
    this.isBusy.value = true;
    const reply = await this.#request(init);
    this.isBusy.value = false;
    return reply;
  }

  #request(init: RequestInit): Promise<PlanReply> {
    const { api, token } = this.#inbox;
    return requestPlan(`${api}/response`, { ...init, ...withToken(token) });
  }
}

function describe({ served = 0, next }: PlanReply["body"]): string {
  if (next === null || next === undefined) return `Used up after ${served} responses.`;
  return `Next: step ${next + 1}. ${served} ${served === 1 ? "response" : "responses"} sent.`;
}
