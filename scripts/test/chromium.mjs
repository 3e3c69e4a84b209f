// The Chromium of this machine, for tests and benchmarks.
import { existsSync } from "node:fs";

const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of the program; undefined without one. */
export const chromiumPath = PLACES.find((place) => place !== undefined && existsSync(place));

/** Debian's chromium-headless-shell, of the same sources. */
const SHELL = "/usr/lib/chromium/chromium-headless-shell";

/**
 * The path of a Chromium that has no windows, so that a page and its context take 40% less CPU
 * (Chromium 156). It has no camera. Undefined without one, or where CHROMIUM names another program.
 */
export const headlessShellPath =
  process.env["CHROMIUM"] === undefined && existsSync(SHELL) ? SHELL : undefined;

const OFF = [
  // Every new context opens a window, which loads hundreds of modules for its address bar while the
  // first page loads. That is 1.3 of the 1.8 seconds of CPU that a context takes (Chromium 156).
  "WebUIOmniboxPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxAimPopup",
  // Starts a process ahead of each next page: a tenth of the CPU of a page, because most tests open
  // one.
  "SpareRendererForSitePerProcess",
  // Repeats Playwright's own features, because only the last such list counts.
  "AimEnabled",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/**
 * The browser's arguments. Containers seldom allow Chromium's sandbox; the documents have a sandbox
 * of their own.
 */
export const chromiumArguments = ["--no-sandbox", `--disable-features=${OFF.join(",")}`];
