import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import {
  createHeader,
  hasNoBody,
  type HeaderDraft,
  type StepDraft,
  type StepErrors,
  type TextField,
} from "./steps.ts";

interface StepFieldsProps {
  draft: StepDraft;
  index: number;
  /** The number of steps. */
  count: number;
  errors: StepErrors;
  change(draft: StepDraft): void;
  /** Moves the step down, or up where `by` is negative. */
  move(by: number): void;
  remove(): void;
}

const TYPES = ["application/json", "text/plain", "application/xml", "text/xml"];

/** Moves that the buttons and Alt with an arrow key make. */
const MOVES = [
  { key: "ArrowUp", name: "up", by: -1, sign: "↑" },
  { key: "ArrowDown", name: "down", by: 1, sign: "↓" },
];

/** The fields of a step: the response, when it is sent, and to how many requests. */
export function StepFields(props: StepFieldsProps): JSX.Element {
  const { draft, index, count, change, move, remove } = props;
  const title = `Step ${index + 1}`;
  const isLast = index === count - 1;
  return (
    <div
      class="step"
      role="group"
      aria-label={title}
      onKeyDown={(event) => {
        const found = event.altKey && MOVES.find(({ key }) => key === event.key);
        if (!found) return;
        event.preventDefault();
        move(found.by);
      }}
    >
      <header>
        <h3>{title}</h3>
        {count > 1 &&
          MOVES.map(({ name, by, sign }) => (
            <button
              type="button"
              class={`quiet ${name}`}
              key={name}
              title={`Move ${name} (Alt+${sign})`}
              aria-label={`Move step ${index + 1} ${name}`}
              // Not disabled, because that would take the focus away.
              aria-disabled={(by < 0 ? index === 0 : isLast) ? "true" : undefined}
              onClick={() => move(by)}
            >
              {sign}
            </button>
          ))}
        {count > 1 && (
          <button
            type="button"
            class="quiet remove"
            title="Remove"
            aria-label={`Remove step ${index + 1}`}
            onClick={remove}
          >
            ×
          </button>
        )}
      </header>
      <div class="cells">
        {!draft.closes && <Text {...props} name="status" label="Status" hint="200–599" />}
        <Text {...props} name="times" label="Requests" hint={isLast ? "all" : "1"} />
        <Text {...props} name="delayMs" label="Delay (ms)" hint="0" />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={draft.closes}
          onChange={({ currentTarget }) => change({ ...draft, closes: currentTarget.checked })}
        />
        Close the connection instead of responding
      </label>
      {!draft.closes && (
        <>
          {!hasNoBody(draft.status) && <Body {...props} />}
          <Headers {...props} />
        </>
      )}
    </div>
  );
}

function Body(props: StepFieldsProps): JSX.Element {
  const { draft, change } = props;
  return (
    <div class="cells body-of-step">
      <Cell {...props} path="body" label="Body">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            spellcheck={false}
            placeholder="Empty"
            value={draft.body}
            onInput={({ currentTarget }) => change({ ...draft, body: currentTarget.value })}
          />
        )}
      </Cell>
      <Cell {...props} path="type" label="Type">
        {(control) => (
          <select
            {...control}
            value={draft.type || TYPES[0]}
            onChange={({ currentTarget }) => change({ ...draft, type: currentTarget.value })}
          >
            {TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        )}
      </Cell>
      {/\{/.test(draft.body) && (
        <p class="help">
          Placeholders: {"{json.PATH}"}, {"{query.NAME}"}, {"{record.id}"}, {"{record.seq}"},{" "}
          {"{receivedAt}"}
        </p>
      )}
    </div>
  );
}

function Headers(props: StepFieldsProps): JSX.Element {
  const { draft, index, change } = props;
  const { headers } = draft;
  const host = useRef<HTMLDivElement>(null);
  const set = (at: number, changed: HeaderDraft) =>
    change({ ...draft, headers: headers.with(at, changed) });
  const focus = (selector: string) =>
    setTimeout(() =>
      [...(host.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus(),
    );
  return (
    <div class="headers-of-step" ref={host}>
      {headers.map((header, at) => {
        const { key, name, value } = header;
        return (
          <div class="header-of-step" key={key} role="group" aria-label={`Header ${at + 1}`}>
            <Cell
              {...props}
              path={`headers/${name.trim().slice(0, 100)}`}
              id={`${key}`}
              label="Header"
            >
              {(control) => (
                <input
                  {...control}
                  type="text"
                  spellcheck={false}
                  autocomplete="off"
                  placeholder="X-Name"
                  value={name}
                  onInput={({ currentTarget }) => set(at, { ...header, name: currentTarget.value })}
                />
              )}
            </Cell>
            <label class="value">
              Value
              <input
                type="text"
                spellcheck={false}
                autocomplete="off"
                value={value}
                onInput={({ currentTarget }) => set(at, { ...header, value: currentTarget.value })}
              />
            </label>
            <button
              type="button"
              class="quiet remove"
              title="Remove"
              aria-label={`Remove header ${at + 1} of step ${index + 1}`}
              onClick={() => {
                change({ ...draft, headers: headers.toSpliced(at, 1) });
                focus(".add");
              }}
            >
              ×
            </button>
          </div>
        );
      })}
      <button
        type="button"
        class="quiet add"
        onClick={() => {
          change({ ...draft, headers: [...headers, createHeader()] });
          focus(".header-of-step:last-of-type input[placeholder]");
        }}
      >
        Add header
      </button>
    </div>
  );
}

interface TextProps extends StepFieldsProps {
  name: TextField;
  label: string;
  /** The default of an empty field, or the range. */
  hint: string;
}

function Text({ name, label, hint, ...props }: TextProps): JSX.Element {
  const { draft, change } = props;
  return (
    <Cell {...props} path={name} label={label}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode="numeric"
          autocomplete="off"
          placeholder={hint}
          value={draft[name]}
          onInput={({ currentTarget }) => change({ ...draft, [name]: currentTarget.value })}
        />
      )}
    </Cell>
  );
}

interface StepControlProps {
  id: string;
  "aria-invalid": "true" | undefined;
  "aria-describedby": string | undefined;
}

interface CellProps extends Pick<StepFieldsProps, "draft" | "index" | "errors"> {
  /** The path in the step. */
  path: string;
  /** Replaces the path in the control's id. */
  id?: string;
  label: string;
  children(control: StepControlProps): ComponentChildren;
}

/** A label, its control and its error. */
function Cell({ draft, index, errors, path, id: ownId, label, children }: CellProps): JSX.Element {
  const id = `plan-${draft.key}-${ownId ?? path}`;
  const problem = errors[`${index}/${path}`];
  const isWrong = problem !== undefined;
  return (
    <div class="cell">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-invalid": isWrong ? "true" : undefined,
        "aria-describedby": isWrong ? `${id}-problem` : undefined,
      })}
      {isWrong && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
