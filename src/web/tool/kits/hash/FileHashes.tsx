import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { FilePicker } from "../../../form/FilePicker.tsx";
import { Alert } from "../../../form/labels.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { type FileAlgorithm, findAlgorithm } from "./file-hash.ts";
import { findMatch } from "./find-match.ts";
import { type HashedFile, MAX_FILES, useFileQueue } from "./file-queue.ts";
import { HashList, toTitle } from "./HashList.tsx";

/** Hashes files in the browser: nothing is sent, so their size has no limit. */
export function FileHashes(): JSX.Element {
  const expected = useSignal("");
  const { rows, add } = useFileQueue(expected);
  const problem = useSignal("");
  const take = (files: File[]) => {
    const isFull = add(files) > 0;
    problem.value = isFull ? `The list holds at most ${MAX_FILES} files.` : "";
  };
  const picker = useRef<HTMLInputElement>(null);
  // Files that were chosen before this script arrived.
  useEffect(() => take([...(picker.current?.files ?? [])]), []);
  return (
    <section class="panel form file-hashes scripted" aria-labelledby="file-hashes-title" data-drop>
      <header>
        <h2 id="file-hashes-title">Check files</h2>
        <p class="help">Hashed in this browser, of any size. Nothing is uploaded.</p>
      </header>
      <p class="file-picker">
        <FilePicker input={picker} multiple take={take}>
          Choose files
        </FilePicker>
        <span>or drop them here</span>
      </p>
      <Alert text={problem.value} />
      <div class="field text">
        <label for="compare-with">Compare with</label>
        <input
          id="compare-with"
          type="text"
          dir="ltr"
          autoComplete="off"
          spellcheck={false}
          placeholder="Paste a checksum"
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

/** The order of digests in the list. */
const ALGORITHMS: readonly FileAlgorithm[] = ["md5", "sha1", "sha256", "sha384", "sha512"];

/** A file's digests, and how far its hashing is. */
function FileResult({ row, expected }: { row: HashedFile; expected: string }): JSX.Element {
  const { name, state, digests, cancel } = row;
  const expectedAlgorithm = findAlgorithm(expected);
  const isCompared =
    expected.trim() !== "" &&
    (state === "done" || (expectedAlgorithm && digests[expectedAlgorithm]));
  const entries = ALGORITHMS.flatMap((algorithm) => {
    const digest = digests[algorithm];
    return digest === undefined ? [] : [[algorithm, digest] as const];
  });
  const available = Object.fromEntries(entries);
  return (
    <article aria-label={name}>
      <h3>{name}</h3>
      {isCompared && state !== "cancelled" && <Verdict match={findMatch(available, expected)} />}
      {(state === "waiting" || state === "hashing") && (
        <p class="file-picker">
          {state === "waiting" ? (
            "Waiting"
          ) : (
            <Progress row={row} expectedAlgorithm={expectedAlgorithm} />
          )}
          <button type="button" class="quiet" aria-label={`Cancel ${name}`} onClick={cancel}>
            Cancel
          </button>
        </p>
      )}
      {state === "cancelled" && <p class="help">Cancelled</p>}
      {state === "failed" && <Alert text={`${name} cannot be read.`} />}
      {entries.length > 0 && <HashList digests={available} of={name} />}
    </article>
  );
}

/** The progress of the algorithm to compare with, or of all algorithms. */
function Progress({ row, expectedAlgorithm }: ProgressProps): JSX.Element {
  const { name, progress, digests } = row;
  const of = expectedAlgorithm && !digests[expectedAlgorithm] ? [expectedAlgorithm] : ALGORITHMS;
  const read = of.map((algorithm) => (digests[algorithm] ? 1 : (progress[algorithm] ?? 0)));
  const share = read.reduce((sum, bytes) => sum + bytes, 0) / of.length;
  const text = `${Math.floor(share * 100)}%`;
  return (
    <>
      <progress value={share} aria-label={`Progress of ${name}`} />
      <span>
        {expectedAlgorithm && of.length === 1 ? `${toTitle(expectedAlgorithm)} ${text}` : text}
      </span>
    </>
  );
}

interface ProgressProps {
  row: HashedFile;
  expectedAlgorithm: FileAlgorithm | undefined;
}

function Verdict({ match }: { match: string | undefined }): JSX.Element {
  return (
    <p class={match ? "verdict good" : "verdict bad"} role="status">
      {match ? `Matches ${toTitle(match)}` : "Matches none of them"}
    </p>
  );
}
