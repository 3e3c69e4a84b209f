import type { ComponentType } from "preact";
import type { ToolKit } from "../../kit.ts";
import { Hashes } from "./Hashes.tsx";
import { HashForm } from "./HashForm.tsx";
import { toTitle } from "./HashList.tsx";

/** Creates the kit of hashes with its panel for files, which browsers load after the page. */
export const createKit = (FileHashes: ComponentType): ToolKit => ({
  Form: HashForm,
  Result: Hashes,
  Extra: FileHashes,
  headline({ content }) {
    if (content.kind !== "json") return undefined;
    const { algorithm, hash } = content.value as { algorithm: string; hash: string };
    return `${toTitle(algorithm)} ${hash.slice(0, 16)}…`;
  },
});
