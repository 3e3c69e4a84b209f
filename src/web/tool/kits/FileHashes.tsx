import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "../../shell/signal.ts";
import { findMatch } from "./find-match.ts";
import { type FileRow, MAX_FILES, useFileQueue } from "./file-queue.ts";
import { HashList } from "./HashList.tsx";

/** Hashes files in the browser: nothing is sent, so their size has no limit. */
export function FileHashes(): JSX.Element {
  const { rows, add } = useFileQueue();
  const expected = useSignal("");
  const problem = useSignal("");
  const take = (files: FileList | null | undefined) => {
    const isFull = add([...(files ?? [])]) > 0;
    problem.value = isFull ? `The list holds at most ${MAX_FILES} files.` : "";
  };
  const picker = useRef<HTMLInputElement>(null);
  // Files that were chosen before this script arrived.
  useEffect(() => take(picker.current?.files), []);
  return (
    <section
      class="panel form file-hashes scripted"
      aria-labelledby="file-hashes-title"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files);
      }}
    >
      <header>
        <h2 id="file-hashes-title">Check files</h2>
        <p class="help">Hashed in this browser, of any size. Nothing is uploaded.</p>
      </header>
      <p class="file-picker">
        <label class="button">
          Choose files
          <input
            ref={picker}
            type="file"
            class="unseen"
            multiple
            onChange={({ currentTarget }) => {
              take(currentTarget.files);
              // So that the same file can be chosen again after an edit.
              currentTarget.value = "";
            }}
          />
        </label>
        <span>or drop them here</span>
      </p>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <div class="field text">
        <label for="compare-with">Compare with</label>
        <input
          id="compare-with"
          type="text"
          dir="ltr"
          autoComplete="off"
          spellcheck={false}
          placeholder="Paste the checksum from the download page"
          value={expected.value}
          onInput={({ currentTarget }) => (expected.value = currentTarget.value)}
        />
      </div>
      {rows.value.map((row) => (
        <FileResult key={row.id} row={row} expected={expected.value} />
      ))}
    </section>
  );
}

/** A file's digests, or how far its hashing is. */
function FileResult({ row, expected }: { row: FileRow; expected: string }): JSX.Element {
  const { name, state, digests, cancel } = row;
  return (
    <article aria-label={name}>
      <h3>{name}</h3>
      {(state === "waiting" || state === "hashing") && (
        <p class="file-picker">
          {state === "waiting" ? "Waiting" : <Progress row={row} />}
          <button type="button" class="quiet" aria-label={`Cancel ${name}`} onClick={cancel}>
            Cancel
          </button>
        </p>
      )}
      {state === "cancelled" && <p class="help">Cancelled</p>}
      {state === "failed" && (
        <p class="problem" role="alert">
          {name} cannot be read.
        </p>
      )}
      {digests && expected.trim() !== "" && <Verdict match={findMatch(digests, expected)} />}
      {digests && <HashList digests={digests} of={name} />}
    </article>
  );
}

function Progress({ row: { name, size, bytesRead } }: { row: FileRow }): JSX.Element {
  // An empty file has no bytes, but a progress bar needs a maximum above 0.
  const share = bytesRead / Math.max(size, 1);
  return (
    <>
      <progress value={share} aria-label={`Progress of ${name}`} />
      <span>{Math.floor(share * 100)} %</span>
    </>
  );
}

function Verdict({ match }: { match: string | undefined }): JSX.Element {
  return (
    <p class={match ? "verdict good" : "verdict bad"} role="status">
      {match ? `Matches ${match}` : "Matches none of them"}
    </p>
  );
}
