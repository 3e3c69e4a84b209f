import "../styles/tool.css";
import { kit } from "../tool/kits/profit.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
