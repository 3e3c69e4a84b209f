import type { Values } from "../form/values.ts";
import { fillForm, toPublicText, type ToolView } from "./view.ts";
import { readStored, readStoredList, readStoredTexts, writeStored } from "../shell/storage.ts";

/** A successful run of a tool, kept on the device. */
export interface Run {
  /** Milliseconds since 1970. */
  at: number;
  /** The headline of the result, or what the form began with. */
  title: string;
  /** The form as text. */
  form: string;
}

/** Runs that are kept for each tool. */
const MAX_RUNS = 8;
/** Tools that the home page offers as recent. */
const MAX_RECENT = 6;
/**
 * Characters of a form that are kept, because the storage of an origin is limited to about 5 MB.
 */
const MAX_FORM = 100_000;

const RECENT = "sundry:recent";
const formKey = ({ name }: ToolView) => `sundry:form:${name}`;
const runsKey = ({ name }: ToolView) => `sundry:runs:${name}`;
const offKey = ({ name }: ToolView) => `sundry:forget:${name}`;

/** Returns true unless the user turned "Remember on this device" off for this tool. */
export function isRemembering(view: ToolView): boolean {
  return readStored(offKey(view)) === null;
}

/** Turns remembering on or off. Turning it off deletes what is stored. */
export function setRemembering(view: ToolView, isOn: boolean): void {
  writeStored(offKey(view), isOn ? null : "1");
  if (isOn) return;
  writeStored(formKey(view), null);
  writeStored(runsKey(view), null);
  writeStored(`sundry:last:${view.name}`, null);
}

/** Stores the form without its secrets. The example is not stored. */
export function rememberForm(view: ToolView, values: Values, example: Values): void {
  const isKept = isRemembering(view) && !isSameForm(values, example);
  const text = isKept ? toPublicText(view, values) : "";
  writeStored(formKey(view), text === "" || text.length > MAX_FORM ? null : text);
}

/** Returns the stored form; undefined when there is none. */
export function readForm(view: ToolView): Values | undefined {
  const text = readStored(formKey(view));
  return text === null ? undefined : fillForm(view, text);
}

/** Stores a run as the newest, and the tool as the most recent. */
export function rememberRun(view: ToolView, values: Values, title: string): void {
  const recent = readStoredTexts(RECENT).filter((name) => name !== view.name);
  writeStored(RECENT, JSON.stringify([view.name, ...recent].slice(0, MAX_RECENT)));
  if (!isRemembering(view)) return;
  const form = toPublicText(view, values);
  // A form of secrets alone would bring nothing back.
  if (form === "" || form.length > MAX_FORM / MAX_RUNS) return;
  const others = readRuns(view).filter((run) => run.form !== form);
  const runs = [{ at: Date.now(), title, form }, ...others].slice(0, MAX_RUNS);
  writeStored(runsKey(view), JSON.stringify(runs));
}

/**
 * Returns the stored runs, newest first, without entries of another shape, which would stop the
 * page.
 */
export function readRuns(view: ToolView): Run[] {
  return readStoredList(runsKey(view), isRun);
}

function isRun(item: unknown): item is Run {
  const run = item as Partial<Run> | null;
  return (
    typeof run?.at === "number" && typeof run.title === "string" && typeof run.form === "string"
  );
}

/** Returns true when two forms have the same values; empty ones do not count. */
export function isSameForm(left: Values, right: Values): boolean {
  return [...Object.keys(left), ...Object.keys(right)].every(
    (name) => (left[name] ?? "") === (right[name] ?? ""),
  );
}
