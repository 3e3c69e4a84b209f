import type { JSX } from "preact";
import type { HashResponse } from "../../../../tools/hash/schema.ts";
import type { ResultViewProps } from "../../kit.ts";
import { HashList } from "./HashList.tsx";

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
