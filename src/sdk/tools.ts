import type { Static } from "typebox";
import type { TypedTools } from "../tools/index.ts";

/** The tools that accept POST, by name. */
type ByName = {
  [T in TypedTools[number] as T extends { methods: readonly ["GET"] } ? never : T["name"]]: T;
};

/**
 * Input and output of each tool. The published package replaces this file by plain interfaces,
 * which `scripts/build/bundle-client.mjs` writes from the same schemas, so that editors need not
 * load the server's types.
 */
export type Tools = {
  [N in keyof ByName]: {
    input: Static<ByName[N]["input"]>;
    output: Static<ByName[N]["output"]>;
  };
};
