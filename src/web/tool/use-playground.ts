import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { type Signal, useSignal } from "../shell/signal.ts";
import { PartySlot } from "../details/PartySlot.tsx";
import { toText, type Values } from "../form/values.ts";
import type { ToolKit } from "./kit.ts";
import { readLinkedValues } from "./linked-form.ts";
import type { ToolResponse } from "./response.ts";
import { createRunner } from "./runner.ts";
import type { DisplayedResult, PlaygroundState } from "./state.ts";
import { isSameForm, readForm, rememberForm, rememberRun } from "./storage.ts";
import { createBlankForm, isMainField, type ToolView } from "./view.ts";

/** The initial state of a tool's page. Plain JSON, because the server sends it to the browser. */
export interface PlaygroundProps {
  view: ToolView;
  values: Values;
  /** The tool's example. */
  example: Values;
  response?: ToolResponse;
}

/** Pause in typing after which the form is sent. */
const PAUSE_MS = 150;
/** Time after which an unchanged result is saved as a recent run. */
const RUN_MS = 3000;

/**
 * Creates the state of a tool's page: the form, the last result, and the newest response. Its
 * listeners are never removed, because the component lasts as long as the page.
 */
export function usePlayground(props: PlaygroundProps, kit: ToolKit): PlaygroundState {
  const { view, values: first, example } = props;
  const signals = usePageSignals(props);
  const { values, response, lastResult, isWaiting, touched, undo } = signals;
  const inputBeforeHydration = useMemo(readInputBeforeHydration, []);
  const { prepare, press, send, cancel, onBlur } = useMemo(
    () => createSender(signals, props, kit),
    [],
  );
  const change = (next: Values) => {
    values.value = next;
    if (view.live) send(PAUSE_MS, "touched");
  };
  // A later effect would undo what is typed or cleared before it.
  useLayoutEffect(() => {
    const { values: kept, replaced } = chooseForm(props, inputBeforeHydration);
    undo.value = replaced;
    const isOther = !isSameForm(kept, first);
    if (isOther) values.value = kept;
    if ((isOther || !props.response) && view.live) send(0, "present");
    history.replaceState({ values: kept }, "");
    addEventListener("hashchange", () => {
      const next = readHistoryState() ?? readLinkedValues(view);
      if (next) change(next);
      else history.replaceState({ values: values.value }, "");
    });
    addEventListener("online", () => {
      if (response.value?.status === 0 && view.live) send(0, "touched");
    });
    // The menu of another button may hide its release.
    addEventListener("pointerdown", ({ button }) => press(button === 0));
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => press(false));
    for (const type of ["pointerover", "focusin"]) addEventListener(type, prepare, { once: true });
  }, []);
  useEffect(
    () => (values.value === first ? undefined : keep(view, values.value, example)),
    [values.value],
  );
  const errors = useMemo(() => createVisibleErrors(response, touched), []);
  const replace = (next: Values) => {
    undo.value = values.value;
    touched.value = new Set();
    change(next);
  };
  const clear = () => {
    lastResult.value = response.value = undefined;
    replace(createBlankForm(view));
  };
  const getBase = (path: string) => getEditBase(props, values.value, path);
  const model = { values, errors, widgets: { party: PartySlot, ...kit.widgets }, getBase, change };
  const run = () => send(0, "all");
  // The same object for every render, because everything in it lasts as long as the page.
  return useMemo(
    () => ({ model, response, lastResult, isWaiting, undo, run, cancel, replace, clear, onBlur }),
    [],
  );
}

/** The signals of a page that sending its form changes. */
interface SenderSignals {
  values: Signal<Values>;
  response: Signal<ToolResponse | undefined>;
  lastResult: Signal<DisplayedResult | undefined>;
  isWaiting: Signal<boolean>;
  /** Paths whose errors are shown: of fields that were blurred, and of all fields after Run. */
  touched: Signal<ReadonlySet<string>>;
}

function usePageSignals({ values, response }: PlaygroundProps) {
  return {
    values: useSignal(values),
    response: useSignal(response),
    lastResult: useSignal(toDisplayedResult(response, values)),
    isWaiting: useSignal(false),
    touched: useSignal<ReadonlySet<string>>(new Set(Object.keys(listErrors(response)))),
    undo: useSignal<Values | undefined>(undefined),
  };
}

/** Fields whose errors are shown: a link may leave out what a form requires. */
type ErrorScope = "touched" | "present" | "all";

