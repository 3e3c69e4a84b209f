import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type FormModel, Fields, Group } from "../form/Form.tsx";
import { fromText, toText, type Values } from "../form/values.ts";
import { Result } from "../result/Result.tsx";
import { Copy } from "../shell/Copy.tsx";
import type { Answer } from "./answer.ts";
import { createRunner } from "./runner.ts";
import { Samples } from "./Samples.tsx";
import { samplesOf } from "./samples.ts";
import { toRequest, type ToolView } from "./view.ts";

/** What a tool's page starts with; plain JSON, for it travels from the server to the browser. */
export interface PlaygroundProps {
  view: ToolView;
  values: Values;
  /** What the form holds at first, to come back to. */
  example: Values;
  answer?: Answer;
}

/** How long typing must rest before the API is asked. */
const REST_MS = 150;

/** A tool to be tried: its form, the answer to it, and the same request as code. */
export function Playground({
  view,
  values: first,
  example,
  answer: known,
}: PlaygroundProps): JSX.Element {
  const values = useSignal(first);
  const answer = useSignal(known);
  const waiting = useSignal(false);
  const errors = useSignal<Values>(errorsOf(known));
  const run = useMemo(() => {
    const show = (next: Answer) => {
      waiting.value = false;
      answer.value = next;
      errors.value = errorsOf(next);
    };
    return createRunner(view, show);
  }, []);
  const start = (delayMs: number) => {
    waiting.value = true;
    run(values.value, delayMs);
  };
  const change = (next: Values) => {
    values.value = next;
    if (view.live) start(REST_MS);
  };
  useEffect(() => {
    const kept = keptValues();
    if (kept) values.value = kept;
    if ((kept || !known) && view.live) start(0);
  }, []);
  useSignalEffect(() => keep(values.value, first));
  const model: FormModel = { values, errors, change };
  const request = toRequest(view, values.value);
  const samples = samplesOf({ ...request, url: view.origin + request.url });
  return (
    <div class="playground">
      <form
        class="panel form"
        method="post"
        action={view.page}
        noValidate
        autoComplete="off"
        aria-label={view.title}
        onSubmit={(event) => {
          event.preventDefault();
          start(0);
        }}
      >
        {/* The first submit button is the one that Enter presses: it must not be a row's. */}
        <button class="first" tabIndex={-1} aria-hidden="true" />
        <Fields fields={view.fields} model={model} />
        {view.query.length > 0 && (
          <Group title="Answer">
            <Fields fields={view.query.map((field) => ({ ...field }))} model={model} />
          </Group>
        )}
        <p class="actions">
          <button class="primary">Run</button>
          <button type="button" class="quiet" onClick={() => change(example)}>
            Start over
          </button>
          <Copy text={linkTo(values.value)} label="Copy link" what="to this form as it is filled" />
        </p>
      </form>
      <div class="outcome">
        <Result view={view} answer={answer.value} waiting={waiting.value} />
        <Samples samples={samples} />
      </div>
    </div>
  );
}

function errorsOf(answer: Answer | undefined): Values {
  return answer?.content.kind === "failure" ? answer.content.errors : {};
}

/** The form as this history entry holds it, or as the link that led here does. */
function keptValues(): Values | undefined {
  const state = history.state as { values?: Values } | null;
  if (state?.values) return state.values;
  return location.hash.length > 1 ? fromText(location.hash.slice(1)) : undefined;
}

/** Keeps the form with the history entry: going back, forward or reloading finds it. */
function keep(values: Values, first: Values): void {
  if (values !== first) history.replaceState({ values }, "");
}

/** This page's address with the form in its fragment, which browsers send to nobody. */
function linkTo(values: Values): string {
  if (typeof location === "undefined") return "";
  return `${location.origin}${location.pathname}#${toText(values)}`;
}
