import { randomInt } from "node:crypto";
import type { NetworkOptions } from "./fetch/network.ts";
import type { FeeSchedules } from "./fees/schedules.ts";
import { readFees } from "./fees/files.ts";
import type { Network } from "./lib/network.ts";
import { createRateBook, type RateBook } from "./rates/book.ts";
import { createSymbolEncoder } from "./tools/barcode/symbol-encoder.ts";
import { createRenderer } from "./tools/code-image/pool.ts";
import type { ToolContext } from "./tools/define.ts";

/** A world that holds on to threads, and gives them back. */
export interface ClosableContext extends ToolContext {
  close(): Promise<void>;
}

/** How the world's way out is set up, and where the operator's own fee files are. */
export type ContextOptions = Omit<NetworkOptions, "now" | "resolve"> & {
  feesDirectory?: string | undefined;
  /** Told of the schedules when they were read. */
  onFees?: (fees: FeeSchedules) => void;
  /** Left out: the rates that ship with the product. */
  rateBook?: RateBook;
};

/**
 * The clock, the dice, the fee schedules, the renderer and the way out of this machine. Nothing starts or is
 * loaded before it is used. The first look at `fees` throws an Error of one line for a fee file that is not in order.
 */
export function createContext({
  feesDirectory,
  onFees,
  rateBook = createRateBook({}),
  ...network
}: ContextOptions): ClosableContext {
  const renderer = createRenderer();
  const symbolEncoder = createSymbolEncoder();
  let fees: FeeSchedules | undefined;
  return {
    now,
    randomInt: (bound) => randomInt(bound),
    get fees() {
      if (fees) return fees;
      fees = readFees(feesDirectory);
      onFees?.(fees);
      return fees;
    },
    get rates() {
      return rateBook.rates;
    },
    renderer,
    symbolEncoder,
    network: lazyNetwork({ ...network, now }),
    close: async () => {
      await Promise.all([renderer.close(), symbolEncoder.close()]);
    },
  };
}

/** Its HTTP client is a tenth of a second to load. */
function lazyNetwork(options: NetworkOptions): Network {
  let network: Promise<Network> | undefined;
  return {
    async openSession(url) {
      network ??= import("./fetch/network.ts").then(({ createNetwork }) => createNetwork(options));
      return (await network).openSession(url);
    },
  };
}

function now(): number {
  return Date.now();
}
