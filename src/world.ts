import { randomInt } from "node:crypto";
import { createNetwork, type NetworkOptions } from "./fetch/network.ts";
import { createRenderer } from "./tools/code-image/pool.ts";
import type { World } from "./tools/define.ts";

/** A world that holds on to threads, and gives them back. */
export interface ClosableWorld extends World {
  close(): Promise<void>;
}

/** How the world's way out is set up. */
export type WorldOptions = Omit<NetworkOptions, "now" | "resolve">;

/** The clock, the dice, the renderer and the way out of this machine. Nothing starts before it is used. */
export function createWorld(options: WorldOptions): ClosableWorld {
  const renderer = createRenderer();
  return {
    now,
    randomInt: (bound) => randomInt(bound),
    renderer,
    network: createNetwork({ ...options, now }),
    close: () => renderer.close(),
  };
}

function now(): number {
  return Date.now();
}
