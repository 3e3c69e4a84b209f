import type { Static } from "typebox";
import type { TypedTools } from "../tools/index.ts";

/** The tools that accept POST, by name. */
type ByName = {
  [T in TypedTools[number] as T extends { methods: readonly ["GET"] } ? never : T["name"]]: T;
};

/**
 * What each tool takes and returns. The published package has plain interfaces in place of this file, written by
 * `scripts/bundle-client.mjs` from the same schemas, so that editors need not load the server's types.
 */
export type Tools = {
  [N in keyof ByName]: {
    input: Static<ByName[N]["input"]>;
    output: Static<ByName[N]["output"]>;
  };
};
