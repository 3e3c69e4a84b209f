import type { ComponentChildren, JSX } from "preact";

interface ChoicesProps {
  /** Name of the choice for screen readers, or its label with `isLabelled`. */
  legend: string;
  isLabelled?: boolean;
  name: string;
  /** Values with their titles, in order. */
  options: readonly (readonly [value: string, title: ComponentChildren])[];
  chosen: string;
  onChoose(value: string): void;
  class?: string;
}

/** A choice among few, all visible. Radio buttons, because those also work without a script. */
export function Choices(props: ChoicesProps): JSX.Element {
  const { legend, isLabelled, name, options, chosen, onChoose } = props;
  // Shown even when it is not an option, because a link can set any value and the form sends it.
  const isListed = chosen === "" || options.some(([value]) => value === chosen);
  const choices = isListed ? options : [...options, [chosen, chosen] as const];
  return (
    <fieldset class={`choices-of ${props.class ?? ""}`}>
      <legend class={isLabelled ? undefined : "unseen"}>{legend}</legend>
      <div class="choices">
        {choices.map(([value, title]) => (
          <label key={value}>
            <input
              type="radio"
              class="unseen"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span>{title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
