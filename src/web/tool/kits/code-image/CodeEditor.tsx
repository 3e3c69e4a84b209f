import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Field } from "../../../form/field.ts";
import { FilePicker } from "../../../form/FilePicker.tsx";
import {
  formatDescribedBy,
  formatFieldId,
  type FormModel,
  setText,
} from "../../../form/form-model.ts";
import { Alert, Problem } from "../../../form/labels.tsx";
import { readTextFile } from "../../../form/read-text-file.ts";
import { useSignal } from "../../../shell/signal.ts";
import { tokenizeCode } from "./code-tokens.ts";

interface CodeEditorProps {
  field: Field;
  model: FormModel;
  /** Called with the name of a file whose text was taken. */
  onFile(name: string, text: string): void;
  /** Called before a paste replaces the whole text. */
  onReplace(): void;
}

const PATH = "code";

/**
 * The editor of a code image: a textarea over the same text in colors. A file can be dropped on it.
 */
export function CodeEditor({ field, model, onFile, onReplace }: CodeEditorProps): JSX.Element {
  const text = model.values.value[PATH] ?? "";
  const problem = useSignal("");
  const max = field.maxLength ?? 5000;
  // Counted as the API does: an emoji is one character.
  const count = [...text].length;
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const content = await readTextFile(file);
      const isTooLong = [...content].length > max;
      problem.value = isTooLong ? `${file.name} has more than ${max} characters.` : "";
      if (!isTooLong) onFile(file.name, content);
    } catch (error) {
      problem.value = (error as Error).message;
    }
  };
  return (
    <div class="field wide code-field" data-drop>
      <label for={formatFieldId(PATH)}>Code</label>
      <Editor field={field} model={model} text={text} onReplace={onReplace} />
      <div class="editor-foot">
        <FilePicker
          class="button scripted"
          aria-label="Code: choose a file"
          take={([file]) => void take(file)}
        >
          Open file
        </FilePicker>
        <span class="help scripted">or drop one here</span>
        <span class={count > max ? "count bad" : "count"}>
          {count} of {max} characters
        </span>
      </div>
      <p class="help scripted" id={`${formatFieldId(PATH)}-help`}>
        Tab indents. To leave the editor by keyboard, press Esc, then Tab.
      </p>
      <Alert text={problem.value} />
      <Problem path={PATH} model={model} />
    </div>
  );
}

interface EditorProps extends Pick<CodeEditorProps, "field" | "model" | "onReplace"> {
  text: string;
}

function Editor({ field, model, text, onReplace }: EditorProps): JSX.Element {
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
  // HTML drops a line break at the beginning of a textarea, so the server writes one more.
  const value = typeof document === "undefined" && text.startsWith("\n") ? `\n${text}` : text;
  return (
    <div class="editor" data-code-theme={model.values.value["theme"]}>
      <pre aria-hidden="true" class="scripted">
        {tokenizeCode(text).map(({ kind, text: part }, index) =>
          kind === undefined ? (
            part
          ) : (
            <span key={index} class={`hl-${kind}`}>
              {part}
            </span>
          ),
        )}
        {/* The last line break of a block of text has no height without something after it. */}
        {"\n"}
      </pre>
      <textarea
        id={formatFieldId(PATH)}
        name={PATH}
        rows={6}
        value={value}
        spellcheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        dir="ltr"
        aria-required="true"
        aria-invalid={model.errors.value[PATH] === undefined ? undefined : "true"}
        aria-describedby={formatDescribedBy({ field: { ...field, help: "" }, path: PATH, model })}
        onFocus={() => void editing()}
        onKeyDown={press}
        onPaste={({ currentTarget: { selectionStart, selectionEnd, value: old } }) => {
          if (selectionStart === 0 && selectionEnd === old.length) onReplace();
        }}
        onBlur={() => (isLeaving.current = false)}
        onInput={({ currentTarget }) => setText(model, PATH, currentTarget.value)}
      />
    </div>
  );
}

/** Loaded with the first focus, because most visits paste code. */
const editing = () => import("./indent.ts");
