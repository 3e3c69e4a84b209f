import type { JSX } from "preact";
import { FilePicker } from "../../form/FilePicker.tsx";
import { Alert } from "../../form/labels.tsx";
import type { Values } from "../../form/values.ts";
import { lazyPart } from "../../shell/lazy-part.tsx";
import { useSignal } from "../../shell/signal.ts";
import type { ToolKit } from "../kit.ts";
import type { PlaygroundState } from "../state.ts";
import type { ToolView } from "../view.ts";

export interface ToolFormProps {
  view: ToolView;
  state: PlaygroundState;
  example: Values;
  kit: ToolKit;
}

export interface FormHeadProps extends ToolFormProps {
  /** True: the form has the example's values. */
  isExample: boolean;
  /** As a property, because the part is hydrated with those of the server, then updated. */
  hasUndo: boolean;
}

const RecentRuns = lazyPart(async () => (await import("./RecentRuns.tsx")).RecentRuns, {
  loadOn: "use",
});

/** Loaded with the first file. */
const loadImport = () => import("./import-json.ts");

/**
 * The actions that replace the whole form: example, empty form, file, earlier runs and Undo. Named
 * buttons are handled by the form, which has its script first.
 */
export function FormHead(props: FormHeadProps): JSX.Element {
  const { view, state, kit } = props;
  const problem = useSignal("");
  const importFile = async (file: File | undefined) => {
    if (!file) return;
    problem.value = await loadImport()
      .then(({ importJson }) => importJson(file, view, state))
      .catch(() => `${file.name} could not be read. Try again.`);
  };
  return (
    <div class="form-head scripted">
      <button type="button" class="quiet" name="example">
        Example
      </button>
      <button type="button" class="quiet" name="clear">
        Clear
      </button>
      <FilePicker
        class="quiet button"
        accept=".json,application/json"
        aria-label="Import JSON"
        take={([file]) => void importFile(file)}
      >
        Import
      </FilePicker>
      {!kit.history && <RecentRuns view={view} state={state} />}
      <HeadNote {...props} />
      <Alert text={problem.value} />
    </div>
  );
}

type HeadNoteProps = Pick<FormHeadProps, "isExample" | "hasUndo">;

/** Keeps its place, so that no field moves when the form is edited. */
function HeadNote({ isExample, hasUndo }: HeadNoteProps): JSX.Element {
  return (
    <p class="example-note" aria-hidden={!isExample && !hasUndo}>
      {isExample && "This is an example. "}
      {/* Undone once more, it brings back what was changed in between. */}
      <button type="button" class="link" name={hasUndo ? "undo" : "clear"}>
        {hasUndo ? "Undo" : "Start empty"}
      </button>
    </p>
  );
}
