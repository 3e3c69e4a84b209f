import type { ComponentChildren, JSX } from "preact";
import type { StepDraft, StepErrors } from "./steps.ts";

export interface StepFieldsProps {
  draft: StepDraft;
  index: number;
  count: number;
  errors: StepErrors;
  change(draft: StepDraft): void;
  /** Moves the step down, or up where `by` is negative. */
  move(by: number): void;
  remove(): void;
}

interface StepControlProps {
  id: string;
  "aria-invalid": "true" | undefined;
  "aria-describedby": string | undefined;
}

interface CellProps extends Pick<StepFieldsProps, "draft" | "index" | "errors"> {
  path: string;
  /** Replaces the path in the control's id. */
  id?: string;
  label: string;
  children(control: StepControlProps): ComponentChildren;
}

/** A label, its control and its error. */
export function StepCell({
  draft,
  index,
  errors,
  path,
  id: ownId,
  label,
  children,
}: CellProps): JSX.Element {
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
