import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "../../shell/signal.ts";
import { useMenu } from "../../form/use-menu.ts";
import { readRuns, type Run } from "../storage.ts";
import type { PlaygroundState } from "../state.ts";
import { fillForm, type ToolView } from "../view.ts";

interface RecentRunsProps {
  view: ToolView;
  state: PlaygroundState;
}

/** The runs that the device remembers. */
export function RecentRuns({ view, state }: RecentRunsProps): JSX.Element {
  const { host, close } = useMenu();
  const runs = useSignal<Run[]>([]);
  const update = () => (runs.value = readRuns(view));
  // The list may be open before its script has loaded.
  useEffect(() => void update(), []);
  return (
    <details
      class="menu"
      ref={host}
      // Read when it is opened, because each pause in typing may add one.
      onToggle={update}
    >
      <summary class="quiet button">Recent</summary>
      <ul class="menu-list">
        {runs.value.map((run) => (
          <li key={run.at}>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                state.replace(fillForm(view, run.form));
                close(true);
              }}
            >
              {run.title} <time>{new Date(run.at).toLocaleDateString()}</time>
            </button>
          </li>
        ))}
        {runs.value.length === 0 && <li class="none">No recent runs</li>}
      </ul>
    </details>
  );
}
