import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../shell/signal.ts";
import { FilePicker } from "../form/FilePicker.tsx";
import { Alert } from "../form/labels.tsx";
import type { Values } from "../form/values.ts";
import { takeDroppedFiles } from "./dropped-files.ts";
import type { ToolKit } from "./kit.ts";
import {
  isRemembering,
  isSameForm,
  readRuns,
  rememberForm,
  type Run,
  setRemembering,
} from "./storage.ts";
import type { PlaygroundState } from "./state.ts";
import { fillForm, type ToolView } from "./view.ts";

interface ToolFormProps {
  view: ToolView;
  state: PlaygroundState;
  example: Values;
  kit: ToolKit;
}

/** The id of the form, by which buttons of a result submit it. */
export const FORM_ID = "tool-form";

/** A tool's form with its actions. */
export function ToolForm({ view, state, example, kit }: ToolFormProps): JSX.Element {
  const problem = useSignal("");
  useEffect(takeDroppedFiles, []);
  const importFile = async (file: File | undefined) => {
    if (!file) return;
    problem.value = await loadImport()
      .then(({ importJson }) => importJson(file, view, state))
      .catch(() => `${file.name} could not be read. Try again.`);
  };
  return (
    <form
      id={FORM_ID}
      class="panel form"
      method="post"
      action={`${view.pagePath}#result`}
      noValidate
      autoComplete="off"
      aria-label={view.title}
      onFocusOut={({ target }) => state.onBlur((target as HTMLInputElement).name ?? "")}
      onSubmit={(event) => {
        event.preventDefault();
        state.run();
        showResult();
      }}
    >
      {/* Enter presses the first submit button, which must not be one that adds or removes a row. */}
      <button class="first" tabIndex={-1} aria-hidden="true" />
      <ExampleNote state={state} example={example} />
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
        <Alert text={problem.value} />
      </div>
    </form>
  );
}

/** Keeps its place when the form is edited, so that no field moves. */
function ExampleNote({ state, example }: Pick<ToolFormProps, "state" | "example">): JSX.Element {
  const isExample = isSameForm(state.model.values.value, example);
  return (
    <p class="example-note scripted" aria-hidden={!isExample}>
      This is an example.{" "}
      <button type="button" class="link" onClick={state.clear}>
        Start empty
      </button>
    </p>
  );
}

/** Loaded with the first file. */
const loadImport = () => import("./import-json.ts");

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
        <button type="button" class="quiet" onClick={state.clear}>
          Clear
        </button>
        <FilePicker
          class="quiet button"
          accept=".json,application/json"
          take={([file]) => importFile(file)}
        >
          Import JSON
        </FilePicker>
        {undo.value && (
          <button
            type="button"
            class="quiet undo"
            // Undone once more, it brings back what was changed in between.
            onClick={() => undo.value && state.replace(undo.value)}
          >
            Undo
          </button>
        )}
      </span>
      <Memory view={view} state={state} example={example} />
    </>
  );
}

interface ActionsProps extends Omit<ToolFormProps, "kit"> {
  importFile(file: File | undefined): void;
}

/** The switch of "Remember on this device", and the runs that the device remembers. */
function Memory({ view, state, example }: Omit<ToolFormProps, "kit">): JSX.Element {
  const isOn = useSignal(true);
  const runs = useSignal<Run[]>([]);
  // After hydration, because the server knows nothing of the device, and when Clear or Example
  // replaced the form. A list that appears during typing would move the page.
  useEffect(() => {
    isOn.value = isRemembering(view);
    const stored = readRuns(view);
    if (stored.length > 0) runs.value = stored;
  }, [state.undo.value]);
  return (
    <div class="memory scripted">
      <label>
        <input
          type="checkbox"
          checked={isOn.value}
          onChange={({ currentTarget }) => {
            isOn.value = currentTarget.checked;
            setRemembering(view, isOn.value);
            rememberForm(view, state.model.values.value, example);
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
