import "../styles/tool.css";
import "../styles/documents.css";
import "../styles/contract.css";
import { kit } from "../tool/kits/contract.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
