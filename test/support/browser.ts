import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { chromiumArguments, chromiumPath, headlessShellPath } from "#scripts/test/chromium.mjs";

// Required, because an import makes Node read 7 MB for the names of the exports: a quarter of a
// second in each file.
const { chromium } = createRequire(import.meta.url)(
  "playwright-core",
) as typeof import("playwright-core");

/**
 * The reason to skip browser tests, or false. In CI they always run, so that a missing browser is a
 * failure.
 */
export const noBrowser: string | false =
  chromiumPath === undefined && process.env["CI"] === undefined
    ? "no Chromium found: install it (apt-get install chromium) or set CHROMIUM to its path"
    : false;

/** Starts the smallest Chromium of this machine, without a window. */
export function startBrowser(): Promise<Browser> {
  return start(headlessShellPath ?? chromiumPath);
}

/** Starts the full Chromium without a window, with a video file as its camera. */
export function startBrowserWithCamera(film: string): Promise<Browser> {
  const camera = `--use-file-for-fake-video-capture=${film}`;
  return start(chromiumPath, "--use-fake-device-for-media-stream", camera);
}

async function start(executablePath: string | undefined, ...more: string[]): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error("no Chromium found; install it or set CHROMIUM");
  return chromium.launch({ executablePath, args: [...chromiumArguments, ...more] });
}
