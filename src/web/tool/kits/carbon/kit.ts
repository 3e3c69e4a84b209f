import { lazyPart } from "../../../shell/lazy-part.tsx";
import { toHeadlineText } from "../../../result/headline.ts";
import { SchemaForm } from "../../generic-kit.tsx";
import type { ToolKit } from "../../kit.ts";
import { CarbonWaiting } from "./CarbonWaiting.tsx";

export const kit: ToolKit = {
  Form: SchemaForm,
  Result: lazyPart(async () => (await import("./CarbonResult.tsx")).CarbonResult, {
    // While the page is measured, so that the result appears with its exports and does not move
    // them later.
    preloadOn: ["submit"],
  }),
  headline: toHeadlineText,
  Empty: lazyPart(async () => (await import("./CarbonExample.tsx")).CarbonExample, {
    loadOn: "use",
  }),
  Waiting: CarbonWaiting,
  problems: {
    "bad-url": "Enter the address of a web page, such as https://example.com.",
    dns: "We couldn't find that host. Check the spelling.",
    offline: "This server seems to have no internet access, so it cannot measure the page.",
    blocked: "This address is not public, so this server does not fetch it.",
    unreachable: "The site did not respond. Check that it is online.",
    tls: "The site's certificate is not valid.",
    timeout: "The site took too long to respond. Try again later.",
    redirects: "The site redirects too often.",
    "not-html": "This address is not a web page. Enter the address of an HTML page.",
  },
};
