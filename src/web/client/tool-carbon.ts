import "../styles/tool.css";
import "../styles/tools/carbon.css";
import { createKit } from "../tool/kits/carbon/kit.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

const loadResult = async () => (await import("../tool/kits/carbon/CarbonResult.tsx")).CarbonResult;
// While the page is measured, so that the result appears with its exports and does not move them
// later.
addEventListener("submit", () => void loadResult().catch(() => undefined), { once: true });

const loadExample = async () =>
  (await import("../tool/kits/carbon/CarbonExample.tsx")).CarbonExample;

hydrateTool(createKit(lazyPart(loadResult), lazyPart(loadExample, "use")));
