import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Attempt } from "../../domain/rehearsal/deliver.ts";
import {
  formatProviderEvent,
  PROVIDERS,
  type ProviderEvent,
} from "../../domain/rehearsal/providers.ts";
import type { ProviderName } from "../../domain/webhook-signature/names.ts";
import { addHttp } from "../inbox/request/replay-request.ts";
import { readStored, writeStored } from "../shell/storage.ts";
import { type EventForm, explainTarget, sendEvent } from "./send-event.ts";

/** The form and the attempts of the event that was sent last. */
export interface RehearsalState {
  provider: ProviderName;
  event: ProviderEvent | undefined;
  body: Signal<string>;
  secret: Signal<string>;
  target: Signal<string>;
  /** How many times faster than the provider it retries; 0: it does not. */
  speed: Signal<number>;
  /** A sentence about what cannot be sent; empty without one. */
  problem: string;
  attempts: readonly Attempt[];
  isSending: boolean;
  /** The request that Send would send. */
  form: EventForm;
  chooseProvider(name: ProviderName): void;
  chooseEvent(name: string): void;
  send(): Promise<void>;
  stop(): void;
}

const TARGET_KEY = "sundry:replay-target";
const DEFAULT_TARGET = "http://localhost:8080/hook";

/** Returns the example's body, JSON with line breaks. */
export function formatBody(event: ProviderEvent | undefined): string {
  if (!event) return "";
  const { payload } = event;
  return Array.isArray(payload)
    ? formatProviderEvent(event)
    : JSON.stringify(payload, undefined, 2);
}

/** Keeps the state of the form, and sends it with `script`. */
export function useRehearsal(script: string | undefined): RehearsalState {
  const name = useSignal<ProviderName>("stripe");
  const event = useSignal(PROVIDERS.stripe.events[0]);
  const body = useSignal(formatBody(event.value));
  const secret = useSignal(PROVIDERS.stripe.secret);
  const target = useSignal(DEFAULT_TARGET);
  const speed = useSignal(0);
  useEffect(() => {
    target.value = readStored(TARGET_KEY) ?? DEFAULT_TARGET;
  }, []);
  const show = (chosen: ProviderEvent | undefined) => {
    event.value = chosen;
    body.value = formatBody(chosen);
  };
  const { events, retries, secret: exampleSecret } = PROVIDERS[name.value];
  const form: EventForm = {
    provider: name.value,
    headers: event.value?.headers,
    body: body.value,
    url: addHttp(target.value),
    secret: secret.value.trim() || exampleSecret,
    delays: speed.value === 0 ? [] : retries.delays.map((delay) => delay / speed.value),
  };
  return {
    provider: name.value,
    event: event.value,
    body,
    secret,
    target,
    speed,
    form,
    ...useSending(script, form),
    chooseProvider(chosen) {
      name.value = chosen;
      secret.value = PROVIDERS[chosen].secret;
      show(PROVIDERS[chosen].events[0]);
    },
    chooseEvent: (chosen) => show(events.find((entry) => entry.name === chosen)),
  };
}

/** Sends an event with `script`, and keeps its attempts. */
function useSending(script: string | undefined, form: EventForm) {
  const problem = useSignal("");
  const attempts = useSignal<readonly Attempt[]>([]);
  const running = useSignal<AbortController | undefined>(undefined);
  return {
    problem: problem.value,
    attempts: attempts.value,
    isSending: running.value !== undefined,
    async send() {
      problem.value = explainTarget(form.url);
      if (problem.value !== "" || script === undefined) return;
      writeStored(TARGET_KEY, form.url);
      attempts.value = [];
      const controller = (running.value = new AbortController());
      try {
        for await (const attempt of await sendEvent(script, form, controller.signal))
          attempts.value = [...attempts.value, attempt];
      } catch (error) {
        problem.value = describeProblem(error as Error);
      }
      running.value = undefined;
    },
    stop: () => running.value?.abort(),
  };
}

/** A script that cannot be loaded rejects with a TypeError, a wrong secret with a sentence. */
function describeProblem(error: Error): string {
  return error instanceof TypeError ? "The server does not respond." : `${error.message}.`;
}
