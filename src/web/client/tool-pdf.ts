import "../styles/tool.css";
import "../styles/documents.css";
import "../styles/pdf.css";
import { lazyPart } from "../shell/lazy-part.tsx";
import { createKit } from "../tool/kits/pdf/kit.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

const exports = () => import("../tool/kits/pdf/Exports.tsx");

hydrateTool(createKit(lazyPart(async () => (await exports()).PdfExports, "use")));
