import type { JSX } from "preact";
import type { ResultViewProps } from "../../kit.ts";
import { HashList } from "./HashList.tsx";

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
