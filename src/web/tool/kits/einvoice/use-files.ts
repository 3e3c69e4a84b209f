import { tryParseJson } from "../../../../lib/text/parse-json.ts";
import { useEffect, useRef } from "preact/hooks";
import { formatVerdict } from "../../../../domain/einvoice/verdict.ts";
import type { Report } from "../../../../tools/einvoice-read/task.ts";
import { type Signal, useSignal } from "../../../shell/signal.ts";
import type { FormProps } from "../../kit.ts";
import { addFile, findFile, MAX_BYTES, removeFile } from "./file-store.ts";
import type { ReadReply } from "./replies.ts";

/** A file in the list. */
export interface ReceivedFile {
  /** The form's text for the file. */
  key: string;
  name: string;
  /** The verdict or what is wrong, empty while the file is read. */
  text: string;
  tone: "good" | "bad" | "none";
}

/** Maximum files in the list. */
export const MAX_FILES = 100;

/** Loaded with the first file. */
const replies = () => import("./replies.ts");

interface Files {
  rows: Signal<readonly ReceivedFile[]>;
  /** Adds files, which are read one after the other. Returns how many the list has no room for. */
  add(files: readonly File[]): number;
  /** Shows the result of a file. */
  choose(key: string): void;
  /** Stops reading a file. */
  cancel(key: string): void;
  remove(key: string): void;
}

/** Returns the list of the page's files. */
export function useFiles({ view, model, state }: FormProps): Files {
  const rows = useSignal<readonly ReceivedFile[]>([]);
  const last = useRef(Promise.resolve());
  const getValues = () => model.values.value;
  const isChosen = (key: string) => getValues()["file"] === key;
  const update = (key: string, changes: Partial<ReceivedFile>) => {
    rows.value = rows.value.map((row) => (row.key === key ? { ...row, ...changes } : row));
  };
  const choose = (key: string) => model.change({ ...getValues(), xml: "", file: key });
  const read = async (key: string) => {
    if (!rows.value.some((row) => row.key === key && row.text === "")) return;
    const values = { ...getValues(), xml: "", file: key };
    const reply = replies().then(({ readFileOnce }) => readFileOnce(view, values));
    update(key, await reply.then(describeReply, describeFailure));
  };
  // A form of an earlier visit may name a file that is gone.
  useEffect(() => {
    if (getValues()["file"]?.startsWith("base64 of ") && !findFile(getValues()))
      model.change({ ...getValues(), file: "" });
  }, []);
  return {
    rows,
    choose,
    add(files) {
      const taken = files.slice(0, MAX_FILES - rows.value.length);
      const added = taken.map(createRow);
      rows.value = [...rows.value, ...added];
      for (const { key } of added) last.current = last.current.then(() => read(key));
      const first = added.find(({ text }) => text === "");
      if (first) choose(first.key);
      return files.length - taken.length;
    },
    cancel(key) {
      if (isChosen(key)) state.cancel();
      void replies().then(({ cancelFile }) => cancelFile(key));
      update(key, { text: "Canceled", tone: "none" });
    },
    remove(key) {
      rows.value = rows.value.filter((row) => row.key !== key);
      void replies().then(({ cancelFile }) => cancelFile(key));
      removeFile(key);
      if (!isChosen(key)) return;
      const [next] = rows.value;
      if (next) choose(next.key);
      else state.clear();
    },
  };
}

function createRow(file: File): ReceivedFile {
  const key = addFile(file);
  const { name, size } = file;
  if (size <= MAX_BYTES) return { key, name, text: "", tone: "none" };
  return { key, name, text: "must be at most 10 MiB", tone: "bad" };
}

function describeReply({ status, text }: ReadReply): Partial<ReceivedFile> {
  const body = tryParseJson(text);
  if (status !== 200 || body === undefined) {
    const { error = "The server's response could not be read." } = (body ?? {}) as Failure;
    return { text: error.replace(/^file /, ""), tone: "bad" };
  }
  const report = body as Report;
  const tone = report.valid === null ? "none" : report.valid ? "good" : "bad";
  return { text: formatVerdict(report), tone };
}

interface Failure {
  error?: string;
}

function describeFailure(error: unknown): Partial<ReceivedFile> {
  const isCanceled = error instanceof DOMException && error.name === "AbortError";
  return isCanceled
    ? { text: "Canceled", tone: "none" }
    : { text: "The server did not respond.", tone: "bad" };
}
