import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { InboxAccess } from "./Detail.tsx";
import { withToken } from "./token.ts";

interface Step {
  status?: number;
  times?: number;
  delayMs?: number;
  close?: boolean;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Usual plans. */
const PRESETS: readonly { title: string; steps: Step[] }[] = [
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

/** Edits the response plan of an inbox: the responses that the next requests get. */
export function PlanEditor({ inbox: { api, token } }: { inbox: InboxAccess }): JSX.Element {
  const url = `${api}/response`;
  const text = useSignal(format(PRESETS[1]?.steps ?? []));
  const state = useSignal("");
  const problem = useSignal("");
  const ask = async (init: RequestInit): Promise<Response | undefined> => {
    problem.value = "";
    const { headers } = withToken(token);
    const request = { ...init, headers: { "content-type": "application/json", ...headers } };
    const response = await fetch(url, request).catch(() => undefined);
    if (!response) problem.value = "The server does not respond. Try again.";
    return response;
  };
  const load = async () => {
    const response = await fetch(url, withToken(token)).catch(() => undefined);
    // Without a plan the editor starts with a preset.
    if (!response?.ok) return;
    const plan = (await response.json()) as { steps: Step[]; served: number };
    text.value = format(plan.steps);
    state.value = describe(plan);
  };
  useEffect(() => void load(), []);
  const save = async () => {
    problem.value = explainSyntax(text.value);
    if (problem.value !== "") return;
    const response = await ask({ method: "PUT", body: `{"steps":${text.value}}` });
    if (!response) return;
    const answer = (await response.json()) as { error: string; served: number };
    if (response.ok) state.value = describe(answer);
    else problem.value = answer.error;
  };
  const remove = async () => {
    const response = await ask({ method: "DELETE" });
    if (response?.ok) state.value = "The usual acknowledgement.";
  };
  return (
    <div class="pad">
      <p class="chips">
        {PRESETS.map(({ title, steps }) => (
          <button type="button" key={title} onClick={() => (text.value = format(steps))}>
            {title}
          </button>
        ))}
      </p>
      <label for="plan-steps">Steps</label>
      <p class="help" id="plan-help">
        Each step answers one request, or as many as <code>times</code> says. After the last step
        requests are acknowledged as usual. See{" "}
        <a href={`${base()}/docs/webhooks`}>response plans</a>.
      </p>
      <textarea
        id="plan-steps"
        rows={8}
        spellcheck={false}
        value={text.value}
        aria-invalid={problem.value === "" ? undefined : "true"}
        aria-describedby="plan-help plan-problem"
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      />
      <p class="problem" id="plan-problem" role="alert">
        {problem.value}
      </p>
      <p class="exports">
        <button type="button" class="primary" onClick={() => void save()}>
          Save plan
        </button>
        <button type="button" class="quiet" onClick={() => void remove()}>
          Remove plan
        </button>
        <span class="help" role="status">
          {state.value}
        </span>
      </p>
    </div>
  );
}

/** Returns why a text is not JSON; empty when it is. */
function explainSyntax(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? `Not valid JSON: ${error.message}` : "Not valid JSON";
  }
}

function base(): string {
  return document.documentElement.dataset["base"] ?? "";
}

function format(steps: readonly Step[]): string {
  return JSON.stringify(steps, null, 2);
}

function describe({ served }: { served: number }): string {
  return served === 0 ? "Saved. The next request gets step 0." : `${served} responses served.`;
}
