import "../styles/tools/code-image.css";
import { createKit } from "../tool/kits/code-image/kit.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(
  createKit(lazyPart(async () => (await import("../tool/kits/code-image/Themes.tsx")).Themes)),
);