/** Creates the functions that send the form and show the response. */
function createSender(
  { values, response, lastResult, isWaiting, touched }: SenderSignals,
  { view, values: first, example }: PlaygroundProps,
  kit: ToolKit,
) {
  let sent = first;
  let errorScope: ErrorScope = "touched";
  const blurred = new Set<string>();
  let isPressed = false;
  let runTimer: ReturnType<typeof setTimeout> | undefined;
  const showBlurred = () => {
    // An error would move what is pressed away from the pointer, and that of an older form would
    // appear for a moment.
    if (blurred.size === 0 || isWaiting.value || isPressed) return;
    touched.value = new Set([...touched.value, ...blurred]);
    blurred.clear();
  };
  const show = (next: ToolResponse) => {
    isWaiting.value = false;
    response.value = next;
    const errors = listErrors(next);
    const isListed = (path: string) => errorScope === "all" || errors[path] !== "is required";
    if (errorScope === "touched") showBlurred();
    else {
      touched.value = new Set(Object.keys(errors).filter(isListed));
      blurred.clear();
    }
    const displayed = toDisplayedResult(next, sent);
    if (!displayed) return;
    lastResult.value = displayed;
    clearTimeout(runTimer);
    if (isSameForm(sent, example) || kit.history) return;
    const title = kit.headline?.(next, displayed.values, view) ?? view.title;
    const delayMs = errorScope === "all" ? 0 : RUN_MS;
    runTimer = setTimeout(() => rememberRun(view, displayed.values, title), delayMs);
  };
  const runner = createRunner(view, { ...kit, show });
  return {
    prepare: runner.prepare,
    /** Holds errors of fields back while a pointer is down, and shows them after its click. */
    press(isDown: boolean) {
      isPressed = isDown;
      if (!isDown) setTimeout(showBlurred);
    },
    /** Sends the form after a delay, and shows the errors of these fields. */
    send(delayMs: number, fields: ErrorScope) {
      isWaiting.value = true;
      sent = values.value;
      errorScope = fields;
      runner.send(sent, delayMs);
    },
    cancel() {
      runner.cancel();
      isWaiting.value = false;
    },
    onBlur(path: string) {
      if (path === "" || touched.value.has(path)) return;
      blurred.add(path);
      setTimeout(showBlurred);
    },
  };
}

/**
 * Returns the values that an edit of a field starts from. The first edit of the example's main
 * field starts from the defaults, so that no other value of the example stays.
 */
function getEditBase({ view, example }: PlaygroundProps, values: Values, path: string): Values {
  const isFirst = isMainField(view, path) && isSameForm(values, example);
  return isFirst ? createBlankForm(view) : values;
}

/** Returns the form to begin with, and the one of an earlier visit that it replaces. */
function chooseForm(props: PlaygroundProps, inputBeforeHydration: Values) {
  const { values, replaced } = readKeptForm(props);
  const typed = Object.keys(inputBeforeHydration);
  const base = typed.reduce((form, path) => getEditBase(props, form, path), values);
  return { values: { ...base, ...inputBeforeHydration }, replaced };
}

function readKeptForm({ view, values }: PlaygroundProps) {
  const remembered = readForm(view);
  const kept = readHistoryState();
  if (kept) return { values: kept, replaced: undefined };
  const linked = readLinkedValues(view);
  if (linked) return { values: linked, replaced: remembered };
  return { values: remembered ?? values, replaced: undefined };
}

function toDisplayedResult(
  response: ToolResponse | undefined,
  values: Values,
): DisplayedResult | undefined {
  return response && response.content.kind !== "failure" ? { response, values } : undefined;
}

function listErrors(response: ToolResponse | undefined): Values {
  return response?.content.kind === "failure" ? response.content.errors : {};
}

/**
 * Creates the errors to show, picked once for each response and set of paths, because every control
 * reads them.
 */
function createVisibleErrors(
  response: Signal<ToolResponse | undefined>,
  touched: Signal<ReadonlySet<string>>,
) {
  let last: ToolResponse | undefined;
  let paths: ReadonlySet<string>;
  let picked: Values = {};
  return {
    get value() {
      if (last === response.value && paths === touched.value) return picked;
      return (picked = pick(listErrors((last = response.value)), (paths = touched.value)));
    },
  };
}

function pick(errors: Values, paths: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => paths.has(path)));
}

/** Returns the form of this history entry; undefined before the first one was kept. */
function readHistoryState(): Values | undefined {
  return (history.state as { values?: Values } | null)?.values;
}

/**
 * Returns what was typed and chosen before hydration, which sets the controls to what the server
 * rendered.
 */
function readInputBeforeHydration(): Values {
  if (typeof document === "undefined") return {};
  const controls = document.querySelectorAll<HTMLInputElement>(
    ".playground :is(input, textarea)[name]",
  );
  const choices = document.querySelectorAll<HTMLOptionElement>(
    ".playground [name] > option:checked",
  );
  const typed = [...controls].filter(
    (field) =>
      // Of radio buttons, the one that lost its check has changed, too.
      (field.type !== "radio" || field.checked) &&
      (field.value !== field.defaultValue || field.checked !== field.defaultChecked),
  );
  const chosen = [...choices].filter((field) => !field.defaultSelected);
  return Object.fromEntries([
    ...typed.map((field) => [
      field.name,
      field.type === "checkbox" ? String(field.checked) : field.value,
    ]),
    ...chosen.map((field) => [(field.parentElement as HTMLSelectElement).name, field.value]),
  ]) as Values;
}

/**
 * Keeps the form in the history entry, for Back and reload, and on the device, for the next visit.
 */
function keep(view: ToolView, values: Values, example: Values): () => void {
  // The fragment is removed when the form no longer matches it, so that copies of the URL are not
  // misleading.
  const isLinked = toText(readLinkedValues(view) ?? {}) === toText(values);
  const { href } = location;
  const write = () => {
    // Another history entry keeps its own form.
    if (location.href === href)
      history.replaceState({ values }, "", isLinked ? undefined : location.pathname);
    rememberForm(view, values, example);
  };
  // Delayed, because browsers block pages that change their history too often.
  const timer = setTimeout(write, PAUSE_MS);
  return () => clearTimeout(timer);
}
