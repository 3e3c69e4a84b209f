import type { JSX } from "preact";
import { Copy } from "../../../shell/Copy.tsx";

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
