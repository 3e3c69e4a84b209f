import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { formatFieldId, setText } from "../../../form/form-model.ts";
import { Problem } from "../../../form/labels.tsx";
import type { PlaygroundState } from "../../state.ts";
import { FORM_ID } from "../../ToolForm.tsx";

interface CodeAreaProps {
  state: PlaygroundState;
  onFocus(): void;
  onBlur(): void;
}

const PATH = "code";
const ID = formatFieldId(PATH);

/** The code as text: transparent over its picture, and a control of the form. */
export function CodeArea({ state, onFocus, onBlur }: CodeAreaProps): JSX.Element {
  const { model } = state;
  const text = model.values.value[PATH] ?? "";
  const hasProblem = model.errors.value[PATH] !== undefined;
  const { press, reset } = useIndenting();
  // HTML drops a line break at the beginning of a textarea, so the server writes one more.
  const value = typeof document === "undefined" && text.startsWith("\n") ? `\n${text}` : text;
  return (
    <>
      <label class="unseen" for={ID}>
        Code
      </label>
      <textarea
        id={ID}
        form={FORM_ID}
        name={PATH}
        rows={6}
        value={value}
        placeholder="Type or paste code"
        spellcheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        dir="ltr"
        wrap="off"
        aria-required="true"
        aria-invalid={hasProblem ? "true" : undefined}
        aria-describedby={hasProblem ? `${ID}-help ${ID}-problem` : `${ID}-help`}
        onFocus={() => {
          void editing();
          onFocus();
        }}
        onKeyDown={press}
        onPaste={({ currentTarget: { selectionStart, selectionEnd, value: old } }) => {
          // The language of the old code would be wrong for the new one.
          if (selectionStart === 0 && selectionEnd === old.length)
            model.change({ ...model.values.value, language: "auto", filename: "" });
        }}
        onBlur={() => {
          reset();
          onBlur();
        }}
        // Text that moved inside the area would not be over its picture.
        onScroll={({ currentTarget }) => currentTarget.scrollTo(0, 0)}
        onInput={({ currentTarget }) => setText(model, PATH, currentTarget.value)}
      />
      <Problem path={PATH} model={model} />
    </>
  );
}

/** Tab indents the chosen lines, until Esc is pressed. */
function useIndenting() {
  /** True after Esc: the next Tab leaves. */
  const isLeaving = useRef(false);
  const press = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    if (event.key === "Escape") isLeaving.current = true;
    else if (event.key === "Tab" && !isLeaving.current) {
      event.preventDefault();
      const { currentTarget: area, shiftKey } = event;
      void editing().then(({ replaceLines }) => replaceLines(area, shiftKey));
    } else if (event.key !== "Shift") isLeaving.current = false;
  };
  return { press, reset: () => (isLeaving.current = false) };
}

/** Loaded with the first focus, because most visits paste code. */
const editing = () => import("./indent.ts");
