import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const found = PLACES.find((place) => place !== undefined && existsSync(place));

/** Why browser tests are skipped here, or false. In CI they never are: there, no browser is a failure. */
export const noBrowser: string | false =
  found === undefined && process.env["CI"] === undefined
    ? "no Chromium found: install it (apt-get install chromium) or set CHROMIUM to its path"
    : false;

/** The Chromium of this machine, without a window. */
export async function startBrowser(): Promise<Browser> {
  if (found === undefined) throw new Error("no Chromium found; install it or set CHROMIUM");
  // Containers seldom allow the sandbox of its own that Chromium wants; the documents bring theirs.
  return chromium.launch({ executablePath: found, args: ["--no-sandbox"] });
}
