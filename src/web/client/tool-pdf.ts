import "../styles/tool.css";
import "../styles/documents.css";
import "../styles/pdf.css";
import { kit } from "../tool/kits/pdf.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
