import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../shell/signal.ts";
import { toValues, type Values } from "../form/values.ts";
import type { ToolKit } from "./kit.ts";
import { isRemembering, readRuns, type Run, setRemembering } from "./storage.ts";
import type { Playground } from "./state.ts";
import { createBlankForm } from "./use-playground.ts";
import { fillForm, type ToolView } from "./view.ts";

interface ToolFormProps {
  view: ToolView;
  state: Playground;
  example: Values;
  kit: ToolKit;
}

/** The id of the form, by which buttons of a result submit it. */
export const FORM_ID = "tool-form";

/** A tool's form with its actions. */
export function ToolForm({ view, state, example, kit }: ToolFormProps): JSX.Element {
  const problem = useSignal("");
  const importFile = async (file: File | undefined) => {
    problem.value = await importJson(file, view, state);
  };
  return (
    <form
      id={FORM_ID}
      class="panel form"
      method="post"
      action={`${view.page}#result`}
      noValidate
      autoComplete="off"
      aria-label={view.title}
      onFocusOut={({ target }) => state.leave((target as HTMLInputElement).name ?? "")}
      onSubmit={(event) => {
        event.preventDefault();
        state.run();
        showResult();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void importFile(event.dataTransfer?.files[0]);
      }}
    >
      {/* Enter presses the first submit button, which must not be one that adds or removes a row. */}
      <button class="first" tabIndex={-1} aria-hidden="true" />
      <kit.Form view={view} model={state.model} state={state} />
      <div class="actions">
        <button class="primary">Run</button>
        {view.fields.length > 0 && (
          <FormActions
            view={view}
            state={state}
            example={example}
            importFile={(file) => void importFile(file)}
          />
        )}
        {problem.value !== "" && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
      </div>
    </form>
  );
}

/** On narrow screens, scrolls to the result, which is below the form. */
function showResult(): void {
  if (!matchMedia("(max-width: 60rem)").matches) return;
  document.getElementById("result")?.scrollIntoView();
}

/** Example, Clear, Import, Undo, and what the device remembers. They need a script. */
function FormActions({ view, state, example, importFile }: ActionsProps): JSX.Element {
  const { undo } = state;
  return (
    <>
      <span class="scripted">
        <button type="button" class="quiet" onClick={() => state.replace(example)}>
          Example
        </button>
        <button type="button" class="quiet" onClick={() => state.replace(createBlankForm(view))}>
          Clear
        </button>
        <label class="quiet button">
          Import JSON
          <input
            type="file"
            class="unseen"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              importFile(currentTarget.files?.[0]);
              currentTarget.value = "";
            }}
          />
        </label>
        {undo.value && (
          <button
            type="button"
            class="quiet undo"
            onClick={() => {
              if (undo.value) state.model.change(undo.value);
              undo.value = undefined;
            }}
          >
            Undo
          </button>
        )}
      </span>
      <Memory view={view} state={state} />
    </>
  );
}

interface ActionsProps extends Omit<ToolFormProps, "kit"> {
  importFile(file: File | undefined): void;
}

/** The switch of "Remember on this device", and the runs that the device remembers. */
function Memory({ view, state }: { view: ToolView; state: Playground }): JSX.Element {
  const isOn = useSignal(true);
  const runs = useSignal<Run[]>([]);
  // After hydration, because the server knows nothing of the device.
  useEffect(() => {
    isOn.value = isRemembering(view);
    const known = readRuns(view);
    if (known.length > 0) runs.value = known;
  }, []);
  return (
    <div class="memory scripted">
      <label>
        <input
          type="checkbox"
          checked={isOn.value}
          onChange={({ currentTarget }) => {
            isOn.value = currentTarget.checked;
            setRemembering(view, isOn.value);
            runs.value = [];
          }}
        />
        {" Remember on this device"}
      </label>
      {runs.value.length > 0 && (
        <details>
          <summary>Recent runs</summary>
          <ul>
            {runs.value.map((run) => (
              <li key={run.at}>
                <button
                  type="button"
                  class="quiet"
                  onClick={() => state.replace(fillForm(view, run.form))}
                >
                  {run.title} <time>{new Date(run.at).toLocaleDateString()}</time>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Fills the form from a JSON file, the input of the API. Resolves to a sentence when it is not one, else to "". */
async function importJson(
  file: File | undefined,
  view: ToolView,
  state: Playground,
): Promise<string> {
  if (!file) return "";
  try {
    const input = JSON.parse(await file.text()) as unknown;
    if (typeof input !== "object" || input === null) return `${file.name} has no JSON object.`;
    state.replace({ ...toValues(view.fields, input), ...toValues(view.query, {}) });
    return "";
  } catch {
    return `${file.name} is not JSON.`;
  }
}
