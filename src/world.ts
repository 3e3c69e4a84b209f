import { randomInt } from "node:crypto";
import type { World } from "./tools/define.ts";

/** The clock and the dice of this machine. */
export function createWorld(): World {
  return {
    now: () => Date.now(),
    randomInt: (bound) => randomInt(bound),
  };
}
