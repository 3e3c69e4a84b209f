import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type FormModel, Fields, Group } from "../form/Form.tsx";
import { toText, type Values } from "../form/values.ts";
import { Result } from "../result/Result.tsx";
import type { Answer } from "./answer.ts";
import { createRunner } from "./runner.ts";
import { Samples } from "./Samples.tsx";
import { type Sample, samplesOf } from "./samples.ts";
import { filledForm, toRequest, type ToolView } from "./view.ts";

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
export function Playground(props: PlaygroundProps): JSX.Element {
  const { view, example } = props;
  const { model, answer, waiting, start } = usePlayground(props);
  return (
    <div class="playground">
      <ToolForm view={view} model={model} example={example} run={() => start(0)} />
      <div class="outcome">
        <Result view={view} answer={answer.value} waiting={waiting.value} />
        <Samples samples={samplesFor(view, model.values.value)} />
      </div>
    </div>
  );
}

interface ToolFormProps {
  view: ToolView;
  model: FormModel;
  example: Values;
  run: () => void;
}

function ToolForm({ view, model, example, run }: ToolFormProps): JSX.Element {
  return (
    <form
      class="panel form"
      method="post"
      action={view.page}
      noValidate
      autoComplete="off"
      aria-label={view.title}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {/* The first submit button is the one that Enter presses: it must not be a row's. */}
      <button class="first" tabIndex={-1} aria-hidden="true" />
      <Fields fields={view.fields} model={model} />
      {view.query.length > 0 && (
        <Group title="Answer">
          <Fields fields={view.query} model={model} />
        </Group>
      )}
      <p class="actions">
        <button class="primary">Run</button>
        {view.fields.length > 0 && (
          <button type="button" class="quiet" onClick={() => model.change(example)}>
            Start over
          </button>
        )}
      </p>
    </form>
  );
}

/** The filled form as code, and as a link to itself. */
function samplesFor(view: ToolView, values: Values): Sample[] {
  const request = toRequest(view, values);
  const link = `${view.origin}${view.page}#${toText(values)}`;
  return [
    ...samplesOf({ ...request, url: view.origin + request.url }),
    { id: "link", title: "Link", code: link },
  ];
}

/** What a tool's page holds as one types: the form, the answer to it, and whether a newer one is on its way. */
function usePlayground({ view, values: first, answer: known }: PlaygroundProps) {
  const values = useSignal(first);
  const answer = useSignal(known);
  const waiting = useSignal(false);
  const errors = useSignal<Values>(errorsOf(known));
  // Before the controls are taken over, which puts into them what the server drew.
  const early = useMemo(typedEarly, []);
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
    const kept = { ...(keptValues(view) ?? first), ...early };
    const isOther = toText(kept) !== toText(first);
    if (isOther) values.value = kept;
    if ((isOther || !known) && view.live) start(0);
    history.replaceState({ values: kept }, "");
    const follow = () => {
      const next = keptValues(view);
      if (next) change(next);
      else history.replaceState({ values: values.value }, "");
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  useEffect(() => (values.value === first ? undefined : keep(view, values.value)), [values.value]);
  const model: FormModel = { tool: view.name, values, errors, change };
  return { model, answer, waiting, start };
}

function errorsOf(answer: Answer | undefined): Values {
  return answer?.content.kind === "failure" ? answer.content.errors : {};
}

/** The form as this history entry holds it, or as the link that led here does. */
function keptValues(view: ToolView): Values | undefined {
  const state = history.state as { values?: Values } | null;
  return state?.values ?? linkedValues(view);
}

/** What was typed and chosen while the page was not yet awake. */
function typedEarly(): Values {
  if (typeof document === "undefined") return {};
  const controls = document.querySelectorAll<HTMLInputElement>(".form :is(input, textarea)[name]");
  const choices = document.querySelectorAll<HTMLOptionElement>(".form [name] > option:checked");
  const typed = [...controls].filter(
    (one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked,
  );
  const chosen = [...choices].filter((one) => !one.defaultSelected);
  return Object.fromEntries([
    ...typed.map((one) => [one.name, one.type === "checkbox" ? String(one.checked) : one.value]),
    ...chosen.map((one) => [(one.parentElement as HTMLSelectElement).name, one.value]),
  ]) as Values;
}

/** The form that the address's fragment carries; other fragments lead to places on the page. */
function linkedValues(view: ToolView): Values | undefined {
  const { hash } = location;
  return hash.includes("=") ? filledForm(view, hash.slice(1)) : undefined;
}

/** Keeps the form with the history entry: going back, forward or reloading finds it. */
function keep(view: ToolView, values: Values): () => void {
  // A fragment that says something else than the form would mislead whoever copies the address.
  const isLinked = toText(linkedValues(view) ?? {}) === toText(values);
  const write = () =>
    history.replaceState({ values }, "", isLinked ? undefined : location.pathname);
  // Not for every key: browsers stop a page that writes its history too often.
  const timer = setTimeout(write, REST_MS);
  return () => clearTimeout(timer);
}
