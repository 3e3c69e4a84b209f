import { randomInt } from "node:crypto";
import { createRenderer } from "./tools/code-image/pool.ts";
import type { World } from "./tools/define.ts";

/** A world that holds on to threads, and gives them back. */
export interface ClosableWorld extends World {
  close(): Promise<void>;
}

/** The clock, the dice and the renderer of this machine. Nothing starts before it is used. */
export function createWorld(): ClosableWorld {
  const renderer = createRenderer();
  return {
    now: () => Date.now(),
    randomInt: (bound) => randomInt(bound),
    renderer,
    close: () => renderer.close(),
  };
}
