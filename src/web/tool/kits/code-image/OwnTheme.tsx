import type { JSX } from "preact";
import { FilePicker } from "../../../form/FilePicker.tsx";
import { Alert } from "../../../form/labels.tsx";
import { useSignal } from "../../../shell/signal.ts";

interface OwnThemeProps {
  /** The chosen file; empty without one. */
  file: string;
  choose(file: string): void;
}

/** A theme of VS Code from a file, which is chosen or dropped on the themes. */
export function OwnTheme({ file, choose }: OwnThemeProps): JSX.Element {
  const problem = useSignal("");
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const { readThemeText } = await import("./read-theme-text.ts");
    const { text, error } = await readThemeText(chosen);
    problem.value = error;
    if (error === "") choose(text);
  };
  return (
    <>
      <p class="own-theme scripted">
        <FilePicker accept=".json,.jsonc" take={([chosen]) => void take(chosen)}>
          VS Code theme
        </FilePicker>
        {file === "" ? (
          <span class="help">or drop its .json file here</span>
        ) : (
          <>
            <b>{/"name":"([^"\\]+)"/.exec(file)?.[1] ?? "Your theme"}</b>
            <button type="button" class="quiet" onClick={() => choose("")}>
              Remove
            </button>
          </>
        )}
      </p>
      <Alert text={problem.value} />
    </>
  );
}
