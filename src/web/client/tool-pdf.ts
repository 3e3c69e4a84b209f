import "../styles/tool.css";
import "../styles/tools/documents.css";
import "../styles/tools/pdf.css";
import { lazyPart } from "../shell/lazy-part.tsx";
import { createKit } from "../tool/kits/pdf/kit.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

const exports = () => import("../tool/kits/pdf/Exports.tsx");

hydrateTool(createKit(lazyPart(async () => (await exports()).PdfExports, "use")));
