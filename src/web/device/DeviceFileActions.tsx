import type { JSX } from "preact";
import { FilePicker } from "../form/FilePicker.tsx";
import { Alert } from "../form/labels.tsx";
import { downloadText } from "../result/export-actions.ts";
import { ActionButton } from "../shell/Copy.tsx";
import { useSignal } from "../shell/signal.ts";
import { formatDeviceFile, importDeviceFile, nameDeviceFile } from "./device-file.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "./stores.ts";
import { toLocalDay } from "./local-day.ts";

/** Writes everything that the device keeps into one file, and reads such a file. */
export function DeviceFileActions(): JSX.Element {
  const problem = useSignal("");
  const before = useSignal<Snapshot | undefined>(undefined);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const snapshot = takeSnapshot();
    problem.value = await importDeviceFile(file).catch(() => `${file.name} could not be read.`);
    before.value = problem.value === "" ? snapshot : undefined;
  };
  return (
    <span class="device-file scripted">
      <ActionButton
        label="Export everything"
        done="Exported"
        run={() =>
          Promise.resolve(downloadText(formatDeviceFile(), nameDeviceFile(toLocalDay(new Date()))))
        }
      />
      <FilePicker accept=".json,application/json" take={([file]) => void read(file)}>
        Import a file
      </FilePicker>
      <span role="status">
        {before.value && (
          <>
            Imported.{" "}
            <button
              type="button"
              class="link"
              onClick={() => {
                if (before.value) restoreSnapshot(before.value);
                before.value = undefined;
              }}
            >
              Undo
            </button>
          </>
        )}
      </span>
      <Alert text={problem.value} />
    </span>
  );
}
