import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { formatLabel } from "../../../form/label.ts";
import { formatFieldId } from "../../../form/form-model.ts";
import { toFormPath } from "../../../form/input.ts";
import type { Values } from "../../../form/values.ts";
import { ActionButton } from "../../../shell/Copy.tsx";
import { type ReadonlySignal, useSignal, useValue } from "../../../shell/signal.ts";
import { toErrorPath } from "../../response.ts";
import type { ToolView } from "../../view.ts";

/** Something that a document lacks. */
export interface Need {
  /** In the API's words: "needs from.vatId (BT-31) or from.taxNumber (BT-32)". */
  text: string;
  /** The fields that it names, by the paths of the form. One of them has to be filled in. */
  fields: readonly NeededField[];
}

interface NeededField {
  path: string;
  /** The path as in the error message, such as `from.vatId`. */
  written: string;
  label: string;
}

interface ErrorBody {
  error?: string;
  errors?: { pointer: string; detail: string }[];
}

/** Reads what a document lacks from an error response; undefined: the server did not respond. */
export async function readNeeds(
  response: Response | undefined,
  view: ToolView,
  values: Values,
): Promise<Need[]> {
  const { error, errors = [] } = ((await response?.json().catch(() => ({}))) ?? {}) as ErrorBody;
  if (errors.length === 0)
    return [{ text: error ?? "The server did not respond. Is it running?", fields: [] }];
  return errors.map(({ pointer, detail }) => {
    const path = toErrorPath(pointer);
    // The sentence of a profile names its members.
    const [, rule] = /^[a-z-]+ ((?:needs|does not take) .*)$/s.exec(detail) ?? [];
    const isField = formatLabel(view.fields, path) !== undefined;
    const text = rule ?? (isField ? `${path} ${detail}` : detail);
    return { text, fields: listNamedFields(text, view, values) };
  });
}

/** Returns the fields that a sentence names by their paths. */
function listNamedFields(text: string, view: ToolView, values: Values): NeededField[] {
  const words = text.match(/[a-z]\w*(?:\[\d+\]|\.\w+)*/gi) ?? [];
  return words.flatMap((written) => {
    const path = toFormPath(view.fields, values, written.replaceAll(/\[(\d+)\]/g, ".$1"));
    const label = formatLabel(view.fields, path);
    // Skips ordinary words of the sentence, some of which are fields, such as "id" or "type".
    const isField = label !== undefined && (written.includes(".") || /[A-Z]/.test(written));
    return isField ? [{ path, written, label }] : [];
  });
}

/** Pause in typing after which the server checks the document again. */
const PAUSE_MS = 500;

interface NeedListProps {
  /** Title of the failed download. */
  title: string;
  list: readonly Need[];
  values: ReadonlySignal<Values>;
  retry(): Promise<boolean>;
  /** Resolves with what a form lacks now; undefined: the server did not respond. */
  check(values: Values): Promise<readonly Need[] | undefined>;
}

/**
 * The missing members of a document as a checklist: each entry links to its field. It is ticked
 * when the server, which checks the form again after each change, no longer finds it; what a change
 * breaks is added.
 */
export function NeedList(props: NeedListProps): JSX.Element {
  const { title, list, retry } = props;
  const { host, checked } = useChecked(props);
  const missing = new Set(checked.map(({ text }) => text));
  const isMet = ({ text }: Need) => !missing.has(text);
  const added = checked.filter(({ text }) => !list.some((need) => need.text === text));
  const all = [...list, ...added];
  const isOther = all.every(({ fields }) => fields.length === 0);
  const open = all.filter((need) => !isMet(need)).length;
  return (
    <section class="needs" ref={host} tabIndex={-1} aria-label={`Missing for ${title}`}>
      <p>
        <strong>{title}</strong>{" "}
        {open === 0
          ? "has everything now."
          : isOther
            ? "could not be downloaded:"
            : `needs ${open} ${open === 1 ? "change" : "changes"}:`}
      </p>
      <ul>
        {all.map((need) => (
          <li key={need.text} class={isMet(need) ? "met" : undefined}>
            <span class="unseen">{isMet(need) ? "Done: " : "To do: "}</span>
            <NeedText need={need} />
          </li>
        ))}
      </ul>
      <ActionButton
        label={`Download ${title}`}
        done="Downloaded"
        failed="Not possible yet"
        run={retry}
      />
    </section>
  );
}

/** Returns what the form lacks now, and the list's element, which a failed download focuses. */
function useChecked({ list, values, check }: NeedListProps) {
  const filled = useValue(values, values.value);
  const first = useRef(filled);
  const checked = useSignal(list);
  const host = useRef<HTMLElement>(null);
  useEffect(() => {
    first.current = values.value;
    checked.value = list;
    // Not from a field: what is typed meanwhile would be lost.
    if (!document.activeElement?.matches("input, textarea, select, iframe")) host.current?.focus();
  }, [list]);
  useEffect(() => {
    if (filled === first.current) return undefined;
    let isLatest = true;
    const run = async () => {
      const next = await check(filled);
      if (isLatest && next) checked.value = next;
    };
    const timer = setTimeout(() => void run(), PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [filled]);
  return { host, checked: checked.value };
}

/** The sentence of a need, with its fields as links. */
function NeedText({ need: { text, fields } }: { need: Need }): JSX.Element {
  const parts: ComponentChildren[] = [];
  let remaining = text.replace(/^needs /, "");
  for (const { path, written, label } of fields) {
    const at = remaining.indexOf(written);
    parts.push(
      remaining.slice(0, at),
      <a
        href={`#${formatFieldId(path)}`}
        onClick={(event) => {
          event.preventDefault();
          revealField(path);
        }}
      >
        {label}
      </a>,
    );
    remaining = remaining.slice(at + written.length);
  }
  return (
    <span>
      {parts}
      {remaining}
    </span>
  );
}

/**
 * Opens the options that a field is among, scrolls to it and focuses it. For an object that is its
 * first field.
 */
function revealField(path: string): void {
  const id = formatFieldId(path);
  const field =
    document.getElementById(id) ?? document.querySelector<HTMLElement>(`[id^="${id}-"]`);
  for (let at: Element | null | undefined = field; at; at = at.parentElement?.closest("details")) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  field?.scrollIntoView({ block: "center" });
  field?.focus();
}
