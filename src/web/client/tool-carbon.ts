import "../styles/tool.css";
import "../styles/carbon.css";
import { createKit } from "../tool/kits/carbon.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

const Result = lazyPart(async () => (await import("../tool/kits/CarbonResult.tsx")).CarbonResult);

hydrateTool(createKit(Result));
