import type { Static } from "typebox";
import type { Cards } from "../tools/index.ts";

/** The cards that take a body, by name. */
type ByName = {
  [C in Cards[number] as C extends { methods?: readonly ["GET"] } ? never : C["name"]]: C;
};

/** The tools, by name. */
export type Name = keyof ByName;

/** What a tool takes: members with a default may be left out. */
export type InputOf<N extends Name> = Static<ByName[N]["input"]>;

/** What a tool gives as JSON. */
export type OutputOf<N extends Name> = Static<ByName[N]["output"]>;
