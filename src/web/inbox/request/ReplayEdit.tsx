import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { HeaderPair, InboxRecord } from "../../../domain/record/inbox-record.ts";

/** Changes of a request before it is sent again. */
export interface RequestEdit {
  /** The id of the request. */
  id: string;
  method: string;
  /** One `Name: value` a line. */
  headers: string;
  /** Undefined: the bytes as received. */
  body: string | undefined;
  /** The secret that signs the request again; empty leaves its signature. */
  secret: string;
}

/** Returns the headers of lines, or a sentence about the first line that is none. */
export function parseHeaderLines(text: string): HeaderPair[] | string {
  const headers: HeaderPair[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const [, name, value = ""] = /^\s*([!#$%&'*+.^_`|~\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) return `Line ${index + 1} of the headers must be Name: value.`;
    headers.push([name, value]);
  }
  return headers;
}

interface ReplayEditProps {
  record: InboxRecord;
  edit: Signal<RequestEdit | undefined>;
  /** Reads the body's bytes; undefined when they cannot be read. */
  readBody(): Promise<ArrayBuffer | undefined>;
}

/** Fields that change the request before it is sent again. Closed, it is sent as received. */
export function ReplayEdit({ record, edit, readBody }: ReplayEditProps): JSX.Element {
  const isText = useSignal(true);
  const start = async () => {
    const { id, method, rawHeaders } = record;
    const headers = rawHeaders.map((header) => header.join(": ")).join("\n");
    edit.value = { id, method, headers, body: undefined, secret: "" };
    const body = decodeText(await readBody());
    isText.value = body !== undefined;
    if (edit.value?.id === id) edit.value = { ...edit.value, body };
  };
  const change = (changes: Partial<RequestEdit>) => {
    if (edit.value) edit.value = { ...edit.value, ...changes };
  };
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open) edit.value = undefined;
        else if (!edit.value) void start();
      }}
    >
      <summary>Edit before replay</summary>
      {edit.value && <EditFields edit={edit.value} isText={isText.value} change={change} />}
    </details>
  );
}

interface EditFieldsProps {
  edit: RequestEdit;
  /** False: the body is not text, so it is sent as received. */
  isText: boolean;
  change(changes: Partial<RequestEdit>): void;
}

function EditFields({ edit, isText, change }: EditFieldsProps): JSX.Element {
  const bind = (name: "headers" | "body" | "secret") => ({
    id: `edit-${name}`,
    spellcheck: false,
    value: edit[name] ?? "",
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <div class="fields-of-edit">
      <label for="edit-method">Method</label>
      <input
        id="edit-method"
        type="text"
        autocomplete="off"
        value={edit.method}
        onInput={({ currentTarget }) => change({ method: currentTarget.value.trim() })}
      />
      <label for="edit-headers">Headers</label>
      <textarea {...bind("headers")} rows={6} />
      <label for="edit-body">Body</label>
      <textarea
        {...bind("body")}
        rows={6}
        disabled={edit.body === undefined}
        placeholder={isText ? "" : "Not text: sent as received."}
      />
      <label for="edit-secret">Sign again with secret</label>
      <input
        {...bind("secret")}
        class="masked"
        type="text"
        autocomplete="off"
        aria-describedby="edit-secret-help"
      />
      <p class="help" id="edit-secret-help">
        Replaces the signature and its time. The secret stays in this browser.
      </p>
    </div>
  );
}

/** Returns undefined for bytes that are not text. */
function decodeText(bytes: ArrayBuffer | undefined): string | undefined {
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
