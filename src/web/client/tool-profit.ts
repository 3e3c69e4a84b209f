import "../styles/tools/profit.css";
import { kit } from "../tool/kits/profit/kit.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
