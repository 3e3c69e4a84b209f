import "../styles/tool.css";
import "../styles/currency.css";
import { createKit } from "../tool/kits/currency.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

const Result = lazyPart(
  async () => (await import("../tool/kits/CurrencyResult.tsx")).CurrencyResult,
);

hydrateTool(createKit(Result));
