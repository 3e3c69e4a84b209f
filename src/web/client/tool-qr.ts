import "../styles/tool.css";
import "../styles/tools/code.css";
// In the page's script, because parts that share it would otherwise each wait for a file with it.
import "../shell/Copy.tsx";
import { createKit } from "../tool/kits/qr/kit.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(
  createKit(lazyPart(async () => (await import("../tool/kits/qr/QrResult.tsx")).QrResult)),
);
