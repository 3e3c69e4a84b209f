import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Command } from "./Command.tsx";
import type { InboxAccess } from "./access.ts";
import { Download } from "./Download.tsx";
import { addHttp, formatInboxCommand } from "./request/replay-request.ts";
import { withToken } from "./token.ts";

/** The command that forwards every request to a program on this machine, byte for byte. */
export function Forward({ inbox }: { inbox: InboxAccess }): JSX.Element {
  const target = useSignal("http://localhost:8080/hook");
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
      <Command command={formatInboxCommand(inbox, "forward", addHttp(target.value))} />
    </div>
  );
}

const FORMATS = [
  { format: "ndjson", title: "NDJSON", extension: "ndjson" },
  { format: "har", title: "HAR", extension: "har" },
  { format: "curl", title: "curl commands", extension: "sh" },
  { format: "http", title: "Raw HTTP", extension: "http" },
] as const;

/** Downloads of all requests, in each format. */
export function Export({ inbox: { api, id, token } }: { inbox: InboxAccess }): JSX.Element {
  return (
    <p class="pad exports">
      {FORMATS.map(({ format, title, extension }) => (
        <Download
          key={format}
          class="button"
          url={`${api}/export?format=${format}`}
          token={token}
          name={`${id}.${extension}`}
          label={title}
        />
      ))}
    </p>
  );
}

interface DeleteProps {
  inbox: InboxAccess;
  /** Called after the inbox was deleted. */
  onDelete(): void;
}

/** Deletes the inbox after a second press, because deletion cannot be undone. */
export function Delete({ inbox: { api, token }, onDelete }: DeleteProps): JSX.Element {
  const isSure = useSignal(false);
  const isDeleting = useSignal(false);
  const problem = useSignal("");
  const press = async () => {
    if (isDeleting.value) return;
    problem.value = "";
    if (!isSure.value) {
      isSure.value = true;
      return;
    }
    isDeleting.value = true;
    const response = await fetch(api, { ...withToken(token), method: "DELETE" }).catch(
      () => undefined,
    );
    isDeleting.value = false;
    isSure.value = false;
    if (response?.ok) onDelete();
    else problem.value = "The inbox could not be deleted. Try again.";
  };
  return (
    <div class="pad">
      <p class="help">
        Deletes all requests of this inbox and its response plan. The URL stays usable.
      </p>
      <p>
        <button
          type="button"
          class="button danger"
          onClick={() => void press()}
          onBlur={() => (isSure.value = false)}
        >
          {isDeleting.value
            ? "Deleting…"
            : `${isSure.value ? "Really delete" : "Delete"} all requests`}
        </button>
      </p>
      <p class="problem" role="status">
        {problem.value}
      </p>
    </div>
  );
}
