import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { StepCell, type StepFieldsProps } from "./StepCell.tsx";
import { createHeader, type HeaderDraft } from "./steps.ts";

/** The headers of a step's response. */
export function StepHeaders(props: StepFieldsProps): JSX.Element {
  const { draft, change } = props;
  const { headers } = draft;
  const host = useRef<HTMLDivElement>(null);
  const focus = (selector: string) =>
    setTimeout(() =>
      [...(host.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus(),
    );
  return (
    <div class="headers-of-step" ref={host}>
      {headers.map((header, at) => (
        <HeaderFields
          {...props}
          key={header.key}
          header={header}
          number={at + 1}
          set={(changed) => change({ ...draft, headers: headers.with(at, changed) })}
          removeHeader={() => {
            change({ ...draft, headers: headers.toSpliced(at, 1) });
            focus(".add");
          }}
        />
      ))}
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

interface HeaderFieldsProps extends StepFieldsProps {
  header: HeaderDraft;
  /** The position of the header, from 1. */
  number: number;
  set(header: HeaderDraft): void;
  removeHeader(): void;
}

/** The name and the value of one header. */
function HeaderFields({ header, number, set, removeHeader, ...step }: HeaderFieldsProps) {
  const { key, name, value } = header;
  const path = `headers/${name.trim().slice(0, 100)}`;
  const text = { type: "text", spellcheck: false, autocomplete: "off" } as const;
  return (
    <div class="header-of-step" role="group" aria-label={`Header ${number}`}>
      <StepCell {...step} path={path} id={`${key}`} label="Header">
        {(control) => (
          <input
            {...control}
            {...text}
            placeholder="X-Name"
            value={name}
            onInput={({ currentTarget }) => set({ ...header, name: currentTarget.value })}
          />
        )}
      </StepCell>
      <label class="value">
        Value
        <input
          {...text}
          value={value}
          onInput={({ currentTarget }) => set({ ...header, value: currentTarget.value })}
        />
      </label>
      <button
        type="button"
        class="quiet remove"
        title="Remove"
        aria-label={`Remove header ${number} of step ${step.index + 1}`}
        onClick={removeHeader}
      >
        ×
      </button>
    </div>
  );
}
