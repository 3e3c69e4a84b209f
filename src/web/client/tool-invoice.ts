import "../styles/tool.css";
import "../styles/tools/documents.css";
import "../styles/tools/invoice.css";
import "../styles/tools/pdf-pages.css";
import { lazyPart } from "../shell/lazy-part.tsx";
import { createKit } from "../tool/kits/invoice/kit.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

const exports = () => import("../tool/kits/invoice/lazy-parts.ts");

hydrateTool(createKit(lazyPart(async () => (await exports()).InvoiceExports, "use")));
