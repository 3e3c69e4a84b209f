import type { Static } from "typebox";
import type { TypedTools } from "../tools/index.ts";

/** The tools that accept POST, by name. */
type ByName = {
  [T in TypedTools[number] as T extends { methods: readonly ["GET"] } ? never : T["name"]]: T;
};

/** The name of a tool. */
export type Name = keyof ByName;

/** The input of a tool. Members with a default are optional. */
export type InputOf<N extends Name> = Static<ByName[N]["input"]>;

/** The output of a tool as JSON. */
export type OutputOf<N extends Name> = Static<ByName[N]["output"]>;
