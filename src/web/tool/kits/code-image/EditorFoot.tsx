import type { JSX } from "preact";
import { formatFieldId } from "../../../form/form-model.ts";
import { FilePicker } from "../../../form/FilePicker.tsx";
import { Alert } from "../../../form/labels.tsx";
import { useSignal } from "../../../shell/signal.ts";
import type { EditorProps } from "../../kit.ts";
import { lazyPart } from "../../../shell/lazy-part.tsx";

const PATH = "code";

const FullSize = lazyPart(async () => (await import("./FullSize.tsx")).FullSize, {
  loadOn: "use",
});

interface FootProps extends EditorProps {
  url: string;
}

/** Below the picture: a file to open, the length of the code, the view in full size. */
export function EditorFoot({ view, state, isStale, url }: FootProps): JSX.Element {
  const { model } = state;
  const problem = useSignal("");
  const max = view.fields.find(({ name }) => name === PATH)?.maxLength ?? 5000;
  // Counted as the API does: an emoji is one character.
  const count = [...(model.values.value[PATH] ?? "")].length;
  const take = async (file: File | undefined) => {
    if (!file) return;
    const { openCodeFile } = await import("./open-code-file.ts");
    problem.value = await openCodeFile(file, max, model);
  };
  return (
    <>
      <div class="editor-foot">
        <FilePicker
          class="button scripted"
          aria-label="Code: choose a file"
          take={([file]) => void take(file)}
        >
          Open file
        </FilePicker>
        <FullSize url={url} title={view.title} isDisabled={isStale || url === ""} />
        <span class={count > max ? "count bad" : "count"}>
          {count} of {max} characters
        </span>
      </div>
      <p class="help scripted" id={`${formatFieldId(PATH)}-help`}>
        Type in the picture, or drop a file on it. Tab indents; to leave by keyboard, press Esc,
        then Tab.
      </p>
      <Alert text={problem.value} />
    </>
  );
}
