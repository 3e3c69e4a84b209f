// The Chromium of this machine, for tests and benchmarks.
import { existsSync } from "node:fs";

const PLACES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of the program; undefined without one. */
export const chromiumPath = PLACES.find((place) => place !== undefined && existsSync(place));

const OFF = [
  // Every new context opens a window, and these load hundreds of modules for its address bar: 1.3 of the 1.8 seconds
  // of CPU that a context takes (Chromium 156), spent while the first page of that context loads.
  "WebUIOmniboxPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxAimPopup",
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

/** The browser's arguments. Containers seldom allow Chromium's sandbox; the documents have a sandbox of their own. */
export const chromiumArguments = ["--no-sandbox", `--disable-features=${OFF.join(",")}`];
