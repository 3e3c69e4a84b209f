import "../styles/tool.css";
import "../styles/documents.css";
import "../styles/invoice.css";
import { kit } from "../tool/kits/invoice.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
