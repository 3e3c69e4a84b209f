import { randomInt } from "node:crypto";
import { createNetwork, type NetworkOptions } from "./fetch/network.ts";
import { readFees } from "./lib/fees/files.ts";
import { createRenderer } from "./tools/code-image/pool.ts";
import type { World } from "./tools/define.ts";

/** A world that holds on to threads, and gives them back. */
export interface ClosableWorld extends World {
  close(): Promise<void>;
}

/** How the world's way out is set up, and where the operator's own fee files are. */
export type WorldOptions = Omit<NetworkOptions, "now" | "resolve"> & {
  feesDirectory?: string | undefined;
};

/**
 * The clock, the dice, the fee schedules, the renderer and the way out of this machine. Nothing starts before
 * it is used. Throws an Error of one line for a fee file that is not in order.
 */
export function createWorld({ feesDirectory, ...network }: WorldOptions): ClosableWorld {
  const renderer = createRenderer();
  return {
    now,
    randomInt: (bound) => randomInt(bound),
    fees: readFees(feesDirectory),
    renderer,
    network: createNetwork({ ...network, now }),
    close: () => renderer.close(),
  };
}

function now(): number {
  return Date.now();
}
