import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { getBasePath } from "../../base-path.ts";
import type { InboxAccess } from "../access.ts";
import { EditedPlan } from "./plan.ts";
import { StepFields } from "./StepFields.tsx";
import { MAX_STEPS } from "../../../domain/record/plan-step.ts";
import { moveStep, PRESETS, toDraft } from "./steps.ts";

/** Edits the response plan of an inbox: the responses that the next requests get. */
export function PlanEditor({ inbox }: { inbox: InboxAccess }): JSX.Element {
  const plan = useMemo(() => new EditedPlan(inbox), []);
  useEffect(() => void plan.load(), []);
  const { json, problem, state, isBusy } = plan;
  return (
    <form
      class="pad plan"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void plan.save();
      }}
    >
      <p class="help">
        Each step answers one request or several. After the last step, requests get the usual
        acknowledgement. See <a href={`${getBasePath()}/docs/webhooks`}>response plans</a>.
      </p>
      <PlanBar plan={plan} />
      {json.value === undefined ? <Steps plan={plan} /> : <Json plan={plan} />}
      <p class="problem" id="plan-problem" role="alert">
        {problem.value || (hasErrors(plan) && "Not saved: check the marked fields.")}
      </p>
      <p class="exports">
        <button class="primary">{isBusy.value ? "Saving…" : "Save plan"}</button>
        <button type="button" class="quiet" onClick={() => void plan.remove()}>
          Remove plan
        </button>
        <span class="help" role="status">
          {state.value}
        </span>
      </p>
    </form>
  );
}

/** Presets, and the choice between form and JSON. */
function PlanBar({ plan }: { plan: EditedPlan }): JSX.Element {
  return (
    <div class="bar">
      <p class="chips" role="group" aria-label="Presets">
        {PRESETS.map(({ title, steps }) => (
          <button type="button" key={title} onClick={() => plan.fill(steps)}>
            {title}
          </button>
        ))}
      </p>
      <div class="views" role="group" aria-label="Edit as">
        {[false, true].map((isJson) => (
          <button
            type="button"
            class="quiet"
            key={isJson}
            aria-pressed={(plan.json.value !== undefined) === isJson}
            onClick={() => plan.showJson(isJson)}
          >
            {isJson ? "JSON" : "Form"}
          </button>
        ))}
      </div>
    </div>
  );
}

function Steps({ plan }: { plan: EditedPlan }): JSX.Element {
  const { host, status, focus } = useStepFocus();
  const drafts = plan.drafts.value;
  const add = () => {
    plan.change([...drafts, toDraft({ status: 200 })]);
    focus(drafts.length, "input", `Step ${drafts.length + 1} added.`);
  };
  return (
    <div class="steps" ref={host}>
      {drafts.map((draft, index) => (
        <StepFields
          key={draft.key}
          draft={draft}
          index={index}
          count={drafts.length}
          errors={plan.errors.value}
          change={(changed) => plan.change(drafts.with(index, changed))}
          move={(by) => {
            const moved = moveStep(drafts, index, by);
            if (moved === drafts) return;
            plan.change(moved);
            const selector = by < 0 ? ".up" : ".down";
            focus(index + by, selector, `Step ${index + 1} is now step ${index + by + 1}.`);
          }}
          remove={() => {
            plan.change(drafts.toSpliced(index, 1));
            focus(index, ".remove", `Step ${index + 1} removed.`);
          }}
        />
      ))}
      {drafts.length < MAX_STEPS && (
        <button type="button" class="quiet add" onClick={add}>
          Add step
        </button>
      )}
      <span class="unseen" role="status" ref={status} />
    </div>
  );
}

function useStepFocus() {
  const host = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLSpanElement>(null);
  /**
   * Focuses a control of a step after rendering, because the focused one may have been moved or
   * removed.
   */
  const focus = (index: number, selector: string, sentence: string) => {
    if (status.current) status.current.textContent = sentence;
    setTimeout(() => {
      const steps = host.current?.querySelectorAll(".step") ?? [];
      const step = steps[index] ?? steps[steps.length - 1];
      step?.querySelector<HTMLElement>(selector)?.focus();
    });
  };
  return { host, status, focus };
}

function Json({ plan: { json, problem } }: { plan: EditedPlan }): JSX.Element {
  return (
    <>
      <label for="plan-json">Steps as JSON</label>
      <textarea
        id="plan-json"
        rows={10}
        spellcheck={false}
        value={json.value}
        aria-invalid={problem.value === "" ? undefined : "true"}
        aria-describedby="plan-problem"
        onInput={({ currentTarget }) => (json.value = currentTarget.value)}
      />
    </>
  );
}

function hasErrors({ errors }: EditedPlan): boolean {
  return Object.keys(errors.value).length > 0;
}
