import "../styles/tool.css";
import "../styles/verdict.css";
import "../styles/tools/signature.css";
import { kit } from "../tool/kits/signature/kit.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
