import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { root } from "./server.ts";

// Found from the root, since this file runs from `dist`.
const script = pathToFileURL(join(root, "scripts", "chromium.mjs")).href;
const { chromiumArguments, chromiumPath } = (await import(
  script
)) as typeof import("../../scripts/chromium.mjs");

/** The reason to skip browser tests, or false. In CI they always run, so that a missing browser is a failure. */
export const noBrowser: string | false =
  chromiumPath === undefined && process.env["CI"] === undefined
    ? "no Chromium found: install it (apt-get install chromium) or set CHROMIUM to its path"
    : false;

/** The Chromium of this machine, without a window, with further arguments. */
export async function startBrowser(...more: string[]): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error("no Chromium found; install it or set CHROMIUM");
  return chromium.launch({ executablePath: chromiumPath, args: [...chromiumArguments, ...more] });
}
