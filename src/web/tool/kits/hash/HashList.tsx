import type { JSX } from "preact";
import type { HashResponse } from "../../../../tools/hash/schema.ts";
import { Copy } from "../../../shell/Copy.tsx";
import type { ResultViewProps } from "../../kit.ts";

/** The hash or all requested hashes, and the comparison with the expected one. */
export function Hashes({ response }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const { hash, algorithm, hashes, matches } = response.content.value as HashResponse;
  return (
    <>
      {matches !== undefined && (
        <p class={matches ? "verdict good" : "verdict bad"}>
          {matches ? "Matches the expected hash" : "Does not match the expected hash"}
        </p>
      )}
      <HashList digests={{ [algorithm]: hash, ...hashes }} />
    </>
  );
}

interface HashListProps {
  /** Digests by algorithm. */
  digests: Record<string, string>;
  /** The name of the hashed file, so that the buttons of several lists have different labels. */
  of?: string;
}

/** Digests with their algorithms, each with a button that copies it. */
export function HashList({ digests, of }: HashListProps): JSX.Element | null {
  const entries = Object.entries(digests);
  if (entries.length === 0) return null;
  return (
    <dl class="hashes">
      {entries.map(([name, digest]) => (
        <div key={name}>
          <dt>{toTitle(name)}</dt>
          <dd>
            <code dir="ltr">{digest}</code>
            <Copy text={digest} what={of ? `${toTitle(name)} of ${of}` : toTitle(name)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns an algorithm's name as its standard writes it: SHA-256, SHA3-256, CRC-32. */
export function toTitle(name: string): string {
  return name.replace(/^(sha(?!3-)|crc)/, "$1-").toUpperCase();
}
