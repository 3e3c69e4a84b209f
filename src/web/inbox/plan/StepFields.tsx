import type { JSX } from "preact";
import { RESPONSE_TYPES, type ResponseType } from "../../../domain/record/plan-step.ts";
import { StepCell, type StepFieldsProps } from "./StepCell.tsx";
import { StepHeaders } from "./StepHeaders.tsx";
import { hasNoBody } from "./steps.ts";

/** The buttons and the keys (with Alt) that move a step; `by` is the distance in the list. */
const MOVES = [
  { key: "ArrowUp", name: "up", by: -1, arrow: "↑" },
  { key: "ArrowDown", name: "down", by: 1, arrow: "↓" },
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
        const arrowMove = event.altKey && MOVES.find(({ key }) => key === event.key);
        if (!arrowMove) return;
        event.preventDefault();
        move(arrowMove.by);
      }}
    >
      <StepTitle {...props} />
      <div class="cells">
        {!draft.closes && (
          <NumberCell {...props} name="status" label="Status" placeholder="200–599" />
        )}
        <NumberCell {...props} name="times" label="Requests" placeholder={isLast ? "all" : "1"} />
        <NumberCell {...props} name="delayMs" label="Delay (ms)" placeholder="0" />
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
          {!hasNoBody(draft.status) && <BodyCells {...props} />}
          <StepHeaders {...props} />
        </>
      )}
    </div>
  );
}

/** The number of the step, and the buttons that move and remove it. */
function StepTitle({ index, count, move, remove }: StepFieldsProps): JSX.Element {
  const isPosition = (position: number) => position >= 0 && position < count;
  return (
    <header>
      <h3>Step {index + 1}</h3>
      {count > 1 &&
        MOVES.map(({ name, by, arrow }) => (
          <button
            type="button"
            class={`quiet ${name}`}
            key={name}
            title={`Move ${name} (Alt+${arrow})`}
            aria-label={`Move step ${index + 1} ${name}`}
            // Not disabled, because that would take the focus away.
            aria-disabled={isPosition(index + by) ? undefined : "true"}
            onClick={() => move(by)}
          >
            {arrow}
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

function BodyCells(props: StepFieldsProps): JSX.Element {
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
            value={draft.type || RESPONSE_TYPES[0]}
            onChange={({ currentTarget }) =>
              change({ ...draft, type: currentTarget.value as ResponseType })
            }
          >
            {RESPONSE_TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        )}
      </StepCell>
      {draft.body.includes("{") && (
        <p class="help">
          Placeholders: {"{json.PATH}"}, {"{query.NAME}"}, {"{record.id}"}, {"{record.seq}"},{" "}
          {"{receivedAt}"}
        </p>
      )}
    </div>
  );
}

interface NumberCellProps extends StepFieldsProps {
  name: "status" | "times" | "delayMs";
  label: string;
  /** The default of an empty field, or the range. */
  placeholder: string;
}

function NumberCell({ name, label, placeholder, ...props }: NumberCellProps): JSX.Element {
  const { draft, change } = props;
  return (
    <StepCell {...props} path={name} label={label}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode="numeric"
          autocomplete="off"
          placeholder={placeholder}
          value={draft[name]}
          onInput={({ currentTarget }) => change({ ...draft, [name]: currentTarget.value })}
        />
      )}
    </StepCell>
  );
}
