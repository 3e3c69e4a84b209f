import type { JSX } from "preact";
import { formatBytes } from "../../../../lib/text/format-bytes.ts";
import { Alert } from "../../../form/labels.tsx";
import { type Checksum, FILE_ALGORITHMS, type FileAlgorithm } from "./checksum.ts";
import { type FileQueue, type HashedFile, listWanted } from "./file-queue.ts";
import { HashList, toTitle } from "./HashList.tsx";

interface FileResultsProps {
  queue: FileQueue;
  checksum: Checksum | undefined;
}

/** The files of the list with their digests. */
export function FileResults({ queue, checksum }: FileResultsProps): JSX.Element {
  return (
    <div class="file-results">
      {queue.rows.map((row) => (
        <FileResult
          key={row.id}
          row={row}
          checksum={checksum}
          cancel={() => queue.cancel(row.id)}
          expand={() => queue.expand(row.id)}
        />
      ))}
    </div>
  );
}

interface FileResultProps {
  row: HashedFile;
  /** The checksum to compare with, whose algorithm is shown alone. */
  checksum: Checksum | undefined;
  cancel(): void;
  expand(): void;
}

/** A file's verdict and digests, and how far its hashing is. */
function FileResult({ row, checksum, cancel, expand }: FileResultProps): JSX.Element {
  const { file, state, digests, isExpanded } = row;
  const { name } = file;
  const main = checksum ? [checksum.algorithm] : FILE_ALGORITHMS;
  const others = FILE_ALGORITHMS.filter((algorithm) => !main.includes(algorithm));
  const wanted = listWanted(row, checksum?.algorithm);
  const isPending =
    state === "hashing" || (state === "ready" && wanted.some((algorithm) => !digests[algorithm]));
  const digest = checksum && digests[checksum.algorithm];
  return (
    <article aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span class="help">{formatBytes(file.size)}</span>
      </header>
      {checksum && digest && <Verdict checksum={checksum} digest={digest} />}
      {isPending && (
        <p class="file-picker">
          {state === "ready" ? (
            "Waiting"
          ) : (
            <Progress row={row} algorithms={checksum && !digest ? main : wanted} />
          )}
          <button type="button" class="quiet" aria-label={`Cancel ${name}`} onClick={cancel}>
            Cancel
          </button>
        </p>
      )}
      {state === "cancelled" && <p class="help">Cancelled</p>}
      {state === "failed" && <Alert text={`${name} cannot be read.`} />}
      <HashList digests={pick(row, main)} of={name} />
      {digest && (
        <details open={isExpanded} onToggle={({ currentTarget }) => currentTarget.open && expand()}>
          <summary>All algorithms</summary>
          <HashList digests={pick(row, others)} of={name} />
        </details>
      )}
    </article>
  );
}

/** Returns the digests that a row has of these algorithms, in their order. */
function pick({ digests }: HashedFile, algorithms: readonly FileAlgorithm[]) {
  const entries = algorithms.flatMap((algorithm) => {
    const digest = digests[algorithm];
    return digest === undefined ? [] : [[algorithm, digest] as const];
  });
  return Object.fromEntries(entries);
}

interface ProgressProps {
  row: HashedFile;
  algorithms: readonly FileAlgorithm[];
}

/** The progress of these algorithms together; of a single one with its name. */
function Progress({ row, algorithms }: ProgressProps): JSX.Element {
  const { file, progress, digests } = row;
  const shares = algorithms.map((name) => (digests[name] ? 1 : (progress[name] ?? 0)));
  const share = shares.reduce((sum, part) => sum + part, 0) / algorithms.length;
  const [first = ""] = algorithms;
  const text = `${Math.floor(share * 100)}%`;
  return (
    <>
      <progress value={share} aria-label={`Progress of ${file.name}`} />
      <span>{algorithms.length === 1 ? `${toTitle(first)} ${text}` : text}</span>
    </>
  );
}

interface VerdictProps {
  checksum: Checksum;
  /** The digest of the file. */
  digest: string;
}

function Verdict({ checksum, digest }: VerdictProps): JSX.Element {
  const isMatch = digest === checksum.digest;
  return (
    <p class={isMatch ? "verdict good" : "verdict bad"} role="status">
      {`${isMatch ? "Matches" : "Does not match"} ${toTitle(checksum.algorithm)}`}
    </p>
  );
}
