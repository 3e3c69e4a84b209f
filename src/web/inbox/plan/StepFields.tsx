import type { JSX } from "preact";
import { StepCell, type StepFieldsProps } from "./StepCell.tsx";
import { StepHeaders } from "./StepHeaders.tsx";
import { hasNoBody, type TextField } from "./steps.ts";

const TYPES = ["application/json", "text/plain", "application/xml", "text/xml"];

/** Moves that the buttons and Alt with an arrow key make. */
const MOVES = [
  { key: "ArrowUp", name: "up", by: -1, sign: "↑" },
  { key: "ArrowDown", name: "down", by: 1, sign: "↓" },
];

/** The fields of a step: the response, when it is sent, and to how many requests. */
export function StepFields(props: StepFieldsProps): JSX.Element {
  const { draft, index, count, change, move } = props;
  const isLast = index === count - 1;
  return (
    <div
      class="step"
      role="group"
      aria-label={`Step ${index + 1}`}
      onKeyDown={(event) => {
        const found = event.altKey && MOVES.find(({ key }) => key === event.key);
        if (!found) return;
        event.preventDefault();
        move(found.by);
      }}
    >
      <StepTitle {...props} />
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
          <StepHeaders {...props} />
        </>
      )}
    </div>
  );
}

/** The number of the step, and the buttons that move and remove it. */
function StepTitle({ index, count, move, remove }: StepFieldsProps): JSX.Element {
  return (
    <header>
      <h3>Step {index + 1}</h3>
      {count > 1 &&
        MOVES.map(({ name, by, sign }) => (
          <button
            type="button"
            class={`quiet ${name}`}
            key={name}
            title={`Move ${name} (Alt+${sign})`}
            aria-label={`Move step ${index + 1} ${name}`}
            // Not disabled, because that would take the focus away.
            aria-disabled={index === (by < 0 ? 0 : count - 1) ? "true" : undefined}
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
  );
}

function Body(props: StepFieldsProps): JSX.Element {
  const { draft, change } = props;
  return (
    <div class="cells body-of-step">
      <StepCell {...props} path="body" label="Body">
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
      </StepCell>
      <StepCell {...props} path="type" label="Type">
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
      </StepCell>
      {/\{/.test(draft.body) && (
        <p class="help">
          Placeholders: {"{json.PATH}"}, {"{query.NAME}"}, {"{record.id}"}, {"{record.seq}"},{" "}
          {"{receivedAt}"}
        </p>
      )}
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
    <StepCell {...props} path={name} label={label}>
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
    </StepCell>
  );
}
