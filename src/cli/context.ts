import { readConfig } from "../config.ts";
import { type ClosableContext, createContext } from "../context.ts";
import { createRateBook } from "../rates/book.ts";
import { VERSION } from "./version.ts";

/** Creates the context of a command from the settings of the server. */
export function createCommandContext(): ClosableContext {
  const { offline, fetchAllowCidrs, fetchAllowPorts, feesDirectory, fxFile, dataDirectory } =
    readConfig();
  return createContext({
    offline,
    allowCidrs: fetchAllowCidrs,
    allowPorts: fetchAllowPorts,
    feesDirectory,
    highlightDeadlineMs: Infinity,
    rateBook: createRateBook({ file: fxFile, directory: dataDirectory }),
    userAgent: `Sundry/${VERSION}`,
  });
}
