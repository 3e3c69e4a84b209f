import "../styles/tool.css";
import "../styles/tools/documents.css";
import "../styles/tools/contract.css";
import { lazyPart } from "../shell/lazy-part.tsx";
import { createKit } from "../tool/kits/contract/kit.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

const exports = () => import("../tool/kits/contract/Exports.tsx");

hydrateTool(createKit(lazyPart(async () => (await exports()).ContractExports, "use")));
