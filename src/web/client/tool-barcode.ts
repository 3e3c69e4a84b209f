import "../styles/tool.css";
import "../styles/tools/code.css";
import "../styles/tools/barcode.css";
// In the page's script, because parts that share it would otherwise each wait for a file with it.
import "../shell/Copy.tsx";
import { createKit } from "../tool/kits/barcode/kit.ts";
import { lazyPart } from "../shell/lazy-part.tsx";
import { hydrateTool } from "./hydrate-tool.tsx";

const parts = () => import("../tool/kits/barcode/parts.ts");

hydrateTool(
  createKit(
    lazyPart(async () => (await parts()).Gs1Builder),
    lazyPart(async () => (await parts()).BarcodeResult),
  ),
);
