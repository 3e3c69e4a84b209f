import "../styles/tool.css";
import "../styles/verdict.css";
import { kit } from "../tool/kits/signature.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
