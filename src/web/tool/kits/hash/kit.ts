import { lazyPart } from "../../../shell/lazy-part.tsx";
import type { ToolKit } from "../../kit.ts";
import { HashForm } from "./HashForm.tsx";
import { Hashes, toTitle } from "./HashList.tsx";

export const kit: ToolKit = {
  Form: HashForm,
  Result: Hashes,
  Lead: lazyPart(async () => (await import("./FileHashes.tsx")).FileHashes),
  headline({ content }) {
    if (content.kind !== "json") return undefined;
    const { algorithm, hash } = content.value as { algorithm: string; hash: string };
    return `${toTitle(algorithm)} ${hash.slice(0, 16)}…`;
  },
};
