import type { JSX } from "preact";
import { Copy } from "../../shell/Copy.tsx";
import type { ResultViewProps } from "../kit.ts";

interface Output {
  hash: string;
  algorithm: string;
  hashes?: Record<string, string>;
  matches?: boolean;
}

/** The hash, all hashes when they were asked for, and whether the expected one is among them. */
export function Hashes({ response }: ResultViewProps): JSX.Element | null {
  if (response.content.kind !== "json") return null;
  const { hash, algorithm, hashes, matches } = response.content.value as Output;
  const rows = Object.entries({ [algorithm]: hash, ...hashes });
  return (
    <>
      {matches !== undefined && (
        <p class={matches ? "verdict good" : "verdict bad"}>
          {matches ? "Matches the expected hash" : "Does not match the expected hash"}
        </p>
      )}
      <dl class="hashes">
        {rows.map(([name, digest]) => (
          <div key={name}>
            <dt>{toTitle(name)}</dt>
            <dd>
              <code dir="ltr">{digest}</code>
              <Copy text={digest} what={toTitle(name)} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Returns an algorithm's name as its standard writes it: SHA-256, SHA3-256, CRC32. */
function toTitle(name: string): string {
  return name.replace(/^sha(?!3)/, "sha-").toUpperCase();
}
