import "../styles/tool.css";
import { kit } from "../tool/kits/contract.ts";
import { hydrateTool } from "./hydrate-tool.tsx";

hydrateTool(kit);
