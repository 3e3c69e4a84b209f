import { type Signal, signal } from "@preact/signals";
import type { InboxAccess } from "../request/Detail.tsx";
import { withToken } from "../token.ts";
import {
  findRepeatedHeaders,
  formatSteps,
  parseSteps,
  PRESETS,
  type Step,
  type StepDraft,
  type StepErrors,
  toDraft,
  toStep,
} from "./steps.ts";
import { capitalize } from "../../shell/capitalize.ts";

/** The response plan of an inbox while it is edited. */
export interface Plan {
  drafts: Signal<readonly StepDraft[]>;
  /** The text of the JSON view; undefined while the form is shown. */
  json: Signal<string | undefined>;
  errors: Signal<StepErrors>;
  /** The error of the whole plan. */
  problem: Signal<string>;
  /** The plan on the server in words. */
  state: Signal<string>;
  isBusy: Signal<boolean>;
  load(): Promise<void>;
  save(): Promise<void>;
  remove(): Promise<void>;
  change(drafts: readonly StepDraft[]): void;
  fill(steps: readonly Step[]): void;
  /** Shows the form or the JSON. An invalid text stays, with its error. */
  showJson(isShown: boolean): void;
}

/** A response of the API. `problem` is a sentence for one that is not a success. */
interface PlanReply {
  status: number;
  body: { steps?: Step[]; served?: number; next?: number | null };
  problem: string;
  errors: readonly { pointer: string; detail: string }[];
}

const UNREACHABLE = "The server does not respond. Your steps are kept: try again.";
const NO_PLAN = "No plan: requests get the usual acknowledgement.";

/** Creates the editable plan of an inbox. It starts with a preset until the plan on the server is loaded. */
export function createPlan({ api, token }: InboxAccess): Plan {
  const drafts = signal<readonly StepDraft[]>((PRESETS[1]?.steps ?? []).map(toDraft));
  const json = signal<string | undefined>(undefined);
  const errors = signal<StepErrors>({});
  const problem = signal("");
  const state = signal("");
  const isBusy = signal(false);
  let isTouched = false;

  const call = async (init: RequestInit): Promise<PlanReply> => {
    isBusy.value = true;
    const reply = await request(`${api}/response`, { ...init, ...withToken(token) });
    isBusy.value = false;
    return reply;
  };
  const show = (steps: readonly Step[]) => {
    if (json.value === undefined) drafts.value = steps.map(toDraft);
    else json.value = formatSteps(steps);
  };
  const clear = () => {
    errors.value = {};
    problem.value = "";
  };
  const readSteps = (): Step[] | string =>
    json.value === undefined ? drafts.value.map(toStep) : parseSteps(json.value);

  return {
    drafts,
    json,
    errors,
    problem,
    state,
    isBusy,
    async load() {
      clear();
      const { status, body, problem: sentence } = await call({});
      if (status === 404) state.value = NO_PLAN;
      else if (sentence !== "") problem.value = sentence;
      else state.value = describe(body);
      // Keeps text that was typed while the plan was loading.
      if (body.steps && !isTouched) show(body.steps);
    },
    async save() {
      if (isBusy.value) return;
      clear();
      const steps = readSteps();
      if (typeof steps === "string") {
        problem.value = steps;
        return;
      }
      if (json.value === undefined) errors.value = findRepeatedHeaders(drafts.value);
      if (Object.keys(errors.value).length > 0) return;
      const reply = await call({ method: "PUT", body: JSON.stringify({ steps }) });
      if (reply.problem === "") state.value = "Saved. It applies from the next request.";
      else if (json.value === undefined) [errors.value, problem.value] = splitErrors(reply);
      else problem.value = reply.problem;
    },
    async remove() {
      if (isBusy.value) return;
      clear();
      const reply = await call({ method: "DELETE" });
      if (reply.problem === "") state.value = `Removed. ${NO_PLAN}`;
      else problem.value = reply.problem;
    },
    change(changed) {
      isTouched = true;
      const before = drafts.value;
      // The errors of steps that stay as and where they are.
      const kept = Object.entries(errors.value).filter(([path]) => {
        const index = Number.parseInt(path, 10);
        return before[index] === changed[index];
      });
      errors.value = Object.fromEntries(kept);
      drafts.value = changed;
    },
    fill(steps) {
      isTouched = true;
      clear();
      show(steps);
    },
    showJson(isShown) {
      if (isShown === (json.value !== undefined)) return;
      clear();
      const steps = readSteps();
      if (typeof steps === "string") {
        problem.value = steps;
        return;
      }
      if (!isShown) drafts.value = steps.map(toDraft);
      json.value = isShown ? formatSteps(steps) : undefined;
    },
  };
}

/** Returns the errors that a field can show, and those that none can as a sentence. */
function splitErrors({ errors, problem }: PlanReply): [StepErrors, string] {
  const entries = errors.map(({ pointer, detail }) => [
    pointer.replace(/^#\/steps\/?/, ""),
    capitalize(detail.replace(/^is /, "")),
  ]);
  const isShown = entries.length > 0 && entries.every(([path]) => path?.includes("/"));
  return [Object.fromEntries(entries) as StepErrors, isShown ? "" : problem];
}

async function request(url: string, init: RequestInit): Promise<PlanReply> {
  const failure = { status: 0, body: {}, errors: [] };
  const headers = {
    ...(init.headers as Record<string, string> | undefined),
    "content-type": "application/json",
    // The errors of fields, one by one.
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

function describe({ served = 0, next }: PlanReply["body"]): string {
  if (next === null || next === undefined) return `Used up after ${served} responses.`;
  return `Next: step ${next + 1}. ${served} ${served === 1 ? "response" : "responses"} sent.`;
}
