import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../shell/signal.ts";
import { takeDroppedFiles } from "./dropped-files.ts";
import type { FormHeadProps, ToolFormProps } from "./head/FormHead.tsx";
import { loadComponents } from "./load-components.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import { isRemembering, isSameForm, rememberForm, setRemembering } from "./storage.ts";

const FormHead = lazyPart<FormHeadProps>(async () => (await loadComponents()).FormHead, {
  loadOn: "use",
});

/** The id of the form, by which buttons of a result submit it. */
export const FORM_ID = "tool-form";

/** A tool's form with its actions. */
export function ToolForm(props: ToolFormProps): JSX.Element {
  const { view, state, kit, example } = props;
  useEffect(takeDroppedFiles, []);
  const { undo } = state;
  return (
    <form
      id={FORM_ID}
      class="panel form"
      method="post"
      action={`${view.pagePath}#result`}
      noValidate
      autoComplete="off"
      aria-label={view.title}
      // Not when the script of the head has loaded, because by then fields may have been filled in.
      onClickCapture={(event) => {
        const { name } = event.target as HTMLButtonElement;
        const next = name === "example" ? example : name === "undo" && undo.value;
        if (next) state.replace(next);
        else if (name === "clear") state.clear();
        else return;
        event.stopPropagation();
      }}
      onFocusOut={({ target }) => state.onBlur((target as HTMLInputElement).name ?? "")}
      onSubmit={(event) => {
        event.preventDefault();
        state.run();
        showResult();
      }}
    >
      {/* Enter presses the first submit button, which must not be one that adds or removes a row. */}
      <button class="first" tabIndex={-1} aria-hidden="true" />
      {view.fields.length > 0 && (
        <FormHead
          {...props}
          isExample={isSameForm(state.model.values.value, props.example)}
          hasUndo={state.undo.value !== undefined}
        />
      )}
      <kit.Form view={view} model={state.model} state={state} />
      <div class="actions">
        <button class="primary">Run</button>
        {view.fields.length > 0 && <Memory {...props} />}
      </div>
    </form>
  );
}

/** On narrow screens, scrolls to the result, which is below the form. */
function showResult(): void {
  if (!matchMedia("(max-width: 60rem)").matches) return;
  document.getElementById("result")?.scrollIntoView();
}

/** The switch of what the device remembers. It needs a script. */
function Memory({ view, state, example }: ToolFormProps): JSX.Element {
  const isOn = useSignal(true);
  // After hydration, because the server knows nothing of the device.
  useEffect(() => void (isOn.value = isRemembering(view)), []);
  return (
    <p class="memory scripted">
      <label>
        <input
          type="checkbox"
          checked={isOn.value}
          onChange={({ currentTarget }) => {
            isOn.value = currentTarget.checked;
            setRemembering(view, isOn.value);
            rememberForm(view, state.model.values.value, example);
          }}
        />
        {" Remember on this device"}
      </label>
      <a href="../details#device">What is kept</a>
    </p>
  );
}
