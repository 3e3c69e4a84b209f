import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Copy } from "../shell/Copy.tsx";
import { PlanEditor } from "./PlanEditor.tsx";
import { saveFile, withToken } from "./token.ts";

interface WorkbenchProps {
  id: string;
  api: string;
  /** The read token of a private inbox. */
  token: string | undefined;
  /** Called after the inbox was deleted. */
  onDelete(): void;
}

/** What can be done with an inbox besides reading it: respond, forward, export and delete. */
export function Workbench(props: WorkbenchProps): JSX.Element {
  const { id, api, token } = props;
  // The plan is read when it is asked for.
  const isResponding = useSignal(false);
  return (
    <section class="workbench scripted" aria-label="Tools of this inbox">
      <details
        class="panel"
        onToggle={({ currentTarget }) => (isResponding.value = currentTarget.open)}
      >
        <summary>Respond</summary>
        {isResponding.value && <PlanEditor api={api} token={token} />}
      </details>
      <details class="panel">
        <summary>Forward</summary>
        <Forward id={id} token={token} />
      </details>
      <details class="panel">
        <summary>Export</summary>
        <Export api={api} id={id} token={token} />
      </details>
      <details class="panel">
        <summary>Delete</summary>
        <Delete {...props} />
      </details>
    </section>
  );
}

/** The command that sends every request on to a program on this machine, byte for byte. */
function Forward({ id, token }: { id: string; token: string | undefined }): JSX.Element {
  const target = useSignal("http://localhost:8080/hook");
  const server = typeof location === "undefined" ? "" : ` --server ${location.origin}`;
  const secret = token === undefined ? "" : " --token …";
  const command = `sundry inbox forward '${id}' ${target.value}${server}${secret}`;
  return (
    <div class="pad">
      <label for="forward-target">Send each new request to</label>
      <input
        id="forward-target"
        type="text"
        inputMode="url"
        value={target.value}
        onInput={({ currentTarget }) => (target.value = currentTarget.value)}
      />
      <p class="help">
        Run this command on the machine that can reach it. Signatures still verify, because method,
        headers and bytes stay the same.
      </p>
      <p class="command">
        <code>{command}</code>
        <Copy text={command} what="command" />
      </p>
    </div>
  );
}

const FORMATS = [
  { format: "ndjson", title: "NDJSON", extension: "ndjson" },
  { format: "har", title: "HAR", extension: "har" },
  { format: "curl", title: "curl commands", extension: "sh" },
  { format: "http", title: "Raw HTTP", extension: "http" },
] as const;

function Export({ api, id, token }: Omit<WorkbenchProps, "onDelete">): JSX.Element {
  return (
    <p class="pad exports">
      {FORMATS.map(({ format, title, extension }) => {
        const url = `${api}/export?format=${format}`;
        return (
          <a
            key={format}
            class="button"
            href={url}
            download
            onClick={(event) => {
              // A link cannot send the token.
              if (token === undefined) return;
              event.preventDefault();
              void saveFile(url, token, `${id}.${extension}`);
            }}
          >
            {title}
          </a>
        );
      })}
    </p>
  );
}

/** Deletes the inbox after a second press, because nothing brings it back. */
function Delete({ api, token, onDelete }: WorkbenchProps): JSX.Element {
  const isSure = useSignal(false);
  const problem = useSignal("");
  const press = async () => {
    if (!isSure.value) {
      isSure.value = true;
      return;
    }
    isSure.value = false;
    const response = await fetch(api, { ...withToken(token), method: "DELETE" }).catch(
      () => undefined,
    );
    if (response?.ok) onDelete();
    else problem.value = "The inbox could not be deleted. Try again.";
  };
  return (
    <div class="pad">
      <p class="help">
        Deletes all requests of this inbox and its response plan. The URL stays usable.
      </p>
      <p>
        <button type="button" class="button danger" onClick={() => void press()}>
          {isSure.value ? "Really delete all requests" : "Delete all requests"}
        </button>
      </p>
      <p class="problem" role="status">
        {problem.value}
      </p>
    </div>
  );
}
