import "../styles/profit.css";
import { kit } from "../tool/kits/profit.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
